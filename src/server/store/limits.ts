import { sql } from 'kysely';
import type { Db } from './engine/connect.ts';

/** How often something may be tried under one key: `burst` times at once, and once more each `everyMs`. */
export interface Allowance {
  readonly key: string;
  readonly burst: number;
  readonly everyMs: number;
}

/**
 * Counts one attempt against every allowance, shared by all nodes. Each attempt pays for `everyMs` of the future, and
 * nobody may pay further ahead than their burst; what was paid further, by a clock that was ahead, is cut back to that, so that nobody waits longer than
 * `everyMs`. A refused attempt writes nothing else.
 * @param now real time in ms
 * @returns 0 where it is allowed, else how long to wait, in ms
 */
export async function charge(db: Db, allowances: readonly Allowance[], now: number): Promise<number> {
  const wait = await waitFor(db, allowances, now);
  if (wait > 0) return wait;
  for (const allowance of allowances) {
    // Others may have come in between, so the statement that counts asks again.
    if (!(await spend(db, allowance, now))) return allowance.everyMs;
  }
  return 0;
}

/** Takes back an attempt that was counted. */
export async function refund(db: Db, allowances: readonly Allowance[]): Promise<void> {
  for (const { key, everyMs } of allowances) {
    await sql`update attempts set spent_until = spent_until - ${everyMs} where key = ${key}`.execute(db);
  }
}

/** Forgets what was counted under a key. */
export async function forgive(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute();
}

/** Removes what counts no longer. */
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

/** An attempt is allowed while no more than this is paid for already. */
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
