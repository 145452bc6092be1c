import { gameCounts } from '#core/game.ts';
import type { Slate, SlateRefusal } from '#core/slate.ts';
import { chosenSlate, isInSlate } from '#core/slate.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import { picksMade } from '#server/picks/reads.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { closeGate } from '#server/platform/db/gate.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { holdWeeks } from '#server/pools/begun-store.ts';
import { holdPool, isWeekOfPool } from '#server/pools/reads.ts';
import { byAdmin, gameCause, receiptCorrections } from '#server/receipts/store.ts';
import { planDeadlines } from './deadline-store.ts';
import type { SlateWeek } from './slate-store.ts';
import { noteSlate, slateWeeks, writeSlate } from './slate-store.ts';
import { noteEarlierLocks, poolLocks } from './store.ts';

/**
 * The outcome of choosing games: the users whose guesses were cleared with the tiebreak game, and whose best bets lost their marks, or why it
 * was refused.
 */
export type SlateChoice =
  | { readonly cleared: readonly string[]; readonly unmarked: readonly string[] }
  | { readonly refusal: SlateRefusal | 'pool_not_found' | 'week_not_found' | 'rule_below_picks' };

/**
 * Leaves games out of a week before its first lock, takes in all others, and logs it. Picks of games that are left out stay stored; guesses
 * are cleared if the tiebreak game is left out.
 */
export function chooseSlate(
  store: Store,
  { adminId, now: at }: Actor,
  {
    poolId,
    weekId,
    leftOut,
  }: { readonly poolId: string; readonly weekId: string; readonly leftOut: readonly string[] },
  clock: () => number,
): Promise<SlateChoice> {
  const { engine } = store;
  return transact(store, async (tx): Promise<SlateChoice> => {
    if ((await holdPool(tx, store, poolId)) === null) return { refusal: 'pool_not_found' };
    if (!(await isWeekOfPool(tx, poolId, weekId))) return { refusal: 'week_not_found' };
    await closeGate(tx, engine);
    await holdWeeks(tx, engine, [weekId]);
    const [week] = await slateWeeks(tx, [weekId], poolId);
    if (week === undefined) return { refusal: 'week_not_found' };
    const now = await timeInTransaction(tx, engine, clock);
    const next = chosenSlate(week.rules, week.games, week.slate, leftOut, now, week);
    if (typeof next === 'string') return { refusal: next };
    if (await hasTooManyPicks(tx, poolId, week, next)) return { refusal: 'rule_below_picks' };
    const locks = await poolLocks(tx, [weekId]);
    const changes = await writeSlate(tx, engine, week, next, now);
    const { cleared } = await planDeadlines(tx, { engine, now: () => now }, { weekIds: [weekId], poolId, by: adminId });
    await markPoolStale(tx, poolId, [weekId]);
    for (const change of changes) {
      await noteSlate(tx, adminId, change, at);
      // A game that was called off before its lock does not settle the slate, and is listed.
      const cause = gameCause({ by: byAdmin({ adminId }), gids: change.gids, at: now });
      await receiptCorrections(tx, engine, { poolId, weekId }, [cause], now);
    }
    await noteEarlierLocks(tx, [], locks, now);
    return { cleared, unmarked: changes.flatMap(({ unmarked }) => unmarked) };
  });
}

/** Whether an entry has more picks in a slate than the rules allow: picks of a game that was left out took no place. */
async function hasTooManyPicks(tx: Db, poolId: string, { rules, games }: SlateWeek, slate: Slate): Promise<boolean> {
  if (rules.games === 'all') return false;
  const gids = games.filter((game) => gameCounts(game) && isInSlate(game, slate)).map(({ gid }) => gid);
  return Math.max(0, ...(await picksMade(tx, poolId, gids)).values()) > rules.games;
}
