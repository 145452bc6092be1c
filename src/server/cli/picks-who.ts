/** Whose row of a file it is: a player's, and of which of their entries. */
export interface Who {
  readonly player: string;
  /** By its name; blank for the first. */
  readonly entry: string;
}

/** One value for a player and an entry, to compare by. Names have no line breaks. */
export function keyOfWho({ player, entry }: Who): string {
  return `${player}\n${entry}`;
}

/** What a flaw calls them: entries have names of their own in a pool. */
export function nameOfWho({ player, entry }: Who): string {
  return entry === '' ? player : entry;
}
