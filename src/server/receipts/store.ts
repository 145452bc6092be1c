/** Writes lock receipts into their chain (decision 049). locks/store.ts says when those of locks are written. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Slot } from '#core/pick.ts';
import { gameOfLine, isGone, listedBy, slotKey } from '#core/receipts/check.ts';
import type { KeptReceipt, ReceiptLine, ReceiptLink } from '#core/receipts/receipts.ts';
import { hashedId, listText, poolHash, sealed, VERSION } from '#core/receipts/receipts.ts';
import type { ReceiptWeek } from '#core/receipts/visible.ts';
import { lineSlot } from '#core/receipts/visible.ts';
import type { RuleName } from '#core/rules/pool-rules.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { faultOf } from '#server/platform/db/faults.ts';
import { jsonRows, writeRows } from '#server/platform/db/json-rows.ts';
import type { LockReceiptTable, NameSaltTable } from '#server/platform/db/schema.ts';
import { announce, isConflict } from '#server/platform/db/transactions.ts';
import { endGameChanges } from './changes-store.ts';
import { packedList } from './packed-list.ts';
import type { GameChange, ListedEntry, NotedImport, PoolWeekId, ReceiptAuthor, WeekOfPools } from './reads.ts';
import {
  gameChanges,
  hasListedPool,
  importsOfWeek,
  latestReceipts,
  listedEntries,
  listedLines,
  receiptsIn,
  receiptWeeks,
  sha256,
  storedPicks,
  weeksWithChanges,
} from './reads.ts';
import type { Listed } from './unlisted.ts';
import { differences, unlistedLines } from './unlisted.ts';

/**
 * What makes a correction, and which differences it explains. What nothing explains is listed without an author: it was changed in the
 * database.
 */
export interface Cause {
  readonly by: ReceiptAuthor;
  /** @param before the line that is listed now; undefined if there is none. */
  readonly explains: (line: ReceiptLine, before: ReceiptLine | undefined) => boolean;
}

/** What an admin does, or the command line. */
export function byAdmin({ adminId }: { readonly adminId: string | null }): ReceiptAuthor {
  return adminId === null ? 'host' : { userId: adminId };
}

/** A slot of an entry. */
type EntrySlot = Slot & { readonly entryId: string };

/** The picks that somebody wrote, and the values that follow from them in a confidence pool. */
export async function pickCause(by: ReceiptAuthor, picks: readonly EntrySlot[]): Promise<Cause> {
  const written = new Map<string, Set<string>>();
  for (const [entryId, own] of Map.groupBy(picks, (pick) => pick.entryId))
    written.set(await hashedId(sha256, entryId), new Set(own.map(lineSlot)));
  return {
    by,
    explains: ([entry, slot]) => {
      const slots = written.get(entry);
      return slots !== undefined && (slots.has(slot) || slot.startsWith('value:'));
    },
  };
}

/**
 * Changes of games: their own lines, which picks and guesses of them are shown, what is withdrawn in the same transaction, and, in a
 * confidence pool, all orders and values of the week.
 */
export function gameCause({ by, gids, at }: Pick<GameChange, 'by' | 'gids' | 'at'>): Cause {
  const changed = new Set(gids);
  const isAbout = (line: ReceiptLine | undefined) => line !== undefined && changed.has(gameOfLine(line));
  return {
    by,
    explains: (line, before) => {
      const [, slot, value, revision, madeAt] = line;
      if (slot.startsWith('value:') || slot.startsWith('order:')) return true;
      if (madeAt !== at && !isAbout(line) && !isAbout(before)) return false;
      // It makes no picks: it only shows, hides and withdraws them, and takes marks from them.
      if (revision === null || madeAt === null) return true;
      if (madeAt === at) return value === null || `${value} best` === before?.[2];
      return before === undefined ? madeAt < at : revision === before[3] && madeAt === before[4];
    },
  };
}

/**
 * Lists the changes of games that receipts of pools do not list yet. Whatever writes picks that others may see does this first, in its
 * transaction, once it shares the gate: afterwards nothing could tell what changed what.
 */
export async function listGameChanges(tx: Db, engine: Engine, poolIds: readonly string[], now: number): Promise<void> {
  await holdChains(tx, engine, poolIds);
  for (const poolId of poolIds)
    for (const { weekId } of await weeksWithChanges(tx, poolId))
      await withoutHarm(tx, () =>
        writeWeeks(tx, engine, { weekId, poolIds: [poolId] }, { causes: [], isSettled: false }, now),
      );
}

/**
 * Writes a receipt of what the caller's transaction corrected in a pool's week. Leaves locks without a receipt to the next sweep, because
 * others may still be storing picks.
 */
export async function receiptCorrections(
  tx: Db,
  engine: Engine,
  { poolId, weekId }: PoolWeekId,
  causes: readonly Cause[],
  now: number,
): Promise<void> {
  const week = { weekId, poolIds: [poolId] };
  await withoutHarm(tx, () => writeWeeks(tx, engine, week, { causes, isSettled: false }, now));
}

/** Writes receipts of what the caller's transaction changed about entries: their owners and names. */
export async function receiptEntries(
  tx: Db,
  engine: Engine,
  entryIds: readonly string[],
  by: ReceiptAuthor,
  now: number,
): Promise<void> {
  if (entryIds.length === 0) return;
  const rows = await tx.selectFrom('entries').select(['id', 'pool_id']).where('id', 'in', entryIds).execute();
  const byPool = Map.groupBy(rows, (row) => row.pool_id);
  await holdChains(tx, engine, [...byPool.keys()]);
  for (const [poolId, own] of byPool) {
    const hashed = new Set(await Promise.all(own.map(({ id }) => hashedId(sha256, id))));
    const cause: Cause = { by, explains: ([entry]) => hashed.has(entry) };
    await withoutHarm(tx, () => correctPool(tx, engine, poolId, cause, now));
  }
}

/** Like `receiptEntries`, for all entries that a user owns, because their name is that of the entries. */
export async function receiptOwner(
  tx: Db,
  engine: Engine,
  userId: string,
  by: ReceiptAuthor,
  now: number,
): Promise<void> {
  const owned = await tx.selectFrom('entries').select('id').where('owner_id', '=', userId).execute();
  await receiptEntries(
    tx,
    engine,
    owned.map(({ id }) => id),
    by,
    now,
  );
}

/** Writes a receipt of rules that the caller's transaction changed. */
export async function receiptRules(
  tx: Db,
  engine: Engine,
  { poolId, rules }: { readonly poolId: string; readonly rules: readonly RuleName[] },
  by: ReceiptAuthor,
  now: number,
): Promise<void> {
  const slots = new Set<string>(rules.map((rule) => `rule:${rule}`));
  const cause: Cause = { by, explains: ([, slot]) => slots.has(slot) };
  await withoutHarm(tx, () => correctPool(tx, engine, poolId, cause, now));
}

/** Writes a receipt of everything about a pool's entries and rules that differs in this league from the one that its file is from. */
export async function receiptMove(tx: Db, engine: Engine, poolId: string, now: number): Promise<void> {
  await withoutHarm(tx, () => correctPool(tx, engine, poolId, { by: 'import', explains: () => true }, now));
}

/**
 * A receipt that cannot be written does not undo what it is about. A sweep retries those of locks; a correction waits for the next of its week.
 * @returns whether it was written
 */
export async function withoutHarm(tx: Db, act: () => Promise<unknown>): Promise<boolean> {
  await sql`savepoint receipts`.execute(tx);
  let isWritten = true;
  try {
    await act();
  } catch (error) {
    if (faultOf(error) !== null || isConflict(error)) throw error;
    await sql`rollback to savepoint receipts`.execute(tx);
    isWritten = false;
  }
  await sql`release savepoint receipts`.execute(tx);
  return isWritten;
}

/** How the receipts of a week are written. */
interface WeekWrite {
  /** What may have corrected it. */
  readonly causes: readonly Cause[];
  /** Whether receipts of locks are written, not only of corrections. */
  readonly isSettled: boolean;
}

/**
 * Writes the missing receipts of a week in several pools. It locks their chains: what else the transaction locks of the pools comes before.
 * @param now a settled time, ms, if `isSettled`
 */
export async function writeWeeks(
  tx: Db,
  engine: Engine,
  { weekId, poolIds }: WeekOfPools,
  { causes, isSettled }: WeekWrite,
  now: number,
): Promise<void> {
  await holdChains(tx, engine, poolIds);
  const written = await receiptsIn(tx, poolIds, weekId);
  const weeks = await receiptWeeks(tx, { weekId, poolIds });
  const changes = await gameChanges(tx, { weekId, poolIds });
  const picks = await storedPicks(tx, weekId, withEarlierGames(weeks, changes));
  const imports = await importsOfWeek(tx, weekId);
  const chains = await chainsOf(tx, poolIds, now);
  const unlisted = chains.flatMap((chain) => {
    const [week, own] = [weeks.get(chain.poolId), written.get(chain.poolId) ?? []];
    if (week === undefined || (own.length === 0 && !week.isPlayed)) return [];
    const made = changes.get(chain.poolId) ?? [];
    return [{ chain, ...unlistedLines(week, picks.get(chain.poolId) ?? [], own, made, isSettled, now) }];
  });
  for (const { chain, steps, isOlder } of unlisted) {
    const others = importCauses(imports.filter(({ poolId }) => poolId === chain.poolId));
    if (isOlder) others.push(ofUpgrade);
    for (const { listed, lines, made, at } of steps) {
      const ofStep = [...(at === null ? causes : []), ...made.toReversed().map(gameCause)];
      await chain.correct(weekId, listed, lines, [...ofStep, ...others], made.at(-1)?.at ?? at ?? undefined);
    }
  }
  const listings = unlisted.filter(({ ofLocks, isUpgraded }) => ofLocks.length > 0 || isUpgraded);
  await listPools(
    tx,
    engine,
    listings.map(({ chain, isUpgraded }) => ({ chain, causes: firstLines(isUpgraded ? 'upgrade' : 'timer') })),
    'all',
  );
  for (const { chain, ofLocks } of unlisted)
    for (const { lockAt, lines } of ofLocks) await chain.add({ weekId, lockAt, by: null }, lines);
  await storeChains(tx, chains);
  if (changes.size > 0) await endGameChanges(tx, { weekId, poolIds: [...changes.keys()] });
}

/** The weeks with the games that they had before changes, too. */
function withEarlierGames(
  weeks: ReadonlyMap<string, Pick<ReceiptWeek, 'games'>>,
  changes: ReadonlyMap<string, readonly GameChange[]>,
): ReadonlyMap<string, Pick<ReceiptWeek, 'games'>> {
  if (changes.size === 0) return weeks;
  return new Map(
    [...weeks].map(([poolId, { games }]) => {
      const earlier = (changes.get(poolId) ?? []).flatMap(({ week }) => week.games);
      return [poolId, { games: [...games, ...earlier] }];
    }),
  );
}

/** The imports that are being written or undone, or were cut off: what their weeks have since they began is theirs. */
function importCauses(imports: readonly NotedImport[]): Cause[] {
  if (imports.length === 0) return [];
  const since = Math.min(...imports.map(({ at = 0 }) => at));
  return [{ by: 'import', explains: ([entry, , , , madeAt]) => entry !== '' && (madeAt ?? since) >= since }];
}

/** What a new version lists of games that locked before it. */
const ofUpgrade: Cause = {
  by: 'upgrade',
  explains: ([, slot], before) => before === undefined && slot.startsWith('teams:'),
};

/** What is listed of a pool for the first time: its entries and rules that are new. A rule that this version lacks is no longer listed. */
function firstLines(by: 'timer' | 'upgrade'): readonly Cause[] {
  return [
    { by, explains: (_, before) => before === undefined },
    { by: 'upgrade', explains: (line) => line[1].startsWith('rule:') && isGone(line) },
  ];
}

/** Corrects what is listed of a pool's entries and rules. What is not, such as new entries, waits for the next lock. */
async function correctPool(tx: Db, engine: Engine, poolId: string, cause: Cause, now: number): Promise<void> {
  await holdChains(tx, engine, [poolId]);
  if (!(await hasListedPool(tx, poolId))) return;
  const chains = await chainsOf(tx, [poolId], now);
  await listPools(
    tx,
    engine,
    chains.map((chain) => ({ chain, causes: [cause] })),
    'changed',
  );
  await storeChains(tx, chains);
}

/** Adds what is new or has changed of the entries and rules of pools to their chains. */
async function listPools(
  tx: Db,
  engine: Engine,
  pools: readonly { readonly chain: Chain; readonly causes: readonly Cause[] }[],
  which: 'all' | 'changed',
): Promise<void> {
  if (pools.length === 0) return;
  const poolIds = pools.map(({ chain }) => chain.poolId);
  const written = await receiptsIn(tx, poolIds, null);
  const entries = await listedEntries(tx, poolIds);
  const lines = await listedLines(tx, poolIds, which === 'all' ? await saltNames(tx, engine, entries) : entries);
  for (const { chain, causes } of pools) {
    const listed = listedBy(written.get(chain.poolId) ?? []);
    const { added, changed, gone } = differences(listed, lines.get(chain.poolId) ?? [], (line) => line);
    await chain.correct(null, listed, [...(which === 'all' ? added : []), ...changed, ...gone], causes);
  }
}

/** Gives each entry the secret of its name. Those of closed accounts have lost theirs. */
async function saltNames(tx: Db, engine: Engine, entries: readonly ListedEntry[]): Promise<ListedEntry[]> {
  const salted = entries.map((entry) =>
    entry.salted === null ? { ...entry, salt: randomBytes(16).toString('hex') } : entry,
  );
  const added = salted.filter((entry) => entry.salted === null);
  await writeSalts(
    tx,
    engine,
    added.map(({ id, salt }) => ({ entry_id: id, salt })),
  );
  return salted;
}

/** Erases the secrets of the names of a user's entries: what receipts have of them can no longer be checked, nor guessed. */
export async function eraseSalts(tx: Db, engine: Engine, userId: string): Promise<void> {
  const rows = await tx.selectFrom('entries').select('id as entry_id').where('owner_id', '=', userId).execute();
  const erased = rows.map((row) => ({ ...row, salt: null }));
  await writeSalts(tx, engine, erased);
}

/** Stores the secrets of names. */
export function writeSalts(tx: Db, engine: Engine, rows: readonly Readonly<NameSaltTable>[]): Promise<void> {
  const columns = { entry_id: 'text', salt: 'text' } as const;
  const values = rows.map(({ entry_id, salt }) => ({ entry_id, salt }));
  return writeRows(tx, engine, 'name_salts', columns, values, ['entry_id']);
}

/**
 * One writer per pool: the next number and hash follow from the last. A transaction that writes into several chains holds all of them
 * first, in the order of the keys that are locked: two pools may share a key.
 */
export async function holdChains(tx: Db, engine: Engine, poolIds: readonly string[]): Promise<void> {
  if (engine !== 'postgres') return;
  const pools = jsonRows(
    engine,
    poolIds.map((id) => ({ id })),
    { id: 'text' },
  );
  await sql`
    select pg_advisory_xact_lock(8, key)
    from (select distinct hashtext(id) as key from ${pools} order by key) as keys`.execute(tx);
}

/** The new receipts of a pool, which its transaction stores together. */
class Chain {
  readonly poolId: string;
  /** Of `lock_receipts`. */
  readonly rows: LockReceiptTable[] = [];
  readonly #madeAt: number;
  #last: KeptReceipt | null;

  constructor(poolId: string, last: KeptReceipt | null, madeAt: number) {
    this.poolId = poolId;
    this.#last = last;
    this.#madeAt = madeAt;
  }

  /**
   * Adds a correction for each cause that explains some of the differences, and one for those that none explains.
   * @param madeAt when it was made, ms; now by default
   */
  async correct(
    weekId: string | null,
    listed: Listed,
    lines: readonly ReceiptLine[],
    causes: readonly Cause[],
    madeAt?: number,
  ): Promise<void> {
    const byCause = Map.groupBy(lines, (line) =>
      causes.find(({ explains }) => explains(line, listed.get(slotKey(line)))),
    );
    for (const cause of [...causes, undefined]) {
      const list = byCause.get(cause);
      const by = cause && (typeof cause.by === 'string' ? cause.by : await hashedId(sha256, cause.by.userId));
      if (list !== undefined) await this.add({ weekId, lockAt: null, by: by ?? null }, list, madeAt);
    }
  }

  async add(
    about: Pick<ReceiptLink, 'weekId' | 'lockAt' | 'by'>,
    list: readonly ReceiptLine[],
    madeAt = this.#madeAt,
  ): Promise<void> {
    const { number, hash: previous } = this.#last ?? { number: 0, hash: await poolHash(sha256, this.poolId) };
    const head = { ...about, version: VERSION, number: number + 1, madeAt, previous } as const;
    const text = listText(list);
    const link = await sealed(sha256, head, text);
    this.rows.push({ pool_id: this.poolId, ...receiptRow(link, text) });
    this.#last = link;
  }
}

/** The chains of pools, which are locked. @param madeAt when what is added to them is made, ms */
async function chainsOf(tx: Db, poolIds: readonly string[], madeAt: number): Promise<Chain[]> {
  const latest = await latestReceipts(tx, poolIds);
  return poolIds.map((poolId) => new Chain(poolId, latest.get(poolId) ?? null, madeAt));
}

/** How many receipts one statement writes: databases limit its parameters. */
const RECEIPTS_AT_ONCE = 100;

/** Stores what was added to chains. It replaces nothing: a number that is taken fails. */
async function storeChains(tx: Db, chains: readonly Chain[]): Promise<void> {
  const rows = chains.flatMap((chain) => chain.rows);
  for (let at = 0; at < rows.length; at += RECEIPTS_AT_ONCE)
    await tx
      .insertInto('lock_receipts')
      .values(rows.slice(at, at + RECEIPTS_AT_ONCE))
      .execute();
  for (const { pool_id: poolId } of rows) announce(tx, { kind: 'receipts', poolIds: [poolId] });
}

/** A receipt's columns without its pool. @param list the text of its list */
export function receiptRow(link: ReceiptLink, list: string): Omit<LockReceiptTable, 'pool_id'> {
  return {
    number: link.number,
    version: link.version,
    week_id: link.weekId,
    lock_at: link.lockAt,
    made_at: link.madeAt,
    made_by: link.by,
    list: packedList(list),
    list_hash: link.listHash,
    previous: link.previous,
    hash: link.hash,
  };
}
