import type { Selectable } from 'kysely';
import type { Db } from '#server/platform/db/connect.ts';
import { hashOf, newToken } from '#server/platform/db/ids.ts';
import type { PickLinkTable } from '#server/platform/db/schema.ts';

/**
 * The links of reminders that fill in missing picks (decision 068). Who holds one acts for its account in one week of one pool, so it ends
 * with the sessions of the account (`endSessions`). All times are of
 * the league's clock, in ms.
 */

/** A pick link that is to be mailed. */
export interface NewPickLink {
  readonly userId: string;
  readonly poolId: string;
  readonly weekId: string;
  readonly now: number;
  /** When the last game of the week locks, as far as known. */
  readonly expiresAt: number;
}

/** Makes a pick link. @returns its token, of which only the hash is stored; null if the user may have none */
export async function addPickLink(
  db: Db,
  { userId, poolId, weekId, now, expiresAt }: NewPickLink,
): Promise<string | null> {
  const token = newToken();
  const made = await db
    .insertInto('pick_links')
    .columns(['token_hash', 'account_id', 'pool_id', 'week_id', 'made_at', 'expires_at'])
    .expression(
      holders(db, poolId)
        .where('users.id', '=', userId)
        .select(({ val, cast }) => [
          cast<string>(val(hashOf(token)), 'text').as('token_hash'),
          'accounts.id as account_id',
          'pool_members.pool_id',
          cast<string>(val(weekId), 'text').as('week_id'),
          cast<number>(val(now), 'bigint').as('made_at'),
          cast<number>(val(expiresAt), 'bigint').as('expires_at'),
        ]),
    )
    .returning('token_hash')
    .executeTakeFirst();
  return made === undefined ? null : token;
}

/** The accounts that may have a pick link for a pool: of enabled members, with a second factor only if they ask for it. */
function holders(db: Db, poolId: string) {
  return db
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .innerJoin('pools', 'pools.id', 'pool_members.pool_id')
    .leftJoin('second_factors', (on) =>
      on.onRef('second_factors.account_id', '=', 'accounts.id').on('second_factors.confirmed_at', 'is not', null),
    )
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.enabled', '=', 1)
    .where('users.is_enabled', '=', 1)
    .where('pools.deleted_at', 'is', null)
    .where((is) => is.or([is('second_factors.account_id', 'is', null), is('second_factors.wants_pick_links', '=', 1)]));
}

/** A pick link that works, and whose it is. */
export interface PickLink {
  readonly tokenHash: string;
  readonly accountId: string;
  readonly userId: string;
  readonly poolId: string;
  readonly weekId: string;
  readonly expiresAt: number;
}

/** The pick link of a token; null if there is none, it has expired, or its account may have none anymore. */
export async function findPickLink(db: Db, token: string, now: number): Promise<PickLink | null> {
  const link: Selectable<PickLinkTable> | undefined = await db
    .selectFrom('pick_links')
    .selectAll()
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (link === undefined) return null;
  const {
    token_hash: tokenHash,
    account_id: accountId,
    pool_id: poolId,
    week_id: weekId,
    expires_at: expiresAt,
  } = link;
  const holder = await holders(db, poolId).where('accounts.id', '=', accountId).select('users.id').executeTakeFirst();
  if (holder === undefined) return null;
  return { tokenHash, accountId, userId: holder.id, poolId, weekId, expiresAt };
}

/** Ends the pick links of members for a pool that they leave, in the same transaction. */
export async function endPickLinksOfMembers(tx: Db, poolId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .deleteFrom('pick_links')
    .where('pool_id', '=', poolId)
    .where('account_id', 'in', (q) =>
      q.selectFrom('users').select('account_id').where('id', 'in', userIds).$narrowType<{ account_id: string }>(),
    )
    .execute();
}

/** Deletes the pick links that have expired. */
export async function deleteOldPickLinks(db: Db, now: number): Promise<void> {
  await db.deleteFrom('pick_links').where('expires_at', '<=', now).execute();
}
