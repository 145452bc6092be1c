import { firstLock, withPoolLock } from '#core/locks.ts';
import type { Game } from '#core/types.ts';
import { transact } from '#server/store/engine/transactions.ts';
import type { Actor } from './audit.ts';
import { writeAudit } from './audit.ts';
import { holdWeeks } from './deadlines.ts';
import type { Db, Store } from './engine/connect.ts';
import { gamesOfWeek } from './games.ts';
import { timeInTransaction } from './league-time.ts';
import { clearGuesses } from './pick-rows.ts';
import { readRules } from './pool-rules.ts';

/** Why another tiebreak game was not named. */
export type NamingRefusal =
  | 'pool_not_found'
  | 'week_not_found'
  | 'no_tiebreak'
  | 'game_not_found'
  | 'game_void'
  | 'tiebreak_settled';

/** What came of naming a game: whose guesses were cleared, or why it was not named. */
export type Naming = { readonly cleared: readonly string[] } | { readonly refusal: NamingRefusal };

/**
 * Names the tiebreak game of a week before its first lock, clears the guesses of the other one, and notes it. The cleared
 * guesses stay in the history, and `ownGuess` shows their players that they were cleared.
 */
export function nameTiebreak(
  store: Store,
  { adminId, now: at }: Actor,
  { poolId, weekId, gid }: { readonly poolId: string; readonly weekId: string; readonly gid: string },
  clock: () => number,
): Promise<Naming> {
  return transact(store, async (tx): Promise<Naming> => {
    await holdWeeks(tx, store.engine, [weekId]);
    const [week] = await weekOf(tx, poolId, weekId);
    if (week === undefined) return { refusal: 'week_not_found' };
    if (readRules(week.rules).tiebreak === 'none') return { refusal: 'no_tiebreak' };
    const games = (await gamesOfWeek(tx, weekId)).map((game) => withPoolLock(game, week.deadline));
    const game = games.find((each) => each.gid === gid);
    if (game === undefined) return { refusal: 'game_not_found' };
    if (game.void !== null) return { refusal: 'game_void' };
    const now = await timeInTransaction(tx, store.engine, clock);
    if (now >= (firstLock(games) ?? now)) return { refusal: 'tiebreak_settled' };
    await tx
      .updateTable('pool_weeks')
      .set({ tiebreak_gid: gid, tiebreak_fixed_at: now })
      .where('pool_id', '=', poolId)
      .where('week_id', '=', weekId)
      .execute();
    if (week.tiebreak_gid === gid) return { cleared: [] };
    const cleared = await clearGuesses(tx, store.engine, { poolId, weekId }, adminId, now);
    const labelOf = (named: string | null) => labelIn(games, named);
    const change = {
      before: { tiebreakGame: labelOf(week.tiebreak_gid) },
      after: { tiebreakGame: labelOf(gid), cleared: cleared.length },
    };
    await writeAudit(tx, { act: 'tiebreak.name', actorId: adminId, poolId, weekId, gid, ...change }, at);
    return { cleared };
  });
}

function labelIn(games: readonly Game[], gid: string | null): string | null {
  const game = games.find((each) => each.gid === gid);
  return game === undefined ? null : `${game.away} @ ${game.home}`;
}

function weekOf(tx: Db, poolId: string, weekId: string) {
  return tx
    .selectFrom('pool_weeks')
    .innerJoin('pools', 'pools.id', 'pool_weeks.pool_id')
    .select(['pools.rules', 'deadline', 'tiebreak_gid'])
    .where('pool_id', '=', poolId)
    .where('week_id', '=', weekId)
    .where('enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .execute();
}
