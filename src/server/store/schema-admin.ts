import type { Generated } from 'kysely';

/** The tables of admins' work. */
export interface AdminSchema {
  audit_log: AuditTable;
}

/** What an admin did. Nothing in it is ever changed. */
export interface AuditTable {
  id: Generated<number>;
  at: number;
  /** Null where somebody worked at the command line. */
  actor_id: string | null;
  /** An `AuditAct`. */
  act: string;
  pool_id: string | null;
  week_id: string | null;
  gid: string | null;
  /** The person concerned. */
  user_id: string | null;
  /** JSON of the fields that changed, as they were and as they became. */
  before: string;
  after: string;
}
