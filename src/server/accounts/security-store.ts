import { sql } from 'kysely';
import type { SecurityEvent } from '#core/security-events.ts';
import { DAY_MS } from '#core/time.ts';
import type { Db } from '#server/platform/db/connect.ts';

/** The rate of attempts under one key: `burst` at once, and one more per `everyMs`. */
export interface Allowance {
  readonly key: string;
  readonly burst: number;
  readonly everyMs: number;
}

/**
 * Counts one attempt against every allowance, shared by all nodes. Each attempt uses `everyMs` of future time, up to the burst; time beyond
 * that, from a clock that was ahead, is cut back, so that no one waits longer than `everyMs`. A refused attempt writes nothing else. @param
 * now real time in ms @returns 0 if it is allowed, else how long to wait, in ms
 */
export async function charge(db: Db, allowances: readonly Allowance[], now: number): Promise<number> {
  const wait = await waitFor(db, allowances, now);
  if (wait > 0) return wait;
  for (const allowance of allowances) {
    // Other attempts may have come in between, so the statement that counts checks again.
    if (!(await spend(db, allowance, now))) return allowance.everyMs;
  }
  return 0;
}

/** Uncounts an attempt. */
export async function refund(db: Db, allowances: readonly Allowance[]): Promise<void> {
  for (const { key, everyMs } of allowances) {
    await sql`update attempts set spent_until = spent_until - ${everyMs} where key = ${key}`.execute(db);
  }
}

/** Clears the attempts of a key. */
export async function forgive(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute();
}

/** Removes expired attempts. */
export async function deleteOldAttempts(db: Db, now: number): Promise<void> {
  await db.deleteFrom('attempts').where('spent_until', '<=', now).execute();
}

async function waitFor(db: Db, allowances: readonly Allowance[], now: number): Promise<number> {
  const keys = allowances.map(({ key }) => key);
  const rows = await db.selectFrom('attempts').selectAll().where('key', 'in', keys).execute();
  const waits: number[] = [];
  for (const allowance of allowances) {
    const spentUntil = rows.find((row) => row.key === allowance.key)?.spent_until ?? 0;
    const furthest = latest(allowance, now) + allowance.everyMs;
    if (spentUntil > furthest) await cutBack(db, allowance.key, furthest);
    waits.push(Math.min(spentUntil, furthest) - latest(allowance, now));
  }
  return Math.max(0, ...waits);
}

async function cutBack(db: Db, key: string, furthest: number): Promise<void> {
  const update = db.updateTable('attempts').set({ spent_until: furthest }).where('key', '=', key);
  await update.where('spent_until', '>', furthest).execute();
}

/** An attempt is allowed while no time beyond this is used. */
function latest({ burst, everyMs }: Allowance, now: number): number {
  return now + (burst - 1) * everyMs;
}

async function spend(db: Db, allowance: Allowance, now: number): Promise<boolean> {
  const { key, everyMs } = allowance;
  const { rows } = await sql`
    insert into attempts (key, spent_until) values (${key}, ${now + everyMs})
    on conflict (key) do update
      set spent_until = case when attempts.spent_until > ${now} then attempts.spent_until else ${now} end + ${everyMs}
      where attempts.spent_until <= ${latest(allowance, now)}
    returning key`.execute(db);
  return rows.length > 0;
}

/** A security event of an account, or an attempt. */
export interface SecurityNote {
  readonly event: SecurityEvent;
  /** The affected account; null if unknown. */
  readonly accountId: string | null;
  /** The network it came from (`networkOf` its address); null for the command line. */
  readonly network: string | null;
  /** The user who acted on another one, such as an admin. */
  readonly actorId?: string | null;
  /** Details in plain words, such as the provider or the route. Never user input. */
  readonly detail?: string;
}

/** A note with its time (real time in ms) and count. */
export interface SecurityRow extends SecurityNote {
  readonly at: number;
  readonly times: number;
}

/** A row of the log with the names of its users, or null. */
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

/** Maximum number of old rows removed at once. */
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

/** Rows of the log, newest first: at most `limit` with an id below `before`, of one user or all. */
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
 * Removes some of the rows older than 90 days. Ids are in order of time, so only the first rows are checked. @returns whether there may be
 * more
 */
export async function removeOldSecurityRows(db: Db, now: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from security_log where at < ${now - SECURITY_KEPT_MS}
      and id in (select id from security_log order by id limit ${REMOVED_AT_ONCE})`.execute(db);
  return numAffectedRows >= REMOVED_AT_ONCE;
}
