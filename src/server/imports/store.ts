/**
 * Imports picks of a file that a commissioner sent, as picks that they entered (`beyond.md`, section 7). The file is stored first and written in
 * slices, each in a transaction with the count of what is done, so that an import goes on after a crash and others can save meanwhile.
 * Every pick of an import has its author and its time, by which undoing finds it.
 */
import { sql } from 'kysely';
import type { ImportReply, ImportRequest } from '#contract/imports.ts';
import { IMPORT_UNDO_MS } from '#contract/imports.ts';
import { teamSlot } from '#core/formats/survivor/survivor.ts';
import { asksFor } from '#core/formats/traits.ts';
import { isWeekLocked } from '#core/locks.ts';
import { cleanName, normalizeName } from '#core/names.ts';
import type { GuessValue, SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { profileNameError } from '#core/validation.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { addPost } from '#server/journal/posted-store.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import { catchUp, settle, writeEach } from '#server/locks/store.ts';
import { commissionersOf } from '#server/members/reads.ts';
import { setMembers } from '#server/members/store.ts';
import type { PickWrite } from '#server/picks/facts-reads.ts';
import type { PickRow } from '#server/picks/rows-store.ts';
import { insertPicks } from '#server/picks/rows-store.ts';
import type { PickOutcome } from '#server/picks/store.ts';
import { isChanged, writePicks } from '#server/picks/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { closeGate, openGate, refuseLate } from '#server/platform/db/gate.ts';
import { flag, newId } from '#server/platform/db/ids.ts';
import { jsonRows } from '#server/platform/db/json-rows.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import type { PickTable, PoolImportTable } from '#server/platform/db/schema.ts';
import { dryRun, transact } from '#server/platform/db/transactions.ts';
import { parseValue } from '#server/platform/db/values.ts';
import { isClosedToNewcomers } from '#server/pools/begun-store.ts';
import { findPool, holdPool, poolWeeks } from '#server/pools/reads.ts';
import { isLockedInPool, weeksOfPool } from '#server/pools/week-reads.ts';
import { namesOf } from '#server/users/reads.ts';
import { createUser } from '#server/users/store.ts';
import type { OwnPart } from './own-line-store.ts';
import { outcomesBefore, ownPart } from './own-line-store.ts';
import { beforeFirstLock } from './picks-store.ts';
import type { ImportedSeason } from './season-store.ts';
import { beginSeason, endSeason, pastWeeksOf, seasonOf, undoSeason, writeBuyBacks } from './season-store.ts';

/** The picks of an import, by position in its lists. */
interface ImportSlots extends Pick<ImportRequest, 'entries' | 'gids' | 'picks' | 'guesses' | 'orders'> {
  /** In a survivor pool: what it has of its season, in order. */
  readonly season?: ImportedSeason;
  /** The positions of the entries that were the importer's own when it began. */
  readonly own?: readonly number[];
  /** Whether members were told of it, and so are told if it is undone. */
  readonly isAnnounced?: true;
}

/** How many picks are written in one transaction. */
const SLICE = 250;
/** The most players without an account in a pool. Removed ones do not count: an undone import can be repeated. */
const MOST_PLAYERS = 300;

/** Why an import does not start. */
export type NotStarted =
  | {
      readonly refusal:
        | 'pool_not_found'
        | 'entry_not_found'
        | 'game_not_found'
        | 'other_format'
        | 'too_many_players'
        | 'survivor_begun'
        | 'buy_back_closed'
        | 'import_running';
    }
  | { readonly refusal: 'name_taken'; readonly name: string }
  | { readonly badName: string };

/** Who imports into which pool. */
export interface PoolImporter {
  readonly poolId: string;
  readonly userId: string;
  readonly clock: () => number;
}

/** Stores an import and adds its new players. `doSlice` writes its picks. */
export async function startImport(
  store: Store,
  { poolId, userId, clock }: PoolImporter,
  request: ImportRequest,
): Promise<ImportReply | NotStarted> {
  await catchUp(store, { poolId }, clock);
  return transact(store, async (tx) => begin(tx, store, { poolId, userId, clock }, request));
}

/** What an import would write of the importer's own line, and what that would win. Changes nothing. */
export async function previewOwnLine(
  store: Store,
  by: PoolImporter,
  request: ImportRequest,
): Promise<OwnPart | null | NotStarted> {
  await catchUp(store, { poolId: by.poolId }, by.clock);
  return dryRun(store, async (tx) => {
    const started = await begin(tx, store, by, request);
    if (!('id' in started)) return started;
    await openGate(tx, store.engine);
    for (;;) {
      const row = await held(tx, store, started.id);
      if (row?.state !== 'running') return null;
      const { own } = await writeSlice(tx, store, row, by.clock);
      if (own !== null) return own;
    }
  });
}

async function begin(
  tx: Db,
  store: Store,
  { poolId, userId, clock }: PoolImporter,
  request: ImportRequest,
): Promise<ImportReply | NotStarted> {
  const pool = await holdPool(tx, store, poolId);
  if (pool === null) return { refusal: 'pool_not_found' };
  if (!isOfFormat(request, pool.rules)) return { refusal: 'other_format' };
  if (await isRunning(tx, poolId)) return { refusal: 'import_running' };
  const now = await timeInTransaction(tx, store.engine, clock);
  const known = await entriesOfPool(tx, poolId);
  const ids = new Set(known.map(({ id }) => id));
  if (!request.entries.every((id) => ids.has(id))) return { refusal: 'entry_not_found' };
  const planner = { engine: store.engine, now: () => now };
  const isClosed = await isClosedToNewcomers(tx, planner, poolId);
  if (isClosed && request.newPlayers.length > 0) return { refusal: 'survivor_begun' };
  const pastWeeks = isClosed ? [] : await pastWeeksOf(tx, pool, request.gids, now);
  if (!(await areGamesOf(tx, poolId, request.gids, pastWeeks))) return { refusal: 'game_not_found' };
  if (pastWeeks.length === 0 && request.buyBacks?.length) return { refusal: 'buy_back_closed' };
  const size = request.entries.length + request.newPlayers.length;
  const season = await seasonOf(tx, pool.rules, request, pastWeeks);
  const sent = itemsOf({ ...request, season });
  if ([...sent, ...season.buyBacks].some(({ entry }) => entry >= size)) return { refusal: 'entry_not_found' };
  if (sent.some(({ games }) => games.some((game) => game >= request.gids.length))) return { refusal: 'game_not_found' };
  const names = request.newPlayers.map(cleanName);
  const bad = names.find((name) => profileNameError(name) !== null);
  if (bad !== undefined) return { badName: `${bad}: ${profileNameError(bad)}.` };
  const taken = new Set(known.map(({ name }) => normalizeName(name)));
  for (const name of names) {
    if (taken.has(normalizeName(name))) return { refusal: 'name_taken', name };
    taken.add(normalizeName(name));
  }
  if ((await countPlayers(tx, poolId)) + names.length > MOST_PLAYERS) return { refusal: 'too_many_players' };
  const begun = await beginSeason(tx, store.engine, { poolId, userId }, season, request.entries, now);
  const players = await addPlayers(tx, poolId, names, now);
  const owned = new Set(known.flatMap(({ id, ownerId }) => (ownerId === userId ? [id] : [])));
  const own = [...request.entries.keys()].filter((at) => owned.has(request.entries[at] ?? ''));
  const slots: ImportSlots = {
    entries: [...request.entries, ...players.map(({ entryId }) => entryId)],
    gids: request.gids,
    picks: request.picks,
    ...(request.guesses && { guesses: request.guesses }),
    ...(request.orders && { orders: request.orders }),
    ...(asksFor('team', pool.rules) && { season: begun }),
    ...(own.length > 0 && { own }),
  };
  const row: PoolImportTable = {
    id: newId(),
    pool_id: poolId,
    made_by: userId,
    name: cleanName(request.name),
    at: now,
    slots: JSON.stringify(slots),
    week_ids: JSON.stringify(await weeksOf(tx, request.gids)),
    replaces: flag(request.replaces),
    players: JSON.stringify(players.map((player) => player.userId)),
    state: 'running',
    total: sent.length,
    done: 0,
    written: 0,
    undone_by: null,
  };
  await tx.insertInto('pool_imports').values(row).execute();
  return toReply(row, now);
}

async function isRunning(tx: Db, poolId: string): Promise<boolean> {
  const query = tx.selectFrom('pool_imports').select('id').where('pool_id', '=', poolId).where(isUnfinished);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/** Whether an import is being written or undone. */
const isUnfinished = sql<boolean>`state not in ('done', 'undone')`;

/** Whether an import has only what the format of its pool asks for. */
function isOfFormat({ picks, orders, teams, buyBacks }: ImportRequest, rules: PoolRules): boolean {
  return (
    (picks.length === 0 || asksFor('pick', rules)) &&
    (!orders?.length || asksFor('order', rules)) &&
    (!(teams?.length || buyBacks?.length) || asksFor('team', rules))
  );
}

/** @param pastWeeks those that the import adds to the pool */
async function areGamesOf(
  tx: Db,
  poolId: string,
  gids: readonly string[],
  pastWeeks: readonly string[],
): Promise<boolean> {
  const weeks = [...(await poolWeeks(tx, poolId)), ...pastWeeks];
  if (gids.length === 0 || weeks.length === 0) return gids.length === 0;
  const query = tx.selectFrom('games').select('gid').where('gid', 'in', gids).where('week_id', 'in', weeks);
  return (await query.execute()).length === new Set(gids).size;
}

async function countPlayers(tx: Db, poolId: string): Promise<number> {
  const query = tx
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('pool_id', '=', poolId)
    .where('enabled', '=', 1)
    .where('account_id', 'is', null);
  return Number((await query.executeTakeFirstOrThrow()).count);
}

/** Adds players; one of that name without an account who was removed, as by undoing an import, comes back instead. */
async function addPlayers(tx: Db, poolId: string, names: readonly string[], now: number) {
  const removed = new Map((await removedPlayers(tx, poolId)).map(({ id, name }) => [normalizeName(name), id]));
  const userIds: string[] = [];
  for (const displayName of names)
    userIds.push(
      removed.get(normalizeName(displayName)) ?? (await createUser(tx, { displayName, accountId: null }, now)),
    );
  await setMembers(tx, poolId, userIds, await beforeFirstLock(tx, poolId, now));
  const entries = new Map((await entriesOfPool(tx, poolId)).map(({ id, ownerId }) => [ownerId, id]));
  return userIds.map((userId) => ({ userId, entryId: entries.get(userId) ?? '' }));
}

/** Removed members without an account who still have their entry. */
function removedPlayers(tx: Db, poolId: string) {
  return tx
    .selectFrom('pool_members')
    .innerJoin('users', 'users.id', 'pool_members.user_id')
    .innerJoin('entries', (on) =>
      on.onRef('entries.owner_id', '=', 'users.id').onRef('entries.pool_id', '=', 'pool_members.pool_id'),
    )
    .select(['users.id', 'users.display_name as name'])
    .where('pool_members.pool_id', '=', poolId)
    .where('pool_members.enabled', '=', 0)
    .where('users.account_id', 'is', null)
    .where('entries.user_id', 'is', null)
    .where('entries.out_at', 'is', null)
    .execute();
}

/** The state of an import after a slice. */
export interface ImportProgress {
  readonly poolId: string;
  /** Whether there is more to do. */
  readonly isUnfinished: boolean;
  /** The log record that is announced to members, if the slice wrote one. */
  readonly announced: number | null;
}

/** Writes or takes back the next picks of an import, or writes its receipts at its end. @returns null if there is nothing to do */
export async function doSlice(store: Store, importId: string, clock: () => number): Promise<ImportProgress | null> {
  const { row, announced } = await transact(store, async (tx) => {
    // Undoing takes out the weeks that it added, which closes the gate.
    const isUndoing = (await found(tx, importId))?.state === 'undoing';
    await (isUndoing ? closeGate : openGate)(tx, store.engine);
    const row = await held(tx, store, importId);
    const wrote = row?.state === 'running' ? await writeSlice(tx, store, row, clock) : null;
    const undone = row?.state === 'undoing' ? await undoSlice(tx, store, row, clock) : null;
    return { row, announced: wrote?.announced ?? undone?.announced ?? null };
  });
  if (row === null || row.state === 'done' || row.state === 'undone') return null;
  const isEnding = row.state === 'written' || row.state === 'returned';
  if (isEnding) await endImport(store, row, clock);
  return { poolId: row.pool_id, isUnfinished: !isEnding, announced };
}

/** Writes the receipts of what an import changed. */
async function endImport(store: Store, { id, pool_id: poolId, week_ids, state }: PoolImportTable, clock: () => number) {
  const weekIds = JSON.parse(week_ids) as string[];
  let failures = 0;
  await writeEach(
    store,
    weekIds.map((weekId) => ({ poolId, weekId })),
    await settle(store, clock),
    () => {
      failures += 1;
    },
  );
  // As long as it has not ended, the next sweep or correction writes what is missing, as its own.
  if (failures > 0) return;
  await store.db
    .updateTable('pool_imports')
    .set({ state: state === 'written' ? 'done' : 'undone' })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute();
}

function found(db: Db, importId: string) {
  return db.selectFrom('pool_imports').select('state').where('id', '=', importId).executeTakeFirst();
}

async function held(tx: Db, { engine }: Store, importId: string): Promise<PoolImportTable | null> {
  let query = tx.selectFrom('pool_imports').selectAll().where('id', '=', importId);
  if (engine === 'postgres') query = query.forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** What a slice wrote of the importer's own line, and the log record that announces it. */
interface Slice {
  readonly own: OwnPart | null;
  readonly announced: number | null;
}

/** Writes the next picks. If the importer no longer runs the pool, the import ends with what was written. */
async function writeSlice(tx: Db, store: Store, row: PoolImportTable, clock: () => number): Promise<Slice> {
  const { id, pool_id: poolId, made_by: userId } = row;
  const now = await timeInTransaction(tx, store.engine, clock);
  const mayWrite = await runsPool(tx, poolId, userId);
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

async function announce(tx: Db, { recordId, poolId, userId, text }: Told, now: number): Promise<void> {
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
  // Its picks have the time at which it began, so it replaces nothing that is newer.
  const known = await knownSlots(tx, engine, wishes, row.replaces === 1 ? at : -1);
  const missing = (areOwn ? firstOfEach(wishes) : wishes).filter((each) => !known.has(keyOf(each)));
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

async function runsPool(tx: Db, poolId: string, userId: string): Promise<boolean> {
  const user = tx.selectFrom('users').select(['is_admin', 'is_enabled']).where('id', '=', userId);
  const { is_admin, is_enabled } = await user.executeTakeFirstOrThrow();
  if (is_enabled === 0) return false;
  return is_admin === 1 || (await commissionersOf(tx, poolId)).some(({ id }) => id === userId);
}

/** What an import wants for an entry. */
interface EntryWish {
  readonly entryId: string;
  readonly wish: SlotWish;
}

function keyOf({ entryId, wish }: EntryWish): string {
  return `${entryId} ${slotKey(wish)}`;
}

/** A pick of an import, by position in its lists. */
interface Item {
  readonly entry: number;
  readonly games: readonly number[];
  readonly wishOf: (gids: readonly string[], weekId: string) => SlotWish;
}

/** What is imported, in the order in which it is written. */
function itemsOf({ picks, guesses = [], orders = [], season }: Omit<ImportSlots, 'entries' | 'gids'>): Item[] {
  const sides = picks.map(([entry, game, side]): Item => {
    return { entry, games: [game], wishOf: ([gid = '']) => ({ kind: 'pick', about: gid, value: { side } }) };
  });
  const totals = guesses.map(([entry, game, total]): Item => {
    return { entry, games: [game], wishOf: ([gid = ''], about) => ({ kind: 'guess', about, value: { gid, total } }) };
  });
  const places = orders.map(([entry, games]): Item => {
    return { entry, games, wishOf: (order, about) => ({ kind: 'order', about, value: { order } }) };
  });
  const teams = (season?.teams ?? []).map(({ entry, game, team, isSecond }): Item => {
    const wishOf: Item['wishOf'] = ([gid = ''], weekId) => {
      return { kind: 'team', about: teamSlot(weekId, isSecond), value: { gid, team } };
    };
    return { entry, games: [game], wishOf };
  });
  return [...sides, ...totals, ...places, ...teams];
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

/** The slots, as `keyOf`, that have a value already. @param since ms; only those that were made after it */
async function knownSlots(
  tx: Db,
  engine: Store['engine'],
  wishes: readonly EntryWish[],
  since: number,
): Promise<Set<string>> {
  const wanted = jsonRows(
    engine,
    wishes.map(({ entryId, wish: { kind, about } }) => ({ entry_id: entryId, kind, about })),
    { entry_id: 'text', kind: 'text', about: 'text' },
  );
  const { rows } = await sql<Pick<PickTable, 'entry_id' | 'kind' | 'about' | 'value'>>`
    select picks.entry_id, picks.kind, picks.about, picks.value from ${wanted}
    join picks on picks.entry_id = rows.entry_id and picks.kind = rows.kind and picks.about = rows.about
    where picks.value is not null and picks.made_at > ${since}`.execute(tx);
  const valued = rows.filter(({ kind, value }) => kind !== 'guess' || parseValue<GuessValue>(value)?.total !== null);
  return new Set(valued.map(({ entry_id, kind, about }) => `${entry_id} ${slotKey({ kind, about })}`));
}

async function weeksOf(tx: Db, gids: readonly string[]): Promise<string[]> {
  if (gids.length === 0) return [];
  const rows = await tx.selectFrom('games').select('week_id').distinct().where('gid', 'in', gids).execute();
  return rows.map(({ week_id }) => week_id);
}

/** Begins to undo an import of the last day, also one that is running. @returns whether there is one */
export function startUndo(store: Store, importId: string, { poolId, userId, clock }: PoolImporter): Promise<boolean> {
  return transact(store, async (tx) => {
    const row = await held(tx, store, importId);
    const now = await timeInTransaction(tx, store.engine, clock);
    if (row === null || row.pool_id !== poolId || now >= row.at + IMPORT_UNDO_MS) return false;
    await tx
      .updateTable('pool_imports')
      .set({ state: 'undoing', done: 0, undone_by: userId })
      .where('id', '=', importId)
      .where('undone_by', 'is', null)
      .execute();
    return true;
  });
}

/** Restores what the next picks of an import replaced. What was changed since stays. */
async function undoSlice(
  tx: Db,
  { engine }: Store,
  row: PoolImportTable,
  clock: () => number,
): Promise<Pick<Slice, 'announced'>> {
  const { pool_id: poolId } = row;
  const userId = row.undone_by ?? row.made_by;
  const now = await timeInTransaction(tx, engine, clock);
  const current = await importedPicks(tx, row);
  const rows = await Promise.all(current.map((pick) => restored(tx, pick, now)));
  await insertPicks(tx, engine, rows);
  await markPoolStale(tx, poolId, JSON.parse(row.week_ids) as string[]);
  const done = row.done + current.length;
  const isReturned = current.length < SLICE;
  await tx
    .updateTable('pool_imports')
    .set({ done, state: isReturned ? 'returned' : 'undoing' })
    .where('id', '=', row.id)
    .execute();
  if (!isReturned) return { announced: null };
  const gone = await playersWithoutPicks(tx, poolId, JSON.parse(row.players) as string[]);
  await setMembers(tx, poolId, gone, now, false);
  const { season, isAnnounced } = JSON.parse(row.slots) as ImportSlots;
  const ofSeason = await undoSeason(tx, { poolId, userId }, season, now);
  const name = (await namesOf(tx, [userId])).get(userId) ?? '';
  const text =
    ofSeason ?? (isAnnounced ? `${name} undid an import that was announced: its picks were taken back.` : null);
  const after = { returned: done, ...(gone.length > 0 && { removed: gone.length }), ...(text !== null && { text }) };
  const recordId = await writeAudit(tx, { act: 'picks.undo', actorId: userId, poolId, after }, now);
  if (text === null) return { announced: null };
  await announce(tx, { recordId, poolId, userId, text }, now);
  return { announced: recordId };
}

type CurrentPick = Pick<PickRow, 'entry_id' | 'kind' | 'about' | 'revision'>;

/** The next picks that are still as an import wrote them. */
function importedPicks(tx: Db, { pool_id, made_by, at }: PoolImportTable): Promise<CurrentPick[]> {
  return tx
    .selectFrom('picks')
    .innerJoin('entries', 'entries.id', 'picks.entry_id')
    .select(['picks.entry_id', 'picks.kind', 'picks.about', 'picks.revision'])
    .where('entries.pool_id', '=', pool_id)
    .where('picks.made_at', '=', at)
    .where('picks.entered_by', '=', made_by)
    .orderBy('picks.entry_id')
    .orderBy('picks.kind')
    .orderBy('picks.about')
    .limit(SLICE)
    .execute();
}

/** A pick with the state before its last one. */
async function restored(tx: Db, { entry_id, kind, about, revision }: CurrentPick, now: number): Promise<PickRow> {
  const before = await tx
    .selectFrom('pick_history')
    .select(['value', 'entered_by', 'reason'])
    .where('entry_id', '=', entry_id)
    .where('kind', '=', kind)
    .where('about', '=', about)
    .where('revision', '<', revision)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { value, entered_by, reason } = before ?? { value: null, entered_by: null, reason: null };
  return { entry_id, kind, about, value, revision: revision + 1, made_at: now, entered_by, reason };
}

async function playersWithoutPicks(tx: Db, poolId: string, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await tx
    .selectFrom('entries')
    .innerJoin('picks', 'picks.entry_id', 'entries.id')
    .select('entries.player_id')
    .distinct()
    .where('entries.pool_id', '=', poolId)
    .where('entries.player_id', 'in', userIds)
    .where('picks.value', 'is not', null)
    .execute();
  const picked = new Set(rows.map(({ player_id }) => player_id));
  return userIds.filter((id) => !picked.has(id));
}

/** The imports of the last day and those that are running, newest first. */
export async function importsOf(db: Db, poolId: string, now: number): Promise<ImportReply[]> {
  const query = db.selectFrom('pool_imports').selectAll().where('pool_id', '=', poolId).orderBy('at', 'desc');
  const rows = await query.where((q) => q.or([q('at', '>', now - IMPORT_UNDO_MS), isUnfinished])).execute();
  return rows.map((row) => toReply(row, now));
}

/** The imports that a server has to go on with. */
export async function unfinishedImports(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('pool_imports').select('id').where(isUnfinished).orderBy('at').execute();
  return rows.map(({ id }) => id);
}

function toReply(row: PoolImportTable, now: number): ImportReply {
  const { id, name, at, total, done, written } = row;
  const undoUntil = row.undone_by === null && now < at + IMPORT_UNDO_MS ? at + IMPORT_UNDO_MS : null;
  const newPlayers = (JSON.parse(row.players) as string[]).length;
  const weekIds = JSON.parse(row.week_ids) as string[];
  return { id, name, weekIds, at, state: shownStates[row.state], total, done, written, newPlayers, undoUntil };
}

/** Receipts are part of the work. */
const shownStates = {
  running: 'running',
  written: 'running',
  done: 'done',
  undoing: 'undoing',
  returned: 'undoing',
  undone: 'undone',
} as const satisfies Record<PoolImportTable['state'], ImportReply['state']>;
