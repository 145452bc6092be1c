import { errorTexts } from '#contract/errors.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { gamesIn, loadOwnPicks } from '../store/pick-reads.ts';
import type { PickOutcome, PickWrite, SavedPick } from '../store/picks.ts';

type PickRoute =
  | 'GET /api/pools/:poolId/weeks/:weekId/picks'
  | 'PUT /api/pools/:poolId/weeks/:weekId/picks'
  | 'PUT /api/pools/:poolId/picks/:gid';

export const picks: Pick<Handlers, PickRoute> = {
  'GET /api/pools/:poolId/weeks/:weekId/picks': async ({ deps, caller, params }) => {
    const { poolId, weekId } = params;
    if (!caller.isPoolWeek) return fail('week_not_found');
    return (await loadOwnPicks(deps.store.db, poolId, weekId, caller.user.id, deps.clock.now())).state;
  },

  'PUT /api/pools/:poolId/weeks/:weekId/picks': async ({ deps, caller, params, body }) => {
    const { poolId, weekId } = params;
    const userId = caller.user.id;
    if (body.playerId !== undefined && body.playerId !== userId) return fail('other_player');
    if (!caller.isMember) return fail('not_a_member');
    if (!caller.isPoolWeek) return fail('week_not_found');
    const gids = new Set((await gamesIn(deps.store.db, weekId).execute()).map((game) => game.gid));
    const outcomes = body.picks.map(async ({ gid, side, best }) => {
      if (!gids.has(gid)) return replyTo(gid, { saved: false, refusal: 'game_not_found' });
      return replyTo(gid, await save(deps, { poolId, gid, userId, side, best, basedOn: null }));
    });
    return { picks: await Promise.all(outcomes) };
  },

  'PUT /api/pools/:poolId/picks/:gid': async ({ deps, caller, params, body }) => {
    const userId = caller.user.id;
    if (body.playerId !== undefined && body.playerId !== userId) return fail('other_player');
    const { poolId, gid } = params;
    const { side, best, basedOn = null } = body;
    const outcome = await save(deps, { poolId, gid, userId, side, best, basedOn });
    if (!outcome.saved) return fail(outcome.refusal);
    return pickOf(outcome);
  },
};

/** Stores a pick. */
async function save(deps: Pick<Deps, 'picks' | 'afterCommit'>, write: PickWrite): Promise<PickOutcome> {
  const outcome = await deps.picks.add(write);
  if (outcome.saved && outcome.changed) {
    const { poolId, userId } = write;
    deps.afterCommit.changed({ kind: 'picks', poolId, weekId: outcome.weekId, userId });
  }
  return outcome;
}

function replyTo(gid: string, outcome: PickOutcome) {
  if (!outcome.saved) {
    const { refusal } = outcome;
    return { gid, saved: false as const, code: refusal, message: errorTexts[refusal] };
  }
  return { gid, saved: true as const, ...pickOf(outcome) };
}

function pickOf({ side, revision, best }: SavedPick) {
  return { side, revision, ...(best && { best }) };
}
