import { normalizeName } from '#core/names.ts';
import { nearAmong } from '#core/near-names.ts';
import { readTeam } from '#core/team-names.ts';
import type { SheetName } from './reading.ts';

/** An entry of the pool, with whom it belongs to. */
export interface NamedPoolEntry {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly ownerName: string;
}

/** A name of a sheet with the entry of the pool that it names, or those that it is near. */
export interface MatchedName extends SheetName {
  /** As it is shown, and the name of the player if it becomes a new one. */
  readonly label: string;
  readonly entryId: string | null;
  readonly near: readonly NamedPoolEntry[];
  /** Whether most of the names are teams, and this is one: the sheet may have been read the wrong way round. */
  readonly isTeam: boolean;
}

/** The number of an entry among those of its player: `2`, `2.0`, `#2`, `Entry 2`. */
const ENTRY_NUMBER = /^(?:entry\s*)?(?:no\.?\s*|#\s*)?0?(\d{1,2})(?:[.,]0+)?$/i;

/**
 * Finds the entries of names: by the name of the entry, or that of a member with only one entry. The entry of a named player must be that
 * player's. A name that is not found may be near some; that is for a person to decide.
 */
export function matchNames(names: readonly SheetName[], entries: readonly NamedPoolEntry[]): MatchedName[] {
  const byName = Map.groupBy(entries, ({ name }) => normalizeName(name));
  const byOwner = Map.groupBy(entries, ({ ownerName }) => normalizeName(ownerName));
  const nearTo = nearAmong(entries.map(({ name }) => name));
  const only = (found: readonly NamedPoolEntry[] = []): string | null =>
    found.length === 1 ? (found[0]?.id ?? null) : null;
  const areTeams = 2 * names.filter(isTeamName).length > names.length;
  return names.map((each) => {
    const label = labelOf(each);
    const key = normalizeName(label);
    const player = normalizeName(each.player);
    const isPlayer = key === player;
    const owners = new Set(
      [...(byOwner.get(player) ?? []), ...(byName.get(player) ?? [])].map(({ ownerId }) => ownerId),
    );
    const named = byName.get(key) ?? [];
    const entryId =
      only(isPlayer ? named : named.filter(({ ownerId }) => owners.has(ownerId))) ??
      // An entry that has the player's name is no other entry of the player.
      (isPlayer && normalizeName(each.entry) !== player ? only(byOwner.get(key)) : null);
    return {
      ...each,
      label,
      entryId,
      near: entryId === null ? [...new Set([...named, ...namesakes(entries, nearTo(label))])] : [],
      isTeam: areTeams && isTeamName(each),
    };
  });
}

function labelOf({ player, entry }: SheetName): string {
  const number = ENTRY_NUMBER.exec(entry)?.[1];
  if (number === undefined) return entry || player;
  return number === '1' ? player : `${player} ${number}`;
}

function isTeamName({ player }: SheetName): boolean {
  return readTeam(player).abbr !== null;
}

function namesakes(entries: readonly NamedPoolEntry[], names: readonly string[]): readonly NamedPoolEntry[] {
  const wanted = new Set(names);
  return wanted.size === 0 ? [] : entries.filter(({ name }) => wanted.has(name));
}
