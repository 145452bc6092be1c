import type { TypedPlace } from '#core/almanac/season.ts';
import type { Actor } from '#server/journal/audit-store.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { holdPool } from '#server/pools/reads.ts';
import { lineOf, matchedPeople, mayFollow, NO_PLACE, peopleOfLine, typedSeasons } from './reads.ts';

/** What became of a change; `isChanged` if anything was stored, `others` if other pools show it, too. */
type Outcome<Refusal extends string> =
  | { readonly isChanged: boolean; readonly others?: readonly string[] }
  | { readonly refusal: Refusal };

/** A final table as it is saved, and as its editor saw it. */
interface TypedTable {
  readonly year: number;
  readonly places: readonly TypedPlace[];
  readonly seen: readonly TypedPlace[];
}

/** Stores the final table of a year that the pool's line did not play here, in place of the last one, and logs it. An empty one removes it. */
export function saveYear(
  store: Store,
  { adminId, now }: Actor,
  poolId: string,
  { year, places, seen }: TypedTable,
): Promise<Outcome<'pool_not_found' | 'year_played' | 'unknown_person' | 'changed_meanwhile'>> {
  return transact(store, async (tx) => {
    if (!(await holdPool(tx, store, poolId))) return { refusal: 'pool_not_found' };
    const line = await lineOf(tx, poolId);
    const played = line.flatMap((pool) => pool.year ?? []);
    if (places.length > 0 && played.includes(year)) return { refusal: 'year_played' };
    const people = new Set((await peopleOfLine(tx, line)).map(({ id }) => id));
    if (places.some(({ personId }) => personId !== null && !people.has(personId))) return { refusal: 'unknown_person' };
    const stored = (await typedSeasons(tx, line)).find((each) => each.year === year)?.places ?? [];
    if (textOf(stored) === textOf(places)) return { isChanged: false };
    if (textOf(stored) !== textOf(seen)) return { refusal: 'changed_meanwhile' };
    // The tables of earlier pools are theirs: this one only hides them.
    await tx.deleteFrom('typed_places').where('pool_id', '=', poolId).where('year', '=', year).execute();
    const isLeft = (await typedSeasons(tx, line)).some((each) => each.year === year);
    const table = places.length === 0 && isLeft ? [NO_TABLE] : places;
    const rows = table.map((place, at) => ({ pool_id: poolId, ...placeRow(year, at, place) }));
    if (rows.length > 0) await tx.insertInto('typed_places').values(rows).execute();
    const change = { before: { year, places: stored.length }, after: { year, places: places.length } };
    await writeAudit(tx, { act: 'almanac.year', actorId: adminId, poolId, ...change }, now);
    return { isChanged: true };
  });
}

/** Hides the table of an earlier pool. */
const NO_TABLE: TypedPlace = { place: NO_PLACE, name: '', points: null, prize: null, personId: null };

function textOf(places: readonly TypedPlace[]): string {
  return JSON.stringify(
    places.map(({ place, name, points, prize, personId }) => [place, name, points, prize, personId]),
  );
}

/** The columns of a typed place. @param position its index in the table */
export function placeRow(year: number, position: number, { place, name, points, prize, personId }: TypedPlace) {
  const halves = points === null ? null : points * 2;
  return { year, position, place, name, halves, prize, person_id: personId };
}

/**
 * Stores who a player without an account is in other seasons of the line, and logs it. Nobody says that a player is themselves: that would
 * show them the picks of a season in which they may not have played.
 */
export function matchPlayer(
  store: Store,
  { adminId, now }: Actor,
  poolId: string,
  userId: string,
  personId: string | null,
): Promise<Outcome<'pool_not_found' | 'unknown_person' | 'own_match'>> {
  return transact(store, async (tx) => {
    if (!(await holdPool(tx, store, poolId))) return { refusal: 'pool_not_found' };
    const line = await lineOf(tx, poolId);
    const people = new Map((await peopleOfLine(tx, line)).map((person) => [person.id, person]));
    const matched = await matchedPeople(tx, line);
    // A match with somebody who is matched is one with that person.
    const target = personId === null ? null : (matched.get(personId) ?? personId);
    const player = people.get(userId);
    if (target !== null && target === adminId) return { refusal: 'own_match' };
    if (!player || player.hasAccount || target === userId) return { refusal: 'unknown_person' };
    if (target !== null && !people.has(target)) return { refusal: 'unknown_person' };
    if ((matched.get(userId) ?? null) === target) return { isChanged: false };
    // A match with oneself hides one of an earlier pool.
    const match = { person_id: target ?? userId };
    await tx
      .insertInto('same_people')
      .values({ pool_id: poolId, user_id: userId, ...match })
      .onConflict((c) => c.columns(['pool_id', 'user_id']).doUpdateSet(match))
      .execute();
    const after = { is: target === null ? null : (people.get(target)?.name ?? null) };
    await writeAudit(tx, { act: 'almanac.person', actorId: adminId, poolId, userId, after }, now);
    return { isChanged: true };
  });
}

/** Stores which earlier pool a pool follows, and logs it. */
export function setFollows(
  store: Store,
  { adminId, now }: Actor,
  poolId: string,
  asker: { readonly userId: string; readonly isAdmin: boolean },
  beforeId: string | null,
): Promise<Outcome<'pool_not_found' | 'cannot_follow'>> {
  return transact(store, async (tx) => {
    for (const id of [poolId, ...(beforeId === null ? [] : [beforeId])].toSorted())
      if (!(await holdPool(tx, store, id))) return { refusal: id === poolId ? 'pool_not_found' : 'cannot_follow' };
    const line = await lineOf(tx, poolId);
    const before = line[1] ?? null;
    if (beforeId !== null && (await lineOf(tx, beforeId)).some(({ id }) => id === poolId))
      return { refusal: 'cannot_follow' };
    if ((before?.id ?? null) === beforeId) return { isChanged: false };
    if (beforeId !== null && !(await mayFollow(tx, line, asker, beforeId))) return { refusal: 'cannot_follow' };
    await tx.deleteFrom('season_links').where('pool_id', '=', poolId).execute();
    if (beforeId !== null) await tx.insertInto('season_links').values({ pool_id: poolId, follows: beforeId }).execute();
    const name = beforeId === null ? null : (await lineOf(tx, beforeId))[0]?.name;
    const change = { before: { follows: before?.name ?? null }, after: { follows: name ?? null } };
    await writeAudit(tx, { act: 'almanac.follows', actorId: adminId, poolId, ...change }, now);
    return { isChanged: true, others: [before?.id, beforeId].filter((id) => id != null) };
  });
}

/** Lets a new pool follow the one that it continues, which the transaction holds, unless another pool follows that. */
export async function followPool(tx: Db, poolId: string, beforeId: string): Promise<void> {
  await tx
    .insertInto('season_links')
    .values({ pool_id: poolId, follows: beforeId })
    .onConflict((c) => c.column('follows').doNothing())
    .execute();
}

/** The pools before and after a pool in its line. */
export async function neighborsOf(db: Db, poolId: string): Promise<string[]> {
  const links = db.selectFrom('season_links').select(['pool_id', 'follows']);
  const rows = await links
    .where(({ or, eb }) => or([eb('pool_id', '=', poolId), eb('follows', '=', poolId)]))
    .execute();
  return rows.map(({ pool_id, follows }) => (pool_id === poolId ? follows : pool_id));
}

/** Takes a pool out of its line, whose neighbors the transaction holds: the pool after it follows the one before it, and one of them keeps what was typed in it. */
export async function leaveLine(tx: Db, poolId: string): Promise<void> {
  const links = tx.selectFrom('season_links').select(['pool_id', 'follows']);
  const before = (await links.where('pool_id', '=', poolId).executeTakeFirst())?.follows;
  const after = (await links.where('follows', '=', poolId).executeTakeFirst())?.pool_id;
  await tx
    .deleteFrom('season_links')
    .where(({ or, eb }) => or([eb('pool_id', '=', poolId), eb('follows', '=', poolId)]))
    .execute();
  if (before !== undefined && after !== undefined)
    await tx.insertInto('season_links').values({ pool_id: after, follows: before }).execute();
  const keeper = after ?? before;
  if (keeper === undefined) return;
  await moveTyped(tx, poolId, keeper);
  const kept = tx.selectFrom('same_people').select('user_id').where('pool_id', '=', keeper);
  await tx.deleteFrom('same_people').where('pool_id', '=', poolId).where('user_id', 'in', kept).execute();
  await tx.updateTable('same_people').set({ pool_id: keeper }).where('pool_id', '=', poolId).execute();
}

/** Moves typed years that the keeper does not have. */
async function moveTyped(tx: Db, poolId: string, keeper: string): Promise<void> {
  const kept = tx.selectFrom('typed_places').select('year').where('pool_id', '=', keeper);
  await tx
    .updateTable('typed_places')
    .set({ pool_id: keeper })
    .where('pool_id', '=', poolId)
    .where('year', 'not in', kept)
    .execute();
}
