import { entryName, mayAddEntry } from '#core/entries.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { normalizeName } from '#core/names.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { markMembersStale } from '#server/journal/stale-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { refuseLate } from '#server/platform/db/gate.ts';
import { newEntryId } from '#server/platform/db/ids.ts';
import { nextLockOfPools, timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { isClosedToNewcomers } from '#server/pools/begun-store.ts';
import { holdPool } from '#server/pools/reads.ts';
import { receiptEntries } from '#server/receipts/store.ts';
import { entriesOfOwner, entriesOfPool, entryNames, takenNames } from './reads.ts';

/** An entry that plays, locked until the transaction ends, or null. */
export async function holdEntry(tx: Db, { engine }: Store, entryId: string) {
  let query = tx.selectFrom('entries').selectAll().where('id', '=', entryId).where('out_at', 'is', null);
  if (engine === 'postgres') query = query.forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** Why an entry is not added. */
type AddRefusal = 'pool_not_found' | 'not_a_member' | 'too_many_entries' | 'survivor_begun' | 'name_taken';

/** Why an entry is not renamed. */
type NameRefusal = 'entry_not_found' | 'other_player' | 'name_taken';

/** Adds an entry for a member if the rules allow one more, and logs it. @param name as cleaned by the caller; null for the default name */
export function addEntry(
  store: Store,
  { poolId, userId, name }: { readonly poolId: string; readonly userId: string; readonly name: string | null },
  clock: () => number,
): Promise<{ readonly id: string; readonly name: string } | { readonly refusal: AddRefusal }> {
  const add = async (tx: Db): Promise<{ id: string; name: string } | { refusal: AddRefusal }> => {
    const pool = await holdPool(tx, store, poolId);
    if (pool === null) return { refusal: 'pool_not_found' };
    const own = await entriesOfOwner(tx, poolId, userId);
    if (own.length === 0) return { refusal: 'not_a_member' };
    if (!mayAddEntry(own.length, pool.rules)) return { refusal: 'too_many_entries' };
    if (await isClosedToNewcomers(tx, { engine: store.engine, now: clock }, poolId))
      return { refusal: 'survivor_begun' };
    const now = await timeInTransaction(tx, store.engine, clock);
    const id = newEntryId(poolId);
    const number = await nextNumber(tx, poolId, userId);
    await tx
      .insertInto('entries')
      .values({ id, pool_id: poolId, player_id: userId, user_id: userId, number, name, joined_at: now, out_at: null })
      .execute();
    if (name !== null && (await isTaken(tx, poolId, id))) throw new NameTaken();
    const shown = (await entryNames(tx, [id])).get(id) ?? '';
    const about = { actorId: userId, poolId, userId, entryId: id };
    await writeAudit(tx, { act: 'entry.add', ...about, after: { entryName: shown } }, now);
    await markMembersStale(tx, [poolId]);
    const closesAt = await nextLockOfPools(tx, now, Number.MAX_SAFE_INTEGER, poolId);
    if (traitsOf(pool.rules).closesAtStart && closesAt !== null) await refuseLate(tx, store.engine, closesAt, clock());
    return { id, name: shown };
  };
  return transact(store, add).catch(unlessNameTaken);
}

/** Thrown to roll back if the name is taken. */
class NameTaken extends Error {}

function unlessNameTaken(error: unknown): { readonly refusal: 'name_taken' } {
  if (error instanceof NameTaken) return { refusal: 'name_taken' };
  throw error;
}

/** The number of a user's next entry in a pool. Numbers are never reused, including those of entries linked to them. */
export async function nextNumber(tx: Db, poolId: string, userId: string): Promise<number> {
  const query = tx.selectFrom('entries').select((q) => q.fn.max<number | null>('number').as('last'));
  const row = await query
    .where('pool_id', '=', poolId)
    .where((q) => q.or([q('player_id', '=', userId), q('owner_id', '=', userId)]))
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

/** Whether an entry's name looks like that of another in the pool. */
async function isTaken(tx: Db, poolId: string, entryId: string): Promise<boolean> {
  const taken = await takenNames(tx, poolId);
  const own = taken.find(({ id }) => id === entryId);
  return (
    own !== undefined && taken.some(({ id, name }) => id !== entryId && normalizeName(name) === normalizeName(own.name))
  );
}

/**
 * Renames an entry, and logs it. The owner chooses any name; a commissioner can only restore the default name. @param name as cleaned by
 * the caller; null for the default name
 */
export function renameEntry(
  store: Store,
  { entryId, name }: { readonly entryId: string; readonly name: string | null },
  actor: { readonly userId: string; readonly runsPool: boolean },
  clock: () => number,
): Promise<{ readonly name: string } | { readonly refusal: NameRefusal }> {
  const rename = async (tx: Db): Promise<{ name: string } | { refusal: NameRefusal }> => {
    const of = await tx.selectFrom('entries').select('pool_id').where('id', '=', entryId).executeTakeFirst();
    // Serializes two users who take the same name at the same time.
    const pool = of === undefined ? null : await holdPool(tx, store, of.pool_id);
    const entry = await holdEntry(tx, store, entryId);
    if (entry === null || pool === null) return { refusal: 'entry_not_found' };
    const isOwn = entry.owner_id === actor.userId;
    if (!isOwn && !(actor.runsPool && name === null)) return { refusal: 'other_player' };
    const before = (await entryNames(tx, [entryId])).get(entryId) ?? '';
    const usual = name ?? (await usualName(tx, entry));
    await tx.updateTable('entries').set({ name: usual }).where('id', '=', entryId).execute();
    const after = (await entryNames(tx, [entryId])).get(entryId) ?? '';
    if (after === before) return { name: after };
    if (name !== null && (await isTaken(tx, entry.pool_id, entryId))) throw new NameTaken();
    const about = { actorId: actor.userId, poolId: entry.pool_id, userId: entry.owner_id, entryId };
    const change = { before: { entryName: before }, after: { entryName: after } };
    const now = await timeInTransaction(tx, store.engine, clock);
    await writeAudit(tx, { act: 'entry.rename', ...about, ...change }, now);
    await receiptEntries(tx, store.engine, [entryId], { userId: actor.userId }, now);
    return { name: after };
  };
  return transact(store, rename).catch(unlessNameTaken);
}

/**
 * The default name of an entry: null, which means the name derived from its number, unless another entry of its owner has that name because
 * one of them was linked.
 */
export async function usualName(
  tx: Db,
  { id, pool_id, owner_id, number }: Pick<HeldEntry, 'id' | 'pool_id' | 'owner_id' | 'number'>,
): Promise<string | null> {
  const owner = await tx.selectFrom('users').select('display_name').where('id', '=', owner_id).executeTakeFirst();
  const others = (await entriesOfPool(tx, pool_id)).filter((entry) => entry.id !== id && entry.ownerId === owner_id);
  const nameOf = (at: number) => entryName({ name: null, ownerName: owner?.display_name ?? '', number: at });
  const isFree = (at: number) => !others.some(({ name }) => normalizeName(name) === normalizeName(nameOf(at)));
  if (isFree(number)) return null;
  const free = Array.from({ length: others.length + 1 }, (_, at) => at + 1).find(isFree);
  return nameOf(free ?? number);
}

export type HeldEntry = NonNullable<Awaited<ReturnType<typeof holdEntry>>>;
