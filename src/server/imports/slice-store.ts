/** Writes the picks of an import, slice by slice. */

import { sql } from 'kysely';
import { asksFor } from '#core/formats/traits.ts';
import { isWeekLocked } from '#core/locks.ts';
import type { GuessValue, SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { addPost } from '#server/journal/posted-store.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import type { PickWrite } from '#server/picks/facts-reads.ts';
import type { PickOutcome } from '#server/picks/store.ts';
import { isChanged, writePicks } from '#server/picks/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { refuseLate } from '#server/platform/db/gate.ts';
import { jsonRows } from '#server/platform/db/json-rows.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import type { PickTable, PoolImportTable } from '#server/platform/db/schema.ts';
import { parseValue } from '#server/platform/db/values.ts';
import { findPool } from '#server/pools/reads.ts';
import { isLockedInPool, weeksOfPool } from '#server/pools/week-reads.ts';
import type { OwnPart } from './own-line-store.ts';
import { outcomesBefore, ownPart } from './own-line-store.ts';
import { endSeason, writeBuyBacks } from './season-store.ts';
import type { ImportSlots } from './slots.ts';
import { itemsOf } from './slots.ts';

/** How many picks are written or restored in one transaction. */
export const SLICE = 250;

/** What a slice wrote of the importer's own line, and the log record that announces it. */
export interface Slice {
  readonly own: OwnPart | null;
  readonly announced: number | null;
}

/** Writes the next picks. @param mayWrite whether the importer still runs the pool; if not, the import ends with what was written */
export async function writeSlice(
  tx: Db,
  store: Store,
  row: PoolImportTable,
  mayWrite: boolean,
  clock: () => number,
): Promise<Slice> {
  const { id, pool_id: poolId, made_by: userId } = row;
  const now = await timeInTransaction(tx, store.engine, clock);
  const wrote = mayWrite ? await writeNext(tx, store, row, now, clock) : { done: 0, written: 0, own: null };
  const { own } = wrote;
  const [done, written] = [row.done + wrote.done, row.written + wrote.written];
  const isWritten = done >= row.total || !mayWrite;
  const state = isWritten ? 'written' : 'running';
  await tx.updateTable('pool_imports').set({ done, written, state }).where('id', '=', id).execute();
  if (!isWritten) return { own, announced: null };
  const slots = JSON.parse(row.slots) as ImportSlots;
  const ofSeason = await endSeason(tx, store.engine, { poolId, userId }, slots.season, slots.entries, now);
  const newPlayers = (JSON.parse(row.players) as string[]).length;
  const kept = row.total > written && { kept: row.total - written };
  const text = [ofSeason, own?.text].filter(Boolean).join(' ');
  const after = { newPlayers, written, ...kept, ...(own && { own: own.count }), ...(text !== '' && { text }) };
  const recordId = await writeAudit(tx, { act: 'picks.import', actorId: userId, poolId, after }, now);
  if (text === '') return { own, announced: null };
  await announce(tx, { recordId, poolId, userId, text }, now);
  await tx
    .updateTable('pool_imports')
    .set({ slots: JSON.stringify({ ...slots, isAnnounced: true } satisfies ImportSlots) })
    .where('id', '=', id)
    .execute();
  return { own, announced: recordId };
}

interface Told {
  readonly recordId: number;
  readonly poolId: string;
  readonly userId: string;
  readonly text: string;
}

export async function announce(tx: Db, { recordId, poolId, userId, text }: Told, now: number): Promise<void> {
  await addPost(tx, { kind: 'announcement', id: recordId, poolId, authorId: userId, at: now, site: null, text });
}

/** Writes those of the next picks whose games were locked when the import began. @returns how many there were, and how many changed what was stored */
async function writeNext(tx: Db, store: Store, row: PoolImportTable, now: number, clock: () => number) {
  const { engine } = store;
  const { pool_id: poolId, made_by: userId, at } = row;
  const slots = JSON.parse(row.slots) as ImportSlots;
  const { items, areOwn } = nextItems(slots, row.done);
  const times = [at, now];
  const all = items.flatMap(({ games }) => games.map((game) => slots.gids[game] ?? ''));
  const weekOf = await weeksOfGames(tx, all);
  const locked = await lockedGames(tx, poolId, all, times);
  const whole = await wholeWeeks(tx, poolId, times);
  const wanted = items.map(({ entry, games, wishOf }) => {
    const gids = games.map((game) => slots.gids[game] ?? '');
    const [gid = ''] = gids;
    const weekId = weekOf.get(gid) ?? '';
    const wish = wishOf(gids, weekId);
    const isOpen = wish.kind === 'guess' || whole === null ? !locked.has(gid) : !whole.has(weekId);
    return { entryId: slots.entries[entry] ?? '', weekId, wish, isOpen };
  });
  const reason = `Imported from ${row.name}`;
  const actor = { by: 'commissioner', userId, reason, ...(areOwn && { fillsOwn: true as const }) } as const;
  const wishes = wanted.filter(({ isOpen }) => !isOpen);
  const kept = await keptSlots(tx, engine, wishes, row);
  const missing = firstOfEach(wishes).filter((each) => !kept.has(keyOf(each)));
  const writeOf = ({ entryId, wish }: EntryWish): PickWrite => {
    return { poolId, entryId, wish, actor, basedOn: null, madeAt: at };
  };
  const writes = missing.map(writeOf);
  const before = areOwn ? await outcomesBefore(tx, store, row, writes, now) : null;
  const outcomes: PickOutcome[] = [];
  let closesAt = Number.POSITIVE_INFINITY;
  // A team is judged by what came of the weeks before it, which come first.
  const runs = slots.season === undefined ? [missing] : Map.groupBy(missing, ({ weekId }) => weekId).values();
  for (const run of runs) {
    const ids = new Set(run.map(({ entryId }) => entryId));
    const bought = boughtBack(slots).filter(({ entryId }) => ids.has(entryId));
    await writeBuyBacks(tx, engine, { poolId, userId }, bought, run[0]?.weekId ?? null, now);
    const wrote = await writePicks(tx, engine, run.map(writeOf), () => now, { receiptsLater: true });
    outcomes.push(...wrote.outcomes);
    closesAt = Math.min(closesAt, wrote.closesAt);
  }
  const written = outcomes.filter(isChanged).length;
  if (written > 0) await markPoolStale(tx, poolId, JSON.parse(row.week_ids) as string[]);
  const own = before && (await ownPart(tx, store, row, { writes, outcomes }, before, now));
  await refuseLate(tx, engine, closesAt, clock());
  return { done: items.length, written, own };
}

/** The next items of an import: those of the importer's own entries are the last, and all at once, so that what they win is known. */
function nextItems(slots: ImportSlots, done: number) {
  const items = itemsOf(slots);
  const own = new Set(slots.own);
  const others = items.filter(({ entry }) => !own.has(entry));
  if (done < others.length) return { items: others.slice(done, done + SLICE), areOwn: false };
  return { items: items.filter(({ entry }) => own.has(entry)).slice(done - others.length), areOwn: true };
}

/** The entries that bought back, with the day of it (ms), if that is known. */
function boughtBack({ season, entries }: ImportSlots) {
  return (season?.buyBacks ?? []).map(({ entry, at }) => ({ entryId: entries[entry] ?? '', at }));
}

/** The first wish for each slot. */
function firstOfEach<W extends EntryWish>(wishes: readonly W[]): W[] {
  return [...Map.groupBy(wishes, keyOf).values()].flatMap(([first]) => first ?? []);
}

/** What an import wants for an entry. */
interface EntryWish {
  readonly entryId: string;
  readonly wish: SlotWish;
}

function keyOf({ entryId, wish }: EntryWish): string {
  return `${entryId} ${slotKey(wish)}`;
}

async function weeksOfGames(tx: Db, gids: readonly string[]): Promise<Map<string, string>> {
  const games = tx
    .selectFrom('games')
    .select(['gid', 'week_id'])
    .where('gid', 'in', [...new Set(gids)]);
  return new Map((await games.execute()).map(({ gid, week_id }) => [gid, week_id]));
}

/**
 * The games that were locked in the pool at all of these times. One that locked after the import began was open in its preview, and a pick
 * with the time of the import would seem to be made before the lock.
 */
async function lockedGames(
  tx: Db,
  poolId: string,
  gids: readonly string[],
  times: readonly number[],
): Promise<Set<string>> {
  const query = tx
    .selectFrom('pool_locks')
    .select('gid')
    .where('pool_id', '=', poolId)
    .where('gid', 'in', [...new Set(gids)])
    .where((q) => q.and(times.map(isLockedInPool)));
  return new Set((await query.execute()).map(({ gid }) => gid));
}

/** In a confidence pool, the weeks that were locked as a whole at all of these times: an order is of a whole week. Null in other pools. */
async function wholeWeeks(tx: Db, poolId: string, times: readonly number[]): Promise<Set<string> | null> {
  const { rules } = (await findPool(tx, poolId)) ?? {};
  if (rules === undefined || !asksFor('order', rules)) return null;
  const weeks = await weeksOfPool(tx, poolId);
  return new Set(
    weeks.filter(({ wholeWeek }) => times.every((time) => isWeekLocked(wholeWeek, time))).map(({ id }) => id),
  );
}

/**
 * The slots, as `keyOf`, that have a value already, which the import leaves. One that replaces leaves what is newer, because its picks have the
 * time at which it began, and its own, so that a pick that it has twice is written once.
 */
async function keptSlots(
  tx: Db,
  engine: Store['engine'],
  wishes: readonly EntryWish[],
  { replaces, at, made_by }: PoolImportTable,
): Promise<Set<string>> {
  const isNewer = sql`and (picks.made_at > ${at} or (picks.made_at = ${at} and picks.entered_by = ${made_by}))`;
  const wanted = jsonRows(
    engine,
    wishes.map(({ entryId, wish: { kind, about } }) => ({ entry_id: entryId, kind, about })),
    { entry_id: 'text', kind: 'text', about: 'text' },
  );
  const { rows } = await sql<Pick<PickTable, 'entry_id' | 'kind' | 'about' | 'value'>>`
    select picks.entry_id, picks.kind, picks.about, picks.value from ${wanted}
    join picks on picks.entry_id = rows.entry_id and picks.kind = rows.kind and picks.about = rows.about
    where picks.value is not null ${replaces === 0 ? sql`` : isNewer}`.execute(tx);
  const valued = rows.filter(({ kind, value }) => kind !== 'guess' || parseValue<GuessValue>(value)?.total !== null);
  return new Set(valued.map(({ entry_id, kind, about }) => `${entry_id} ${slotKey({ kind, about })}`));
}
