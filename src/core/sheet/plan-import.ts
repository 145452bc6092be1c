import type { TeamSlot } from '#core/formats/survivor/survivor.ts';
import { normalizeName } from '#core/names.ts';
import type { Slot } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import type { Side } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { MonthDay } from './days.ts';
import type { MatchedName } from './match-names.ts';
import type { ValuedWeek } from './plan-orders.ts';
import { orderOfWeek } from './plan-orders.ts';
import type { SheetBuyBack, SheetPick } from './reading.ts';
import { cellName } from './table.ts';

/** What becomes of the picks of a name: they are an entry's or a new player's, or left out. */
export type NameTarget = { readonly entryId: string } | 'new' | 'out';

/** What an import does with a pick. */
const pickStates = [
  'new',
  'same',
  'differs',
  'leftOut',
  'open',
  'openWeek',
  'off',
  'own',
  'repeated',
  'conflict',
  'noOrder',
  'replaced',
  'out',
] as const;
export type PickState = (typeof pickStates)[number];

export interface PlanInput {
  readonly picks: readonly SheetPick[];
  /** Missing if buy-backs are left out. */
  readonly buyBacks?: readonly SheetBuyBack[];
  readonly names: readonly MatchedName[];
  /** One for each name. */
  readonly targets: readonly NameTarget[];
  /** What the pool has in a slot: a side, a guess or a team; null if it has nothing. */
  readonly stored: (entryId: string, slot: Slot) => Side | number | string | null;
  /**
   * Why nothing can be entered for an entry, or for a new player (null): the game is not in the pool, open, or off, its week has an open game
   * in a pool that imports whole weeks, or the entry is the importer's own; null if it can.
   */
  readonly refusal: (
    entryId: string | null,
    pick: Pick<SheetPick, 'kind' | 'gid' | 'weekId'>,
  ) => 'leftOut' | 'open' | 'openWeek' | 'off' | 'own' | null;
  /** The teams that an entry chooses in a week of a survivor pool, as slots: one or two. */
  readonly teamSlots?: (weekId: string) => readonly TeamSlot[];
  /** The weeks of a confidence pool. */
  readonly weeks?: ReadonlyMap<string, ValuedWeek> | undefined;
  /** The value that a game has in the pool; undefined if it has none that is visible. */
  readonly storedValue?: (entryId: string, gid: string) => number | undefined;
  /** Whether picks that differ are replaced. */
  readonly replaces: boolean;
  /** Whether of picks for both teams of a game the last one counts, as of people who answer a form again; else the first. */
  readonly laterCounts: boolean;
}

/** The picks to be sent, by position in the lists before them; new players follow the entries. */
export interface ImportedPicks {
  readonly entries: string[];
  readonly newPlayers: string[];
  readonly gids: string[];
  readonly picks: [entry: number, game: number, side: Side][];
  /** Guesses of tiebreak games. */
  readonly guesses: [entry: number, game: number, total: number][];
  /** The orders of weeks in a confidence pool: their games from the lowest value up. */
  readonly orders: [entry: number, games: number[]][];
  /** In a survivor pool: teams, the second of a week marked by 1, in the order of weeks. */
  readonly teams: [entry: number, game: number, side: Side, slot: 0 | 1][];
  /** Which entries bought back into it, and on which day if that is known. */
  readonly buyBacks: [entry: number, on: [month: number, day: number] | null][];
}

export interface ImportPlan {
  /** One for each pick. */
  readonly states: readonly PickState[];
  readonly counts: Readonly<Record<PickState, number>>;
  /** The cells that the conflicting picks contradict, by position of the pick. */
  readonly against: ReadonlyMap<number, string>;
  /** Why the weeks of `noOrder` are left out, by position of one of their picks. */
  readonly flaws: ReadonlyMap<number, string>;
  readonly sent: ImportedPicks;
}

/**
 * Decides what is done with each pick of a sheet. Of picks for both teams of a game, and of several guesses of a week, one counts. In a
 * confidence pool a player's week is imported as a whole, with its order.
 */
export function planImport(input: PlanInput): ImportPlan {
  const { picks, names, targets, weeks, replaces } = input;
  const against = new Map<number, string>();
  const owners = picks.map(({ name }) => ownerOf(names[name], targets[name] ?? 'out'));
  const placed = slotsOf(picks, owners, input.teamSlots);
  const states = statesOf(input, owners, placed, against);
  const flaws = new Map<number, string>();
  const slots = new Slots();
  const isSent = (state: PickState | undefined): boolean => state === 'new' || (state === 'differs' && replaces);
  if (weeks !== undefined) {
    for (const week of weeksOfOwners(picks, owners, states)) {
      const order = settleWeek(week, { ...input, weeks }, states, flaws);
      if (order !== null && week.at.some((at) => isSent(states[at]))) slots.addOrder(week.owner, order);
    }
  }
  for (const [at, pick] of picks.entries()) {
    const owner = owners[at];
    if (owner !== undefined && isSent(states[at])) slots.add(owner, pick, placed[at]?.about !== pick.weekId);
  }
  for (const { name, day } of input.buyBacks ?? []) {
    const target = targets[name] ?? 'out';
    if (target !== 'out') slots.addBuyBack(ownerOf(names[name], target), day);
  }
  const counts = Object.fromEntries(pickStates.map((state) => [state, 0])) as Record<PickState, number>;
  for (const state of states) counts[state] += 1;
  return { states, counts, against, flaws, sent: slots.finish() };
}

/** Whose pick it is. */
interface Owner {
  readonly key: string;
  readonly target: NameTarget;
  readonly label: string;
}

function ownerOf(name: MatchedName | undefined, target: NameTarget): Owner {
  const label = name?.label ?? '';
  if (typeof target === 'object') return { key: `entry ${target.entryId}`, target, label };
  return { key: `${target} ${normalizeName(label)}`, target, label };
}

/** The slot of each pick. Of the teams of a week, the first is that of the first slot, and another one that of the last. */
function slotsOf(
  picks: readonly SheetPick[],
  owners: readonly Owner[],
  teamSlots: PlanInput['teamSlots'] = (weekId) => [weekId],
): Slot[] {
  const firsts = new Map<string, string>();
  return picks.map(({ kind, weekId, gid, value }, at): Slot => {
    if (kind !== 'team') return { kind, about: kind === 'guess' ? weekId : gid };
    const key = `${owners[at]?.key}\n${weekId}`;
    const first = firsts.get(key) ?? value;
    firsts.set(key, first);
    const slots = teamSlots(weekId);
    return { kind, about: slots.at(first === value ? 0 : -1) ?? weekId };
  });
}

function entryOf({ target }: Owner): string | null {
  return typeof target === 'object' ? target.entryId : null;
}

/** What is done with each pick by itself. */
function statesOf(
  { picks, stored, refusal, laterCounts }: PlanInput,
  owners: readonly Owner[],
  slots: readonly Slot[],
  against: Map<number, string>,
): PickState[] {
  const keys = slots.map((slot, at) => `${owners[at]?.key}\n${slotKey(slot)}`);
  const counting = new Map<string | undefined, SheetPick>();
  const inOrder = [...picks.entries()];
  for (const [at, pick] of laterCounts ? inOrder : inOrder.toReversed()) counting.set(keys[at], pick);
  return picks.map((pick, at): PickState => {
    const owner = owners[at];
    if (owner === undefined || owner.target === 'out') return 'out';
    const other = counting.get(keys[at]);
    if (other !== undefined && other !== pick) {
      if (other.value === pick.value) return 'repeated';
      if (laterCounts) return 'replaced';
      against.set(at, cellName(other.row, other.column));
      return 'conflict';
    }
    const entryId = entryOf(owner);
    const refused = refusal(entryId, pick);
    // What is stored for an open game is sealed, and so are picks of a game that the pool leaves out.
    if (refused === 'open' || refused === 'openWeek' || refused === 'leftOut') return refused;
    const slot = slots[at];
    const had = entryId === null || slot === undefined ? null : stored(entryId, slot);
    if (had === pick.value) return 'same';
    if (refused !== null) return refused;
    return had === null ? 'new' : 'differs';
  });
}

/** The picks of games of a player's week, by position. */
interface OwnersWeek {
  readonly owner: Owner;
  readonly weekId: string;
  readonly at: readonly number[];
}

function weeksOfOwners(
  picks: readonly SheetPick[],
  owners: readonly Owner[],
  states: readonly PickState[],
): OwnersWeek[] {
  const playing = [...picks.keys()].filter(
    (at) => picks[at]?.kind === 'pick' && ['new', 'same', 'differs', 'off'].includes(states[at] ?? ''),
  );
  return [...Map.groupBy(playing, (at) => `${owners[at]?.key}\n${picks[at]?.weekId}`).values()].flatMap((at) => {
    const [first = -1] = at;
    const [owner, pick] = [owners[first], picks[first]];
    return owner === undefined || pick === undefined ? [] : [{ owner, weekId: pick.weekId, at }];
  });
}

/**
 * Sets the states of a player's week in a confidence pool: if the pool has something of it, all that is not the same differs.
 * @returns its order; null if nothing of it can be imported
 */
function settleWeek(
  { owner, weekId, at }: OwnersWeek,
  { picks, weeks, stored, storedValue, refusal }: PlanInput & Required<Pick<PlanInput, 'weeks'>>,
  states: PickState[],
  flaws: Map<number, string>,
): readonly string[] | null {
  const week = weeks.get(weekId);
  const own = at.flatMap((each) => {
    const pick = picks[each];
    return pick?.kind === 'pick' ? [{ each, pick }] : [];
  });
  if (week === undefined) return null;
  const read = orderOfWeek(
    own.map(({ pick }) => pick),
    weekId,
    week,
  );
  if ('why' in read) {
    for (const each of at) states[each] = 'noOrder';
    flaws.set(picks.indexOf(read.pick), read.why);
    return null;
  }
  const entryId = entryOf(owner);
  // Also of games that the sheet lacks: another order would change what they are worth.
  const hasStored =
    entryId !== null && week.games.some(({ gid }) => stored(entryId, { kind: 'pick', about: gid }) !== null);
  for (const { each, pick } of own) {
    const isSameValue = entryId !== null && storedValue?.(entryId, pick.gid) === pick.points;
    if (hasStored && states[each] === 'new') states[each] = 'differs';
    if (states[each] === 'same' && pick.points !== null && !isSameValue)
      states[each] = refusal(entryId, pick) === 'own' ? 'own' : 'differs';
  }
  return read.order;
}

/** Numbers entries, new players and games in the order in which they come. */
class Slots {
  readonly #entries = new Map<string, number>();
  readonly #players = new Map<string, { readonly name: string; readonly at: number }>();
  readonly #gids = new Map<string, number>();
  readonly #picks: { of: Position; game: number; pick: SheetPick; slot: 0 | 1 }[] = [];
  readonly #buyBacks: { of: Position; day: MonthDay | null }[] = [];
  readonly #days = new Set<string>();
  readonly #orders: { of: Position; games: number[] }[] = [];

  add(owner: Owner, pick: SheetPick, isSecond: boolean): void {
    this.#picks.push({ of: this.#ownerAt(owner), game: this.#gameAt(pick.gid), pick, slot: isSecond ? 1 : 0 });
  }

  addBuyBack(owner: Owner, day: MonthDay | null): void {
    // A list may say the same day in each row.
    const key = `${owner.key} ${day?.month} ${day?.day}`;
    if (day !== null && this.#days.has(key)) return;
    this.#days.add(key);
    this.#buyBacks.push({ of: this.#ownerAt(owner), day });
  }

  addOrder(owner: Owner, order: readonly string[]): void {
    this.#orders.push({ of: this.#ownerAt(owner), games: order.map((gid) => this.#gameAt(gid)) });
  }

  finish(): ImportedPicks {
    const positionOf = ({ isNew, at }: Position): number => (isNew ? this.#entries.size + at : at);
    const sent: Pick<ImportedPicks, 'picks' | 'guesses' | 'teams'> = { picks: [], guesses: [], teams: [] };
    const byWeek = this.#picks.toSorted((a, b) => compareWeeks(a.pick.weekId, b.pick.weekId));
    for (const { of, game, pick, slot } of byWeek) {
      if (pick.kind === 'pick') sent.picks.push([positionOf(of), game, pick.value]);
      else if (pick.kind === 'guess') sent.guesses.push([positionOf(of), game, pick.value]);
      else sent.teams.push([positionOf(of), game, pick.side, slot]);
    }
    return {
      entries: [...this.#entries.keys()],
      newPlayers: [...this.#players.values()].map(({ name }) => name),
      gids: [...this.#gids.keys()],
      ...sent,
      orders: this.#orders.map(({ of, games }) => [positionOf(of), games]),
      buyBacks: this.#buyBacks.map(({ of, day }) => [positionOf(of), day && [day.month, day.day]]),
    };
  }

  #gameAt(gid: string): number {
    const game = this.#gids.get(gid) ?? this.#gids.size;
    this.#gids.set(gid, game);
    return game;
  }

  #ownerAt({ target, label }: Owner): Position {
    if (typeof target === 'object') {
      const at = this.#entries.get(target.entryId) ?? this.#entries.size;
      this.#entries.set(target.entryId, at);
      return { isNew: false, at };
    }
    const key = normalizeName(label);
    const player = this.#players.get(key) ?? { name: label, at: this.#players.size };
    this.#players.set(key, player);
    return { isNew: true, at: player.at };
  }
}

/** A position among the entries, or among the new players, who follow them. */
interface Position {
  readonly isNew: boolean;
  readonly at: number;
}
