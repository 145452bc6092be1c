import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { seesPool } from '#core/pools.ts';
import { DAY_MS } from '#core/time.ts';
import type { User } from '#core/types.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { faultOf } from '#server/platform/db/faults.ts';
import { GroupCommit } from '#server/platform/db/group-commit.ts';
import { newId, newToken } from '#server/platform/db/ids.ts';
import { jsonRows } from '#server/platform/db/json-rows.ts';
import { hasSecondFactor } from '#server/platform/db/second-factor.ts';
import { toUser } from '#server/platform/db/user-row.ts';
import type { ClientInfo } from './call.ts';

/** The maximum stored length of a user agent. */
const MAX_AGENT = 300;

/** Starts a session of an account. @returns its token @param now real time in ms */
export async function addSession(db: Db, accountId: string, client: ClientInfo, now: number): Promise<string> {
  const token = newToken();
  const at = new Date(now).toISOString();
  const session = { id: newId(), token, userId: accountId, createdAt: at, updatedAt: at };
  const { address: ipAddress, userAgent } = client;
  const expiresAt = new Date(now + SESSION_IDLE_MS).toISOString();
  const seen = { ipAddress, userAgent: userAgent.slice(0, MAX_AGENT) };
  await db
    .insertInto('sessions')
    .values({ ...session, expiresAt, ...seen })
    .execute();
  return token;
}

/** Ends the pick links of an account, which act for it without a session (decision 068). */
export async function endPickLinks(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('pick_links').where('account_id', '=', accountId).execute();
}

/** Ends every session of an account, and its pick links. @returns how many sessions there were */
export async function endSessions(db: Db, accountId: string): Promise<number> {
  await endPickLinks(db, accountId);
  const ended = await db.deleteFrom('sessions').where('userId', '=', accountId).executeTakeFirst();
  return Number(ended.numDeletedRows);
}

/** Ends the sessions and the pick links of everybody. @returns how many sessions there were */
export async function endAllSessions(db: Db): Promise<number> {
  await db.deleteFrom('pick_links').execute();
  return Number((await db.deleteFrom('sessions').executeTakeFirst()).numDeletedRows);
}

/** Ends one session. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token).execute();
}

/** A session as its owner sees it. */
export interface OwnSession {
  readonly id: string;
  /** The address that used it last; null if unknown. */
  readonly address: string | null;
  /** The user agent at sign-in. */
  readonly userAgent: string | null;
  /** When it was last used, stored every few minutes; real time in ms. */
  readonly usedAt: number;
}

/** Maximum number of sessions per account; the least recently used are dropped. */
const MOST_SESSIONS = 50;

/** The active sessions of an account, most recently used first. @param now real time in ms */
export async function sessionsOfAccount(db: Db, accountId: string, now: number): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'ipAddress', 'userAgent'])
    .select(['expiresAt as expires_at', 'createdAt as created_at', 'updatedAt as used_at'])
    .where('userId', '=', accountId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(MOST_SESSIONS)
    .execute();
  return rows
    .filter((row) => sessionEnd(row) > now)
    .map(({ id, ipAddress, userAgent, used_at }) => ({
      id,
      address: ipAddress,
      userAgent,
      usedAt: new Date(used_at).getTime(),
    }));
}

/** When a session began, real time in ms; null if it has ended. */
export async function sessionBegan(db: Db, id: string): Promise<number | null> {
  const row = await db.selectFrom('sessions').select('createdAt').where('id', '=', id).executeTakeFirst();
  return row ? new Date(row.createdAt).getTime() : null;
}

/** Whether a session is active, after concurrent changes have ended. Within a transaction it cannot end before the transaction does. */
export async function isSessionHeld(engine: Engine, db: Db, id: string): Promise<boolean> {
  const session = db.selectFrom('sessions').select('id').where('id', '=', id);
  return (await (engine === 'postgres' ? session.forUpdate() : session).executeTakeFirst()) !== undefined;
}

/** Ends one session of an account by its id. @returns whether there was one */
export async function endOwnSession(db: Db, accountId: string, id: string): Promise<boolean> {
  const ended = await db.deleteFrom('sessions').where('id', '=', id).where('userId', '=', accountId).executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/** Ends every session of an account but one, and its pick links. @returns whether there were other sessions */
export async function endOtherSessions(db: Db, accountId: string, keptId: string): Promise<boolean> {
  await endPickLinks(db, accountId);
  const others = db.deleteFrom('sessions').where('userId', '=', accountId).where('id', '!=', keptId);
  return (await others.executeTakeFirst()).numDeletedRows > 0n;
}

/** Deletes all but the 50 most recently used sessions of an account, so that signing in repeatedly cannot fill the table. */
export async function dropOldestSessions(db: Db, accountId: string): Promise<void> {
  const kept = db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', accountId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .limit(MOST_SESSIONS);
  await db.deleteFrom('sessions').where('userId', '=', accountId).where('id', 'not in', kept).execute();
}

/** A session ends this long after it was last used, in ms. */
export const SESSION_IDLE_MS = 30 * DAY_MS;

/** A session ends this long after it began, regardless of use, in ms. */
export const SESSION_LONGEST_MS = 90 * DAY_MS;

/** When a session ends, in ms. */
export function sessionEnd(row: { readonly expires_at: string | Date; readonly created_at: string | Date }): number {
  return Math.min(new Date(row.expires_at).getTime(), new Date(row.created_at).getTime() + SESSION_LONGEST_MS);
}

/** The user of a session token, and their role in the requested pool. */
export interface SessionRow {
  readonly sessionId: string;
  /** When it ends, in ms. */
  readonly endsAt: number;
  /** When its use was last stored, in ms. */
  readonly usedAt: number;
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  /** Null before the profile is created. */
  readonly user: User | null;
  /** Whether they can be an admin or a commissioner: not without the second factor that the league requires. */
  readonly hasRoles: boolean;
  /** The requested pool; null if there was none, or they may not see it. */
  readonly poolId: string | null;
  readonly isMember: boolean;
  readonly isCommissioner: boolean;
  /** Whether the requested week is an enabled week of that pool. */
  readonly isPoolWeek: boolean;
  /** The owner of the requested entry; null if no such entry plays in that pool. */
  readonly entryOwnerId: string | null;
}

/** The ids that a request is about; empty for none. If only an entry is given, its pool is used. */
export interface Subject {
  readonly poolId: string;
  readonly weekId: string;
  readonly entryId: string;
}

interface Asked extends Subject {
  readonly token: string;
}

/**
 * Reads a session, its user, their membership of one pool and a week of it. Calls in the same turn of the event loop, or during the last
 * query, share the next query, so no result is older than its call.
 * @param asksSecondFactor whether admins and commissioners without a second factor have no such role
 */
export function sessionReader(
  { db, engine }: Store,
  asksSecondFactor: boolean,
): (token: string, subject: Subject) => Promise<SessionRow | null> {
  async function readSessions(asked: readonly Asked[]): Promise<(SessionRow | null)[]> {
    const found: (SessionRow | null)[] = asked.map(() => null);
    for (const row of (await sessionQuery(engine, asked).execute(db)).rows)
      found[row.at] = toSession(row, !asksSecondFactor || Boolean(row.has_second_factor));
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
  /** ISO text on SQLite. */
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
  /** Their own id if they are a commissioner of the pool. */
  readonly commissioner: string | null;
  readonly pool_week: number | null;
  readonly entry_owner: string | null;
  readonly has_second_factor: number | boolean;
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
      pool_weeks.enabled as pool_week, ${hasSecondFactor('sessions.userId')} as has_second_factor,
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

/**
 * A left join returns all of its columns, or none. Fields are copied one by one, because copying a whole row costs as much as reading it.
 */
function toSession(row: Row, hasRoles: boolean): SessionRow {
  const pool = { isListed: row.is_listed === 1 };
  const is_admin = hasRoles ? row.is_admin : 0;
  const [isMember, isCommissioner] = [row.member === 1, hasRoles && row.commissioner !== null];
  const isSeen = seesPool(pool, { isMember, isCommissioner, isAdmin: is_admin === 1 });
  return {
    sessionId: row.session_id,
    endsAt: sessionEnd(row),
    usedAt: new Date(row.used_at).getTime(),
    accountId: row.account_id,
    accountName: row.account_name,
    email: row.email,
    user: row.user_id === null ? null : userOf(row, row.user_id, is_admin),
    hasRoles,
    poolId: isSeen ? row.pool_id : null,
    isMember,
    isCommissioner,
    isPoolWeek: row.pool_week === 1,
    entryOwnerId: row.entry_owner,
  };
}

function userOf({ display_name, is_enabled, default_pool_id }: Row, id: string, is_admin: number): User {
  return toUser({ id, display_name, is_enabled, is_admin, default_pool_id });
}

/** A use of a session. */
export interface SessionUse {
  readonly token: string;
  /** Real time in ms. */
  readonly at: number;
  readonly address: string;
}

/** Stores when and from where sessions were last used, which extends them; many in one statement. */
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
