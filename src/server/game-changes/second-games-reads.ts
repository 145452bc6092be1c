import type { SecondGame } from '#core/source-games.ts';
import { secondGames } from '#core/source-games.ts';
import type { Game } from '#core/types.ts';
import { toGame } from '#server/games/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { GameWrite, HeldGames } from './store.ts';
import { mergedGame } from './store.ts';

/** Writes of a source without those that would give a team two games in a stored week, and these. */
export interface FittingWrites {
  readonly writes: readonly GameWrite[];
  readonly leftOut: readonly SecondGame<Game>[];
}

/** Leaves out writes of a source that would give a team two games in a stored week. */
export async function withoutSecondGames(
  tx: Db,
  { games: held, now }: HeldGames,
  writes: readonly GameWrite[],
): Promise<FittingWrites> {
  if (writes.length === 0) return { writes, leftOut: [] };
  const next = writes.map((write) => mergedGame(held.get(write.gid), write, now));
  const weekIds = [...new Set(next.map(({ weekId }) => weekId))];
  const stored = (await tx.selectFrom('games').selectAll().where('week_id', 'in', weekIds).execute()).map(toGame);
  const leftOut = secondGames(new Map([...stored, ...held.values()].map((game) => [game.gid, game])), next);
  const gids = new Set(leftOut.map(({ game }) => game.gid));
  return { writes: writes.filter(({ gid }) => !gids.has(gid)), leftOut };
}
