import type { BusEntry, BusGuess, busEntries as routes } from '#contract/bus-entries.ts';
import { busEntryRefusals, busGuessRefusals } from '#contract/bus-entries.ts';
import { errorTexts } from '#contract/errors.ts';
import type { ParamsOf } from '#contract/index.ts';
import { gameCounts } from '#core/game.ts';
import { busOrderRefusal, busPickRefusal, busTeamRefusal, knownUsedTeams } from '#core/judge.ts';
import { isLocked, isWeekLocked } from '#core/locks.ts';
import type { Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import type { Db } from '../store/engine/connect.ts';
import { enterForPlayer } from '../store/entered-picks.ts';
import type { EnteredWeek, GuessedWeek } from '../store/pick-reads.ts';
import { countingPicks, enteredWeek, findMember, gamesOfPool, guessedWeek, teamsOf } from '../store/pick-reads.ts';
import { choiceOf } from './entries.ts';
import { refused } from './refusals.ts';

type BusEntryRoute = 'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:userId/entry';

export const busEntries: Pick<Handlers, keyof typeof routes> = {
  'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:userId/entry': async ({ deps, caller, params }) => {
    if (!caller.poolId) return fail('pool_not_found');
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { db } = deps.store;
    if (!(await findMember(db, params.poolId, params.userId))) return fail('player_not_found');
    const view = { adminId: caller.user.id, playerId: params.userId, now: deps.clock.now() };
    const [entry, guess] = [await enteredWeek(db, params), await guessedWeek(db, params)];
    const isSurvivor = entry?.pool.rules.format === 'survivor';
    const used = isSurvivor ? await usedTeams(db, params, view.now) : [];
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
    const { poolId, weekId, userId } = params;
    const actor = { by: 'commissioner', userId: adminId, reason } as const;
    const write = { poolId, userId, choice: choiceOf(weekId, body.entry), actor };
    const outcome = await enterForPlayer(deps.store, write, deps.clock.now);
    if ('refusal' in outcome) return refused(busEntryRefusals, outcome.refusal);
    const { changed, now } = outcome;
    if (changed) deps.afterCommit.changed({ kind: 'entries', ...params });
    const week = await enteredWeek(deps.store.db, params);
    return week === null ? fail('other_format') : describeEntry(week, { adminId, playerId: userId, now });
  },

  'PUT /api/pools/:poolId/weeks/:weekId/guess/bus/:userId': async ({ deps, caller, params, body }) => {
    if (!caller.poolId) return fail('pool_not_found');
    const [adminId, reason] = [caller.user.id, body.reason.trim()];
    if (reason === '') return { ...fail('bus_reason_missing'), field: 'reason' };
    const { poolId, weekId, userId } = params;
    const choice = { kind: 'guess', weekId, gid: body.gid, total: body.guess } as const;
    const write = { poolId, userId, choice, actor: { by: 'commissioner', userId: adminId, reason } } as const;
    const outcome = await enterForPlayer(deps.store, write, deps.clock.now);
    if ('refusal' in outcome) return refused(busGuessRefusals, outcome.refusal);
    const { changed, now } = outcome;
    if (changed) deps.afterCommit.changed({ kind: 'picks', ...params });
    const week = await guessedWeek(deps.store.db, params);
    if (week === null) return fail('no_tiebreak');
    if (changed && isLocked(week.game, now)) deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    return describeGuess(week, { adminId, playerId: params.userId, now });
  },
};

/** The teams that everybody knows that a player has used in other weeks, each with its week. */
async function usedTeams(db: Db, { poolId, weekId, userId }: ParamsOf<BusEntryRoute>, now: number) {
  const counting = await countingPicks(db, { poolIds: [poolId], userIds: [userId], kinds: ['team'] });
  return knownUsedTeams(await gamesOfPool(db, poolId), teamsOf(counting), weekId, now);
}

interface View {
  readonly adminId: string;
  readonly playerId: string;
  readonly now: number;
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
    refusal: refusal && errorTexts[refusal],
  };
}

function describeGuess({ game, existing }: GuessedWeek, { adminId, playerId, now }: View): BusGuess {
  const refusal = busPickRefusal({ adminId, playerId, existing }, game, now);
  return {
    gid: game.gid,
    hasGuess: existing !== undefined,
    isBus: existing?.bus ?? false,
    guess: isLocked(game, now) ? (existing?.guess ?? null) : null,
    refusal: gameCounts(game) ? refusal && errorTexts[refusal] : errorTexts.game_void,
  };
}
