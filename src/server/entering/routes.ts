import { errors } from '#contract/errors.ts';
import type {
  BusEntry,
  BusGuess,
  BusPickGame,
  OwnGuess,
  OwnPick,
  OwnWeekChoice,
  TaggedPick,
  picks as table,
  WeekChoice,
} from '#contract/picks.ts';
import type { Choice, ChoiceOf } from '#core/choice.ts';
import type { TeamSlot } from '#core/formats/survivor/survivor.ts';
import { teamSlots } from '#core/formats/survivor/survivor.ts';
import { asksFor } from '#core/formats/traits.ts';
import { gameCounts } from '#core/game.ts';
import type { GuessValue, OwnRefusal, PickValue } from '#core/judge.ts';
import { busOrderRefusal, busPickRefusal, busTeamRefusal, knownUsedTeams } from '#core/judge.ts';
import { isLocked, isWeekLocked } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game, GamePick } from '#core/types.ts';
import type { Deps } from '#server/deps.ts';
import { findEntry } from '#server/entries/reads.ts';
import { chooseSlate } from '#server/game-changes/chosen-slate-store.ts';
import { nameTiebreak } from '#server/game-changes/store.ts';
import { actorOf } from '#server/journal/audit-store.ts';
import type { EnteredWeek, GuessedWeek } from '#server/picks/reads.ts';
import { enteredWeek, guessedWeek, markedPicks, teamsOf, weekChoiceOf, weekPicks } from '#server/picks/reads.ts';
import type { PickOutcome, SavedPick } from '#server/picks/store.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Handlers } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { weekOfPool, weeksOfPool } from '#server/pools/week-reads.ts';
import type { EnteredOutcome, EnteredPick } from './store.ts';
import { enterForEntry } from './store.ts';

export const picks: Pick<Handlers, keyof typeof table> = {
  'PUT /api/pools/:poolId/weeks/:weekId/slate': async ({ deps, caller, params, body }) => {
    if (!caller.poolId) return fail('pool_not_found');
    const choice = await chooseSlate(deps.store, actorOf(deps, caller), { ...params, ...body }, deps.clock.now);
    if ('refusal' in choice) return fail(choice.refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId], weeks: true });
    for (const userId of new Set([...choice.cleared, ...choice.unmarked]))
      deps.live.changed({ kind: 'picks', ...params, userId });
    return { ok: true };
  },

  'PUT /api/pools/:poolId/weeks/:weekId/tiebreak': async ({ deps, caller, params, body }) => {
    if (!caller.poolId) return fail('pool_not_found');
    const naming = await nameTiebreak(deps.store, actorOf(deps, caller), { ...params, ...body }, deps.clock.now);
    if ('refusal' in naming) return fail(naming.refusal);
    deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    for (const userId of naming.cleared) deps.live.changed({ kind: 'picks', ...params, userId });
    return { ok: true };
  },

  'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId': async ({ deps, caller, params }) => {
    const { poolId, weekId, entryId } = params;
    if (!caller.poolId) return fail('pool_not_found');
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { db } = deps.store;
    const entry = await findEntry(db, poolId, entryId);
    if (!entry) return fail('entry_not_found');
    const view = { adminId: caller.user.id, ownerId: entry.ownerId, now: deps.clock.now() };
    const { games } = await weekOfPool(db, poolId, weekId);
    const picks = await markedPicks(db, { poolId, weekId, entryId });
    return {
      entry: { id: entry.id, name: entry.name },
      games: games.map((game) => describe(game, picks.get(game.gid), view)),
    };
  },

  'PUT /api/pools/:poolId/picks/:gid/bus/:entryId': async ({ deps, caller, params, body }) => {
    const { poolId, gid, entryId } = params;
    if (!caller.poolId) return fail('pool_not_found');
    const { entryOwnerId: ownerId } = caller;
    if (ownerId === null) return fail('entry_not_found');
    const adminId = caller.user.id;
    const reason = body.reason.trim();
    if (reason === '') return { ...fail('bus_reason_missing'), field: 'reason' };
    const choice = { kind: 'pick', gid, side: body.side } as const;
    const write = { poolId, entryId, choice, actor: { by: 'commissioner', userId: adminId, reason } } as const;
    const outcome = await enterAndNotify(deps, write);
    if ('refusal' in outcome) return fail(outcome.refusal);
    const { weekId, changed, now } = outcome;
    const { db } = deps.store;
    if (changed) deps.afterCommit.changed({ kind: 'picks', poolId, weekId, userId: ownerId, entered: true });
    const game = (await weekOfPool(db, poolId, weekId)).games.find((each) => each.gid === gid);
    if (game === undefined) return fail('game_not_found');
    if (changed && game.status === 'Final') deps.afterCommit.changed({ kind: 'pools', poolIds: [poolId] });
    const picks = await markedPicks(db, { poolId, weekId, entryId });
    return describe(game, picks.get(gid), { adminId, ownerId, now });
  },

  'GET /api/admin/pools/:poolId/weeks/:weekId/bus/:entryId/entry': async ({ deps, caller, params }) => {
    if (!caller.poolId) return fail('pool_not_found');
    if (!caller.isPoolWeek) return fail('week_not_found');
    const { db } = deps.store;
    const found = await findEntry(db, params.poolId, params.entryId);
    if (!found) return fail('entry_not_found');
    const view = { adminId: caller.user.id, ownerId: found.ownerId, now: deps.clock.now() };
    const [entry, guess] = [await enteredWeek(db, params), await guessedWeek(db, params)];
    const rules = entry?.pool.rules;
    const [usedOf, slots] = [
      async (slot: TeamSlot) => (rules ? await usedTeams(db, { ...params, slot }, rules, view.now) : {}),
      rules && asksFor('team', rules) ? teamSlots(params.weekId, rules) : [],
    ];
    const second = slots[1] === undefined ? null : await enteredWeek(db, { ...params, second: true });
    return {
      entry: entry && describeEntry(entry, view),
      guess: guess && describeGuess(guess, view),
      used: slots[0] === undefined ? {} : await usedOf(slots[0]),
      ...(second && slots[1] && { second: { entry: describeEntry(second, view), used: await usedOf(slots[1]) } }),
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
    const write = { poolId, entryId, choice: choiceOf(weekId, body), actor };
    const outcome = await enterAndNotify(deps, write);
    if ('refusal' in outcome) return fail(outcome.refusal);
    const { changed, now } = outcome;
    if (changed) deps.afterCommit.changed({ kind: 'entries', poolId, userId: ownerId });
    const week = await enteredWeek(deps.store.db, { ...params, second: body.second });
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
    const outcome = await enterAndNotify(deps, write);
    if ('refusal' in outcome) return fail(outcome.refusal);
    const { changed, now } = outcome;
    if (changed) deps.afterCommit.changed({ kind: 'picks', poolId, weekId, userId: ownerId });
    const week = await guessedWeek(deps.store.db, params);
    if (week === null) return fail('no_tiebreak');
    if (changed && isLocked(week.game, now)) deps.afterCommit.changed({ kind: 'pools', poolIds: [params.poolId] });
    return describeGuess(week, { adminId, ownerId, now });
  },

  'PUT /api/entries/:entryId/picks': async ({ deps, caller, params: { entryId }, body }) => {
    const { poolId, entryOwnerId } = caller;
    const userId = caller.user.id;
    if (poolId === null || entryOwnerId === null) return fail('entry_not_found');
    if (entryOwnerId !== userId) return fail('other_player');
    const outcomes = body.picks.map(({ basedOn, ...choice }) =>
      savePick(deps, { poolId, entryId, userId, choice: choice as Choice, basedOn }),
    );
    return { picks: (await Promise.all(outcomes)).map((outcome, at) => ownPickReply(body.picks[at], outcome)) };
  },
};

/** A choice of a user for one of their own entries. */
interface OwnChoice {
  readonly poolId: string;
  readonly entryId: string;
  readonly userId: string;
  readonly choice: Choice;
  readonly basedOn?: number | undefined;
}

/** Stores a choice for one of the user's own entries, and updates the pages that show it. */
async function savePick(
  deps: Pick<Deps, 'picks' | 'live'>,
  { basedOn, userId, ...own }: OwnChoice,
): Promise<PickOutcome<OwnRefusal>> {
  const { poolId, choice } = own;
  const outcome = await deps.picks.add({ ...own, actor: { by: 'self', userId }, basedOn: basedOn ?? null });
  if (outcome.saved && outcome.changed) {
    const isOfWeek = choice.kind === 'order' || choice.kind === 'team';
    const { weekId } = outcome;
    deps.live.changed(isOfWeek ? { kind: 'entries', poolId, userId } : { kind: 'picks', poolId, weekId, userId });
  }
  return outcome;
}

/** Enters a choice for an entry, and notifies its owner. */
async function enterAndNotify<C extends Choice>(deps: Deps, write: EnteredPick<C>): Promise<EnteredOutcome<C>> {
  const outcome = await enterForEntry(deps.store, write, deps.clock.now);
  const id = 'refusal' in outcome ? null : outcome.recordId;
  if (id !== null) deps.afterCommit.follow(() => deps.notify.posted.send({ kind: 'entered', id }));
  return outcome;
}

function pickOf({ value, revision }: SavedPick) {
  const { side, best } = (value as PickValue | null) ?? { side: null };
  return { side, revision, ...(best && { best }) };
}

interface EnteredBody {
  readonly entry: WeekChoice | null;
  readonly second?: true | undefined;
}

/** An order or a team as a choice; null clears the team. */
function choiceOf(weekId: string, { entry, second }: EnteredBody): ChoiceOf<'order' | 'team'> {
  if (entry !== null && 'order' in entry) return { kind: 'order', weekId, order: entry.order };
  return { kind: 'team', weekId, team: entry, second };
}

interface View {
  readonly adminId: string;
  readonly ownerId: string;
  readonly now: number;
}

/** A player's pick as a commissioner may see it: with its side only once the game is locked. */
function describe(game: Game, pick: GamePick | undefined, { adminId, ownerId, now }: View): BusPickGame {
  const refusal = busPickRefusal({ adminId, ownerId, existing: pick }, game, now);
  return {
    gid: game.gid,
    hasPick: pick !== undefined,
    isBus: pick?.bus ?? false,
    side: isLocked(game, now) ? (pick?.side ?? null) : null,
    refusal: gameCounts(game) ? refusal && errors[refusal].text : errors.game_void.text,
  };
}

/** The visible teams that a player has used in other slots, each with its week. */
async function usedTeams(
  db: Db,
  { poolId, entryId, slot }: { readonly poolId: string; readonly entryId: string; readonly slot: TeamSlot },
  rules: PoolRules,
  now: number,
): Promise<Record<string, string>> {
  const own = await weekPicks(db, { poolIds: [poolId], entryIds: [entryId], kinds: ['team'] });
  return Object.fromEntries(knownUsedTeams(await weeksOfPool(db, poolId), teamsOf(own), { slot, rules, now }));
}

interface ChoiceView {
  readonly adminId: string;
  readonly ownerId: string;
  readonly now: number;
}

/** An order or team as a commissioner may see it: with its content only once it is locked. */
function describeEntry({ games, wholeWeek, existing }: EnteredWeek, { adminId, ownerId, now }: ChoiceView): BusEntry {
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

/** A guess as a commissioner may see it: until its game is locked only one that was entered for the player, and without its total. */
function describeGuess({ game, existing: made }: GuessedWeek, { adminId, ownerId, now }: ChoiceView): BusGuess {
  const existing = isLocked(game, now) || made?.bus ? made : undefined;
  const refusal = busPickRefusal({ adminId, ownerId, existing }, game, now);
  return {
    gid: game.gid,
    hasGuess: existing !== undefined,
    isBus: existing?.bus ?? false,
    guess: isLocked(game, now) ? (existing?.guess ?? null) : null,
    refusal: gameCounts(game) ? refusal && errors[refusal].text : errors.game_void.text,
  };
}

function ownPickReply(choice: TaggedPick | undefined, outcome: PickOutcome<OwnRefusal>) {
  if (outcome.saved) return { saved: true as const, pick: storedOf(choice, outcome) };
  const { refusal } = outcome;
  return { saved: false as const, code: refusal, message: errors[refusal].text };
}

function storedOf(choice: TaggedPick | undefined, outcome: SavedPick): OwnPick | OwnGuess | OwnWeekChoice {
  const { value, revision } = outcome;
  if (choice?.kind === 'pick') return pickOf(outcome);
  if (choice?.kind !== 'guess') return { entry: weekChoiceOf(value), revision };
  const guess = value as GuessValue | null;
  return { gid: choice.gid, guess: guess?.gid === choice.gid ? guess.total : null, revision };
}
