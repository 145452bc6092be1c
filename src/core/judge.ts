import { asksFor } from '#core/formats/traits.ts';
import { codesOf } from './codes.ts';
import type { LockedOrderGame } from './formats/confidence/confidence.ts';
import { rebaseOrder, reorder } from './formats/confidence/confidence.ts';
import type { BuyBacks } from './formats/survivor/buy-backs.ts';
import type {
  SparedWeeks,
  SurvivorWeek,
  TeamChoice,
  TeamChoices,
  TeamSlot,
  UseRules,
} from './formats/survivor/survivor.ts';
import { choiceOf, phaseOf, teamSlots, usedTeams, weekOfSlot } from './formats/survivor/survivor.ts';
import { isShutOut, knownChoices, teamRefusal, weekHolder } from './formats/survivor/week.ts';
import { gameCounts } from './game.ts';
import { isChangeable, isLocked, isWeekLocked, NO_LOCK, nextLock } from './locks.ts';
import type { OwnSlot } from './own-line.ts';
import { mayFillOwn } from './own-line.ts';
import type { GuessValue, OrderValue, PickValue, SlotKind, SlotWish } from './pick.ts';
import { isSameValue } from './pick.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Game } from './types.ts';

/**
 * Decides who may enter a pick for an entry, and when. Every refusal of a pick (the side of a game, a guess, an order or a team) comes from
 * here. Whether a game is locked comes from `locks.ts`.
 *
 * - A person picks for each of their entries, until the lock. By the pick link of a reminder, which others may hold too, they only fill
 *   what is missing; nothing that is stored can be learned from the answer (decision 068).
 * - A commissioner or admin enters picks for any entry, with a reason: before the lock only if the owner has picked nothing, after the lock
 *   always. Nobody does so for their own entry after the lock, but once with an import, in weeks that were over before the pool came here
 *   (`own-line.ts`).
 * - A file enters missing picks, even after the lock, but none for open games of an entry with an account. It replaces only picks that came
 *   from a file, of entries without an account.
 * - A seed enters the starting picks of a made-up league.
 * - At the lock, the owner's default fills missing picks (`default-picks.ts`).
 * - A link fills an entry with picks of locked games that the entry lacks.
 */

/**
 * Who enters a pick: a person for their own entry, maybe by a pick link; a commissioner or admin, maybe with an import that fills their own line; a file; a seed; a
 * lock, for who forgot to pick; or a link, which fills one entry from another.
 */
export type Actor =
  | { readonly by: 'self'; readonly userId: string; readonly hasPickLink?: true }
  | { readonly by: 'commissioner'; readonly userId: string; readonly reason: string; readonly fillsOwn?: true }
  | { readonly by: 'import' }
  | { readonly by: 'seed' }
  | { readonly by: 'default' }
  | { readonly by: 'link'; readonly enteredBy: string | null; readonly reason: string | null };

/** The actors of one kind. */
export type ActorOf<By extends Actor['by']> = Extract<Actor, { readonly by: By }>;
type Commissioner = ActorOf<'commissioner'>;

/** What is stored for an entry about a game or a week; `value` is null if it was taken back. */
export interface Stored<V> {
  readonly value: V | null;
  /** The number of changes so far, from 1. */
  readonly revision: number;
  /** Who entered it for the owner; null if the owner did. */
  readonly enteredBy: string | null;
  readonly reason: string | null;
  /** ms */
  readonly madeAt: number;
}

/** Store a value, keep the stored one, or refuse. */
export type Verdict<V, R extends Refusal = Refusal> =
  | {
      readonly value: V | null;
      /** The moment (ms) from which the verdict no longer holds: store the value before it. */
      readonly closesAt: number;
    }
  | { readonly stays: true; readonly value: V | null }
  | { readonly refusal: R };

/** The codes that a function of this file returns: as they are, or in a verdict. */
type CodesOf<F extends (...given: never[]) => unknown> =
  | Extract<ReturnType<F>, string>
  | Extract<ReturnType<F>, { readonly refusal: string }>['refusal'];

/** Why a person cannot enter a pick for their own entry. */
export type OwnRefusal =
  | typeof NO_ENTRY
  | CodesOf<typeof ownEntryRefusal>
  | CodesOf<typeof judgeOwnPick>
  | CodesOf<typeof judgeOwnGuess>
  | CodesOf<typeof judgeOwnOrder>
  | CodesOf<typeof judgeOwnTeam>;

/** Why a commissioner cannot enter a pick of a kind for an entry. */
export type CommissionersRefusal<K extends SlotKind = SlotKind> = typeof NO_ENTRY | CommissionersCodes[K];
interface CommissionersCodes {
  readonly pick: CodesOf<typeof judgeCommissionersPick>;
  readonly guess: CodesOf<typeof judgeCommissionersGuess>;
  readonly order: CodesOf<typeof judgeCommissionersOrder>;
  readonly team: CodesOf<typeof judgeCommissionersTeam>;
}

/** Why a pick is not stored. */
export type Refusal =
  | OwnRefusal
  | CommissionersRefusal
  | CodesOf<typeof judgeBroughtPick>
  | CodesOf<typeof judgeBroughtGuess>
  | CodesOf<typeof judgeDefaultTeam>;

/** Why a pick of an actor is not stored. */
export type RefusalFor<A extends Actor, W extends SlotWish> = A['by'] extends 'self'
  ? OwnRefusal
  : A['by'] extends 'commissioner'
    ? CommissionersRefusal<W['kind']>
    : Refusal;

/**
 * The codes with which a person's wishes are refused, as a list for the contract. The types above are inferred from what the judge returns,
 * so a code that the list lacks does not compile, nor does one that the judge never returns.
 */
export const refusals = codesOf<OwnRefusal | CommissionersRefusal>({
  account_disabled: true,
  not_a_member: true,
  pool_not_found: true,
  entry_not_found: true,
  other_player: true,
  week_not_found: true,
  game_not_found: true,
  other_format: true,
  game_locked: true,
  game_left_out: true,
  game_void: true,
  newer_pick: true,
  already_made: true,
  not_by_link: true,
  too_many_picks: true,
  too_many_best_bets: true,
  no_best_bets: true,
  no_tiebreak: true,
  tiebreak_changed: true,
  guess_locked: true,
  newer_guess: true,
  team_not_found: true,
  team_used: true,
  one_team: true,
  game_chosen: true,
  player_out: true,
  newer_choice: true,
  own_bus_pick: true,
  players_own_pick: true,
  player_has_all_picks: true,
  player_used_team: true,
  player_chose_game: true,
  players_team_ahead: true,
  player_is_out: true,
});

function refuse<const C extends string>(refusal: C): { readonly refusal: C } {
  return { refusal };
}

function keep<V>(value: V): { readonly stays: true; readonly value: V } {
  return { stays: true, value };
}

/** Whose entry a pick is for, and under which rules. */
export interface Circumstances {
  readonly actor: Actor;
  readonly ownerId: string;
  /** Whether the owner has an account. */
  readonly hasAccount: boolean;
  readonly rules: PoolRules;
  /** ms */
  readonly now: number;
  /** The revision that an offline pick was based on; null for a pick made just now. */
  readonly basedOn: number | null;
  /** What decides whether an import may fill a slot of its author's entry after the lock; only for such a slot. */
  readonly ownSlot?: OwnSlot | undefined;
}

/** Whether an import may fill a slot of its author's entry after the lock. */
function fillsOwn({ ownSlot, now }: Circumstances): boolean {
  return ownSlot !== undefined && mayFillOwn(ownSlot, now);
}

/** `closesAt` of what a commissioner enters. @param lockAt of what they enter, ms */
function closesFor({ ownerId, ownSlot, now }: Circumstances, { userId }: Commissioner, lockAt: number): number {
  if (userId !== ownerId) return NEVER;
  return lockAt <= now && ownSlot !== undefined ? ownSlot.arrival.firstLock : lockAt;
}

/** The fields of an entry that decide who may enter something for it. */
export interface AskedEntry {
  readonly ownerId: string;
  /** The entry left the standings for good. */
  readonly isOut: boolean;
  /** The owner's account is enabled, or the owner has none. */
  readonly isEnabled: boolean;
  readonly isMember: boolean;
  readonly hasPool: boolean;
}

/** Why an actor may not enter anything for an entry; null if they may. Files and links also enter for people who left or cannot sign in. */
export function entryRefusal(
  entry: AskedEntry | undefined,
  actor: Actor,
): typeof NO_ENTRY | CodesOf<typeof ownEntryRefusal> | null {
  if (entry === undefined) return NO_ENTRY;
  if (isBrought(actor)) return null;
  return actor.by === 'self' ? ownEntryRefusal(entry, actor.userId) : othersEntryRefusal(entry);
}

const NO_ENTRY = 'entry_not_found';

function ownEntryRefusal({ ownerId, isOut, isEnabled, isMember, hasPool }: AskedEntry, userId: string) {
  if (userId !== ownerId) return 'other_player';
  if (!isEnabled) return 'account_disabled';
  if (!hasPool) return 'pool_not_found';
  if (!isMember) return 'not_a_member';
  return isOut ? NO_ENTRY : null;
}

/** A commissioner learns only that they cannot enter anything for it. */
function othersEntryRefusal({ isOut, isEnabled, isMember, hasPool }: AskedEntry): typeof NO_ENTRY | null {
  return isEnabled && isMember && hasPool && !isOut ? null : NO_ENTRY;
}

/** `closesAt` of a verdict that no lock ends. */
const NEVER = Number.POSITIVE_INFINITY;

/** The circumstances of a pick of a game. */
export interface PickCircumstances extends Circumstances {
  /**
   * The game with the pool's lock, whether its week is enabled in the pool, and whether the pool leaves it out; undefined if the game does not
   * exist.
   */
  readonly game:
    | (Pick<Game, 'lockAt' | 'void'> & { readonly isInPool: boolean; readonly isLeftOut?: boolean })
    | undefined;
  readonly stored: Stored<PickValue> | undefined;
  /** How many picks and best bets the entry has on the week's other counting games. */
  readonly others: { readonly picks: number; readonly bestBets: number };
}

/** Judges a pick of a game. */
export function judgePick(wish: SlotWish<'pick'>, circumstances: PickCircumstances): Verdict<PickValue> {
  const { actor } = circumstances;
  if (actor.by === 'self') return judgeOwnPick(wish, circumstances);
  if (actor.by === 'commissioner') return judgeCommissionersPick(wish, circumstances, actor);
  return judgeBroughtPick(wish, circumstances);
}

/** The value that a wish means: a side keeps the stored mark if the wish names none. */
function pickValueOf({ value }: SlotWish<'pick'>, stored: Stored<PickValue> | undefined): PickValue | null {
  const isMarked = value?.best ?? stored?.value?.best === true;
  return value && { side: value.side, ...(isMarked && { best: true as const }) };
}

function judgeBroughtPick(wish: SlotWish<'pick'>, circumstances: PickCircumstances) {
  const { actor, game, rules, stored } = circumstances;
  const had = stored?.value ?? null;
  const value = pickValueOf(wish, stored);
  if (game === undefined) return refuse('game_not_found');
  if (!asksFor('pick', rules)) return refuse('other_format');
  if (actor.by === 'default')
    return value === null || isFilled(stored) || isWithdrawn(stored, game)
      ? keep(had)
      : { value: { ...value, auto: true as const }, closesAt: NEVER };
  if (actor.by === 'link') return judgeLinked(value, circumstances);
  const isTheirs = circumstances.hasAccount || (stored?.enteredBy ?? null) !== null;
  const isSame = had?.side === value?.side && (value?.best !== true || had?.best === true);
  if (isKeptFromFile(circumstances, isLocked(game, circumstances.now))) return keep(had);
  if (stored !== undefined && (isTheirs || isSame)) return keep(had);
  const over = placeRefusal(value, circumstances);
  return over ? refuse(over) : { value, closesAt: NEVER };
}

/** The game that a person picks, or why nobody picks it. */
function gameToPick({ game, rules }: PickCircumstances) {
  if (!game?.isInPool) return refuse('game_not_found');
  if (!asksFor('pick', rules)) return refuse('other_format');
  return game.isLeftOut ? refuse('game_left_out') : game;
}

/** Whether a pick link meets a pick that is stored: it is refused even if it asks for the same, which would reveal the pick. */
function isMadeForLink({ actor }: Circumstances, hasPick: boolean): boolean {
  return actor.by === 'self' && actor.hasPickLink === true && hasPick;
}

function judgeOwnPick(wish: SlotWish<'pick'>, circumstances: PickCircumstances) {
  const { stored, now, basedOn } = circumstances;
  const game = gameToPick(circumstances);
  if ('refusal' in game) return game;
  if (isMadeForLink(circumstances, hasValue(stored))) return refuse('already_made');
  const best = wish.value?.best;
  const value = pickValueOf(wish, stored);
  const had = stored?.value ?? null;
  const isEntered = (stored?.enteredBy ?? null) !== null;
  const isSame = had?.side === value?.side && (value === null || best === undefined || best === (had?.best === true));
  const refusal = (() => {
    if (isLocked(game, now)) return 'game_locked';
    if (!isChangeable(game, had !== null, now)) return 'game_void';
    if (!isEntered && isNewer(stored, basedOn)) return 'newer_pick';
    return placeRefusal(value, circumstances);
  })();
  // A pick entered by someone else becomes the player's own, even with the same side. Otherwise its mark would show that the side is the
  // same.
  if (isSame && (refusal !== null || value === null || !isEntered)) return keep(had);
  return refusal === null ? { value, closesAt: game.lockAt } : refuse(refusal);
}

function judgeCommissionersPick(wish: SlotWish<'pick'>, circumstances: PickCircumstances, actor: Commissioner) {
  const { ownerId, stored, now } = circumstances;
  const game = gameToPick(circumstances);
  if ('refusal' in game) return game;
  // Marks are the player's.
  const value = pickValueOf({ ...wish, value: wish.value && { side: wish.value.side } }, stored);
  if (!gameCounts(game)) return refuse('game_void');
  const existing = hasValue(stored) ? { side: stored.value.side, bus: stored.enteredBy !== null } : undefined;
  const fills = fillsOwn(circumstances);
  const refusal = busPickRefusal({ adminId: actor.userId, ownerId, existing, fillsOwn: fills }, game, now);
  if (refusal !== null) return refuse(refusal);
  const locked = isLocked(game, now);
  // Before the lock, the same side is written again. Otherwise a commissioner could learn a sealed side by trying.
  const isSame = existing === undefined ? value === null : locked && existing.side === value?.side;
  if (isSame) return keep(stored?.value ?? null);
  if (placeRefusal(value, circumstances) === 'too_many_picks') return refuse('player_has_all_picks');
  return { value, closesAt: closesFor(circumstances, actor, game.lockAt) };
}

/** Whether a state only outdates what a device may still send, because the game got another team (`outdateMissingPicks`). */
export function wasNeverMade({ value, revision }: Pick<Stored<unknown>, 'value' | 'revision'>): boolean {
  return value === null && revision === 1;
}

/** A link fills a gap if the limits have room for the pick; its mark is kept if the limits have room for that too. */
function judgeLinked(value: PickValue | null, circumstances: PickCircumstances) {
  const { stored } = circumstances;
  if (stored !== undefined && !wasNeverMade(stored)) return keep(stored.value);
  const refusal = placeRefusal(value && { side: value.side }, circumstances);
  if (refusal !== null) return refuse(refusal);
  const hasRoom = placeRefusal(value, circumstances) === null;
  return { value: hasRoom || value === null ? value : { side: value.side }, closesAt: NEVER };
}

/**
 * Only a new pick or a new mark can exceed a limit; the side of a pick changes freely. A pick from a file or a link on a game that is off
 * or left out takes no place.
 */
function placeRefusal(value: PickValue | null, { actor, game, rules, stored, others }: PickCircumstances) {
  if (isBrought(actor) && game !== undefined && !takesPlaces(game)) return null;
  const had = stored?.value ?? null;
  const takesPlace = value !== null && had === null;
  if (takesPlace && typeof rules.games === 'number' && others.picks >= rules.games) return 'too_many_picks';
  if (value?.best !== true || had?.best === true || others.bestBets < rules.bestBets) return null;
  return rules.bestBets === 0 ? 'no_best_bets' : 'too_many_best_bets';
}

/** Whether picks of a game take places of the limits of its week. */
export function takesPlaces(game: Pick<Game, 'void'> & { readonly isLeftOut?: boolean }): boolean {
  return gameCounts(game) && !game.isLeftOut;
}

/** The circumstances of a guess. */
export interface GuessCircumstances extends Circumstances {
  /** Whether the week is enabled in the pool. */
  readonly isInPool: boolean;
  /** The tiebreak game of the week with the pool's lock; undefined if the week has none. */
  readonly game: Pick<Game, 'gid' | 'lockAt' | 'void'> | undefined;
  readonly stored: Stored<GuessValue> | undefined;
}

/** Judges a guess of a week's tiebreak game. */
export function judgeGuess(wish: SlotWish<'guess'>, circumstances: GuessCircumstances): Verdict<GuessValue> {
  const { actor } = circumstances;
  if (actor.by === 'self') return judgeOwnGuess(wish, circumstances);
  if (actor.by === 'commissioner') return judgeCommissionersGuess(wish, circumstances, actor);
  return judgeBroughtGuess(wish, circumstances);
}

/** The stored guess: what it was, whether somebody entered it for the owner, and the total that stands for a game. */
function storedGuess(gid: string, { stored }: GuessCircumstances) {
  const had = stored?.value ?? null;
  const isEntered = (stored?.enteredBy ?? null) !== null && had?.cleared !== true;
  return { had, isEntered, stands: had?.gid === gid ? had.total : null };
}

function judgeBroughtGuess({ value: { gid, total } }: SlotWish<'guess'>, circumstances: GuessCircumstances) {
  const { game, stored, hasAccount, now } = circumstances;
  if (game === undefined) return refuse('no_tiebreak');
  if (game.gid !== gid) return refuse('tiebreak_changed');
  const { had, isEntered, stands } = storedGuess(gid, circumstances);
  if (isKeptFromFile(circumstances, isLocked(game, now))) return keep(had);
  const isTheirs = hasAccount || isEntered;
  if (stored !== undefined && (isTheirs || (stands === total && had?.gid === gid))) return keep(had);
  return { value: { gid, total }, closesAt: NEVER };
}

/** The tiebreak game that a person guesses, or why nobody guesses it. */
function gameToGuess(gid: string, { isInPool, game }: GuessCircumstances) {
  if (!isInPool) return refuse('week_not_found');
  if (game === undefined) return refuse('no_tiebreak');
  return game.gid === gid ? game : refuse('tiebreak_changed');
}

function judgeOwnGuess({ value: { gid, total } }: SlotWish<'guess'>, circumstances: GuessCircumstances) {
  const { stored, now, basedOn } = circumstances;
  const game = gameToGuess(gid, circumstances);
  if ('refusal' in game) return game;
  const { had, isEntered, stands } = storedGuess(gid, circumstances);
  if (isMadeForLink(circumstances, had !== null && had.total !== null)) return refuse('already_made');
  const isSame = stands === total && (had === null || had.gid === gid);
  const refusal = (() => {
    if (isLocked(game, now)) return 'guess_locked';
    if (!gameCounts(game)) return 'game_void';
    return !isEntered && isNewer(stored, basedOn) ? 'newer_guess' : null;
  })();
  if (isSame && (refusal !== null || total === null || !isEntered)) return keep(had);
  return refusal === null ? { value: { gid, total }, closesAt: game.lockAt } : refuse(refusal);
}

function judgeCommissionersGuess(
  { value: { gid, total } }: SlotWish<'guess'>,
  circumstances: GuessCircumstances,
  actor: Commissioner,
) {
  const { ownerId, now } = circumstances;
  const game = gameToGuess(gid, circumstances);
  if ('refusal' in game) return game;
  const { had, isEntered, stands } = storedGuess(gid, circumstances);
  if (!gameCounts(game)) return refuse('game_void');
  const existing = stands === null ? undefined : { bus: isEntered };
  // A refusal would tell a commissioner, who leaves no trace by taking back nothing, that the player guessed.
  if (total === null && !existing?.bus && !isLocked(game, now)) return keep(had);
  const fills = fillsOwn(circumstances);
  const refusal = busPickRefusal({ adminId: actor.userId, ownerId, existing, fillsOwn: fills }, game, now);
  if (refusal !== null) return refuse(refusal);
  const isSame = total === null ? existing === undefined : isLocked(game, now) && stands === total;
  if (isSame) return keep(had);
  return { value: { gid, total }, closesAt: closesFor(circumstances, actor, game.lockAt) };
}

/** The fields of a game that an order or a team is judged by. */
type WeekGame = SurvivorWeek['games'][number];

/** The circumstances of an order. */
export interface OrderCircumstances extends Circumstances {
  /** The games of the week with the pool's locks; undefined if the week is not enabled in the pool. */
  readonly games: readonly WeekGame[] | undefined;
  /** The games of the week that the pool leaves out: they keep their places, and what is wanted for them is ignored. */
  readonly leftOut: readonly string[];
  /** The same games with the locks of whole weeks (`wholeWeek` of `PoolWeek`). */
  readonly wholeWeek: readonly Pick<Game, 'gid' | 'lockAt' | 'void'>[];
  readonly stored: Stored<OrderValue> | undefined;
}

/** Judges an order of a week's games. */
export function judgeOrder(wish: SlotWish<'order'>, circumstances: OrderCircumstances): Verdict<OrderValue> {
  const { actor } = circumstances;
  if (actor.by === 'self') return judgeOwnOrder(wish, circumstances);
  if (actor.by === 'commissioner') return judgeCommissionersOrder(wish, circumstances, actor);
  return judgeBroughtOrder(wish, circumstances);
}

function judgeBroughtOrder({ value: { order: wanted } }: SlotWish<'order'>, circumstances: OrderCircumstances) {
  const { hasAccount, now, games, stored } = circumstances;
  const had = stored?.value ?? null;
  const areLocked = (games ?? []).every((game) => isLocked(game, now));
  if (isKeptFromFile(circumstances, areLocked)) return keep(had);
  const isTheirs = hasAccount || (stored?.enteredBy ?? null) !== null;
  const isStored = stored !== undefined && (isTheirs || isSameValue(had, { order: wanted }));
  return isStored ? keep(had) : { value: { order: wanted }, closesAt: NEVER };
}

/** The stored order, and the games that it places. */
function placesOf({ games = [], leftOut, stored }: OrderCircumstances) {
  const had = stored?.value ?? null;
  return { had, places: had?.order ?? [], placed: [...games, ...leftOut.map(withoutLock)] };
}

/** Why games cannot be ordered; null if they can. An order of games that the pool leaves out says nothing about those that it plays. */
function orderRefusal(wanted: readonly string[], { games = [], leftOut }: OrderCircumstances) {
  const isPlayed = (gid: string) => games.some((game) => game.gid === gid);
  if (!wanted.every((gid) => isPlayed(gid) || leftOut.includes(gid))) return 'game_not_found';
  return wanted.some(isPlayed) ? null : 'game_left_out';
}

function judgeOwnOrder({ value: { order: wanted } }: SlotWish<'order'>, circumstances: OrderCircumstances) {
  const { rules, now, basedOn, games, wholeWeek, stored } = circumstances;
  if (games === undefined) return refuse('week_not_found');
  if (!asksFor('order', rules)) return refuse('other_format');
  if (isMadeForLink(circumstances, true)) return refuse('not_by_link');
  const { had, places, placed } = placesOf(circumstances);
  const unordered = orderRefusal(wanted, circumstances);
  if (unordered !== null) return refuse(unordered);
  const value = { order: rebaseOrder(placed, places, wanted, now) };
  const open = games.filter((game) => !isLocked(game, now));
  const isSame = isSameValue(had, value);
  const becomesOwn = (stored?.enteredBy ?? null) !== null && open.length > 0;
  // Once the week has locked, there is nothing to order, and everybody sees the order: games that are not in one keep their default places.
  if (open.length === 0 || isWeekLocked(wholeWeek, now)) return keep(value);
  if (isSame && !becomesOwn) return keep(value);
  if ((stored?.enteredBy ?? null) === null && isNewer(stored, basedOn)) return refuse('newer_choice');
  const moved = open.filter(({ gid }) => places[value.order.indexOf(gid)] !== gid);
  return { value, closesAt: nextLock(isSame ? open : moved, now) };
}

function judgeCommissionersOrder(
  { value: { order: wanted } }: SlotWish<'order'>,
  circumstances: OrderCircumstances,
  actor: Commissioner,
) {
  const { ownerId, rules, now, games, leftOut, wholeWeek, stored } = circumstances;
  if (games === undefined) return refuse('week_not_found');
  if (!asksFor('order', rules)) return refuse('other_format');
  const { had, places, placed } = placesOf(circumstances);
  const existing = hasValue(stored) ? { bus: stored.enteredBy !== null } : undefined;
  const fills = fillsOwn(circumstances);
  const refusal = busOrderRefusal({ adminId: actor.userId, ownerId, existing, fillsOwn: fills }, wholeWeek, now);
  if (refusal !== null) return refuse(refusal);
  const unordered = orderRefusal(wanted, circumstances);
  if (unordered !== null) return refuse(unordered);
  const value = { order: reorder(placed, places, wanted, ({ gid }) => !leftOut.includes(gid)) };
  // Before the lock, the same order is written again. Otherwise a commissioner could learn it by trying.
  if (isWeekLocked(wholeWeek, now) && isSameValue(had, value)) return keep(value);
  const lockAt = fills ? now : nextLock(games.filter(gameCounts), now);
  return { value, closesAt: closesFor(circumstances, actor, lockAt) };
}

/** A game that the pool leaves out, as an order places it: like one that is off. */
function withoutLock(gid: string): LockedOrderGame {
  return { gid, void: 'cancelled', lockAt: NO_LOCK };
}

/** The circumstances of a team. */
export interface TeamCircumstances extends Circumstances {
  readonly weekId: string;
  /** The pool's enabled weeks in order; their games have the pool's locks. */
  readonly weeks: readonly (SurvivorWeek & { readonly games: readonly WeekGame[] })[];
  /** The games of the week with the locks of whole weeks (`wholeWeek` of `PoolWeek`). */
  readonly wholeWeek: readonly Pick<Game, 'lockAt' | 'void'>[];
  readonly stored: Stored<TeamChoice> | undefined;
  /** All teams of the entry, by slot. */
  readonly choices: TeamChoices;
  /** Whether those who are out still choose teams in the week. */
  readonly hasSecondChance: boolean;
  /** The entry's buy-backs, as stored. */
  readonly buyBacks: BuyBacks;
  /** Whether the entry has a default, so that each lock may choose a team for it. */
  readonly hasDefault: boolean;
  /** The `sparedWeeks` of the pool. */
  readonly spared: SparedWeeks;
  /** The slots whose teams a commissioner, the actor, entered: these are no secret to them. */
  readonly entered: ReadonlySet<TeamSlot>;
}

/** Judges a team of a week. */
export function judgeTeam(wish: SlotWish<'team'>, circumstances: TeamCircumstances): Verdict<TeamChoice> {
  const { actor } = circumstances;
  if (actor.by === 'self') return judgeOwnTeam(wish, circumstances);
  if (actor.by === 'commissioner') return judgeCommissionersTeam(wish, circumstances, actor);
  if (actor.by === 'default') return judgeDefaultTeam(wish, circumstances);
  return judgeBroughtTeam(wish, circumstances);
}

function judgeBroughtTeam({ value: wanted }: SlotWish<'team'>, circumstances: TeamCircumstances) {
  const { hasAccount, now, weekId, weeks, stored } = circumstances;
  const had = stored?.value ?? null;
  const games = weeks.find(({ id }) => id === weekId)?.games ?? [];
  const hasBegun = games.some((game) => game.gid === wanted?.gid && isLocked(game, now));
  if (isKeptFromFile(circumstances, hasBegun)) return keep(had);
  const isEntered = (stored?.enteredBy ?? null) !== null;
  const isStored = stored !== undefined && (hasAccount || isEntered || isSameValue(had, wanted));
  return isStored ? keep(had) : { value: wanted, closesAt: NEVER };
}

/** The games of which a person chooses a team, or why nobody chooses one there. */
function gamesToChoose(slot: TeamSlot, { rules, weekId, weeks }: TeamCircumstances) {
  const games = weeks.find(({ id }) => id === weekId)?.games;
  if (games === undefined) return refuse('week_not_found');
  if (!asksFor('team', rules)) return refuse('other_format');
  return teamSlots(weekId, rules).includes(slot) ? games : refuse('one_team');
}

function judgeOwnTeam(wish: SlotWish<'team'>, circumstances: TeamCircumstances) {
  const { about: slot, value: wanted } = wish;
  const { rules, now, basedOn, weekId, weeks, stored, choices, hasSecondChance, buyBacks, spared } = circumstances;
  const games = gamesToChoose(slot, circumstances);
  if ('refusal' in games) return games;
  if (isMadeForLink(circumstances, hasValue(stored))) return refuse('already_made');
  const others = withoutSlot(choices, slot);
  if (isMadeForLink(circumstances, hasSealed(weeks, others, { slot, rules, now }, NO_SLOTS)))
    return refuse('not_by_link');
  const isEntered = (stored?.enteredBy ?? null) !== null;
  const holder = { ...weekHolder(weeks, choices, slot, rules, { buyBacks, spared }), hasSecondChance };
  const { choice: before } = holder;
  const refusal = teamRefusal(weekId, games, holder, wanted, now);
  const isSame = before?.gid === wanted?.gid && before?.team === wanted?.team;
  if (isSame && (refusal !== null || wanted === null || !isEntered)) return keep(before);
  if (refusal !== null) return refuse(refusal);
  // Everybody sees who has no team in a week that has locked.
  if (wanted === null && isWeekLocked(circumstances.wholeWeek, now)) return keep(before);
  if (!isEntered && isNewer(stored, basedOn)) return refuse('newer_choice');
  const gids = [before?.gid, wanted?.gid];
  const all = circumstances.hasDefault ? weeks.flatMap((week) => week.games) : games;
  const touched = all.filter((game) => (circumstances.hasDefault || gids.includes(game.gid)) && gameCounts(game));
  return { value: wanted, closesAt: nextLock(touched, now) };
}

/** Whether a default has nothing to fill: something is stored, or a commissioner took it back. */
function isFilled(stored: Stored<unknown> | undefined): boolean {
  return stored !== undefined && (stored.value !== null || stored.enteredBy !== null);
}

/** Whether a pick was withdrawn after the lock of its game, because its team was replaced. */
function isWithdrawn(stored: Stored<unknown> | undefined, { lockAt }: Pick<Game, 'lockAt'>): boolean {
  return stored !== undefined && stored.value === null && stored.madeAt >= lockAt;
}

/** A default fills a week without a team, of an entry that still plays. */
function judgeDefaultTeam(wish: SlotWish<'team'>, circumstances: TeamCircumstances) {
  const { weekId, weeks, rules, stored, choices, hasSecondChance, buyBacks, spared } = circumstances;
  const { about: slot, value: wanted } = wish;
  const had = stored?.value ?? null;
  if (wanted === null || isFilled(stored)) return keep(had);
  const held = weekHolder(weeks, choices, slot, rules, { buyBacks, spared });
  if (isShutOut({ ...held, hasSecondChance }, weekId)) return refuse('player_out');
  return { value: { ...wanted, auto: true as const }, closesAt: NEVER };
}

function judgeCommissionersTeam(wish: SlotWish<'team'>, circumstances: TeamCircumstances, actor: Commissioner) {
  const { about: slot, value: wanted } = wish;
  const { ownerId, rules, weekId, weeks, stored, choices, entered, now } = circumstances;
  const { hasSecondChance, buyBacks, spared } = circumstances;
  const games = gamesToChoose(slot, circumstances);
  if ('refusal' in games) return games;
  const had = stored?.value ?? null;
  const existing = had === null ? undefined : { ...had, bus: (stored?.enteredBy ?? null) !== null };
  const context = { adminId: actor.userId, ownerId, existing, fillsOwn: fillsOwn(circumstances) };
  const refusal = busTeamRefusal(context, wanted?.gid ?? null, games, now);
  if (refusal !== null) return refuse(refusal);
  if (wanted !== null) {
    const game = games.find(({ gid }) => gid === wanted.gid);
    if (game === undefined) return refuse('game_not_found');
    if (wanted.team !== game.home && wanted.team !== game.away) return refuse('team_not_found');
    if (!gameCounts(game)) return refuse('game_void');
    const others = withoutSlot(choices, slot);
    if (hasSealed(weeks, others, { slot, rules, now }, entered)) return refuse('players_team_ahead');
    const holder = { ...weekHolder(weeks, others, slot, rules, { buyBacks, spared }), hasSecondChance };
    const { other, used } = holder;
    if (isShutOut(holder, weekId)) return refuse('player_is_out');
    if (other?.gid === wanted.gid) return refuse('player_chose_game');
    if (used.has(wanted.team)) return refuse('player_used_team');
  }
  const isShown = games.some((game) => game.gid === had?.gid && isLocked(game, now));
  // Before the lock, the same team is written again. Otherwise a commissioner could learn it by trying.
  if (wanted === null ? had === null : isShown && isSameValue(had, wanted)) return keep(had);
  const touched = games.filter((game) => gameCounts(game) && [had?.gid, wanted?.gid].includes(game.gid));
  return { value: wanted, closesAt: closesFor(circumstances, actor, context.fillsOwn ? now : nextLock(touched, now)) };
}

/** A slot of a survivor pool at a moment. */
interface SlotView {
  readonly slot: TeamSlot;
  readonly rules: UseRules;
  readonly now: number;
}

/**
 * The teams that a player has used up in other slots, each with a week. Includes only teams whose game is locked, which everybody can see.
 */
export function knownUsedTeams(
  weeks: readonly SurvivorWeek[],
  choices: TeamChoices,
  { slot, rules, now }: SlotView,
): ReadonlyMap<string, string> {
  return usedTeams(weeks, knownChoices(weeks, now)(withoutSlot(choices, slot)), slot, rules);
}

function withoutSlot(choices: TeamChoices, slot: TeamSlot): TeamChoices {
  return Object.fromEntries(Object.entries(choices).filter(([each]) => each !== slot));
}

/** The slots that somebody entered who entered none. */
const NO_SLOTS: ReadonlySet<TeamSlot> = new Set();

/**
 * Whether a player has another sealed team in the same phase, of which the actor does not know. It limits which teams can be chosen, so
 * accepting or refusing one would reveal it.
 */
function hasSealed(
  weeks: readonly SurvivorWeek[],
  choices: TeamChoices,
  { slot, rules, now }: SlotView,
  entered: ReadonlySet<TeamSlot>,
): boolean {
  const known = knownChoices(weeks, now)(choices);
  const ofPhase = weeks.filter(({ id }) => phaseOf(id, rules) === phaseOf(weekOfSlot(slot), rules));
  const slots = ofPhase.flatMap(({ id }) => teamSlots(id, rules));
  return slots.some((each) => !entered.has(each) && choiceOf(choices, each) !== choiceOf(known, each));
}

/** Who enters something for whom, and what is stored: `bus` if somebody else entered it; undefined if there is nothing. */
interface BusContext {
  readonly adminId: string;
  readonly ownerId: string;
  readonly existing: { readonly bus: boolean } | undefined;
  /** Whether an import may fill the slot even though the entry is its author's (`own-line.ts`). */
  readonly fillsOwn?: boolean;
}

function isOwn({ adminId, ownerId, fillsOwn = false }: BusContext): boolean {
  return adminId === ownerId && !fillsOwn;
}

/** The facts by which it is known beforehand that a commissioner cannot enter anything in a slot. */
interface EnteringFacts extends BusContext {
  /** The games of the week, with the pool's locks. */
  readonly games: readonly LockedGame[];
  /** The same games with the locks of whole weeks (`wholeWeek` of `PoolWeek`). */
  readonly wholeWeek: readonly LockedGame[];
  /** The game that the slot is about now: that of a pick, the tiebreak game, or that of the stored team. */
  readonly gid: string | null;
}

/** Why a commissioner cannot enter or take back anything in a slot, whatever it is; null if they can. */
export function enteringRefusal(kind: SlotKind, facts: EnteringFacts, now: number) {
  const { games, wholeWeek, gid, existing } = facts;
  if (kind === 'order' || (kind === 'team' && existing === undefined)) return busOrderRefusal(facts, wholeWeek, now);
  if (kind === 'team')
    return busTeamRefusal({ ...facts, existing: existing && { ...existing, gid: gid ?? '' } }, null, games, now);
  const game = games.find((each) => each.gid === gid);
  if (game === undefined || !gameCounts(game)) return 'game_void';
  return busPickRefusal(facts, game, now);
}

/**
 * Why a commissioner cannot enter a pick or a guess; null if they can. Nobody enters one for themselves after the lock. Before the lock, a
 * commissioner fills a missing one but does not replace a player's own (decisions, Picks).
 */
export function busPickRefusal(context: BusContext, game: Pick<Game, 'lockAt'>, now: number) {
  const { existing } = context;
  if (isLocked(game, now)) return isOwn(context) ? 'own_bus_pick' : null;
  return existing !== undefined && !existing.bus ? 'players_own_pick' : null;
}

type LockedGame = Pick<Game, 'gid' | 'lockAt' | 'void'>;

/**
 * Why a commissioner cannot enter an order for a player; null if they can. The player's own order stays until all games of the week have
 * locked. Nobody enters their own order this way once a game has locked.
 * @param games of the week, with the locks of whole weeks (`wholeWeek` of `PoolWeek`)
 */
export function busOrderRefusal(context: BusContext, games: readonly LockedGame[], now: number) {
  const { existing } = context;
  if (existing !== undefined && !existing.bus && !isWeekLocked(games, now)) return 'players_own_pick';
  const hasBegun = games.some((game) => gameCounts(game) && isLocked(game, now));
  return isOwn(context) && hasBegun ? 'own_bus_pick' : null;
}

/**
 * Why a commissioner cannot enter or take back a team for a player; null if they can. The player's own team stays until its game has
 * locked. Nobody enters their own team this way once its game, or the game of the new team, has locked.
 * @param games of the week, with the pool's locks
 */
export function busTeamRefusal(
  context: BusContext & { readonly existing: { readonly gid: string } | undefined },
  wantedGid: string | null,
  games: readonly LockedGame[],
  now: number,
) {
  const { existing } = context;
  const hasLocked = (gid: string | null | undefined) => games.some((game) => game.gid === gid && isLocked(game, now));
  if (existing !== undefined && !existing.bus && !hasLocked(existing.gid)) return 'players_own_pick';
  return isOwn(context) && (hasLocked(existing?.gid) || hasLocked(wantedGid)) ? 'own_bus_pick' : null;
}

/** Picks from a file, a seed or a link are stored even if their week is disabled: they count once the pool enables it again. */
function isBrought({ by }: Actor): boolean {
  return by === 'import' || by === 'seed' || by === 'link' || by === 'default';
}

/** Whether a file must leave an entry as it is: the entry has an account, and its owner can still pick. */
function isKeptFromFile({ actor, hasAccount }: Circumstances, isLockedNow: boolean): boolean {
  return actor.by === 'import' && hasAccount && !isLockedNow;
}

function hasValue<V>(stored: Stored<V> | undefined): stored is Stored<V> & { readonly value: V } {
  return stored !== undefined && stored.value !== null;
}

function isNewer(stored: Stored<unknown> | undefined, basedOn: number | null): boolean {
  return basedOn !== null && (stored?.revision ?? 0) > basedOn;
}
