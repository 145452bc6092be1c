import { changedMeanwhileText } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import { editAndReturn } from '../feed/return.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { loadGames } from '../live/topic-loaders.ts';
import { ChangedMeanwhile } from '../store/game-edits.ts';
import { rescoreStale } from '../store/scores.ts';

type GameRoute = 'GET /api/pools/:poolId/weeks/:weekId/games' | 'PATCH /api/games/:gid';

export const games: Pick<Handlers, GameRoute> = {
  'GET /api/pools/:poolId/weeks/:weekId/games': async ({ deps, caller, params }) => {
    const { weekId } = params;
    if (!caller.isPoolWeek) return fail('week_not_found');
    return { snapshot: await deps.live.read({ kind: 'games', weekId }, () => loadGames(deps.store.db, weekId)) };
  },

  'PATCH /api/games/:gid': async ({ deps, caller, params, body }) => {
    const { returnToFeed = [], seen = {}, ...change } = body;
    const editor = { adminId: caller.user.id, seen };
    try {
      const game = await editAndReturn(deps.store, params.gid, change, returnToFeed, deps.clock.now, editor);
      if (!game) return fail('game_not_found');
      await gamesChanged(deps, [game.weekId]);
      return game;
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
      return { ...fail('changed_meanwhile'), message: changedMeanwhileText(error.fields) };
    }
  },
};

/** Copies picks that the edit locked, works out the scores that follow, then tells whoever watches them. */
async function gamesChanged(
  { store, live, linkedPicks }: Pick<Deps, 'store' | 'live' | 'linkedPicks'>,
  weekIds: string[],
): Promise<void> {
  await linkedPicks.look();
  const rescored = await rescoreStale(store);
  live.changed({ kind: 'games', weekIds: [...new Set([...weekIds, ...rescored])] });
}
