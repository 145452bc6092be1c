import { mayAddEntry } from '#core/entries.ts';
import { normalizeName } from '#core/names.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Flaw } from '../csv/csv-table.ts';
import type { Player } from '../store/import-picks.ts';
import type { PickRow } from './picks-rows.ts';
import type { Who } from './picks-who.ts';
import { keyOfWho } from './picks-who.ts';

/** What the entries of a file are held against. */
interface EntryRows {
  readonly rows: readonly PickRow[];
  readonly rules: PoolRules;
  /** Known players, by their name in the file. */
  readonly players: ReadonlyMap<string, Player>;
  readonly newPlayers: readonly string[];
  /** The names of all entries that the pool has. */
  readonly entryNames: readonly string[];
  /** Whether missing entries are made. */
  readonly create: boolean;
  /** A survivor pool that has begun. */
  readonly isClosed: boolean;
}

/** An entry that the pool does not have yet, beside the first of its player. */
export interface NewEntry extends Who {
  /** An entry of the same person; null for that of a new player. */
  readonly besideId: string | null;
}

/** What a file has of entries. */
export interface MatchedEntries {
  /** The rows with one spelling for each entry, blank for the first of a player. */
  readonly rows: readonly PickRow[];
  /** Known entries by `keyOfWho`. */
  readonly entryIds: ReadonlyMap<string, string>;
  readonly newEntries: readonly NewEntry[];
  /** What the first entries of new players are called, by player, unless it is their own name. */
  readonly firstNames: ReadonlyMap<string, string>;
}

/** Finds the entries that the rows of a file name, adding those that do not fit to `flaws`. */
export function matchEntries({ rows, ...known }: EntryRows, flaws: Flaw[]): MatchedEntries {
  const isNew = new Set(known.newPlayers);
  const taken = new Set(known.entryNames.map(normalizeName));
  const counts = new Map<string, number>();
  const entryIds = new Map<string, string>();
  const newEntries: NewEntry[] = [];
  const firstNames = new Map<string, string>();
  const spellings = new Map<PickRow, string>();

  function take({ row, who: { entry } }: PickRow): void {
    if (taken.has(normalizeName(entry)))
      flaws.push(row.flaw('entry', `${entry} is the name of another entry of this pool.`));
    taken.add(normalizeName(entry));
  }

  /** Makes an entry beside others of a player. */
  function add(pick: PickRow, player: Player | undefined): void {
    const { row, who } = pick;
    const beside = player?.entries.find(({ ownerId }) => ownerId === player.id) ?? player?.entries[0];
    const owner = beside?.ownerId ?? who.player;
    const count = counts.get(owner) ?? player?.entries.filter(({ ownerId }) => ownerId === owner).length ?? 1;
    counts.set(owner, count + 1);
    newEntries.push({ ...who, besideId: beside?.id ?? null });
    const problem = player && strangerText(who, known);
    if (problem) flaws.push(row.flaw('entry', problem));
    else if (!mayAddEntry(count, known.rules))
      flaws.push(row.flaw('entry', tooManyText(who.player, count + 1, known.rules)));
    else take(pick);
  }

  for (const [name, own] of Map.groupBy(rows, ({ who }) => who.player)) {
    const player = known.players.get(name);
    const [first] = own;
    const firstName = first?.who.entry || name;
    const entries = player === undefined ? [firstName] : player.entries.map((entry) => entry.name);
    for (const [at, { id, name: entry }] of [...(player?.entries ?? []).entries()].reverse())
      entryIds.set(keyOfWho({ player: name, entry: at === 0 ? '' : entry }), id);
    if (first && isNew.has(name) && normalizeName(firstName) !== normalizeName(name)) {
      take(first);
      firstNames.set(name, firstName);
    }
    for (const pick of own) {
      const { entry } = pick.who;
      let at = entry === '' ? 0 : entries.findIndex((each) => normalizeName(each) === normalizeName(entry));
      if (at < 0) {
        at = entries.push(entry) - 1;
        if (player || isNew.has(name)) add(pick, player);
      }
      spellings.set(pick, at === 0 ? '' : (entries[at] ?? ''));
    }
  }
  const spelled = rows.map((pick) => ({ ...pick, who: { ...pick.who, entry: spellings.get(pick) ?? '' } }));
  return { rows: spelled, entryIds, newEntries, firstNames };
}

function strangerText({ player, entry }: Who, { create, isClosed }: Pick<EntryRows, 'create' | 'isClosed'>) {
  if (!create) return `${entry} is not an entry of ${player} in this pool. --create adds entries.`;
  return isClosed ? `${entry} is new, and no entry joins a survivor pool once its first game has locked.` : null;
}

function tooManyText(player: string, count: number, { entries }: PoolRules): string {
  const most = entries === 1 ? '1' : `at most ${entries}`;
  return `${player} would have ${count} entries. A player of this pool has ${most}.`;
}
