import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { seesPool } from '#core/pools.ts';
import { DAY_MS } from '#core/time.ts';
import type { User } from '#core/types.ts';
import type { Engine, Store } from '#server/store/engine/connect.ts';
import { faultOf } from '#server/store/engine/faults.ts';
import { GroupCommit } from '#server/store/engine/group-commit.ts';
import { jsonRows } from '#server/store/engine/json-rows.ts';
import { toUser } from './users.ts';

/** A session ends this long after it was last used, in ms. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
/** A session ends this long after it began, however much it is used, in ms. */
export const SESSION_LONGEST_MS = 90 * DAY_MS;

/** When a session ends, in ms. */
export function sessionEnd(row: { readonly expires_at: string | Date; readonly created_at: string | Date }): number {
  return Math.min(new Date(row.expires_at).getTime(), new Date(row.created_at).getTime() + SESSION_LONGEST_MS);
}

/** Who a session token belongs to, and where they stand in the pool asked about. */
export interface SessionRow {
  readonly sessionId: string;
  /** When it ends, in ms. */
  readonly endsAt: number;
  /** When it was last noted as used, in ms. */
  readonly usedAt: number;
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  /** Null before the profile is created. */
  readonly user: User | null;
  /** The pool asked about; null where none was, or they may know of none. */
  readonly poolId: string | null;
  readonly isMember: boolean;
  readonly isCommissioner: boolean;
  /** Whether the week asked about is an enabled week of that pool. */
  readonly isPoolWeek: boolean;
  /** Whose the entry asked about is; null where there is no such entry in that pool that plays. */
  readonly entryOwnerId: string | null;
}

/** What a request is about, by ids; empty for nothing. Where only an entry is named, it is about the pool of that. */
export interface Subject {
  readonly poolId: string;
  readonly weekId: string;
  readonly entryId: string;
}

interface Asked extends Subject {
  readonly token: string;
}

/**
 * Reads a session, its user, their membership of one pool and a week of it. Those who ask in the same turn of the event loop, or
 * while the last query is under way, share one: no answer is older than its question.
 */
export function sessionReader({ db, engine }: Store): (token: string, subject: Subject) => Promise<SessionRow | null> {
  async function readSessions(asked: readonly Asked[]): Promise<(SessionRow | null)[]> {
    const found: (SessionRow | null)[] = asked.map(() => null);
    for (const row of (await sessionQuery(engine, asked).execute(db)).rows) found[row.at] = toSession(row);
    return found;
  }

  const reader = new GroupCommit({
    write: readSessions,
    keyOf: ({ token, poolId, weekId, entryId }) => `${token} ${poolId} ${weekId} ${entryId}`,
    replaces: () => true,
    failsForAll: (error) => faultOf(error) !== null,
  });
  return (token, { poolId, weekId, entryId }) => reader.add({ token, poolId, weekId, entryId });
}

interface Row {
  readonly at: number;
  readonly session_id: string;
  /** As the accounts library keeps it: ISO text on SQLite. */
  readonly expires_at: string | Date;
  readonly created_at: string | Date;
  readonly used_at: string | Date;
  readonly account_id: string;
  readonly account_name: string;
  readonly email: string;
  readonly user_id: string | null;
  readonly display_name: string;
  readonly is_enabled: number;
  readonly is_admin: number;
  readonly default_pool_id: string | null;
  readonly pool_id: string | null;
  readonly is_listed: number | null;
  readonly member: number | null;
  /** Their own id where they are a commissioner of the pool. */
  readonly commissioner: string | null;
  readonly pool_week: number | null;
  readonly entry_owner: string | null;
}

function sessionQuery(engine: Engine, asked: readonly Asked[]): RawBuilder<Row> {
  const keys = asked.map(({ token, poolId, weekId, entryId }, at) => {
    return { at, token, pool_id: poolId, week_id: weekId, entry_id: entryId };
  });
  const columns = { at: 'integer', token: 'text', pool_id: 'text', week_id: 'text', entry_id: 'text' } as const;
  return sql<Row>`
    select rows.at, sessions.id as session_id, sessions."expiresAt" as expires_at,
      sessions."createdAt" as created_at, sessions."updatedAt" as used_at,
      accounts.id as account_id, accounts.name as account_name, accounts.email,
      users.id as user_id, users.display_name, users.is_enabled, users.is_admin, users.default_pool_id,
      pools.id as pool_id, pools.is_listed, pool_members.enabled as member, pool_commissioners.user_id as commissioner,
      pool_weeks.enabled as pool_week,
      case when entries.pool_id = pools.id and entries.out_at is null then entries.owner_id end as entry_owner
    from ${jsonRows(engine, keys, columns)}
    join sessions on sessions.token = rows.token
    join accounts on accounts.id = sessions."userId"
    left join users on users.account_id = accounts.id
    left join entries on entries.id = rows.entry_id
    left join pools on pools.id = case when rows.pool_id = '' then entries.pool_id else rows.pool_id end
      and pools.deleted_at is null
    left join pool_members on pool_members.pool_id = pools.id and pool_members.user_id = users.id
    left join pool_commissioners on pool_commissioners.pool_id = pools.id and pool_commissioners.user_id = users.id
    left join pool_weeks on pool_weeks.pool_id = pools.id and pool_weeks.week_id = rows.week_id`;
}

/** A left join has all of its columns, or none. Fields are taken one by one: copying a whole row costs as much as reading it. */
function toSession(row: Row): SessionRow {
  const pool = { isListed: row.is_listed === 1 };
  const [isMember, isCommissioner] = [row.member === 1, row.commissioner !== null];
  const isSeen = seesPool(pool, { isMember, isCommissioner, isAdmin: row.is_admin === 1 });
  return {
    sessionId: row.session_id,
    endsAt: sessionEnd(row),
    usedAt: new Date(row.used_at).getTime(),
    accountId: row.account_id,
    accountName: row.account_name,
    email: row.email,
    user: row.user_id === null ? null : userOf(row, row.user_id),
    poolId: isSeen ? row.pool_id : null,
    isMember,
    isCommissioner,
    isPoolWeek: row.pool_week === 1,
    entryOwnerId: row.entry_owner,
  };
}

function userOf({ display_name, is_enabled, is_admin, default_pool_id }: Row, id: string): User {
  return toUser({ id, display_name, is_enabled, is_admin, default_pool_id });
}

/** A session that was used. */
export interface SessionUse {
  readonly token: string;
  /** Real time in ms. */
  readonly at: number;
  readonly address: string;
}

/** Notes when and from where sessions were last used, which extends them. Many are one statement. */
export function sessionUses({ db, engine }: Store): GroupCommit<SessionUse, undefined> {
  const date = sql.raw(engine === 'postgres' ? 'timestamptz' : 'text');
  return new GroupCommit({
    keyOf: ({ token }) => token,
    replaces: () => true,
    failsForAll: (error) => faultOf(error) !== null,
    async write(uses) {
      const used = uses.map(({ token, at, address }) => ({
        token,
        address,
        used_at: new Date(at).toISOString(),
        expires_at: new Date(at + SESSION_IDLE_MS).toISOString(),
      }));
      const rows = jsonRows(engine, used, { token: 'text', address: 'text', used_at: 'text', expires_at: 'text' });
      await sql`
        update sessions set "updatedAt" = cast(rows.used_at as ${date}), "expiresAt" = cast(rows.expires_at as ${date}),
          "ipAddress" = rows.address
        from ${rows} where sessions.token = rows.token`.execute(db);
      return uses.map(() => undefined);
    },
  });
}
