import type { weekChoices as routes, WeekChoice } from '#contract/week-choices.ts';
import { weekChoiceRefusals } from '#contract/week-choices.ts';
import type { Choice } from '#core/choice.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { weekChoiceOf } from '../store/pick-reads.ts';
import { saveForFirst } from './picks.ts';
import { refused } from './refusals.ts';

export const weekChoices: Pick<Handlers, keyof typeof routes> = {
  'PUT /api/pools/:poolId/weeks/:weekId/entry': async ({ deps, caller, params, body }) => {
    const userId = caller.user.id;
    if (body.playerId !== undefined && body.playerId !== userId) return fail('other_player');
    const { poolId, weekId } = params;
    const choice = choiceOf(weekId, body.entry);
    const outcome = await saveForFirst(deps, { poolId, userId, choice, basedOn: body.basedOn });
    if (!outcome.saved) return refused(weekChoiceRefusals, outcome.refusal);
    return { entry: weekChoiceOf(outcome.value), revision: outcome.revision };
  },
};

/** An order or a team as a choice; null takes a team back. */
export function choiceOf(weekId: string, entry: WeekChoice | null): Choice {
  if (entry !== null && 'order' in entry) return { kind: 'order', weekId, order: entry.order };
  return { kind: 'team', weekId, team: entry };
}
