import type { CompiledQuery } from 'kysely';
import type { Pool, User } from '#core/types.ts';
import type { Db } from './connect.ts';
import { toPool } from './pools.ts';
import { toUser } from './users.ts';

/** Who a session token belongs to, and where he stands in the pool asked about. */
export interface SessionRow {
  readonly sessionId: string;
  readonly expiresAt: number;
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  /** Null before the profile is created. */
  readonly user: User | null;
  /** Null where no pool was asked about, or it does not exist. */
  readonly pool: Pool | null;
  readonly isMember: boolean;
}

/** The one query behind every signed-in call, compiled once: a session, its user and his membership of one pool. */
export function sessionStatement(db: Db): (token: string, poolId: string) => CompiledQuery<Row> {
  const compiled = sessionQuery(db, 'token', 'pool').compile();
  return (token, poolId) => ({
    ...compiled,
    parameters: compiled.parameters.map((value) => (value === 'token' ? token : value === 'pool' ? poolId : value)),
  });
}

export function sessionReader(db: Db): (token: string, poolId: string | null) => Promise<SessionRow | null> {
  const statement = sessionStatement(db);
  return async (token, poolId) => {
    const { rows } = await db.executeQuery(statement(token, poolId ?? ''));
    return rows[0] ? toSession(rows[0]) : null;
  };
}

function sessionQuery(db: Db, token: string, poolId: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.userId')
    .leftJoin('users', 'users.account_id', 'accounts.id')
    .leftJoin('pools', (join) => join.on('pools.id', '=', poolId).on('pools.deleted_at', 'is', null))
    .leftJoin('pool_members', (join) =>
      join.onRef('pool_members.pool_id', '=', 'pools.id').onRef('pool_members.user_id', '=', 'users.id'),
    )
    .select([
      'sessions.id as session_id',
      'sessions.expiresAt as expires_at',
      'accounts.id as account_id',
      'accounts.name as account_name',
      'accounts.email',
      'users.id as user_id',
      'users.display_name',
      'users.is_enabled',
      'users.is_admin',
      'users.default_pool_id',
      'pools.id as pool_id',
      'pools.name as pool_name',
      'pools.description',
      'pools.money_url',
      'pools.use_spread',
      'pools.round_spread',
      'pools.active_week_id',
      'pools.template',
      'pools.created_at as pool_created_at',
      'pool_members.enabled as member',
    ])
    .where('sessions.token', '=', token);
}

type Row = Awaited<ReturnType<ReturnType<typeof sessionQuery>['execute']>>[number];
/** A left join has all of its columns, or none. Fields are taken one by one: copying a whole row costs as much as reading it. */
function toSession(row: Row): SessionRow {
  return {
    sessionId: row.session_id,
    expiresAt: new Date(row.expires_at).getTime(),
    accountId: row.account_id,
    accountName: row.account_name,
    email: row.email,
    user: row.user_id === null ? null : toUser(userPart(row)),
    pool: row.pool_id === null ? null : toPool(poolPart(row)),
    isMember: row.member === 1,
  };
}

function userPart(row: Row) {
  const { display_name, is_enabled, is_admin, default_pool_id } = row;
  return { id: row.user_id, display_name, is_enabled, is_admin, default_pool_id } as Parameters<typeof toUser>[0];
}

function poolPart(row: Row) {
  const { description, money_url, use_spread, round_spread, active_week_id, template } = row;
  const settings = { description, money_url, use_spread, round_spread, active_week_id, template };
  const created_at = row.pool_created_at;
  const pool = { id: row.pool_id, name: row.pool_name, ...settings, created_at, deleted_at: null };
  return pool as Parameters<typeof toPool>[0];
}
