/** Reads entries. Members are read by members/reads.ts. */
import type { RawBuilder, SqlBool } from 'kysely';
import { sql } from 'kysely';
import type { NamedEntry, OwnedEntry } from '#core/entries.ts';
import { compareEntries, entryName } from '#core/entries.ts';
import type { BuyBacks, BuyBackWindow } from '#core/formats/survivor/buy-backs.ts';
import type { Db } from '#server/platform/db/connect.ts';

/** An entry that plays in a pool. */
export interface PoolEntry extends OwnedEntry {
  readonly name: string;
  /** The owner's account is enabled, or they have none. */
  readonly isEnabled: boolean;
}

/** The entries of a pool's enabled members, in order of joining, which numbers those that share a name. */
export function entriesOfPool(db: Db, poolId: string): Promise<PoolEntry[]> {
  return readEntries(playing(db, poolId));
}

/** The entries of a user that play in a pool, oldest first; none if they are not an enabled member. */
export async function entriesOfOwner(db: Db, poolId: string, userId: string): Promise<PoolEntry[]> {
  return (await readEntries(playing(db, poolId).where('entries.owner_id', '=', userId))).toSorted(compareEntries);
}

/** The number of entries that play in a pool, by owner. */
export async function entriesOfOwners(db: Db, poolId: string): Promise<ReadonlyMap<string, number>> {
  const byOwner = Map.groupBy(await entriesOfPool(db, poolId), ({ ownerId }) => ownerId);
  return new Map([...byOwner].map(([ownerId, own]) => [ownerId, own.length]));
}

/** An entry that plays in a pool and whose owner, if they have an account, can sign in; null for others. */
export async function findEntry(db: Db, poolId: string, entryId: string): Promise<PoolEntry | null> {
  const query = playing(db, poolId).where('entries.id', '=', entryId).where('owners.is_enabled', '=', 1);
  return (await readEntries(query))[0] ?? null;
}

const entryFields = [
  'entries.id',
  'entries.owner_id as ownerId',
  'entries.player_id as playerId',
  'entries.name',
  'entries.number',
  'entries.joined_at as joinedAt',
  'owners.display_name as ownerName',
  'owners.is_enabled as enabled',
] as const;

function playing(db: Db, poolId: string) {
  return db
    .selectFrom('entries')
    .innerJoin('pool_members', (on) =>
      on.onRef('pool_members.pool_id', '=', 'entries.pool_id').onRef('pool_members.user_id', '=', 'entries.owner_id'),
    )
    .innerJoin('users as owners', 'owners.id', 'entries.owner_id')
    .select(entryFields)
    .where('entries.pool_id', '=', poolId)
    .where('entries.out_at', 'is', null)
    .where('pool_members.enabled', '=', 1)
    .orderBy('entries.joined_at')
    .orderBy('entries.owner_id')
    .orderBy('entries.number');
}

async function readEntries(query: ReturnType<typeof playing>): Promise<PoolEntry[]> {
  return (await query.execute()).map(toEntry);
}

type EntryRow = Omit<OwnedEntry, 'isOwn'> & NamedEntry & { readonly playerId: string; readonly enabled: number };

function toEntry({ id, ownerId, playerId, number, joinedAt, enabled, ...names }: EntryRow): PoolEntry {
  const name = entryName({ ...names, number });
  return { id, ownerId, isOwn: playerId === ownerId, name, number, joinedAt, isEnabled: enabled === 1 };
}

/** Entries by id, including those that left the standings. */
export async function entriesById(db: Db, entryIds: readonly string[]): Promise<PoolEntry[]> {
  if (entryIds.length === 0) return [];
  const rows = await db
    .selectFrom('entries')
    .innerJoin('users as owners', 'owners.id', 'entries.owner_id')
    .select(entryFields)
    .where('entries.id', 'in', entryIds)
    .execute();
  return rows.map(toEntry);
}

/** Names of entries by id, including those that left the standings. */
export async function entryNames(db: Db, entryIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map((await entriesById(db, entryIds)).map(({ id, name }) => [id, name]));
}

/** Whether anybody, with or without an account, has more than `most` entries in a pool; removed members count. */
export async function hasOwnerWithMore(db: Db, poolId: string, most: number): Promise<boolean> {
  const row = await db
    .selectFrom('entries')
    .select('owner_id')
    .where('pool_id', '=', poolId)
    .where('out_at', 'is', null)
    .groupBy('owner_id')
    .having((q) => q.fn.countAll<number>(), '>', most)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the user of a row is a player whose entry is linked to an account, and who has no other entry, in a pool or in any. They cannot
 * become a member again before the link is undone.
 */
export function isLinkedAway(poolId?: string): RawBuilder<SqlBool> {
  const inPool = poolId === undefined ? sql`` : sql`and entries.pool_id = ${poolId}`;
  return sql`(exists (
      select 1 from entry_links join entries on entries.id = entry_links.entry_id
      where entries.player_id = users.id and entry_links.undone_at is null)
    and not exists (
      select 1 from entries where entries.owner_id = users.id and entries.out_at is null ${inPool}))`;
}

/** A condition on `users`: they closed their account. Their entries stay theirs, unlike those of a player who never had one. */
export function closedAccount(): RawBuilder<SqlBool> {
  return sql`(users.account_id is null and exists (select 1 from entries where entries.user_id = users.id))`;
}

/** Whether an entry of the player is linked to an account. */
export async function isLinkedPlayer(db: Db, playerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('entry_links')
    .innerJoin('entries', 'entries.id', 'entry_links.entry_id')
    .select('entry_links.id')
    .where('entries.player_id', '=', playerId)
    .where('entry_links.undone_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The stored buy-backs of a pool, by entry, or those of some entries. Whether one has an effect is up to `survivorSeason`. */
export async function buyBacksOf(
  db: Db,
  of: { readonly poolId: string } | { readonly entryIds: readonly string[] },
): Promise<ReadonlyMap<string, BuyBacks>> {
  let query = db
    .selectFrom('buy_backs')
    .leftJoin('buy_back_windows', (on) =>
      on
        .onRef('buy_back_windows.entry_id', '=', 'buy_backs.entry_id')
        .onRef('buy_back_windows.week_id', '=', 'buy_backs.week_id'),
    )
    .select(['buy_backs.entry_id', 'buy_backs.week_id', 'made_at', 'shown_at']);
  if ('poolId' in of) query = query.where('buy_backs.entry_id', 'in', entryIdsOf(db, of.poolId));
  else if (of.entryIds.length === 0) return new Map();
  else query = query.where('buy_backs.entry_id', 'in', of.entryIds);
  const byEntry = Map.groupBy(await query.execute(), ({ entry_id }) => entry_id);
  return new Map(
    [...byEntry].map(([id, own]) => [
      id,
      new Map(
        own.map(({ week_id, made_at, shown_at }) => [week_id, { madeAt: made_at, shownAt: shown_at ?? made_at }]),
      ),
    ]),
  );
}

/** The stored windows of a pool, by entry, then by week. */
export async function buyBackWindowsOf(
  db: Db,
  poolId: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, BuyBackWindow>>> {
  const query = db.selectFrom('buy_back_windows').selectAll().where('entry_id', 'in', entryIdsOf(db, poolId));
  const byEntry = Map.groupBy(await query.execute(), ({ entry_id }) => entry_id);
  return new Map(
    [...byEntry].map(([id, own]) => [
      id,
      new Map(
        own.map(({ week_id, shown_at, closes_at, corrected, stands }) => [
          week_id,
          { shownAt: shown_at, closesAt: closes_at, isCorrected: corrected === 1, stands: stands === 1 },
        ]),
      ),
    ]),
  );
}

function entryIdsOf(db: Db, poolId: string) {
  return db.selectFrom('entries').select('id').where('pool_id', '=', poolId);
}

/** The names that are taken in a pool: those of entries that play, and those that members who left chose, as they may return. */
export async function takenNames(db: Db, poolId: string): Promise<{ readonly id: string; readonly name: string }[]> {
  const given = await db
    .selectFrom('entries')
    .select(['id', 'name'])
    .where('pool_id', '=', poolId)
    .where('out_at', 'is', null)
    .where('name', 'is not', null)
    .$narrowType<{ name: string }>()
    .execute();
  return [...(await entriesOfPool(db, poolId)), ...given];
}
