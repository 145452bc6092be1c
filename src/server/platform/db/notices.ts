import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './connect.ts';
import { withTls } from './postgres.ts';

const CHANNEL = 'pickem';
/** In bytes; PostgreSQL takes a little more. */
export const LONGEST_PAYLOAD = 7500;

/** Tells the other nodes on PostgreSQL; a payload that is too long for a notice becomes `otherwise`. */
export async function sendNotice(db: Db, payload: string, otherwise: string): Promise<void> {
  const text = Buffer.byteLength(payload) > LONGEST_PAYLOAD ? otherwise : payload;
  await sql`select pg_notify(${CHANNEL}, ${text})`.execute(db);
}

export interface Listener {
  readonly close: () => Promise<void>;
}

/**
 * Listens for notices on a connection of its own.
 * @param onEnd called once when the connection is lost after it was made
 * @throws when it cannot be made
 */
export async function listen(url: string, onNotice: (payload: string) => void, onEnd: () => void): Promise<Listener> {
  const client = new pg.Client({ connectionString: withTls(url), keepAlive: true });
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
