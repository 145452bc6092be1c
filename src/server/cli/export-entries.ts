import type { Named } from '#core/name-order.ts';
import type { Db } from '#server/store/engine/connect.ts';
import type { PoolEntry } from '../store/entry-reads.ts';
import { namesOf } from '../store/users.ts';

/** The columns that name an entry: the second only in pools in which somebody has several. */
type EntryColumns = readonly ['player'] | readonly ['player', 'entry'];

/** The entries of a pool as exports name them. */
export interface NamedEntries<E extends PoolEntry> {
  readonly columns: EntryColumns;
  /** Those of a player together, by the player's name; each with its cells of the columns. */
  readonly rows: readonly { readonly entry: E; readonly cells: readonly string[] }[];
  /** The players, and the entries if there is a column for them, by the names that they have and that are shown. */
  readonly players: readonly ShownName[];
  readonly entries: readonly ShownName[];
}

interface ShownName {
  readonly name: string;
  readonly shown: string;
}

/**
 * Names entries, and the players who own them.
 * @param entries in the order in which they joined
 * @param distinct the names to show, by id
 */
export async function nameEntries<E extends PoolEntry>(
  db: Db,
  entries: readonly E[],
  distinct: (named: readonly Named[]) => ReadonlyMap<string, string>,
): Promise<NamedEntries<E>> {
  const byOwner = Map.groupBy(entries, ({ ownerId }) => ownerId);
  const names = await namesOf(db, [...byOwner.keys()]);
  const owners = [...byOwner.keys()].map((id) => ({ id, name: names.get(id) ?? '' }));
  const [shownOwners, shownEntries] = [distinct(owners), distinct(entries)];
  const isSingle = byOwner.size === entries.length;
  const players = owners
    .map(({ id, name }) => ({ id, name, shown: shownOwners.get(id) ?? name }))
    .sort((a, b) => (a.shown < b.shown ? -1 : Number(a.shown > b.shown)));
  const cellsOf = (player: string, { id, name }: E) => (isSingle ? [player] : [player, shownEntries.get(id) ?? name]);
  return {
    columns: isSingle ? ['player'] : ['player', 'entry'],
    rows: players.flatMap(({ id, shown }) =>
      (byOwner.get(id) ?? []).map((entry) => ({ entry, cells: cellsOf(shown, entry) })),
    ),
    players,
    entries: isSingle ? [] : entries.map(({ id, name }) => ({ name, shown: shownEntries.get(id) ?? name })),
  };
}
