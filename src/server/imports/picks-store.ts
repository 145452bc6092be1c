/** Imports picks, guesses, orders and teams from files and seeds. core/judge.ts decides what an import may change. */
import { sql } from 'kysely';
import { entryName } from '#core/entries.ts';
import type { TeamChoice } from '#core/formats/survivor/survivor.ts';
import { teamSlot } from '#core/formats/survivor/survivor.ts';
import { isLocked } from '#core/locks.ts';
import type { OrderValue, SlotWish } from '#core/pick.ts';
import type { Side } from '#core/types.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { nextNumber } from '#server/entries/store.ts';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { markMembersStale, markPoolStale, markStale } from '#server/journal/stale-store.ts';
import { receiptImport } from '#server/locks/store.ts';
import type { NewPool } from '#server/manage/store.ts';
import { createPool } from '#server/manage/store.ts';
import { setMembers } from '#server/members/store.ts';
import type { PickWrite } from '#server/picks/facts-reads.ts';
import { isChanged, writePicks } from '#server/picks/store.ts';
import type { Db, Engine, Store } from '#server/platform/db/connect.ts';
import { openGate } from '#server/platform/db/gate.ts';
import { newEntryId } from '#server/platform/db/ids.ts';
import { jsonRows } from '#server/platform/db/json-rows.ts';
import type { EntryTable } from '#server/platform/db/schema.ts';
import { transact, writeInSlices } from '#server/platform/db/transactions.ts';
import { areWeeksFixed, prolongsPool } from '#server/pools/begun-store.ts';
import { lockOfGame } from '#server/pools/week-reads.ts';
import { createUser } from '#server/users/store.ts';

/** A player whose entries a file can name. */
export interface Player {
  readonly id: string;
  readonly name: string;
  /** Whether the name is that of an account. */
  readonly hasAccount: boolean;
  /** Not removed from the pool. */
  readonly isMember: boolean;
  /** At least one; the player's first entry comes first. */
  readonly entries: readonly FileEntry[];
}

/** An entry under the name that files use. */
interface FileEntry {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
}

/**
 * All players who have an entry in a pool, or had one before they were removed. A player whose entries were linked to accounts is listed
 * under the imported name, too: first the linked entries, or those that were filled from them, by their names in files; then the other
 * entries of these accounts.
 */
export async function playersOfPool(db: Db, poolId: string): Promise<Player[]> {
  const rows = await entryRows(db, poolId);
  const playing = new Map(rows.filter(({ out_at }) => out_at === null).map((row) => [row.id, row]));
  // A linked entry may have joined before the account's own, which still comes first.
  const ownFirst = [...playing.values()].sort((a, b) => Number(isGiven(a)) - Number(isGiven(b)));
  const byOwner = Map.groupBy(ownFirst, ({ owner_id }) => owner_id);
  const byPlayer = Map.groupBy(rows, ({ player_id }) => player_id);

  /** A player's entry, or the entry that was filled from it, under its imported name. */
  function asImported(row: EntryRow): EntryRow[] {
    const meant = playing.get(row.into_id ?? row.id);
    const { name } = row.moved === null ? row : (JSON.parse(row.moved) as Pick<EntryTable, 'name'>);
    return meant === undefined ? [] : [{ ...meant, name: entryName({ ...row, name, ownerName: row.playerName }) }];
  }

  return [...new Set([...byOwner.keys(), ...byPlayer.keys()])].flatMap((id): Player[] => {
    const made = byPlayer.get(id) ?? [];
    const isLinked = made.some(({ moved }) => moved !== null);
    const known = isLinked ? made.toSorted((a, b) => a.number - b.number).flatMap(asImported) : (byOwner.get(id) ?? []);
    const [first] = known;
    if (first === undefined) return [];
    const ids = new Set(known.map((row) => row.id));
    const others = [...new Set(known.map((row) => row.owner_id))].flatMap((ownerId) => byOwner.get(ownerId) ?? []);
    const entries = [...known, ...others.filter((row) => !ids.has(row.id))].map((row) => {
      return { id: row.id, name: entryName(row), ownerId: row.owner_id };
    });
    const name = (isLinked && made[0]?.playerName) || first.ownerName;
    const isMember = known.some(({ enabled }) => enabled === 1);
    return [{ id, name, hasAccount: !isLinked && first.account_id !== null, isMember, entries }];
  });
}

function isGiven({ player_id, owner_id }: EntryRow): boolean {
  return player_id !== owner_id;
}

type EntryRow = Awaited<ReturnType<typeof entryRows>>[number];

/** All entries of a pool in order of joining, with their active links. */
function entryRows(db: Db, poolId: string) {
  return db
    .selectFrom('entries')
    .innerJoin('users as players', 'players.id', 'entries.player_id')
    .innerJoin('users as owners', 'owners.id', 'entries.owner_id')
    .leftJoin('entry_links as links', (on) =>
      on.onRef('links.entry_id', '=', 'entries.id').on('links.undone_at', 'is', null),
    )
    .leftJoin('pool_members', (on) =>
      on.onRef('pool_members.pool_id', '=', 'entries.pool_id').onRef('pool_members.user_id', '=', 'entries.owner_id'),
    )
    .select(['entries.id', 'entries.name', 'entries.number', 'entries.player_id', 'entries.owner_id', 'entries.out_at'])
    .select(['players.display_name as playerName', 'owners.display_name as ownerName', 'owners.account_id'])
    .select(['links.into_id', 'links.moved', 'pool_members.enabled'])
    .where('entries.pool_id', '=', poolId)
    .orderBy('entries.joined_at')
    .orderBy('entries.owner_id')
    .orderBy('entries.number')
    .execute();
}

/** Creates a pool with its weeks. @returns its id */
export function createPoolWithWeeks(
  store: Store,
  pool: NewPool,
  weekIds: readonly string[],
  now: number,
): Promise<string> {
  return transact(store, async (tx) => {
    const poolId = await createPool(tx, pool, now);
    await setPoolWeeks(tx, { engine: store.engine, now: () => now }, poolId, weekIds);
    return poolId;
  });
}

/** Adds weeks to a pool; earlier picks in them count again. @returns null on success */
export function addPoolWeeks(
  store: Store,
  poolId: string,
  weekIds: readonly string[],
  now: number,
): Promise<'week_begun' | 'survivor_ends' | null> {
  const planner = { engine: store.engine, now: () => now };
  return transact(store, async (tx) => {
    if (await areWeeksFixed(tx, planner, poolId, weekIds)) return 'week_begun';
    if (await prolongsPool(tx, planner, poolId, weekIds)) return 'survivor_ends';
    await setPoolWeeks(tx, planner, poolId, weekIds);
    await markStale(tx, weekIds);
    return null;
  });
}

/**
 * Creates players without an account as members of a pool.
 * @param entryNames the names of their entries, by player; the player's name by default
 * @returns the ids of their entries by name of the player
 */
export async function addPlayers(
  store: Store,
  poolId: string,
  names: readonly string[],
  now: number,
  entryNames: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const write = async (tx: Db, slice: readonly string[]) => {
    const made = new Map<string, string>();
    for (const name of slice) made.set(await createUser(tx, { displayName: name, accountId: null }, now), name);
    await setMembers(tx, poolId, [...made.keys()], await beforeFirstLock(tx, poolId, now));
    await markMembersStale(tx, [poolId]);
    const entries = (await entriesOfPool(tx, poolId)).filter(({ ownerId }) => made.has(ownerId));
    const idOf = new Map(entries.map(({ id, ownerId }) => [made.get(ownerId) ?? '', id]));
    for (const name of slice) {
      const entryName = entryNames.get(name);
      if (entryName === undefined) continue;
      await tx
        .updateTable('entries')
        .set({ name: entryName })
        .where('id', '=', idOf.get(name) ?? '')
        .execute();
    }
    return idOf;
  };
  await writeInSlices(store, names, write, (made) => {
    for (const [name, entryId] of made) ids.set(name, entryId);
  });
  return ids;
}

/** An additional entry of a player in a file. */
export interface EntryToAdd {
  /** Another entry of the same player. */
  readonly besideId: string;
  readonly name: string;
}

/**
 * Adds entries for players who already have one. For a player without an account it joins when their first one did, for others now.
 * @returns their ids, in order
 */
export async function addEntries(store: Store, entries: readonly EntryToAdd[], now: number): Promise<string[]> {
  const ids: string[] = [];
  const write = async (tx: Db, slice: readonly EntryToAdd[]) => {
    const added: string[] = [];
    const poolIds = new Set<string>();
    for (const { besideId, name } of slice) {
      const beside = await tx.selectFrom('entries').selectAll().where('id', '=', besideId).executeTakeFirstOrThrow();
      const { pool_id, owner_id: player_id, user_id } = beside;
      const id = newEntryId(pool_id);
      const number = await nextNumber(tx, pool_id, player_id);
      const joined_at = user_id === null ? beside.joined_at : now;
      await tx
        .insertInto('entries')
        .values({ id, pool_id, player_id, user_id, number, name, joined_at, out_at: null })
        .execute();
      added.push(id);
      poolIds.add(pool_id);
    }
    await markMembersStale(tx, [...poolIds]);
    return added;
  };
  await writeInSlices(store, entries, write, (added) => ids.push(...added));
  return ids;
}

/** The time (ms) since which imported players count as members: before the first lock of the pool. */
export async function beforeFirstLock(tx: Db, poolId: string, now: number): Promise<number> {
  return Math.min(now, (await firstLock(tx, poolId)) - 1);
}

/** The first lock (ms) of a pool's weeks. */
async function firstLock(db: Db, poolId: string): Promise<number> {
  const row = await db
    .selectFrom('pool_locks')
    .innerJoin('games', 'games.gid', 'pool_locks.gid')
    .innerJoin('pool_weeks', (on) =>
      on.onRef('pool_weeks.pool_id', '=', 'pool_locks.pool_id').onRef('pool_weeks.week_id', '=', 'games.week_id'),
    )
    .select(({ fn }) => fn.min('pool_locks.lock_at').as('first'))
    .where('pool_locks.pool_id', '=', poolId)
    .executeTakeFirst();
  return row?.first ?? Number.POSITIVE_INFINITY;
}

/** A pick to import. */
export interface PickToImport {
  readonly gid: string;
  readonly weekId: string;
  readonly entryId: string;
  readonly side: Side;
  /** Whether it is marked as a best bet. */
  readonly best?: boolean;
}

/** What an import did. */
export interface ImportedPicks {
  readonly changed: number;
  /** Picks that were kept although the file differs. For open games: all that were kept, equal ones included. */
  readonly kept: number;
}

/**
 * Writes picks of one pool in short transactions, regardless of locks, and marks their weeks for `rescoreStale`. Picks of accounts and bus
 * picks are kept: only missing picks of locked games are added to them.
 * @returns counts that reveal no sealed side
 * @throws RefusedImport
 */
export async function importPoolPicks(
  store: Store,
  poolId: string,
  picks: readonly PickToImport[],
  now: number,
  onProgress: (written: number) => void,
): Promise<ImportedPicks> {
  const total = { changed: 0, kept: 0 };
  // Two names may refer to one entry: the first pick of a game wins.
  const taken = new Map(picks.toReversed().map((pick) => [keyOf(pick), pick]));
  const write = (tx: Db, slice: readonly PickToImport[]) => writeSlice(tx, store, poolId, { picks: slice, taken }, now);
  const weekIds = picks.map(({ weekId }) => weekId);
  await receiptImport(store, { poolId, weekIds }, now, () =>
    writeInSlices(store, picks, write, ({ changed, kept }, written) => {
      total.changed += changed;
      total.kept += kept;
      onProgress(written);
    }),
  );
  return total;
}

/** Some picks of a file. */
interface SliceOfFile {
  readonly picks: readonly PickToImport[];
  /** Those of the whole file that are written, as `keyOf`. */
  readonly taken: ReadonlyMap<string, PickToImport>;
}

async function writeSlice(
  tx: Db,
  store: Store,
  poolId: string,
  { picks, taken }: SliceOfFile,
  now: number,
): Promise<ImportedPicks> {
  await openGate(tx, store.engine);
  const open = await openGames(tx, poolId, picks, now);
  const owned = await ownedPicks(tx, store, poolId, picks);
  const accounts = await entriesOfAccounts(tx, store, picks);
  const choices = picks
    .filter((pick) => taken.get(keyOf(pick)) === pick)
    .map(({ gid, entryId, side, best }): ImportedPick => {
      return {
        poolId,
        entryId,
        wish: { kind: 'pick', about: gid, value: { side, best: best ? true : undefined } },
        madeAt: now,
      };
    });
  const changed = await importPicks(tx, store.engine, choices, { by: 'import' }, now);
  if (changed > 0) await markStale(tx, [...new Set(picks.map((pick) => pick.weekId))]);
  const kept = picks.filter((pick) => {
    if (open.has(pick.gid) && accounts.has(pick.entryId)) return true;
    const own = owned.get(keyOf(pick));
    return own ? !isLocked(own, now) || own.side !== pick.side : taken.get(keyOf(pick))?.side !== pick.side;
  });
  return { changed, kept: kept.length };
}

/** A pick, guess, order or team from a file or a seed. */
export interface ImportedPick {
  readonly poolId: string;
  readonly entryId: string;
  readonly wish: SlotWish;
  /** ms */
  readonly madeAt: number;
}

/** Part of an import cannot be stored, so none of its slice is. */
export class RefusedImport extends Error {}

/** It would give an entry more picks or best bets in a week than the pool allows. */
export class OverLimit extends RefusedImport {}

const overLimit: readonly string[] = ['too_many_picks', 'too_many_best_bets', 'no_best_bets'];

/**
 * Stores what is missing or differs, as far as the judge allows it. Runs in the caller's transaction, see `writePicks`.
 * @returns how many changed @throws RefusedImport; `OverLimit` for a limit of the pool
 */
export async function importPicks(
  tx: Db,
  engine: Engine,
  picks: readonly ImportedPick[],
  actor: Importer,
  now: number,
): Promise<number> {
  const writes = picks.map((pick): PickWrite => ({ ...pick, actor, basedOn: null }));
  const { outcomes } = await writePicks(tx, engine, writes, () => now);
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.saved) continue;
    if (overLimit.includes(outcome.refusal)) throw new OverLimit();
    throw new RefusedImport(`What a file has cannot be stored (${outcome.refusal}): ${JSON.stringify(picks[at])}`);
  }
  return outcomes.filter(isChanged).length;
}

/** Who imports: a file, or a seed. */
export type Importer = Extract<PickWrite['actor'], { by: 'import' | 'seed' }>;

/** An order, a team, or a guess of the week's current tiebreak game. */
export interface WeekToImport {
  readonly weekId: string;
  readonly entryId: string;
  readonly value: OrderValue | TeamChoice | { readonly total: number };
  /** Whether it is the second team of the week. */
  readonly second?: true;
}

/**
 * Writes the guesses, orders and teams of one pool in short transactions, and marks the weeks whose scores may change for
 * `rescoreStale`. Teams of open games of entries with an account are kept.
 */
export async function importWeeks(
  store: Store,
  poolId: string,
  weeks: readonly WeekToImport[],
  now: number,
): Promise<ImportedPicks> {
  const total = { changed: 0, kept: 0 };
  const write = async (tx: Db, slice: readonly WeekToImport[]): Promise<ImportedPicks> => {
    const made = slice.map((week) => ({ ...week, madeAt: now }));
    const changed = await writeWeeks(tx, store.engine, poolId, made, { by: 'import' }, now);
    return { changed, kept: await countKeptTeams(tx, store, poolId, slice, now) };
  };
  const weekIds = weeks.map(({ weekId }) => weekId);
  // Two names may refer to one entry: what is first wins.
  const slotOf = ({ weekId, entryId, value, second }: WeekToImport) =>
    `${weekId} ${entryId} ${'total' in value} ${second}`;
  const taken = [...new Map(weeks.toReversed().map((week) => [slotOf(week), week])).values()].reverse();
  await receiptImport(store, { poolId, weekIds }, now, () =>
    writeInSlices(store, taken, write, ({ changed, kept }) => {
      total.changed += changed;
      total.kept += kept;
    }),
  );
  return total;
}

async function countKeptTeams(
  tx: Db,
  store: Store,
  poolId: string,
  weeks: readonly WeekToImport[],
  now: number,
): Promise<number> {
  const teams = weeks.flatMap(({ weekId, entryId, value }) =>
    'team' in value ? [{ weekId, entryId, gid: value.gid }] : [],
  );
  if (teams.length === 0) return 0;
  const open = await openGames(tx, poolId, teams, now);
  const accounts = await entriesOfAccounts(tx, store, teams);
  return teams.filter(({ gid, entryId }) => open.has(gid) && accounts.has(entryId)).length;
}

/** Like `importWeeks`, but in the caller's transaction and with a time (ms) for each. */
export async function writeWeeks(
  tx: Db,
  engine: Engine,
  poolId: string,
  weeks: readonly (WeekToImport & { readonly madeAt: number })[],
  actor: Importer,
  now: number,
): Promise<number> {
  await openGate(tx, engine);
  const tiebreaks = await tiebreaksOf(tx, poolId);
  const picks = weeks.flatMap(({ entryId, madeAt, ...week }): ImportedPick[] => {
    const wish = wishOf(week, tiebreaks.get(week.weekId) ?? null);
    return wish === null ? [] : [{ poolId, entryId, wish, madeAt }];
  });
  const written = await importPicks(tx, engine, picks, actor, now);
  const scored = weeks.filter(({ value }) => !('total' in value)).map(({ weekId }) => weekId);
  if (written > 0 && scored.length > 0) await markPoolStale(tx, poolId, [...new Set(scored)]);
  return written;
}

/** The tiebreak games of a pool by week, disabled weeks included: their guesses count if the week is enabled again. */
async function tiebreaksOf(tx: Db, poolId: string): Promise<ReadonlyMap<string, string | null>> {
  const query = tx.selectFrom('pool_weeks').select(['week_id', 'tiebreak_gid']).where('pool_id', '=', poolId);
  return new Map((await query.execute()).map((row) => [row.week_id, row.tiebreak_gid]));
}

function wishOf({ weekId, value, second }: Omit<WeekToImport, 'entryId'>, tiebreak: string | null): SlotWish | null {
  if ('order' in value) return { kind: 'order', about: weekId, value: { order: value.order } };
  if ('team' in value) return { kind: 'team', about: teamSlot(weekId, second), value };
  return tiebreak === null ? null : { kind: 'guess', about: weekId, value: { gid: tiebreak, total: value.total } };
}

/** The games in the weeks of the given picks that are not locked in the pool: a game that it leaves out may come back. */
async function openGames(
  tx: Db,
  poolId: string,
  picks: readonly Pick<PickToImport, 'weekId'>[],
  now: number,
): Promise<ReadonlySet<string>> {
  const weeks = [...new Set(picks.map((pick) => pick.weekId))];
  const games = tx.selectFrom('games').select('gid').where('week_id', 'in', weeks);
  const rows = await games.where(lockOfGame(poolId), '>', now).execute();
  return new Set(rows.map((row) => row.gid));
}

function keyOf({ gid, entryId }: { gid: string; entryId: string }): string {
  return `${gid} ${entryId}`;
}

/** The entries of the given picks that belong to accounts. */
async function entriesOfAccounts(
  tx: Db,
  { engine }: Store,
  picks: readonly Pick<PickToImport, 'entryId'>[],
): Promise<Set<string>> {
  const ids = [...new Set(picks.map(({ entryId }) => entryId))].map((id) => ({ id }));
  const { rows } = await sql<{ id: string }>`
    select entries.id from ${jsonRows(engine, ids, { id: 'text' })}
    join entries on entries.id = rows.id where entries.user_id is not null`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** A pick that an import leaves as it is. */
interface OwnedPick {
  readonly side: Side | null;
  readonly lockAt: number;
}

/** The picks that an import leaves as they are: those of accounts, cleared ones included, and bus picks. */
async function ownedPicks(
  tx: Db,
  { engine }: Store,
  poolId: string,
  picks: readonly PickToImport[],
): Promise<Map<string, OwnedPick>> {
  const wanted = jsonRows(
    engine,
    picks.map(({ gid, entryId }) => ({ gid, entry_id: entryId })),
    { gid: 'text', entry_id: 'text' },
  );
  const { rows } = await sql<OwnedPick & { gid: string; entryId: string }>`
    select picks.gid, picks.entry_id as "entryId", picks.side, ${lockOfGame(poolId)} as "lockAt"
    from ${wanted}
    join entries on entries.id = rows.entry_id
    join game_picks as picks on picks.entry_id = rows.entry_id and picks.gid = rows.gid
    join games on games.gid = picks.gid
    where entries.user_id is not null or picks.entered_by is not null`.execute(tx);
  return new Map(rows.map((row) => [keyOf(row), row]));
}
