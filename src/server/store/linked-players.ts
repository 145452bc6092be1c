import type { Side } from '#core/types.ts';
import type { Db, Store } from './engine/connect.ts';

/** A pick that a link gave to the account. */
export interface MovedPick {
  readonly poolId: string;
  readonly gid: string;
  readonly side: Side;
}

/** What a membership was before a link: null where there was none, 1 for an enabled one. */
export interface MovedMembership {
  readonly poolId: string;
  readonly player: number;
  readonly account: number | null;
}

/** What a link moved, to be undone by. */
export interface Moved {
  readonly wasEnabled: number;
  readonly memberships: readonly MovedMembership[];
  readonly picks: readonly MovedPick[];
}

/** A player, and the account they are or shall be linked to. */
export interface LinkPair {
  readonly player: { readonly id: string; readonly name: string; readonly isEnabled: number };
  readonly account: { readonly id: string; readonly name: string; readonly email: string };
}

/** A link that holds. */
export interface HeldLink {
  readonly id: number;
  readonly userId: string;
  readonly moved: Moved;
}

/** The link of a player that holds, if there is one. */
export function linkOf(db: Db, playerId: string): Promise<HeldLink | null> {
  return findHeldLink(linkQuery(db, playerId));
}

/** The same, held until the transaction ends: no pick is copied meanwhile. */
export function holdLink(tx: Db, { engine }: Store, playerId: string): Promise<HeldLink | null> {
  const query = linkQuery(tx, playerId);
  return findHeldLink(engine === 'postgres' ? query.forUpdate() : query);
}

function linkQuery(db: Db, playerId: string) {
  const query = db.selectFrom('player_links').selectAll().where('player_id', '=', playerId);
  return query.where('undone_at', 'is', null);
}

async function findHeldLink(query: ReturnType<typeof linkQuery>): Promise<HeldLink | null> {
  const row = await query.executeTakeFirst();
  return row ? { id: row.id, userId: row.user_id, moved: JSON.parse(row.moved) } : null;
}

/** Whether another player of the same pool was linked to the same account after this link, and still is. */
export async function isLinkedOver(db: Db, link: HeldLink): Promise<boolean> {
  const query = db.selectFrom('player_links').select('moved').where('user_id', '=', link.userId);
  const later = await query.where('id', '>', link.id).where('undone_at', 'is', null).execute();
  const pools = new Set(link.moved.memberships.map((membership) => membership.poolId));
  return later.some(({ moved }) => (JSON.parse(moved) as Moved).memberships.some(({ poolId }) => pools.has(poolId)));
}

/** A player without an account and a user with one; null where they are not that. */
export async function findLinkPair(db: Db, playerId: string, userId: string): Promise<LinkPair | null> {
  const player = await db
    .selectFrom('users')
    .select(['id', 'display_name as name', 'is_enabled as isEnabled'])
    .where('id', '=', playerId)
    .where('account_id', 'is', null)
    .executeTakeFirst();
  const account = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['users.id', 'users.display_name as name', 'accounts.email'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  return player && account ? { player, account } : null;
}

/** Holds a player and an account against others who would link or unlink them, until the transaction ends. */
export async function holdLinkPair(
  tx: Db,
  { engine }: Store,
  playerId: string,
  userId: string,
): Promise<LinkPair | null> {
  if (engine === 'postgres') {
    await tx
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [playerId, userId])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
  }
  return findLinkPair(tx, playerId, userId);
}
