import { sql } from 'kysely';
import type { DrillResult } from '#contract/drill.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { DRILL_RED_KEY, readMeta, readOrSet, writeMeta } from '#server/platform/db/meta.ts';
import { transact } from '#server/platform/db/transactions.ts';

const RESULT_KEY = 'drill';
const CLAIM_KEY = 'drill_claim';
const SINCE_KEY = 'drill_since';

/**
 * Takes the drill for one node. A claim ends by itself, in case its node is killed. @param until when it ends, ms @returns false if another
 * drill is running
 */
export async function claimDrill(db: Db, now: number, until: number): Promise<boolean> {
  const { rows } = await sql`
    insert into meta (key, value) values (${CLAIM_KEY}, ${String(until)})
    on conflict (key) do update set value = excluded.value
      where cast(meta.value as bigint) <= ${now}
    returning key`.execute(db);
  return rows.length > 0;
}

/** Ends the claim of a drill. */
export async function releaseDrill(db: Db, until: number): Promise<void> {
  await db.deleteFrom('meta').where('key', '=', CLAIM_KEY).where('value', '=', String(until)).execute();
}

/** Whether a node has claimed the drill. @param now ms */
export async function isClaimed(db: Db, now: number): Promise<boolean> {
  return Number((await readMeta(db, CLAIM_KEY)) ?? 0) > now;
}

/** Stores the result of a drill in place of the previous one. */
export async function storeResult(store: Store, result: DrillResult): Promise<void> {
  const isRed = result.checks.some(({ state }) => state === 'red');
  await transact(store, async (tx) => {
    await writeMeta(tx, RESULT_KEY, JSON.stringify(result));
    await writeMeta(tx, DRILL_RED_KEY, isRed ? '1' : '0');
  });
}

/** The result of the last drill; null if there was none. */
export async function lastResult(db: Db): Promise<DrillResult | null> {
  const text = await readMeta(db, RESULT_KEY);
  return text === null ? null : (JSON.parse(text) as DrillResult);
}

/** Since when a league has drills, ms: its first one is due after that. @param now used at the first call */
export async function drillsSince(db: Db, now: number): Promise<number> {
  return Number(await readOrSet(db, SINCE_KEY, String(now)));
}
