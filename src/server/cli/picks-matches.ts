import { mayAddEntry } from '#core/entries.ts';
import { cleanName, normalizeName } from '#core/names.ts';
import { nearNames } from '#core/near-names.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Player } from '#server/imports/picks-store.ts';
import type { Flaw } from '#server/platform/csv.ts';
import type { PickRow, Who } from './picks-rows.ts';
import { firstBy, keyOfWho } from './picks-rows.ts';

/** The rows with one spelling per player: names that look alike are one player, unless the pool has members with several such names. */
export function oneSpelling(rows: readonly PickRow[], known: ReadonlySet<string>): PickRow[] {
  const spellings = new Map<string, string>();
  for (const [seen, [name = '', ...others]] of Map.groupBy(known, normalizeName)) {
    if (others.length === 0) spellings.set(seen, name);
  }
  return rows.map((pick) => {
    if (known.has(pick.who.player)) return pick;
    const seen = normalizeName(pick.who.player);
    const player = spellings.get(seen) ?? pick.who.player;
    spellings.set(seen, player);
    return { ...pick, who: { ...pick.who, player } };
  });
}

/** Finds the players named in the rows of a file, and adds mismatches to `flaws`. @param create whether missing players are created */
export function matchPlayers(members: readonly Player[], rows: readonly PickRow[], create: boolean, flaws: Flaw[]) {
  const byName = Map.groupBy(members, (player) => cleanName(player.name));
  const byLook = Map.groupBy(members, (player) => normalizeName(player.name));
  const first = firstBy(rows, ({ who }) => who.player);
  const players = new Map<string, Player>();
  const unknown: string[] = [];
  for (const [name, { row }] of first) {
    const [player, ...others] = bestMatches(byName.get(name) ?? byLook.get(normalizeName(name)) ?? []);
    if (!player) unknown.push(name);
    else if (others.length > 0) flaws.push(row.flaw('player', `${others.length + 1} members are named ${name}.`));
    else players.set(name, player);
  }
  const near = nearNames(
    unknown,
    members.map((player) => cleanName(player.name)),
  );
  const words = new Map(near.map((each) => [each.name, each.near.join(' or ')]));
  const at = (name: string, message: string): Flaw[] => {
    const row = first.get(name)?.row;
    return row ? [row.flaw('player', message)] : [];
  };
  if (!create) flaws.push(...unknown.flatMap((name) => at(name, strangerText(name, words.get(name)))));
  const nearPlayers = near.flatMap(({ name }) => at(name, `${name} is new, and near ${words.get(name)}.`));
  return { players, newPlayers: create ? unknown : [], nearPlayers };
}

function strangerText(name: string, near: string | undefined): string {
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return `${name} is not a member of this pool.${hint} --create adds players.`;
}

/** The best matches of a shared name: imported players before others, members before former ones. */
function bestMatches(namesakes: readonly Player[]): readonly Player[] {
  const ranks = Map.groupBy(namesakes, (player) => Number(player.hasAccount) * 2 + Number(!player.isMember));
  const best = ranks.get(Math.min(...ranks.keys())) ?? [];
  // Two players may be linked to one entry.
  return [...new Map(best.map((player) => [player.entries[0]?.id, player])).values()];
}

/** The input for matching the entries of a file. */
interface EntryRows {
  readonly rows: readonly PickRow[];
  readonly rules: PoolRules;
  /** Known players, by their name in the file. */
  readonly players: ReadonlyMap<string, Player>;
  readonly newPlayers: readonly string[];
  /** The names of all entries in the pool. */
  readonly entryNames: readonly string[];
  /** Whether missing entries are created. */
  readonly create: boolean;
  /** Whether it is a survivor pool that has begun. */
  readonly isClosed: boolean;
}

/** An additional entry of a player that the pool does not have yet. */
export interface NewEntry extends Who {
  /** Another entry of the same player; null for a new player. */
  readonly besideId: string | null;
}

/** The entries of a file. */
export interface MatchedEntries {
  /** The rows with one spelling per entry, blank for the first of a player. */
  readonly rows: readonly PickRow[];
  /** Known entries by `keyOfWho`. */
  readonly entryIds: ReadonlyMap<string, string>;
  readonly newEntries: readonly NewEntry[];
  /** The names of new players' first entries, by player, if not their own name. */
  readonly firstNames: ReadonlyMap<string, string>;
}

/** Finds the entries named in the rows of a file, and adds mismatches to `flaws`. */
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

  /** Creates an additional entry of a player. */
  function add(pick: PickRow, player: Player | undefined): void {
    const { row, who } = pick;
    const beside = player?.entries.find(({ ownerId }) => ownerId === player.id) ?? player?.entries[0];
    const owner = beside?.ownerId ?? who.player;
    const count = counts.get(owner) ?? player?.entries.filter(({ ownerId }) => ownerId === owner).length ?? 1;
    counts.set(owner, count + 1);
    newEntries.push({ ...who, besideId: beside?.id ?? null });
    const problem = player && unknownEntryText(who, known);
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

function unknownEntryText({ player, entry }: Who, { create, isClosed }: Pick<EntryRows, 'create' | 'isClosed'>) {
  if (!create) return `${entry} is not an entry of ${player} in this pool. --create adds entries.`;
  return isClosed ? `${entry} is new, and no entry joins a survivor pool once its first game has locked.` : null;
}

function tooManyText(player: string, count: number, { entries }: PoolRules): string {
  const most = entries === 1 ? '1' : `at most ${entries}`;
  return `${player} would have ${count} entries. A player of this pool has ${most}.`;
}
