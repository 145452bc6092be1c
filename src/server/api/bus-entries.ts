import type { BusEntry, BusGuess, busEntries as routes } from '#contract/bus-entries.ts';
import { errorTexts } from '#contract/errors.ts';
import { busOrderRefusal, busTeamRefusal } from '#core/formats/bus-entry.ts';
import { gameCounts } from '#core/game.ts';
import { isLocked, isWeekLocked } from '#core/locks.ts';
import type { BusPickRefusal } from '#core/picks.ts';
import { busPickRefusal } from '#core/picks.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import type { EnteredWeek } from '../store/bus-entries.ts';
import { enteredWeek, knownUsedTeams, writeBusEntry } from '../store/bus-entries.ts';
import type { GuessedWeek } from '../store/bus-guesses.ts';
import { asPick, guessedWeek, writeBusGuess } from '../store/bus-guesses.ts';
import { findMember } from '../store/bus-picks.ts';
import { busRefusals, isBusRefusal } from './bus-picks.ts';

export const busEntries: Pick<Handlers, keyof typeof routes> = {
  'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:userId/entry': async ({ deps, caller, params }) => {
    if (!caller.poolId) return fail('pool_not_found');
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { db } = deps.store;
    if (!(await findMember(db, params.poolId, params.userId))) return fail('player_not_found');
    const view = { adminId: caller.user.id, playerId: params.userId, now: deps.clock.now() };
    const [entry, guess] = [await enteredWeek(db, params), await guessedWeek(db, params)];
    const isSurvivor = entry?.pool.rules.format === 'survivor';
    const used = isSurvivor ? await knownUsedTeams(db, params, view.now) : [];
    return {
      entry: entry && describeEntry(entry, view),
      guess: guess && describeGuess(guess, view),
      used: Object.fromEntries(used),
    };
  },

  'PUT /api/pools/:poolId/weeks/:weekId/entry/bus/:userId': async ({ deps, caller, params, body }) => {
    if (!caller.poolId) return fail('pool_not_found');
    const [adminId, reason] = [caller.user.id, body.reason.trim()];
    if (reason === '') return { ...fail('bus_reason_missing'), field: 'reason' };
    const write = { ...params, entry: body.entry, adminId, reason };
    const outcome = await writeBusEntry(deps.store, write, deps.clock.now);
    if ('refusal' in outcome) return fail(codeOf(outcome.refusal));
    const { week, changed, now } = outcome;
    if (changed) deps.afterCommit.changed({ kind: 'entries', ...params });
    return describeEntry(week, { adminId, playerId: params.userId, now });
  },

  'PUT /api/pools/:poolId/weeks/:weekId/guess/bus/:userId': async ({ deps, caller, params, body }) => {
    if (!caller.poolId) return fail('pool_not_found');
    const [adminId, reason] = [caller.user.id, body.reason.trim()];
    if (reason === '') return { ...fail('bus_reason_missing'), field: 'reason' };
    const { gid, guess } = body;
    const outcome = await writeBusGuess(deps.store, { ...params, gid, guess, adminId, reason }, deps.clock.now);
    if ('refusal' in outcome) return fail(codeOf(outcome.refusal));
    const { week, changed, now } = outcome;
    if (changed) {
      deps.afterCommit.changed({ kind: 'picks', ...params });
      if (isLocked(week.game, now)) deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    }
    return describeGuess(week, { adminId, playerId: params.userId, now });
  },
};

interface View {
  readonly adminId: string;
  readonly playerId: string;
  readonly now: number;
}

function codeOf<R extends string>(refusal: R | BusPickRefusal) {
  return isBusRefusal(refusal) ? busRefusals[refusal] : (refusal as Exclude<R, BusPickRefusal>);
}

/** What an admin may know of an entry: what it is only once it is locked. */
function describeEntry({ games, wholeWeek, existing }: EnteredWeek, { adminId, playerId, now }: View): BusEntry {
  const entry = existing?.entry ?? null;
  const team = existing && 'team' in existing.entry ? { ...existing.entry, bus: existing.bus } : undefined;
  const context = { adminId, playerId };
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
    refusal: refusal && errorTexts[busRefusals[refusal]],
  };
}

function describeGuess({ game, existing }: GuessedWeek, { adminId, playerId, now }: View): BusGuess {
  const refusal = busPickRefusal({ adminId, playerId, existing: asPick(existing) }, game, now);
  return {
    gid: game.gid,
    hasGuess: existing !== undefined,
    isBus: existing?.bus ?? false,
    guess: isLocked(game, now) ? (existing?.guess ?? null) : null,
    refusal: gameCounts(game) ? refusal && errorTexts[busRefusals[refusal]] : errorTexts.game_void,
  };
}
