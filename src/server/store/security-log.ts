import { sql } from 'kysely';
import type { SecurityEvent } from '#core/security-events.ts';
import { DAY_MS } from '#core/time.ts';
import type { Db } from './engine/connect.ts';

/** Something that happened to an account, or that somebody tried. */
export interface SecurityNote {
  readonly event: SecurityEvent;
  /** The account concerned; null where it is unknown. */
  readonly accountId: string | null;
  /** The network it came from (`networkOf` its address); null for the command line. */
  readonly network: string | null;
  /** The user who did it to somebody else, such as an admin. */
  readonly actorId?: string | null;
  /** More about it in plain words, such as the provider or the route. Never what somebody typed. */
  readonly detail?: string;
}

/** A note with its time (real time in ms) and how often it happened. */
export interface SecurityRow extends SecurityNote {
  readonly at: number;
  readonly times: number;
}

/** A row of the log with the names of whom it is about, null where there is none. */
export interface LoggedEvent {
  readonly id: number;
  readonly at: number;
  readonly event: string;
  readonly accountId: string | null;
  /** The user of the account. */
  readonly userId: string | null;
  readonly userName: string | null;
  readonly actorId: string | null;
  readonly actorName: string | null;
  readonly network: string | null;
  readonly detail: string;
  readonly times: number;
}

/** Rows are kept this long, in ms. */
export const SECURITY_KEPT_MS = 90 * DAY_MS;
/** So many old rows are removed at once. */
const REMOVED_AT_ONCE = 2000;

/** Writes a row. @returns its id */
export async function addSecurityRow(db: Db, row: SecurityRow): Promise<number> {
  const { id } = await db
    .insertInto('security_log')
    .values({
      at: row.at,
      event: row.event,
      account_id: row.accountId,
      actor_id: row.actorId ?? null,
      network: row.network,
      detail: row.detail ?? '',
      times: row.times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Counts more events like those of a row. */
export async function countSecurityRow(db: Db, id: number, more: number): Promise<void> {
  await sql`update security_log set times = times + ${more} where id = ${id}`.execute(db);
}

/** Rows of the log, the latest first: at most `limit` with an id below `before`; of one user or of all. */
export async function readSecurityLog(
  db: Db,
  userId: string | undefined,
  page: { readonly before: number | null; readonly limit: number },
): Promise<LoggedEvent[]> {
  let query = db
    .selectFrom('security_log as log')
    .leftJoin('users as people', 'people.account_id', 'log.account_id')
    .leftJoin('users as actors', 'actors.id', 'log.actor_id')
    .select(['log.id', 'log.at', 'log.event', 'log.network', 'log.detail', 'log.times'])
    .select(['log.account_id as accountId', 'people.id as userId', 'people.display_name as userName'])
    .select(['log.actor_id as actorId', 'actors.display_name as actorName']);
  if (userId !== undefined) {
    const account = db.selectFrom('users').select('account_id').where('id', '=', userId);
    query = query.where('log.account_id', '=', account);
  }
  if (page.before !== null) query = query.where('log.id', '<', page.before);
  return query.orderBy('log.id', 'desc').limit(page.limit).execute();
}

/**
 * Removes some of the rows that are older than 90 days; ids follow time, so only the first are looked at.
 * @returns whether there may be more of them
 */
export async function removeOldSecurityRows(db: Db, now: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from security_log where at < ${now - SECURITY_KEPT_MS}
      and id in (select id from security_log order by id limit ${REMOVED_AT_ONCE})`.execute(db);
  return numAffectedRows >= REMOVED_AT_ONCE;
}
