import type { entries as routes, TaggedPick } from '#contract/entries.ts';
import { ownPickRefusals } from '#contract/entries.ts';
import { errors } from '#contract/errors.ts';
import type { OwnGuess } from '#contract/guesses.ts';
import type { OwnPick } from '#contract/picks.ts';
import type { OwnWeekChoice } from '#contract/week-choices.ts';
import type { Choice } from '#core/choice.ts';
import type { GuessValue } from '#core/judge.ts';
import { cleanName } from '#core/names.ts';
import { admits } from '#core/permissions.ts';
import { profileNameError } from '#core/validation.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/call.ts';
import { fail, invalid } from '../http/call.ts';
import { addEntry, giveUpEntry, renameEntry } from '../store/entries.ts';
import { loadOwnEntries, weekChoiceOf } from '../store/pick-reads.ts';
import type { PickOutcome, SavedPick } from '../store/picks.ts';
import { pickOf, savePick } from './picks.ts';
import { refused } from './refusals.ts';

export const entries: Pick<Handlers, keyof typeof routes> = {
  'GET /api/pools/:poolId/entries': async ({ deps, caller, params: { poolId } }) => {
    return { entries: await loadOwnEntries(deps.store.db, poolId, caller.user.id) };
  },

  'POST /api/pools/:poolId/entries': async ({ deps, caller, params: { poolId }, body }) => {
    if (!caller.isMember) return fail('not_a_member');
    const name = body.name === undefined ? null : cleanName(body.name);
    const problem = name === null ? null : profileNameError(name);
    if (problem) return invalid('name', problem);
    const userId = caller.user.id;
    const added = await addEntry(deps.store, { poolId, userId, name }, deps.clock.now);
    if ('refusal' in added) return fail(added.refusal);
    entriesChanged(deps, poolId, userId);
    return added;
  },

  'PATCH /api/entries/:entryId': async ({ deps, caller, params: { entryId }, body }) => {
    const { poolId, entryOwnerId } = caller;
    if (poolId === null || entryOwnerId === null) return fail('entry_not_found');
    const name = body.name === null ? null : cleanName(body.name);
    const problem = name === null ? null : profileNameError(name);
    if (problem) return invalid('name', problem);
    const actor = { userId: caller.user.id, runsPool: admits('commissioner', caller) };
    const named = await renameEntry(deps.store, { entryId, name }, actor, deps.clock.now);
    if ('refusal' in named) return fail(named.refusal);
    entriesChanged(deps, poolId, entryOwnerId);
    return named;
  },

  'DELETE /api/entries/:entryId': async ({ deps, caller, params: { entryId } }) => {
    const { poolId, entryOwnerId } = caller;
    if (poolId === null || entryOwnerId === null) return fail('entry_not_found');
    const refusal = await giveUpEntry(deps.store, { entryId, userId: caller.user.id }, deps.clock.now);
    if (refusal) return fail(refusal);
    entriesChanged(deps, poolId, entryOwnerId);
    return { ok: true };
  },

  'PUT /api/entries/:entryId/picks': async ({ deps, caller, params: { entryId }, body }) => {
    const { poolId, entryOwnerId } = caller;
    const userId = caller.user.id;
    if (poolId === null || entryOwnerId === null) return fail('entry_not_found');
    if (entryOwnerId !== userId) return fail('other_player');
    const outcomes = body.picks.map(({ basedOn, ...choice }) =>
      savePick(deps, { poolId, entryId, userId, choice: choice as Choice, basedOn }),
    );
    return { picks: (await Promise.all(outcomes)).map((outcome, at) => replyTo(body.picks[at], outcome)) };
  },
};

/** Which entries somebody has in a pool, or their names, became different. */
function entriesChanged(deps: Deps, poolId: string, userId: string): void {
  deps.afterCommit.changed({ kind: 'entries', poolId, userId });
  deps.afterCommit.changed({ kind: 'pools', poolIds: [poolId] });
}

function replyTo(choice: TaggedPick | undefined, outcome: PickOutcome) {
  if (outcome.saved) return { saved: true as const, pick: storedOf(choice, outcome) };
  const { failure } = refused(ownPickRefusals, outcome.refusal);
  return { saved: false as const, code: failure, message: errors[failure].text };
}

function storedOf(choice: TaggedPick | undefined, outcome: SavedPick): OwnPick | OwnGuess | OwnWeekChoice {
  const { value, revision } = outcome;
  if (choice?.kind === 'pick') return pickOf(outcome);
  if (choice?.kind !== 'guess') return { entry: weekChoiceOf(value), revision };
  const guess = value as GuessValue | null;
  return { gid: choice.gid, guess: guess?.gid === choice.gid ? guess.total : null, revision };
}
