/** What becomes of the picks of a game when one of its teams is replaced (decision 063). */
import { replacedText } from '#core/lock-news.ts';
import type { SlotPick } from '#core/pick.ts';
import { compareTeams } from '#core/source-games.ts';
import { sides } from '#core/types.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { outdateMissingPicks, withdrawPicksOfGame } from '#server/picks/withdrawn-store.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { refuseLate } from '#server/platform/db/gate.ts';
import { isLockedInPool, isOpenInPool } from '#server/pools/week-reads.ts';
import type { GameStates, PoolLocks } from './store.ts';

/** A game one of whose teams is replaced. */
export interface ReplacedGame extends GameStates {
  /** Whether it had locked, by itself or in a pool. */
  readonly isLocked: boolean;
}

/** Of the given games, those that have locked, by themselves or in any pool: no source replaces their teams. */
export async function lockedGames(tx: Db, gids: readonly string[], now: number): Promise<ReadonlySet<string>> {
  if (gids.length === 0) return new Set();
  const own = tx.selectFrom('games').select('gid').where('gid', 'in', gids).where('lock_at', '<=', now);
  const inPools = tx.selectFrom('pool_locks').select('gid').where('gid', 'in', gids).where(isLockedInPool(now));
  return new Set((await own.union(inPools).execute()).map(({ gid }) => gid));
}

/** The games one of whose teams is replaced. Read before the games are written. */
export async function replacedGames(tx: Db, states: readonly GameStates[], now: number): Promise<ReplacedGame[]> {
  const replaced = states.filter(({ before, after }) => compareTeams(before, after) !== 'same');
  const gids = replaced.map(({ after }) => after.gid);
  const locked = await lockedGames(tx, gids, now);
  return replaced.map((each) => ({ ...each, isLocked: locked.has(each.after.gid) }));
}

/**
 * Withdraws the picks of games one of whose teams is replaced: all of a game that was open, and of a locked one the sides of the team that
 * left. What a device still sends of an open one is refused, also of an entry without a pick of it. A survivor's choice of that team stays,
 * and costs nothing, like that of a game that is off. Corrected lines are deleted. It is logged in every pool that plays the game, with or
 * without picks, because whether there are any is sealed.
 * @param locks of the weeks of the games @throws 40001 on PostgreSQL if an open one locks before all is written
 */
export async function withdrawReplaced(
  tx: Db,
  engine: Engine,
  replaced: readonly ReplacedGame[],
  { deadlines, leftOut }: PoolLocks,
  now: number,
): Promise<void> {
  if (replaced.length === 0) return;
  const gids = replaced.map(({ after }) => after.gid);
  await tx.deleteFrom('pool_lines').where('gid', 'in', gids).execute();
  const weeks = [...deadlines.values()].map(({ poolId, weekId }) => {
    const isPlayed = ({ after }: GameStates) => after.weekId === weekId && !leftOut.has(`${poolId} ${after.gid}`);
    return { poolId, weekId, own: replaced.filter(isPlayed) };
  });
  for (const game of replaced) {
    const poolIds = weeks.flatMap(({ poolId, own }) => (own.includes(game) ? [poolId] : []));
    if (!game.isLocked) await outdateMissingPicks(tx, engine, game.after, poolIds, now);
    const isWithdrawn = (pick: SlotPick) => !game.isLocked || isOfGone(pick, game);
    await withdrawPicksOfGame(tx, engine, game.after, isWithdrawn, now);
  }
  for (const { poolId, weekId, own } of weeks) {
    if (own.length === 0) continue;
    const after = { text: replacedText(own) };
    await writeAudit(tx, { act: 'picks.withdraw', actorId: null, poolId, weekId, after }, now);
  }
  const open = replaced.filter(({ isLocked }) => !isLocked).map(({ after }) => after.gid);
  await refuseLate(tx, engine, await nextLockOf(tx, open, now), now);
}

function isOfGone(pick: SlotPick, { before, after }: GameStates): boolean {
  return pick.kind === 'pick' && sides.some((side) => pick.value?.side === side && before[side] !== after[side]);
}

/** The first lock (ms) of some open games, by themselves or in any pool. */
async function nextLockOf(tx: Db, gids: readonly string[], now: number): Promise<number> {
  if (gids.length === 0) return Number.POSITIVE_INFINITY;
  const locks = tx.selectFrom('pool_locks').select((q) => q.fn.min<number | null>('lock_at').as('at'));
  const next = await locks.where('gid', 'in', gids).where(isOpenInPool(now)).executeTakeFirst();
  return next?.at ?? Number.POSITIVE_INFINITY;
}
