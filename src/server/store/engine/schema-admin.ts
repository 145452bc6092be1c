import type { Generated } from 'kysely';

/** The tables of admins' work. */
export interface AdminSchema {
  audit_log: AuditTable;
  join_requests: JoinRequestTable;
  pool_invites: PoolInviteTable;
  pool_lines: PoolLineTable;
  pool_commissioners: PoolCommissionerTable;
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

/** Somebody asks to become a member of a pool. */
export interface JoinRequestTable {
  pool_id: string;
  user_id: string;
  asked_at: number;
}

/** The invite link of a pool. Its token is kept as it is, because admins are shown the link again. */
export interface PoolInviteTable {
  pool_id: string;
  token: string;
  made_at: number;
  /** The admin; null where it was made at the command line. */
  made_by: string | null;
}

/** A frozen line that an admin corrected in one pool, and why. */
export interface PoolLineTable {
  pool_id: string;
  gid: string;
  spread: number;
  set_by: string;
  set_at: number;
  reason: string;
}

/** Who runs a pool, whether or not they play in it. */
export interface PoolCommissionerTable {
  pool_id: string;
  user_id: string;
  named_at: number;
  /** Null where it was done at the command line. */
  named_by: string | null;
}
