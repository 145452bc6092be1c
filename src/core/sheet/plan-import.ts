import { normalizeName } from '#core/names.ts';
import type { Slot } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import type { Side } from '#core/types.ts';
import type { MatchedName } from './match-names.ts';
import type { SheetPick } from './reading.ts';
import { slotOf } from './reading.ts';
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
  'off',
  'own',
  'repeated',
  'conflict',
  'replaced',
  'out',
] as const;
export type PickState = (typeof pickStates)[number];

export interface PlanInput {
  readonly picks: readonly SheetPick[];
  readonly names: readonly MatchedName[];
  /** One for each name. */
  readonly targets: readonly NameTarget[];
  /** What the pool has in a slot; null if it has nothing. */
  readonly stored: (entryId: string, slot: Slot) => Side | number | null;
  /**
   * Why nothing can be entered for an entry, or for a new player (null): the game is not in the pool, open, or off, or the entry is the
   * importer's own; null if it can.
   */
  readonly refusal: (entryId: string | null, gid: string) => 'leftOut' | 'open' | 'off' | 'own' | null;
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
}

export interface ImportPlan {
  /** One for each pick. */
  readonly states: readonly PickState[];
  readonly counts: Readonly<Record<PickState, number>>;
  /** The cells that the conflicting picks contradict, by position of the pick. */
  readonly against: ReadonlyMap<number, string>;
  readonly sent: ImportedPicks;
}

/** Decides what is done with each pick of a sheet. Of picks for both teams of a game, and of several guesses of a week, one counts. */
export function planImport({ picks, names, targets, stored, refusal, ...choices }: PlanInput): ImportPlan {
  const { replaces, laterCounts } = choices;
  const slots = new Slots();
  const counts = Object.fromEntries(pickStates.map((state) => [state, 0])) as Record<PickState, number>;
  const against = new Map<number, string>();
  const targetOf = ({ name }: SheetPick): NameTarget => targets[name] ?? 'out';
  const keyOf = (pick: SheetPick): string => {
    const target = targetOf(pick);
    const label = names[pick.name]?.label ?? '';
    const owner = typeof target === 'object' ? `entry ${target.entryId}` : `${target} ${normalizeName(label)}`;
    return `${owner}\n${slotKey(slotOf(pick))}`;
  };
  const counting = new Map<string, SheetPick>();
  for (const pick of laterCounts ? picks : picks.toReversed()) counting.set(keyOf(pick), pick);
  const states = picks.map((pick, at): PickState => {
    const target = targetOf(pick);
    if (target === 'out') return 'out';
    const other = counting.get(keyOf(pick));
    if (other !== undefined && other !== pick) {
      if (other.value === pick.value) return 'repeated';
      if (laterCounts) return 'replaced';
      against.set(at, cellName(other.row, other.column));
      return 'conflict';
    }
    const entryId = target === 'new' ? null : target.entryId;
    const refused = refusal(entryId, pick.gid);
    // What is stored for an open game is sealed, and so are picks of a game that the pool leaves out.
    if (refused === 'open' || refused === 'leftOut') return refused;
    const had = entryId === null ? null : stored(entryId, slotOf(pick));
    if (had === pick.value) return 'same';
    if (refused !== null) return refused;
    if (had === null || replaces)
      slots.add(target === 'new' ? { newPlayer: names[pick.name]?.label ?? '' } : target, pick);
    return had === null ? 'new' : 'differs';
  });
  for (const state of states) counts[state] += 1;
  return { states, counts, against, sent: slots.finish() };
}

/** Numbers entries, new players and games in the order in which they come. */
class Slots {
  readonly #entries = new Map<string, number>();
  readonly #players = new Map<string, { readonly name: string; readonly at: number }>();
  readonly #gids = new Map<string, number>();
  readonly #picks: { of: { entry: number } | { player: number }; game: number; pick: SheetPick }[] = [];

  add(who: { readonly entryId: string } | { readonly newPlayer: string }, pick: SheetPick): void {
    const game = this.#gids.get(pick.gid) ?? this.#gids.size;
    this.#gids.set(pick.gid, game);
    if ('entryId' in who) {
      const entry = this.#entries.get(who.entryId) ?? this.#entries.size;
      this.#entries.set(who.entryId, entry);
      this.#picks.push({ of: { entry }, game, pick });
      return;
    }
    const key = normalizeName(who.newPlayer);
    const player = this.#players.get(key) ?? { name: who.newPlayer, at: this.#players.size };
    this.#players.set(key, player);
    this.#picks.push({ of: { player: player.at }, game, pick });
  }

  finish(): ImportedPicks {
    const size = this.#entries.size;
    const sent: Pick<ImportedPicks, 'picks' | 'guesses'> = { picks: [], guesses: [] };
    for (const { of, game, pick } of this.#picks) {
      const entry = 'entry' in of ? of.entry : size + of.player;
      if (pick.kind === 'pick') sent.picks.push([entry, game, pick.value]);
      else sent.guesses.push([entry, game, pick.value]);
    }
    return {
      entries: [...this.#entries.keys()],
      newPlayers: [...this.#players.values()].map(({ name }) => name),
      gids: [...this.#gids.keys()],
      ...sent,
    };
  }
}
