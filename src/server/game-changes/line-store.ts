import { lineFreeze } from '#core/frozen-line.ts';
import { withPoolLine } from '#core/spread.ts';
import type { Game } from '#core/types.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { holdPool, isWeekOfPool } from '#server/pools/reads.ts';
import { poolLines } from '#server/pools/week-reads.ts';
import { heldAt, holdGames, weekFreezes } from './store.ts';

/** An admin's correction of a frozen spread in one pool. */
export interface LineCorrection {
  readonly poolId: string;
  readonly gid: string;
  readonly spread: number;
  /** The pool's spread as the admin saw it; null if there was none. */
  readonly seen: number | null;
  readonly adminId: string;
  readonly reason: string;
}

/** The outcome; `isChanged` is false if the spread was the same before. */
export type LineOutcome =
  | { readonly isChanged: boolean }
  | { readonly refusal: 'pool_not_found' | 'game_not_found' | 'line_moves' | 'line_not_frozen' | 'changed_meanwhile' };

/**
 * Corrects the frozen spread of a game in one pool, even if the game is locked or over, and logs it. Marks its scores for `rescore`; picked
 * sides do not change.
 */
export function correctLine(store: Store, correction: LineCorrection, clock: () => number): Promise<LineOutcome> {
  return transact(store, async (tx): Promise<LineOutcome> => {
    const { poolId, gid, spread, seen } = correction;
    const pool = await holdPool(tx, store, poolId);
    if (!pool) return { refusal: 'pool_not_found' };
    if (pool.rules.line !== 'frozen') return { refusal: 'line_moves' };
    const rows = await holdGames(tx, store.engine, [gid]);
    const { games, now } = await heldAt(tx, rows, await timeInTransaction(tx, store.engine, clock));
    const game = games.get(gid);
    if (!game || !(await isWeekOfPool(tx, poolId, game.weekId))) return { refusal: 'game_not_found' };
    if (!(await isReached(tx, game, now))) return { refusal: 'line_not_frozen' };
    const before = withPoolLine(game, await poolLines(tx, poolId)).frozenSpread;
    if (before === spread) return { isChanged: false };
    if (before !== seen) return { refusal: 'changed_meanwhile' };
    await write(tx, correction, now);
    await note(tx, correction, game, before, now);
    if (game.status === 'Final') await markPoolStale(tx, poolId, [game.weekId]);
    return { isChanged: true };
  });
}

/** Whether the game has a frozen spread, or will freeze the first one that it gets. */
async function isReached(tx: Db, game: Game, now: number): Promise<boolean> {
  if (game.frozenSpread !== null) return true;
  const freezes = await weekFreezes(tx, [game.weekId]);
  return now >= lineFreeze(game, freezes.get(game.weekId) ?? null);
}

async function write(tx: Db, { poolId, gid, spread, adminId, reason }: LineCorrection, now: number): Promise<void> {
  const set = { spread, set_by: adminId, set_at: now, reason };
  await tx
    .insertInto('pool_lines')
    .values({ pool_id: poolId, gid, ...set })
    .onConflict((c) => c.columns(['pool_id', 'gid']).doUpdateSet(set))
    .execute();
}

async function note(
  tx: Db,
  { poolId, gid, spread, adminId, reason }: LineCorrection,
  { weekId }: Game,
  before: number | null,
  now: number,
): Promise<void> {
  const subject = { poolId, weekId, gid };
  const states = { before: { spread: before }, after: { spread, why: reason } };
  await writeAudit(tx, { act: 'line.correct', actorId: adminId, ...subject, ...states }, now);
}
