import { changedMeanwhileText } from '#contract/errors.ts';
import { editAndReturnToFeed } from '#server/feed/return-to-feed.ts';
import { loadGames } from '#server/store/game-reads.ts';
import type { Failure, Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import { EditConflict, editWeek } from '../store/game-edits.ts';
import { unseenField } from './unseen-field.ts';

type GameRoute =
  | 'GET /api/pools/:poolId/weeks/:weekId/games'
  | 'PATCH /api/games/:gid'
  | 'PATCH /api/weeks/:weekId/games';

export const games: Pick<Handlers, GameRoute> = {
  'GET /api/pools/:poolId/weeks/:weekId/games': async ({ deps, caller, params }) => {
    const { weekId } = params;
    if (!caller.isPoolWeek) return fail('week_not_found');
    return {
      snapshot: await deps.live.read({ kind: 'games', weekId }, () =>
        loadGames(deps.store.db, weekId, deps.clock.now()),
      ),
    };
  },

  'PATCH /api/games/:gid': async ({ deps, caller, params, body }) => {
    const { returnToFeed = [], seen = {}, ...change } = body;
    const editor = { adminId: caller.user.id, seen };
    try {
      const game = await editAndReturnToFeed(deps.store, params.gid, change, returnToFeed, deps.clock.now, editor);
      if (!game) return fail('game_not_found');
      deps.afterCommit.changed({ kind: 'games', weekIds: [game.weekId] });
      return game;
    } catch (error) {
      return conflict(error);
    }
  },

  'PATCH /api/weeks/:weekId/games': async ({ deps, caller, params: { weekId }, body }) => {
    const edits = new Map(body.games.map(({ gid, seen, ...change }) => [gid, { change, seen }]));
    if (edits.size < body.games.length) return invalid('games', 'games names a game twice.');
    for (const { change, seen } of edits.values()) {
      const unseen = unseenField(change, seen);
      if (unseen !== null) return invalid('games', `seen.${unseen} is missing.`);
    }
    try {
      const games = await editWeek(deps.store, weekId, edits, deps.clock.now, caller.user.id);
      if (!games) return fail('game_not_found');
      deps.afterCommit.changed({ kind: 'games', weekIds: [weekId] });
      return { games };
    } catch (error) {
      return conflict(error);
    }
  },
};

function conflict(error: unknown): Failure<'changed_meanwhile'> {
  if (!(error instanceof EditConflict)) throw error;
  return { ...fail('changed_meanwhile'), message: changedMeanwhileText(error.words) };
}
