import { sql } from 'kysely';
import { gameCounts } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import type { BusPickRefusal } from '#core/picks.ts';
import { busPickRefusal } from '#core/picks.ts';
import type { Game } from '#core/types.ts';
import { writeAudit } from './audit.ts';
import { findMember } from './bus-picks.ts';
import { holdWeeks } from './deadlines.ts';
import type { Db, Store } from './engine/connect.ts';
import { transact } from './engine/transactions.ts';
import { timeInTransaction } from './league-time.ts';
import { holdMember } from './members.ts';
import { gamesOfPoolWeek } from './pool-games.ts';
import { isWeekOfPool } from './pools.ts';
import { tiebreakGames } from './tiebreaks.ts';

/** A guess that an admin enters for a player. */
export interface BusGuessWrite {
  readonly poolId: string;
  readonly weekId: string;
  readonly userId: string;
  /** The game that is guessed: another one may have become the tiebreak meanwhile. */
  readonly gid: string;
  /** Null takes it back. */
  readonly guess: number | null;
  readonly adminId: string;
  readonly reason: string;
}

/** The tiebreak game of a week as the pool has it, and what a player, or one who is linked to them, guessed of it. */
export interface GuessedWeek {
  readonly game: Game;
  readonly existing: { readonly guess: number; readonly bus: boolean } | undefined;
}

/** What became of it, and when (ms); `changed` is false where that guess stood there already. */
export type BusGuessOutcome =
  | { readonly week: GuessedWeek; readonly changed: boolean; readonly now: number }
  | {
      readonly refusal:
        | BusPickRefusal
        | 'week_not_found'
        | 'player_not_found'
        | 'no_tiebreak'
        | 'tiebreak_changed'
        | 'game_void';
    };

/** What a player has guessed; null where a week has no tiebreak. */
export async function guessedWeek(
  db: Db,
  { poolId, weekId, userId }: Pick<BusGuessWrite, 'poolId' | 'weekId' | 'userId'>,
): Promise<GuessedWeek | null> {
  const gid = (await tiebreakGames(db, poolId))[weekId];
  const game = (await gamesOfPoolWeek(db, poolId, weekId)).find((each) => each.gid === gid);
  if (game === undefined) return null;
  const linked = db.selectFrom('player_links').select('player_id').where('user_id', '=', userId);
  const rows = await db
    .selectFrom('guesses')
    .select(['user_id', 'guess', 'bus_by'])
    .where('pool_id', '=', poolId)
    .where('week_id', '=', weekId)
    .where('gid', '=', game.gid)
    .where((q) => q.or([q('user_id', '=', userId), q('user_id', 'in', linked.where('undone_at', 'is', null))]))
    .execute();
  const row = rows.find((each) => each.user_id === userId) ?? rows[0];
  if (row === undefined || row.guess === null) return { game, existing: undefined };
  return { game, existing: { guess: row.guess, bus: row.bus_by !== null && row.user_id === userId } };
}

/** Enters a guess for a player, or takes it back, and notes it in the log; a player's own is never replaced before the lock. */
export function writeBusGuess(store: Store, write: BusGuessWrite, clock: () => number): Promise<BusGuessOutcome> {
  return transact(store, async (tx): Promise<BusGuessOutcome> => {
    const { poolId, weekId, userId, adminId, gid, guess, reason } = write;
    await holdWeeks(tx, store.engine, [weekId]);
    await holdMember(tx, store.engine, poolId, userId);
    if (!(await isWeekOfPool(tx, poolId, weekId))) return { refusal: 'week_not_found' };
    if (!(await findMember(tx, poolId, userId))) return { refusal: 'player_not_found' };
    const week = await guessedWeek(tx, write);
    if (week === null) return { refusal: 'no_tiebreak' };
    const { game, existing } = week;
    if (game.gid !== gid) return { refusal: 'tiebreak_changed' };
    if (!gameCounts(game)) return { refusal: 'game_void' };
    const now = await timeInTransaction(tx, store.engine, clock);
    const refusal = busPickRefusal({ adminId, playerId: userId, existing: asPick(existing) }, game, now);
    if (refusal !== null) return { refusal };
    const isOpen = isLocked(game, now);
    if (guess === null ? existing === undefined : isOpen && existing?.guess === guess)
      return { week, changed: false, now };
    if (!(await writeGuess(tx, write, isOpen, now))) return { refusal: 'players-own-pick' };
    const act = guess === null ? 'guess.clear' : 'guess.enter';
    const change = { before: { guess: existing?.guess ?? null }, after: { guess, reason } };
    await writeAudit(tx, { act, actorId: adminId, poolId, weekId, gid, userId, ...change }, now);
    return { week: { game, existing: guess === null ? undefined : { guess, bus: true } }, changed: true, now };
  });
}

/** A guess stands where a pick does: what may become of it does not depend on what it says. */
export function asPick(
  existing: GuessedWeek['existing'],
): { readonly side: 'home'; readonly bus: boolean } | undefined {
  return existing && { side: 'home', bus: existing.bus };
}

/** The first guess fixes the tiebreak game. @returns whether it was written: not where the player has just saved a guess of their own */
async function writeGuess(tx: Db, write: BusGuessWrite, isOpen: boolean, now: number): Promise<boolean> {
  const { poolId, weekId, userId, gid, guess, adminId, reason } = write;
  const written = await sql`
    insert into guesses (pool_id, week_id, user_id, gid, guess, revision, made_at, bus_by, bus_reason)
    values (${poolId}, ${weekId}, ${userId}, ${gid}, cast(${guess} as integer), 1, cast(${now} as bigint), ${adminId}, ${reason})
    on conflict (pool_id, week_id, user_id) do update
      set gid = excluded.gid, guess = excluded.guess, revision = guesses.revision + 1, made_at = excluded.made_at,
          based_on = null, cleared_by = null, bus_by = excluded.bus_by, bus_reason = excluded.bus_reason
      where guesses.guess is null or guesses.gid <> excluded.gid or guesses.bus_by is not null
        or cast(${Number(isOpen)} as integer) = 1`.execute(tx);
  if (Number(written.numAffectedRows ?? 0) === 0) return false;
  const fixedAt = sql<number>`case when tiebreak_fixed_at < ${now} then tiebreak_fixed_at else ${now} end`;
  const query = tx.updateTable('pool_weeks').set({ tiebreak_fixed_at: fixedAt }).where('pool_id', '=', poolId);
  await query.where('week_id', '=', weekId).execute();
  return true;
}
