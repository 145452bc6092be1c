import { changedMeanwhileText } from '#contract/errors.ts';
import { editAndReturnToFeed } from '#server/feed/return-to-feed.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { commitChange } from '../live/commit-change.ts';
import { loadGames } from '../live/topic-loaders.ts';
import { EditConflict } from '../store/game-edits.ts';

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
      const game = await editAndReturnToFeed(deps.store, params.gid, change, returnToFeed, deps.clock.now, editor);
      if (!game) return fail('game_not_found');
      await gamesChanged(deps, [game.weekId]);
      return game;
    } catch (error) {
      if (!(error instanceof EditConflict)) throw error;
      return { ...fail('changed_meanwhile'), message: changedMeanwhileText(error.fields) };
    }
  },
};

/** Copies picks that the edit locked before anything else follows. */
async function gamesChanged(deps: Deps, weekIds: string[]): Promise<void> {
  await deps.linkedPicks.look();
  await commitChange(deps, { kind: 'games', weekIds });
}
