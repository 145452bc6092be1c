import type { Generated } from 'kysely';

/** The tables of players without an account. */
export interface PlayerSchema {
  player_links: PlayerLinkTable;
  waiting_picks: WaitingPickTable;
}

/** A player was linked to an account. `undone_at` is null while they are. */
export interface PlayerLinkTable {
  id: Generated<number>;
  player_id: string;
  user_id: string;
  linked_by: string;
  linked_at: number;
  /** JSON of a `Moved`; see `linked-players.ts`. */
  moved: string;
  undone_at: number | null;
}

/** A pick of a linked player whose game is not locked; the row goes when the pick is copied, or the link undone. */
export interface WaitingPickTable {
  link_id: number;
  pool_id: string;
  gid: string;
}
