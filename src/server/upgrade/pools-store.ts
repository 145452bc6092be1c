import { traitsOf } from '#core/formats/traits.ts';
/** What an upgrade stores about pools: what they have played by so far (decision 045). */
import type { Pool } from '#core/types.ts';
import { planDeadlines } from '#server/game-changes/deadline-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { hasBegun } from '#server/pools/begun-store.ts';
import { livingPools } from '#server/pools/reads.ts';
import { storeEarlierScales } from '#server/pools/scale-store.ts';
import { receiptRules } from '#server/receipts/store.ts';
import { noteRecounted } from './recount-store.ts';
import { storeEarlierWindows } from './windows-store.ts';

/**
 * Brings the pools of a database that was just upgraded up to date. Where a rule is new, pools that have begun get the choice that they have
 * played by: what separates survivors at the end, and the values of confidence weeks. Windows of buy-backs are stored as they stand, and
 * deadlines of a pool's own that are still to come are planned by the minute that the rules say. What is counted anew is listed.
 * @param now the league's clock, ms @returns messages about what changed
 */
export async function bringPoolsUpToDate(tx: Db, engine: Engine, now: number): Promise<string[]> {
  const lines: string[] = [];
  for (const pool of await livingPools(tx)) {
    const { deadline } = pool.rules;
    if (traitsOf(pool.rules).rules.has('survivors')) await keepSurvivors(tx, engine, pool, now);
    await storeEarlierScales(tx, pool, now);
    if (deadline === 'own' && (await planOwnDeadlines(tx, engine, pool, now)))
      lines.push(`${pool.name}: picks lock at the minute that the rules say, five minutes earlier than before.`);
    for (const line of await noteRecounted(tx, pool, now)) lines.push(`${pool.name}, counted anew: ${line}.`);
  }
  return lines;
}

/** Survivors were separated by their lives, then their wins. */
async function keepSurvivors(tx: Db, engine: Engine, pool: Pool, now: number): Promise<void> {
  const row = await tx.selectFrom('pools').select('rules').where('id', '=', pool.id).executeTakeFirstOrThrow();
  if ('survivors' in JSON.parse(row.rules) || !(await hasBegun(tx, pool.id, now))) return;
  const rules = { ...pool.rules, survivors: 'wins' as const };
  await tx
    .updateTable('pools')
    .set({ rules: JSON.stringify(rules) })
    .where('id', '=', pool.id)
    .execute();
  await receiptRules(tx, engine, { poolId: pool.id, rules: ['survivors'] }, 'upgrade', now);
  if (rules.buyBacks > 0) await storeEarlierWindows(tx, engine, { ...pool, rules }, now);
}

/** @returns whether a deadline moved */
async function planOwnDeadlines(tx: Db, engine: Engine, { id }: Pool, now: number): Promise<boolean> {
  const coming = () =>
    tx
      .selectFrom('pool_weeks')
      .select(['week_id', 'deadline'])
      .where('pool_id', '=', id)
      .where('enabled', '=', 1)
      .where('deadline', '>', now)
      .orderBy('deadline')
      .execute();
  const before = await coming();
  await planDeadlines(tx, { engine, now: () => now }, { poolId: id });
  const after = new Map((await coming()).map(({ week_id, deadline }) => [week_id, deadline]));
  const [first] = before.filter(({ week_id, deadline }) => after.get(week_id) !== deadline);
  if (first === undefined) return false;
  const text = 'Picks of this and later weeks lock five minutes earlier: at the minute that the rules say.';
  await writeAudit(tx, { act: 'lock.earlier', actorId: null, poolId: id, weekId: first.week_id, after: { text } }, now);
  return true;
}
