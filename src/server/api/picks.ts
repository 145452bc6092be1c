import { errorTexts } from '#contract/errors.ts';
import type { PickRefusal } from '#contract/picks.ts';
import { pickRefusals } from '#contract/picks.ts';
import type { PickValue } from '#core/judge.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { gamesIn, loadOwnPicks } from '../store/pick-reads.ts';
import type { PickOutcome, PickWrite, SavedPick } from '../store/picks.ts';
import { refused } from './refusals.ts';

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
      return replyTo(gid, await savePick(deps, { poolId, userId, choice: { kind: 'pick', gid, side, best } }));
    });
    return { picks: await Promise.all(outcomes) };
  },

  'PUT /api/pools/:poolId/picks/:gid': async ({ deps, caller, params, body }) => {
    const userId = caller.user.id;
    if (body.playerId !== undefined && body.playerId !== userId) return fail('other_player');
    const { poolId, gid } = params;
    const { side, best, basedOn } = body;
    const outcome = await savePick(deps, { poolId, userId, choice: { kind: 'pick', gid, side, best }, basedOn });
    return outcome.saved ? pickOf(outcome) : refused(pickRefusals, outcome.refusal);
  },
};

/** Stores what somebody enters for themselves, and lets the pages that show it follow. */
export async function savePick(
  deps: Pick<Deps, 'picks' | 'live'>,
  { basedOn, ...own }: Pick<PickWrite, 'poolId' | 'userId' | 'choice'> & { readonly basedOn?: number | undefined },
): Promise<PickOutcome> {
  const { poolId, userId, choice } = own;
  const outcome = await deps.picks.add({ ...own, actor: { by: 'self' }, basedOn: basedOn ?? null });
  if (outcome.saved && outcome.changed) {
    const kind = choice.kind === 'pick' || choice.kind === 'guess' ? 'picks' : 'entries';
    deps.live.changed({ kind, poolId, weekId: outcome.weekId, userId });
  }
  return outcome;
}

function replyTo(gid: string, outcome: PickOutcome) {
  if (outcome.saved) return { gid, saved: true as const, ...pickOf(outcome) };
  const { failure } = refused<PickRefusal>(pickRefusals, outcome.refusal);
  return { gid, saved: false as const, code: failure, message: errorTexts[failure] };
}

function pickOf({ value, revision }: SavedPick) {
  const { side, best } = (value as PickValue | null) ?? { side: null };
  return { side, revision, ...(best && { best }) };
}
