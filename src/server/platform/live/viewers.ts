import { sql } from 'kysely';
import { seesPool } from '#core/pools.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { jsonRows } from '#server/platform/db/json-rows.ts';
import { hasSecondFactor } from '#server/platform/db/second-factor.ts';
import { sessionEnd } from '#server/platform/http/session-store.ts';

/** A live connection: its session, and the pools it watches. */
export interface ViewerKey {
  readonly token: string;
  readonly userId: string;
  readonly poolIds: readonly string[];
}

/** What a viewer may see. */
export interface ViewerAccess {
  readonly isEnabled: boolean;
  readonly isAdmin: boolean;
  /** Of the given pools, those that are not deleted and have them as an enabled member. */
  readonly memberOf: ReadonlySet<string>;
  /** Of the given pools, those that are not deleted and have them as a commissioner. */
  readonly commissionerOf: ReadonlySet<string>;
  /** Of the given pools, those that are not deleted and that they may see. */
  readonly seen: ReadonlySet<string>;
}

interface SessionRow {
  token: string;
  expires_at: string | Date;
  created_at: string | Date;
  is_enabled: number;
  is_admin: number;
  has_second_factor: number | boolean;
}

/** Live connections per query. */
const BATCH = 500;

/**
 * Reads the access of live connections, by session token. A session that ended or expired is not in the result.
 * @param now real time in ms: sessions do not run on the demo's clock
 * @param asksSecondFactor whether admins and commissioners without a second factor have no such role
 */
export async function accessOfViewers(
  store: Store,
  viewers: readonly ViewerKey[],
  now: number,
  asksSecondFactor: boolean,
): Promise<Map<string, ViewerAccess>> {
  const access = new Map<string, ViewerAccess>();
  for (let at = 0; at < viewers.length; at += BATCH) {
    const slice = viewers.slice(at, at + BATCH);
    const existing = await existingPools(store, slice);
    const roles = await poolRoles(store, slice);
    for (const session of await sessions(store, slice)) {
      const viewer = slice.find((each) => each.token === session.token);
      if (!viewer || sessionEnd(session) <= now) continue;
      const own = viewer.poolIds.filter((id) => existing.has(id));
      const hasRoles = !asksSecondFactor || Boolean(session.has_second_factor);
      const isAdmin = hasRoles && session.is_admin === 1;
      const rolesIn = (id: string) => {
        const { isMember = false, isCommissioner = false } = roles.get(`${id} ${viewer.userId}`) ?? {};
        return { isMember, isCommissioner: hasRoles && isCommissioner };
      };
      access.set(session.token, {
        isEnabled: session.is_enabled === 1,
        isAdmin,
        memberOf: new Set(own.filter((id) => rolesIn(id).isMember)),
        commissionerOf: new Set(own.filter((id) => rolesIn(id).isCommissioner)),
        seen: new Set(own.filter((id) => seesPool({ isListed: existing.get(id) === 1 }, { ...rolesIn(id), isAdmin }))),
      });
    }
  }
  return access;
}

async function sessions({ db, engine }: Store, viewers: readonly ViewerKey[]): Promise<SessionRow[]> {
  const tokens = jsonRows(
    engine,
    viewers.map(({ token }) => ({ token })),
    { token: 'text' },
  );
  const { rows } = await sql<SessionRow>`
    select sessions.token, sessions."expiresAt" as expires_at, sessions."createdAt" as created_at,
      users.is_enabled, users.is_admin, ${hasSecondFactor('sessions.userId')} as has_second_factor
    from sessions join users on users.account_id = sessions."userId"
    where sessions.token in (select token from ${tokens})`.execute(db);
  return rows;
}

/** The pools that are not deleted, each with whether it is listed. */
async function existingPools({ db, engine }: Store, viewers: readonly ViewerKey[]): Promise<Map<string, number>> {
  const ids = [...new Set(viewers.flatMap((viewer) => viewer.poolIds))].map((id) => ({ id }));
  const { rows } = await sql<{ id: string; is_listed: number }>`
    select id, is_listed from pools
    where deleted_at is null and id in (select id from ${jsonRows(engine, ids, { id: 'text' })})`.execute(db);
  return new Map(rows.map((row) => [row.id, row.is_listed]));
}

/** The roles of a user in a pool. */
interface PoolRoles {
  readonly isMember: boolean;
  readonly isCommissioner: boolean;
}

/** By pool and user. */
async function poolRoles({ db, engine }: Store, viewers: readonly ViewerKey[]): Promise<Map<string, PoolRoles>> {
  const pairs = viewers.flatMap(({ userId, poolIds }) => poolIds.map((pool_id) => ({ pool_id, user_id: userId })));
  const wanted = jsonRows(engine, pairs, { pool_id: 'text', user_id: 'text' });
  const { rows } = await sql<{ pool_id: string; user_id: string; member: number | null; commissioner: string | null }>`
    select rows.pool_id, rows.user_id, pool_members.enabled as member, pool_commissioners.user_id as commissioner
    from ${wanted}
    left join pool_members on pool_members.pool_id = rows.pool_id and pool_members.user_id = rows.user_id
    left join pool_commissioners
      on pool_commissioners.pool_id = rows.pool_id and pool_commissioners.user_id = rows.user_id`.execute(db);
  return new Map(
    rows.map(({ pool_id, user_id, member, commissioner }) => [
      `${pool_id} ${user_id}`,
      { isMember: member === 1, isCommissioner: commissioner !== null },
    ]),
  );
}
