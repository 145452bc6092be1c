import { errors } from '#contract/errors.ts';
import type { PickRefusal } from '#contract/picks.ts';
import { pickRefusals } from '#contract/picks.ts';
import type { Choice } from '#core/choice.ts';
import type { PickValue } from '#core/judge.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { entriesOfOwner } from '../store/entry-reads.ts';
import { gamesIn, loadOwnEntries } from '../store/pick-reads.ts';
import type { PickOutcome, SavedPick } from '../store/picks.ts';
import { refused } from './refusals.ts';

type PickRoute =
  | 'GET /api/pools/:poolId/weeks/:weekId/picks'
  | 'PUT /api/pools/:poolId/weeks/:weekId/picks'
  | 'PUT /api/pools/:poolId/picks/:gid';

export const picks: Pick<Handlers, PickRoute> = {
  'GET /api/pools/:poolId/weeks/:weekId/picks': async ({ deps, caller, params }) => {
    const { poolId, weekId } = params;
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { db } = deps.store;
    const [first] = await loadOwnEntries(db, poolId, caller.user.id);
    if (first === undefined) return { picks: {} };
    const gids = new Set((await gamesIn(db, weekId).execute()).map(({ gid }) => gid));
    const { guesses, weeks, used, outWeekId } = first;
    return {
      picks: Object.fromEntries(Object.entries(first.picks).filter(([gid]) => gids.has(gid))),
      ...(guesses[weekId] && { guess: guesses[weekId] }),
      ...(weeks[weekId] && { entry: weeks[weekId] }),
      ...(used?.[weekId] && { used: used[weekId] }),
      ...(outWeekId !== undefined && { outWeekId }),
    };
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
      return replyTo(gid, await saveForFirst(deps, { poolId, userId, choice: { kind: 'pick', gid, side, best } }));
    });
    return { picks: await Promise.all(outcomes) };
  },

  'PUT /api/pools/:poolId/picks/:gid': async ({ deps, caller, params, body }) => {
    const userId = caller.user.id;
    if (body.playerId !== undefined && body.playerId !== userId) return fail('other_player');
    const { poolId, gid } = params;
    const { side, best, basedOn } = body;
    const outcome = await saveForFirst(deps, { poolId, userId, choice: { kind: 'pick', gid, side, best }, basedOn });
    return outcome.saved ? pickOf(outcome) : refused(pickRefusals, outcome.refusal);
  },
};

/** What a person enters for an entry of their own. */
export interface OwnChoice {
  readonly poolId: string;
  readonly userId: string;
  readonly choice: Choice;
  readonly basedOn?: number | undefined;
}

/** Stores it for the first entry that the person has in the pool: what pages of the release before ask for. */
export async function saveForFirst(deps: Pick<Deps, 'picks' | 'live' | 'store'>, own: OwnChoice): Promise<PickOutcome> {
  const [first] = await entriesOfOwner(deps.store.db, own.poolId, own.userId);
  if (first === undefined) return { saved: false, refusal: 'not_a_member' };
  return savePick(deps, { ...own, entryId: first.id });
}

/** Stores what a person enters for an entry of their own, and lets the pages that show it follow. */
export async function savePick(
  deps: Pick<Deps, 'picks' | 'live'>,
  { basedOn, userId, ...own }: OwnChoice & { readonly entryId: string },
): Promise<PickOutcome> {
  const { poolId, choice } = own;
  const outcome = await deps.picks.add({ ...own, actor: { by: 'self', userId }, basedOn: basedOn ?? null });
  if (outcome.saved && outcome.changed) {
    const isOfWeek = choice.kind === 'order' || choice.kind === 'team';
    const { weekId } = outcome;
    deps.live.changed(isOfWeek ? { kind: 'entries', poolId, userId } : { kind: 'picks', poolId, weekId, userId });
  }
  return outcome;
}

function replyTo(gid: string, outcome: PickOutcome) {
  if (outcome.saved) return { gid, saved: true as const, ...pickOf(outcome) };
  const { failure } = refused<PickRefusal>(pickRefusals, outcome.refusal);
  return { gid, saved: false as const, code: failure, message: errors[failure].text };
}

export function pickOf({ value, revision }: SavedPick) {
  const { side, best } = (value as PickValue | null) ?? { side: null };
  return { side, revision, ...(best && { best }) };
}
