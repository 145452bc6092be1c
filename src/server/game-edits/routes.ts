import { changedMeanwhileText } from '#contract/errors.ts';
import type { games as table } from '#contract/games.ts';
import { cleanName } from '#core/names.ts';
import { canonicalTeam, withStyles } from '#core/teams.ts';
import { editAndReturnToFeed } from '#server/feed/store.ts';
import { EditConflict, editWeek } from '#server/game-changes/edit-store.ts';
import { correctLine } from '#server/game-changes/line-store.ts';
import { addMissingTeams } from '#server/game-changes/store.ts';
import { allTeams, findGame, findTeam, isWeek } from '#server/games/reads.ts';
import type { Failure, Handlers } from '#server/platform/http/call.ts';
import { fail, invalid, unseenField } from '#server/platform/http/call.ts';
import { effectOfEdit } from './edit-effect.ts';

export const games: Pick<Handlers, keyof typeof table> = {
  'GET /api/pools/:poolId/weeks/:weekId/games': async ({ deps, caller, params }) => {
    const { isPoolWeek, isCommissioner, user } = caller;
    // Who runs the pool may import picks of a week that it is to get.
    const mayRead = isPoolWeek || ((isCommissioner || user.isAdmin) && (await isWeek(deps.store.db, params.weekId)));
    if (!mayRead) return fail('week_not_found');
    return { snapshot: await deps.live.read({ kind: 'games', weekId: params.weekId }) };
  },

  'PATCH /api/games/:gid': async ({ deps, caller, params, body }) => {
    const { returnToFeed = [], seen = {}, spreadNote, ...values } = body;
    const change = spreadNote === undefined ? values : { ...values, spreadNote: cleanName(spreadNote) };
    const editor = { adminId: caller.user.id, seen };
    try {
      const game = await editAndReturnToFeed(deps.store, params.gid, change, returnToFeed, deps.clock.now, editor);
      if (!game) return fail('game_not_found');
      deps.afterCommit.changed({ kind: 'games', weekIds: [game.weekId] });
      return withStyles(game);
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
      return { games: games.map(withStyles) };
    } catch (error) {
      return conflict(error);
    }
  },

  'POST /api/weeks/:weekId/games/effect': ({ deps, params: { weekId }, body }) => {
    const edits = new Map(body.games.map(({ gid, returnToFeed = [], ...change }) => [gid, { change, returnToFeed }]));
    return effectOfEdit(deps.store, weekId, edits, deps.clock.now);
  },

  'GET /api/teams': async ({ deps }) => ({ teams: await allTeams(deps.store.db) }),

  'GET /api/teams/:abbr': async ({ deps, params }) => {
    const abbr = canonicalTeam(params.abbr);
    return (abbr === null ? null : await findTeam(deps.store.db, abbr)) ?? fail('team_not_found');
  },

  'POST /api/teams/initialise': async ({ deps }) => ({ added: await addMissingTeams(deps.store.db) }),

  'GET /api/games/:gid/records': async ({ deps, params }) => {
    const game = await findGame(deps.store.db, params.gid);
    if (!game) return fail('game_not_found');
    return (await deps.feed.records(game)) ?? fail('records_unavailable');
  },

  'GET /api/team-records': async ({ deps }) => ({ records: await deps.feed.allRecords() }),

  'PUT /api/pools/:poolId/lines/:gid': async ({ deps, caller, params, body }) => {
    const reason = body.reason.trim();
    if (reason === '') return { ...fail('line_reason_missing'), field: 'reason' };
    const correction = { ...params, spread: body.spread, seen: body.seen.spread, reason, adminId: caller.user.id };
    const outcome = await correctLine(deps.store, correction, deps.clock.now);
    if ('refusal' in outcome) return fail(outcome.refusal);
    if (outcome.isChanged) deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    return { ok: true };
  },
};

function conflict(error: unknown): Failure<'changed_meanwhile'> {
  if (!(error instanceof EditConflict)) throw error;
  return { ...fail('changed_meanwhile'), message: changedMeanwhileText(error.words) };
}
