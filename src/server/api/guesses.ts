import type { guesses as routes } from '#contract/guesses.ts';
import { guessRefusals } from '#contract/guesses.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { nameTiebreak } from '../store/tiebreaks.ts';
import { actorOf } from './actor.ts';
import { saveForFirst } from './picks.ts';
import { refused } from './refusals.ts';

export const guesses: Pick<Handlers, keyof typeof routes> = {
  'PUT /api/pools/:poolId/weeks/:weekId/guess': async ({ deps, caller, params, body }) => {
    const userId = caller.user.id;
    if (body.playerId !== undefined && body.playerId !== userId) return fail('other_player');
    const { gid, guess, basedOn } = body;
    const { poolId, weekId } = params;
    const choice = { kind: 'guess', weekId, gid, total: guess } as const;
    const outcome = await saveForFirst(deps, { poolId, userId, choice, basedOn });
    return outcome.saved ? { gid, guess, revision: outcome.revision } : refused(guessRefusals, outcome.refusal);
  },

  'PUT /api/pools/:poolId/weeks/:weekId/tiebreak': async ({ deps, caller, params, body }) => {
    if (!caller.poolId) return fail('pool_not_found');
    const naming = await nameTiebreak(deps.store, actorOf(deps, caller), { ...params, ...body }, deps.clock.now);
    if ('refusal' in naming) return fail(naming.refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    for (const userId of naming.cleared) deps.live.changed({ kind: 'picks', ...params, userId });
    return { cleared: naming.cleared.length };
  },
};
