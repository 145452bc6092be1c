/**
 * Imports picks of a file that a commissioner sent, as picks that they entered (`beyond.md`, section 7). The file is stored first and written in
 * slices, each in a transaction with the count of what is done, so that an import goes on after a crash and others can save meanwhile.
 * Every pick of an import has its author and its time, by which undoing finds it.
 */
import { sql } from 'kysely';
import type { ImportReply, ImportRequest } from '#contract/imports.ts';
import { IMPORT_UNDO_MS } from '#contract/imports.ts';
import { asksFor } from '#core/formats/traits.ts';
import { cleanName, normalizeName } from '#core/names.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { profileNameError } from '#core/validation.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { catchUp, settle, writeEach } from '#server/locks/store.ts';
import { commissionersOf } from '#server/members/reads.ts';
import { setMembers } from '#server/members/store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { closeGate, openGate } from '#server/platform/db/gate.ts';
import { flag, newId } from '#server/platform/db/ids.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import type { PoolImportTable } from '#server/platform/db/schema.ts';
import { hasSecondFactor } from '#server/platform/db/second-factor.ts';
import { dryRun, transact } from '#server/platform/db/transactions.ts';
import { isClosedToNewcomers } from '#server/pools/begun-store.ts';
import { holdPool, poolWeeks } from '#server/pools/reads.ts';
import { createUser } from '#server/users/store.ts';
import type { OwnPart } from './own-line-store.ts';
import { beforeFirstLock } from './picks-store.ts';
import { beginSeason, pastWeeksOf, seasonOf } from './season-store.ts';
import { writeSlice } from './slice-store.ts';
import type { ImportSlots } from './slots.ts';
import { itemsOf } from './slots.ts';
import { undoSlice } from './undo-store.ts';

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
      const { own } = await writeSlice(tx, store, row, true, by.clock);
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

/**
 * Writes or takes back the next picks of an import, or writes its receipts at its end.
 * @param asksSecondFactor whether admins and commissioners without a second factor have no such role
 * @returns null if there is nothing to do
 */
export async function doSlice(
  store: Store,
  importId: string,
  clock: () => number,
  asksSecondFactor: boolean,
): Promise<ImportProgress | null> {
  const next = await found(store.db, importId);
  // What it wrote may not be listed yet, and is about to be replaced.
  if (next?.state === 'undoing' && next.done === 0) await listWeeks(store, next, clock);
  const { row, announced } = await transact(store, async (tx) => {
    // Undoing takes out the weeks that it added, which closes the gate.
    const before = await found(tx, importId);
    const isUndoing = before?.state === 'undoing';
    if (isUndoing) await holdPool(tx, store, before.pool_id);
    await (isUndoing ? closeGate : openGate)(tx, store.engine);
    const row = await held(tx, store, importId);
    const isRunning = row?.state === 'running';
    const wrote = isRunning
      ? await writeSlice(tx, store, row, await mayImport(tx, row, asksSecondFactor), clock)
      : null;
    const undone = row?.state === 'undoing' ? await undoSlice(tx, store, row, clock) : null;
    return { row, announced: wrote?.announced ?? undone?.announced ?? null };
  });
  if (row === null || row.state === 'done' || row.state === 'undone') return null;
  const isEnding = row.state === 'written' || row.state === 'returned';
  if (isEnding) await endImport(store, row, clock);
  return { poolId: row.pool_id, isUnfinished: !isEnding, announced };
}

/** Whether the importer still runs the pool. */
async function mayImport(
  tx: Db,
  { pool_id: poolId, made_by: userId }: PoolImportTable,
  asksSecondFactor: boolean,
): Promise<boolean> {
  const user = tx
    .selectFrom('users')
    .select(['is_admin', 'is_enabled', hasSecondFactor('users.account_id').as('has_second_factor')])
    .where('id', '=', userId);
  const { is_admin, is_enabled, has_second_factor } = await user.executeTakeFirstOrThrow();
  if (is_enabled === 0) return false;
  if (asksSecondFactor && !has_second_factor) return false;
  return is_admin === 1 || (await commissionersOf(tx, poolId)).some(({ id }) => id === userId);
}

/** Writes the receipts of what an import changed. */
async function endImport(store: Store, row: PoolImportTable, clock: () => number) {
  const { id, state } = row;
  const failures = await listWeeks(store, row, clock);
  // As long as it has not ended, the next sweep or correction writes what is missing, as its own.
  if (failures > 0) return;
  await store.db
    .updateTable('pool_imports')
    .set({ state: state === 'written' ? 'done' : 'undone' })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute();
}

/** Writes the missing receipts of the weeks of an import. @returns how many weeks failed */
async function listWeeks(
  store: Store,
  { pool_id: poolId, week_ids }: Pick<PoolImportTable, 'pool_id' | 'week_ids'>,
  clock: () => number,
): Promise<number> {
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
  return failures;
}

function found(db: Db, importId: string) {
  const query = db.selectFrom('pool_imports').select(['state', 'pool_id', 'week_ids', 'done']);
  return query.where('id', '=', importId).executeTakeFirst();
}

async function held(tx: Db, { engine }: Store, importId: string): Promise<PoolImportTable | null> {
  let query = tx.selectFrom('pool_imports').selectAll().where('id', '=', importId);
  if (engine === 'postgres') query = query.forUpdate();
  return (await query.executeTakeFirst()) ?? null;
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
