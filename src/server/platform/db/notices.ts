import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './connect.ts';
import { driverUrl } from './postgres.ts';

const CHANNEL = 'pickem';
/** In bytes; PostgreSQL's limit is slightly higher. */
export const LONGEST_PAYLOAD = 7500;

/** Sends a payload to the other nodes on PostgreSQL; `otherwise` is sent if it is too long. */
export async function sendNotice(db: Db, payload: string, otherwise: string): Promise<void> {
  const text = Buffer.byteLength(payload) > LONGEST_PAYLOAD ? otherwise : payload;
  await sql`select pg_notify(${CHANNEL}, ${text})`.execute(db);
}

export interface Listener {
  readonly close: () => Promise<void>;
}

/**
 * Listens for notices on a separate connection.
 * @param onEnd called once when an established connection is lost @throws if it cannot be established
 */
export async function listen(url: string, onNotice: (payload: string) => void, onEnd: () => void): Promise<Listener> {
  const client = new pg.Client({ connectionString: driverUrl(url), keepAlive: true });
  let listening = false;
  let over = false;
  const end = () => {
    const lost = listening && !over;
    over = true;
    if (lost) onEnd();
  };
  client.on('error', end);
  client.on('end', end);
  client.on('notification', ({ payload }) => onNotice(payload ?? ''));
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    if (over) throw new Error('The connection that listens was lost at once.');
    listening = true;
  } catch (error) {
    over = true;
    await client.end().catch(() => {});
    throw error;
  }
  return {
    close: async () => {
      over = true;
      await client.end();
    },
  };
}
