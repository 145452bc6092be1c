/** What an upgrade stores about pools: what they have played by so far (decision 045). */
import { isLocked } from '#core/locks.ts';
import type { Pool } from '#core/types.ts';
import { hasBegun, planDeadlines } from '#server/games/deadline-store.ts';
import { gamesInPool } from '#server/games/reads.ts';
import { writeAudit } from '#server/log/store.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { livingPools } from '#server/pools/reads.ts';
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
    const { format, deadline } = pool.rules;
    if (format === 'survivor') await keepSurvivors(tx, engine, pool, now);
    if (format === 'confidence') await keepScales(tx, pool, now);
    if (deadline === 'own' && (await planOwnDeadlines(tx, engine, pool, now)))
      lines.push(`${pool.name}: picks lock at the minute that the rules say, five minutes earlier than before.`);
    for (const line of await noteRecounted(tx, pool, now)) lines.push(`${pool.name}, counted anew: ${line}.`);
  }
  return lines;
}

/** Survivors were separated by their lives, then their wins. */
async function keepSurvivors(tx: Db, engine: Engine, pool: Pool, now: number): Promise<void> {
  if (!(await hasBegun(tx, pool.id, now))) return;
  const rules = { ...pool.rules, survivors: 'wins' as const };
  await tx
    .updateTable('pools')
    .set({ rules: JSON.stringify(rules) })
    .where('id', '=', pool.id)
    .execute();
  if (rules.buyBacks > 0) await storeEarlierWindows(tx, engine, { ...pool, rules }, now);
}

/** The values of a week were those of its number of games, whatever the round. */
const earlierRounds: Readonly<Record<number, readonly number[]>> = {
  1: [16],
  2: [8, 16],
  4: [6, 8, 12, 16],
  6: [6, 8, 10, 12, 14, 16],
};

async function keepScales(tx: Db, { id, rules }: Pool, now: number): Promise<void> {
  const weeks = await tx.selectFrom('pool_weeks').select('week_id').where('pool_id', '=', id).execute();
  for (const { week_id: weekId } of weeks) {
    const games = await gamesInPool(tx, id, [weekId]);
    if (!games.some((game) => isLocked(game, now))) continue;
    const counting = games.filter((game) => game.void === null).length;
    const round = [1, 2, 4, 6].find((size) => size >= counting);
    const isRound = rules.scale === 'playoffs' && round !== undefined && counting > 0;
    const count = isRound ? counting : games.length;
    const lowest = rules.scale === 'sixteen' ? Math.max(0, 16 - count) : 0;
    const ranks = Array.from({ length: count }, (_, at) => lowest + at + 1);
    const scale = JSON.stringify(isRound ? earlierRounds[round]?.slice(-counting) : ranks);
    await tx.updateTable('pool_weeks').set({ scale }).where('pool_id', '=', id).where('week_id', '=', weekId).execute();
  }
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
