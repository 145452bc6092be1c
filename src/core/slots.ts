import type { Fields } from './fields.ts';
import { fieldsOf } from './fields.ts';
import { orderAmong } from './formats/confidence/confidence.ts';
import type { UseRules } from './formats/survivor/survivor.ts';
import { teamSlots, weekOfSlot } from './formats/survivor/survivor.ts';
import type { ShownPick, Slot, SlotKind, SlotValues, SlotWish } from './pick.ts';
import { MAX_GUESS } from './tiebreak.ts';
import type { Game } from './types.ts';

/**
 * What each kind of slot means: one entry for each. What handles picks of any kind asks here. `opensAt` is the only rule about when others
 * see a pick: `reveal` seals single picks by it, and what sends those of all entries at once asks it with `isVisible` or `visibleGames`.
 */

const NEVER = Number.POSITIVE_INFINITY;

/** A pool's week as its picks open. */
export interface SlotWeek {
  /** The lock (ms) of a game in the pool; undefined for one that it does not have. */
  readonly lockOf: (gid: string) => number | undefined;
  /** The moment (ms) from which no game of the week can be picked. */
  readonly wholeLock: number;
  /** The tiebreak game; null if there is none. */
  readonly tiebreakGid: string | null;
}

/**
 * A pool's week as its picks open. What is about sides or teams alone needs only the games.
 * @param games those that a pick of the week may be about, with the pool's locks
 */
export function slotWeek(
  games: readonly Pick<Game, 'gid' | 'lockAt'>[],
  wholeLock = NEVER,
  tiebreakGid: string | null = null,
): SlotWeek {
  const locks = new Map(games.map(({ gid, lockAt }) => [gid, lockAt]));
  return { lockOf: (gid) => locks.get(gid), wholeLock, tiebreakGid };
}

/** A kind of slot. */
interface Kind<K extends SlotKind> {
  /** What the picks of a week are about. */
  readonly abouts: (week: PickedWeek, rules: UseRules) => readonly string[];
  /** The week of a slot, by what it is about. */
  readonly week: (about: string, weekOfGame: (gid: string) => string | undefined) => string | undefined;
  /** Reads a value without its marks, with only its own fields; undefined for anything else. */
  readonly parse: (fields: Fields) => SlotValues[K] | undefined;
  /** The marks that a value may have: true, or absent. */
  readonly marks: readonly string[];
  /** Whether somebody may ask for no value. */
  readonly isOptional: boolean;
  /** The game that a pick is about; null for an order, which is about its whole week, and for a week's pick that was taken back. */
  readonly game: (pick: SlotOf<K>) => string | null;
  /** The moment (ms) from which everybody may see the pick; infinite for never. */
  readonly opensAt: (pick: SlotOf<K>, week: SlotWeek) => number;
  /** The value with these games only. */
  readonly among: (value: SlotValues[K], games: readonly Pick<Game, 'gid'>[]) => SlotValues[K];
  /** Whether a value names only games that there are, and a team only of its game. */
  readonly fits: (value: SlotValues[K], gameOf: (gid: string) => Pick<Game, 'home' | 'away'> | undefined) => boolean;
  /** The value that is stored when one is taken back. */
  readonly empty: (value: SlotValues[K]) => SlotValues[K] | null;
  /** The value as a receipt lists it; null if it was taken back. */
  readonly text: (value: SlotValues[K]) => string | null;
}

/** A week of a pool, and its tiebreak game; null if it has none. */
interface PickedWeek {
  readonly id: string;
  readonly games: readonly Pick<Game, 'gid'>[];
  readonly tiebreakGid: string | null;
}

/** A slot with its value. */
type SlotOf<K extends SlotKind> = { readonly [N in K]: Slot<N> & { readonly value: SlotValues[N] | null } }[K];

const kinds: { readonly [K in SlotKind]: Kind<K> } = {
  pick: {
    abouts: ({ games }) => games.map(({ gid }) => gid),
    week: (gid, weekOfGame) => weekOfGame(gid),
    parse: ({ side }) => (side === 'home' || side === 'away' ? { side } : undefined),
    marks: ['best', 'auto'],
    isOptional: true,
    game: ({ about }) => about,
    opensAt: ({ about }, week) => lockIn(week, about),
    among: (value) => value,
    fits: () => true,
    empty: () => null,
    text: ({ side, best }) => (best ? `${side} best` : side),
  },
  guess: {
    abouts: ({ id, games, tiebreakGid }) => (games.some(({ gid }) => gid === tiebreakGid) ? [id] : []),
    week: (weekId) => weekId,
    parse: ({ gid, total }) => (isId(gid) && isTotal(total) ? { gid, total } : undefined),
    marks: ['cleared'],
    isOptional: false,
    game: ({ value }) => value?.gid ?? null,
    // Another game was the tiebreak when it was made, so the guess is of no use until nothing of the week is open.
    opensAt: ({ value }, week) => {
      if (value === null) return week.wholeLock;
      const lockAt = lockIn(week, value.gid);
      return value.gid === week.tiebreakGid ? lockAt : Math.max(lockAt, week.wholeLock);
    },
    among: (value) => value,
    fits: ({ gid }, gameOf) => gameOf(gid) !== undefined,
    empty: ({ gid }) => ({ gid, total: null }),
    text: ({ gid, total }) => (total === null ? null : `${gid} ${total}`),
  },
  order: {
    abouts: ({ id }) => [id],
    week: (weekId) => weekId,
    parse: ({ order }) =>
      Array.isArray(order) && order.every(isId) && new Set(order).size === order.length ? { order } : undefined,
    marks: [],
    isOptional: false,
    game: () => null,
    opensAt: (_, { wholeLock }) => wholeLock,
    among: ({ order }, games) => ({ order: orderAmong(games, order) }),
    fits: ({ order }, gameOf) => order.every((gid) => gameOf(gid) !== undefined),
    empty: () => null,
    text: ({ order }) => order.join(' '),
  },
  team: {
    abouts: ({ id }, rules) => teamSlots(id, rules),
    week: (slot) => weekOfSlot(slot),
    parse: ({ gid, team }) => (isId(gid) && isId(team) ? { gid, team } : undefined),
    marks: ['auto'],
    isOptional: true,
    game: ({ value }) => value?.gid ?? null,
    opensAt: ({ value }, week) => (value === null ? week.wholeLock : lockIn(week, value.gid)),
    among: (value) => value,
    fits: ({ gid, team }, gameOf) => {
      const game = gameOf(gid);
      return game !== undefined && (team === game.home || team === game.away);
    },
    empty: () => null,
    text: ({ gid, team }) => `${gid} ${team}`,
  },
};

/** The slots that a kind has in a week. */
export function slotsIn<K extends SlotKind>(kind: K, week: PickedWeek, rules: UseRules): Slot<K>[] {
  return kinds[kind].abouts(week, rules).map((about) => ({ kind, about }) as Slot<K>);
}

/** Reads a stored value of a kind from a file, whose fields may be anything; null unless it has all of its fields and no others. */
export function parseSlotValue<K extends SlotKind>(kind: K, fields: Fields): SlotValues[K] | null {
  const { parse, marks } = kinds[kind];
  const value = parse(fields);
  if (value === undefined) return null;
  const isKnown = ([name, field]: [string, unknown]) =>
    marks.includes(name) ? field === true || field === undefined : Object.hasOwn(value, name);
  return Object.entries(fields).every(isKnown) ? { ...value, ...fields } : null;
}

/** Reads a wish from a device, where its fields may be anything; null for anything else. */
export function parseWish({ kind, about, value }: Fields): SlotWish | null {
  if (!isKind(kind) || !isId(about)) return null;
  const { parse, isOptional, marks, text } = kinds[kind];
  if (value === null) return isOptional ? ({ kind, about, value } as SlotWish) : null;
  const fields = fieldsOf(value);
  const parsed = parse(fields);
  const { best } = fields;
  // An order of no games asks for nothing.
  if (parsed === undefined || text(parsed as never) === '') return null;
  if (best !== undefined && (typeof best !== 'boolean' || !marks.includes('best'))) return null;
  return { kind, about, value: { ...parsed, ...(best !== undefined && { best }) } } as SlotWish;
}

/** Whether a word names a kind of slot. */
export function isKind(word: unknown): word is SlotKind {
  return typeof word === 'string' && Object.hasOwn(kinds, word);
}

/** The moment (ms) from which everybody may see a pick; infinite if its game is none of the week's. */
export function opensAt<K extends SlotKind>(pick: SlotOf<K>, week: SlotWeek): number {
  return kinds[pick.kind as K].opensAt(pick, week);
}

/** Whether everybody may see a pick at `now`. */
export function isVisible<K extends SlotKind>(pick: SlotOf<K>, week: SlotWeek, now: number): boolean {
  return now >= opensAt(pick, week);
}

/** The games whose sides everybody may see at `now`. @param games with the pool's locks */
export function visibleGames(games: readonly Pick<Game, 'gid' | 'lockAt'>[], now: number): ReadonlySet<string> {
  const week = slotWeek(games);
  return new Set(
    games.flatMap(({ gid }) => (isVisible({ kind: 'pick', about: gid, value: null }, week, now) ? [gid] : [])),
  );
}

/** A pick as others see it at `now`. */
export function reveal<K extends SlotKind>(pick: SlotOf<K>, week: SlotWeek, now: number): ShownPick<K> {
  const { kind, about, value } = pick;
  const isShown = isVisible(pick, week, now);
  const isSealed = !isShown && !isTakenBack(pick);
  return { kind, about, value: isShown ? value : null, isSealed } as ShownPick<K>;
}

/** The game that a pick is about; null for an order, which is about its whole week, and for a week's pick that was taken back. */
export function gameOf<K extends SlotKind>(pick: SlotOf<K>): string | null {
  return kinds[pick.kind as K].game(pick);
}

/** The week of a slot. @param weekOfGame the week of a game, if it is known */
export function weekOf(slot: Slot, weekOfGame: (gid: string) => string | undefined): string | undefined {
  return kinds[slot.kind].week(slot.about, weekOfGame);
}

/** A pick with only those games of a pool that it plays: an order may name others. */
export function amongGames<P extends SlotOf<SlotKind>>(pick: P, games: readonly Pick<Game, 'gid'>[]): P {
  const { kind, value } = pick;
  const among = value === null ? null : kinds[kind].among(value as never, games);
  return among === value ? pick : { ...pick, value: among };
}

/** Whether a value names only games that there are, and a team only of its game. @param gameOf undefined for a game that there is not */
export function fitsGames<K extends SlotKind>(
  kind: K,
  value: SlotValues[K],
  gameOf: (gid: string) => Pick<Game, 'home' | 'away'> | undefined,
): boolean {
  return kinds[kind].fits(value, gameOf);
}

/** The value that takes back a stored one: a guess still names its game. */
export function emptyValue<K extends SlotKind>({ kind, value }: SlotOf<K>): SlotValues[K] | null {
  return value === null ? null : kinds[kind as K].empty(value);
}

/** A value as a receipt lists it; null if it was taken back. */
export function textOf<K extends SlotKind>({ kind, value }: SlotOf<K>): string | null {
  return value === null ? null : kinds[kind as K].text(value);
}

/** Whether a pick is taken back; a guess still names its game then. */
export function isTakenBack<K extends SlotKind>(pick: SlotOf<K>): boolean {
  return textOf(pick) === null;
}

function lockIn({ lockOf }: SlotWeek, gid: string): number {
  return lockOf(gid) ?? NEVER;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^\S+$/.test(value);
}

function isTotal(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_GUESS);
}
