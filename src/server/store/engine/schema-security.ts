import type { Generated } from 'kysely';

/** The tables about the safety of accounts. */
export interface SecuritySchema {
  security_log: SecurityTable;
}

/** Something that happened to an account, or that somebody tried. Equal events of one minute share a row. */
export interface SecurityTable {
  id: Generated<number>;
  /** Real time in ms, of the first of them. */
  at: number;
  /** A `SecurityEvent`. */
  event: string;
  /** The account concerned; null where it is unknown. */
  account_id: string | null;
  /** The user who did it to somebody else: an admin. */
  actor_id: string | null;
  /** The network it came from; null for the command line. */
  network: string | null;
  /** More about it, such as the provider or the route; often empty. */
  detail: string;
  times: number;
}
