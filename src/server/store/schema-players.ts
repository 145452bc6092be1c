import type { Generated } from 'kysely';

/** The table of players without an account. */
export interface PlayerSchema {
  player_joins: PlayerJoinTable;
}

/** A player was joined to an account. `undone_at` is null while he is. */
export interface PlayerJoinTable {
  id: Generated<number>;
  player_id: string;
  user_id: string;
  joined_by: string;
  joined_at: number;
  /** JSON of a `Moved`; see `players.ts`. */
  moved: string;
  undone_at: number | null;
}
