import type { entries as routes } from '#contract/entries.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';

export const entries: Pick<Handlers, keyof typeof routes> = {
  'PUT /api/pools/:poolId/weeks/:weekId/entry': async ({ deps, caller, params, body }) => {
    const userId = caller.user.id;
    if (body.playerId !== undefined && body.playerId !== userId) return fail('other_player');
    const { entry, basedOn = null } = body;
    const outcome = await deps.entries.add({ ...params, userId, entry, basedOn });
    if (!outcome.saved) return fail(outcome.refusal);
    if (outcome.changed) deps.live.changed({ kind: 'entries', ...params, userId });
    return { entry: outcome.entry, revision: outcome.revision };
  },
};
