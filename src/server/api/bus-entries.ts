import type { BusEntry, BusGuess, busEntries as routes } from '#contract/bus-entries.ts';
import { busEntryRefusals, busGuessRefusals } from '#contract/bus-entries.ts';
import { errors } from '#contract/errors.ts';
import type { ParamsOf } from '#contract/index.ts';
import { gameCounts } from '#core/game.ts';
import { busOrderRefusal, busPickRefusal, busTeamRefusal, knownUsedTeams } from '#core/judge.ts';
import { isLocked, isWeekLocked } from '#core/locks.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import type { Db } from '../store/engine/connect.ts';
import { enterForEntry } from '../store/entered-picks.ts';
import { findEntry } from '../store/entry-reads.ts';
import type { EnteredWeek, GuessedWeek } from '../store/pick-reads.ts';
import { enteredWeek, gamesOfPool, guessedWeek, teamsOf, weekPicks } from '../store/pick-reads.ts';
import { refused } from './refusals.ts';
import { choiceOf } from './week-choices.ts';

type BusEntryRoute = 'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId/entry';

export const busEntries: Pick<Handlers, keyof typeof routes> = {
  'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId/entry': async ({ deps, caller, params }) => {
    if (!caller.poolId) return fail('pool_not_found');
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { db } = deps.store;
    const found = await findEntry(db, params.poolId, params.entryId);
    if (!found) return fail('entry_not_found');
    const view = { adminId: caller.user.id, ownerId: found.ownerId, now: deps.clock.now() };
    const [entry, guess] = [await enteredWeek(db, params), await guessedWeek(db, params)];
    const isSurvivor = entry?.pool.rules.format === 'survivor';
    const used = isSurvivor ? await usedTeams(db, params, view.now) : [];
    return {
      entry: entry && describeEntry(entry, view),
      guess: guess && describeGuess(guess, view),
      used: Object.fromEntries(used),
    };
  },

  'PUT /api/pools/:poolId/weeks/:weekId/entry/bus/:entryId': async ({ deps, caller, params, body }) => {
    if (!caller.poolId) return fail('pool_not_found');
    const { entryOwnerId: ownerId } = caller;
    if (ownerId === null) return fail('entry_not_found');
    const [adminId, reason] = [caller.user.id, body.reason.trim()];
    if (reason === '') return { ...fail('bus_reason_missing'), field: 'reason' };
    const { poolId, weekId, entryId } = params;
    const actor = { by: 'commissioner', userId: adminId, reason } as const;
    const write = { poolId, entryId, choice: choiceOf(weekId, body.entry), actor };
    const outcome = await enterForEntry(deps.store, write, deps.clock.now);
    if ('refusal' in outcome) return refused(busEntryRefusals, outcome.refusal);
    const { changed, now } = outcome;
    if (changed) deps.afterCommit.changed({ kind: 'entries', poolId, userId: ownerId });
    const week = await enteredWeek(deps.store.db, params);
    return week === null ? fail('other_format') : describeEntry(week, { adminId, ownerId, now });
  },

  'PUT /api/pools/:poolId/weeks/:weekId/guess/bus/:entryId': async ({ deps, caller, params, body }) => {
    if (!caller.poolId) return fail('pool_not_found');
    const { entryOwnerId: ownerId } = caller;
    if (ownerId === null) return fail('entry_not_found');
    const [adminId, reason] = [caller.user.id, body.reason.trim()];
    if (reason === '') return { ...fail('bus_reason_missing'), field: 'reason' };
    const { poolId, weekId, entryId } = params;
    const choice = { kind: 'guess', weekId, gid: body.gid, total: body.guess } as const;
    const write = { poolId, entryId, choice, actor: { by: 'commissioner', userId: adminId, reason } } as const;
    const outcome = await enterForEntry(deps.store, write, deps.clock.now);
    if ('refusal' in outcome) return refused(busGuessRefusals, outcome.refusal);
    const { changed, now } = outcome;
    if (changed) deps.afterCommit.changed({ kind: 'picks', poolId, weekId, userId: ownerId });
    const week = await guessedWeek(deps.store.db, params);
    if (week === null) return fail('no_tiebreak');
    if (changed && isLocked(week.game, now)) deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    return describeGuess(week, { adminId, ownerId, now });
  },
};

/** The teams that everybody knows that a player has used in other weeks, each with its week. */
async function usedTeams(db: Db, { poolId, weekId, entryId }: ParamsOf<BusEntryRoute>, now: number) {
  const own = await weekPicks(db, { poolIds: [poolId], entryIds: [entryId], kinds: ['team'] });
  return knownUsedTeams(await gamesOfPool(db, poolId), teamsOf(own), weekId, now);
}

interface View {
  readonly adminId: string;
  readonly ownerId: string;
  readonly now: number;
}

/** What an admin may know of an entry: what it is only once it is locked. */
function describeEntry({ games, wholeWeek, existing }: EnteredWeek, { adminId, ownerId, now }: View): BusEntry {
  const entry = existing?.entry ?? null;
  const team = existing && 'team' in existing.entry ? { ...existing.entry, bus: existing.bus } : undefined;
  const context = { adminId, ownerId };
  const refusal = team
    ? busTeamRefusal({ ...context, existing: team }, null, games, now)
    : busOrderRefusal({ ...context, existing }, wholeWeek, now);
  const isOpen = team
    ? games.some((game) => game.gid === team.gid && isLocked(game, now))
    : isWeekLocked(wholeWeek, now);
  return {
    hasEntry: entry !== null,
    isBus: existing?.bus ?? false,
    entry: isOpen ? entry : null,
    refusal: refusal && errors[refusal].text,
  };
}

function describeGuess({ game, existing }: GuessedWeek, { adminId, ownerId, now }: View): BusGuess {
  const refusal = busPickRefusal({ adminId, ownerId, existing }, game, now);
  return {
    gid: game.gid,
    hasGuess: existing !== undefined,
    isBus: existing?.bus ?? false,
    guess: isLocked(game, now) ? (existing?.guess ?? null) : null,
    refusal: gameCounts(game) ? refusal && errors[refusal].text : errors.game_void.text,
  };
}
