import type { SlateRefusal } from '#core/slate.ts';
import { chosenSlate } from '#core/slate.ts';
import type { Actor } from '#server/log/store.ts';
import { clearGuesses, closeGate } from '#server/picks/store.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { holdPool, isWeekOfPool } from '#server/pools/reads.ts';
import { markPoolStale } from '#server/standings/store.ts';
import { holdWeeks, planDeadlines } from './deadline-store.ts';
import { tiebreakGames } from './reads.ts';
import { noteSlate, slateWeeks, writeSlate } from './slate-store.ts';

/** The outcome of choosing games: the users whose guesses were cleared with the tiebreak game, or why it was refused. */
export type SlateChoice =
  | { readonly cleared: readonly string[] }
  | { readonly refusal: SlateRefusal | 'pool_not_found' | 'week_not_found' };

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
    const next = chosenSlate(week.rules, week.games, week.slate, leftOut, now, week.since);
    if (typeof next === 'string') return { refusal: next };
    const changes = await writeSlate(tx, engine, week, next);
    const guessed = (await tiebreakGames(tx, poolId))[weekId];
    const isCleared = guessed !== undefined && leftOut.includes(guessed);
    const cleared = isCleared ? await clearGuesses(tx, engine, { poolId, weekId }, adminId, now) : [];
    await planDeadlines(tx, { engine, now: () => now }, { weekIds: [weekId], poolId });
    await markPoolStale(tx, poolId, [weekId]);
    for (const change of changes) await noteSlate(tx, adminId, change, at);
    return { cleared };
  });
}
