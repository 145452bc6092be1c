/** Writes lock receipts into their chain (decision 049). locks/store.ts says when those of locks are written. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Slot } from '#core/pick.ts';
import type { Covered } from '#core/receipts/check.ts';
import { foldReceipts, gameOfLine, goneLine, isGone, isSameLine, slotKey } from '#core/receipts/check.ts';
import type { KeptReceipt, Receipt, ReceiptCause, ReceiptLine, ReceiptLink } from '#core/receipts/receipts.ts';
import { hashedId, listText, poolHash, sealed, VERSION } from '#core/receipts/receipts.ts';
import { lineSlot, reachedLocks, visibleLines } from '#core/receipts/visible.ts';
import type { RuleName } from '#core/rules/pool-rules.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { faultOf } from '#server/platform/db/faults.ts';
import { jsonRows, writeRows } from '#server/platform/db/json-rows.ts';
import type { LockReceiptTable, NameSaltTable } from '#server/platform/db/schema.ts';
import { announce, isConflict } from '#server/platform/db/transactions.ts';
import { isWeekOfPool } from '#server/pools/reads.ts';
import type { PoolWeekId } from './reads.ts';
import {
  hasListedPool,
  importsOfWeek,
  latestReceipt,
  listedLines,
  receiptWeek,
  sha256,
  storedPicks,
  toLink,
} from './reads.ts';

/** Who makes a correction: something of Pick'em, or a person by their id. */
export type ReceiptAuthor = ReceiptCause | { readonly userId: string };

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
 * Changes of games: their own lines, the picks and guesses of them, what is written in the same transaction, and, in a confidence pool, all
 * orders and values of the week.
 */
export function gameCause(by: ReceiptAuthor, gids: readonly string[], now: number): Cause {
  const changed = new Set(gids);
  const isAbout = (line: ReceiptLine | undefined) => line !== undefined && changed.has(gameOfLine(line));
  return {
    by,
    explains: (line, before) => {
      const isDerived = line[1].startsWith('value:') || line[1].startsWith('order:');
      return isDerived || line[4] === now || isAbout(line) || isAbout(before);
    },
  };
}

/**
 * Writes a receipt of what the caller's transaction corrected in a pool's week. Leaves locks without a receipt to the next sweep, because
 * others may still be storing picks.
 */
export function receiptCorrections(
  tx: Db,
  engine: Engine,
  week: PoolWeekId,
  causes: readonly Cause[],
  now: number,
): Promise<void> {
  return withoutHarm(tx, async () => {
    await holdChains(tx, engine, [week.poolId]);
    await writeWeek(tx, engine, week, { causes, isSettled: false }, now);
  });
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
export function receiptRules(
  tx: Db,
  engine: Engine,
  { poolId, rules }: { readonly poolId: string; readonly rules: readonly RuleName[] },
  by: ReceiptAuthor,
  now: number,
): Promise<void> {
  const slots = new Set<string>(rules.map((rule) => `rule:${rule}`));
  const cause: Cause = { by, explains: ([, slot]) => slots.has(slot) };
  return withoutHarm(tx, () => correctPool(tx, engine, poolId, cause, now));
}

/** Writes a receipt of everything about a pool's entries and rules that differs in this league from the one that its file is from. */
export function receiptMove(tx: Db, engine: Engine, poolId: string, now: number): Promise<void> {
  return withoutHarm(tx, () => correctPool(tx, engine, poolId, { by: 'import', explains: () => true }, now));
}

/** A receipt that cannot be written does not undo what it is about. A sweep retries those of locks; a correction waits for the next of its week. */
export async function withoutHarm(tx: Db, act: () => Promise<unknown>): Promise<void> {
  await sql`savepoint receipts`.execute(tx);
  try {
    await act();
  } catch (error) {
    if (faultOf(error) !== null || isConflict(error)) throw error;
    await sql`rollback to savepoint receipts`.execute(tx);
  }
  await sql`release savepoint receipts`.execute(tx);
}

/** How the receipts of a week are written. */
interface WeekWrite {
  /** What may have corrected it. */
  readonly causes: readonly Cause[];
  /** Whether receipts of locks are written, not only of corrections. */
  readonly isSettled: boolean;
}

/** Writes the missing receipts of a pool's week. @param now a settled time, ms, if `isSettled` */
export async function writeWeek(
  tx: Db,
  engine: Engine,
  week: PoolWeekId,
  { causes, isSettled }: WeekWrite,
  now: number,
): Promise<void> {
  const { poolId, weekId } = week;
  const written = await receiptsIn(tx, poolId, weekId);
  if (written.length === 0 && !(await isWeekOfPool(tx, poolId, weekId))) return;
  const known = new Set(written.map(({ lockAt }) => lockAt));
  const covered: Covered = foldReceipts(written).covered.get(weekId) ?? new Map();
  const games = await receiptWeek(tx, week);
  // A lock with a receipt was reached, even if the caller began before it.
  const reached = Math.max(now, ...written.map(({ lockAt }) => lockAt ?? 0));
  const visible = visibleLines(games, await storedPicks(tx, week, games), reached);
  const news = differences(
    covered,
    visible.map(({ line }) => line),
  );
  const lockOf = new Map(visible.map(({ line, lockAt }) => [line, lockAt]));
  const ofLocks = new Set(news.filter((line) => lockOf.has(line) && !known.has(lockOf.get(line) ?? 0)));
  const missing = isSettled ? reachedLocks(games, now).filter((lockAt) => !known.has(lockAt)) : [];
  const isOlder = written.every(({ version }) => version === 1);
  const corrected = news.filter((line) => !ofLocks.has(line));
  const all = [...causes, ...(await importCauses(tx, week)), ...(isOlder ? [ofUpgrade] : [])];
  const chain = new Chain(tx, engine, poolId, now);
  await chain.correct(weekId, covered, corrected, all);
  const isUpgraded = isOlder && written.length > 0;
  if (missing.length > 0 || isUpgraded) await listPool(chain, firstLines(isUpgraded ? 'upgrade' : 'timer'), 'all');
  for (const lockAt of missing)
    await chain.add(
      { weekId, lockAt, by: null },
      [...ofLocks].filter((line) => lockOf.get(line) === lockAt),
    );
}

/** The imports that are being written or undone, or were cut off: what their weeks have since they began is theirs. */
async function importCauses(tx: Db, week: PoolWeekId): Promise<Cause[]> {
  const imports = (await importsOfWeek(tx, week)).map(({ at = 0 }) => at);
  if (imports.length === 0) return [];
  const since = Math.min(...imports);
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
  if (await hasListedPool(tx, poolId)) await listPool(new Chain(tx, engine, poolId, now), [cause], 'changed');
}

async function listPool(chain: Chain, causes: readonly Cause[], which: 'all' | 'changed'): Promise<void> {
  const { tx, engine, poolId } = chain;
  const covered: Covered = foldReceipts(await receiptsIn(tx, poolId, null)).covered.get(null) ?? new Map();
  if (which === 'all') await saltNames(tx, engine, poolId);
  const lines = differences(covered, await listedLines(tx, poolId));
  await chain.correct(
    null,
    covered,
    which === 'all' ? lines : lines.filter((line) => covered.has(slotKey(line))),
    causes,
  );
}

/** Gives each entry the secret of its name. Those of closed accounts have lost theirs. */
async function saltNames(tx: Db, engine: Engine, poolId: string): Promise<void> {
  const query = tx.selectFrom('entries').leftJoin('name_salts', 'name_salts.entry_id', 'entries.id');
  const rows = await query
    .select('entries.id as entry_id')
    .where('entries.pool_id', '=', poolId)
    .where('name_salts.entry_id', 'is', null)
    .execute();
  const salted = rows.map((row) => ({ ...row, salt: randomBytes(16).toString('hex') }));
  await writeSalts(tx, engine, salted);
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

/** The lines that are visible and not listed so, and those that are listed and no longer visible. */
function differences(covered: Covered, visible: readonly ReceiptLine[]): readonly ReceiptLine[] {
  if (covered.size === 0) return visible;
  const seen = new Set(visible.map(slotKey));
  const gone = [...covered].flatMap(([key, { line }]) => (seen.has(key) ? [] : [goneLine(line)]));
  const news = visible.filter((line) => {
    const before = covered.get(slotKey(line))?.line;
    return before === undefined || !isSameLine(before, line);
  });
  return [...news, ...gone];
}

/** Adds receipts to the chain of a pool in one transaction. */
class Chain {
  readonly tx: Db;
  readonly engine: Engine;
  readonly poolId: string;
  readonly #madeAt: number;
  #last: KeptReceipt | null | undefined;

  constructor(tx: Db, engine: Engine, poolId: string, madeAt: number) {
    this.tx = tx;
    this.engine = engine;
    this.poolId = poolId;
    this.#madeAt = madeAt;
  }

  /** Adds a correction for each cause that explains some of the differences, and one for those that none explains. */
  async correct(
    weekId: string | null,
    covered: Covered,
    lines: readonly ReceiptLine[],
    causes: readonly Cause[],
  ): Promise<void> {
    const byCause = Map.groupBy(lines, (line) =>
      causes.find(({ explains }) => explains(line, covered.get(slotKey(line))?.line)),
    );
    for (const cause of [...causes, undefined]) {
      const list = byCause.get(cause);
      const by = cause && (typeof cause.by === 'string' ? cause.by : await hashedId(sha256, cause.by.userId));
      if (list !== undefined) await this.add({ weekId, lockAt: null, by: by ?? null }, list);
    }
  }

  async add(about: Pick<ReceiptLink, 'weekId' | 'lockAt' | 'by'>, list: readonly ReceiptLine[]): Promise<void> {
    const { tx, poolId } = this;
    this.#last ??= await latestReceipt(tx, poolId);
    const { number, hash: previous } = this.#last ?? { number: 0, hash: await poolHash(sha256, poolId) };
    const head = { ...about, version: VERSION, number: number + 1, madeAt: this.#madeAt, previous } as const;
    const text = listText(list);
    const link = await sealed(sha256, head, text);
    const row = { pool_id: poolId, ...receiptRow(link), list: text };
    await tx.insertInto('lock_receipts').values(row).execute();
    announce(tx, { kind: 'receipts', poolIds: [poolId] });
    this.#last = link;
  }
}

/** The receipts of a pool's week, or of what is not of a week, in order, as they add up. */
async function receiptsIn(
  tx: Db,
  poolId: string,
  weekId: string | null,
): Promise<Omit<Receipt, 'previous' | 'hash' | 'listHash'>[]> {
  const query = tx.selectFrom('lock_receipts').selectAll().where('pool_id', '=', poolId);
  const rows = await query
    .where('week_id', weekId === null ? 'is' : '=', weekId)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({ ...toLink(row), list: JSON.parse(row.list) as readonly ReceiptLine[] }));
}

/** A receipt's columns without its pool and list. */
export function receiptRow(link: ReceiptLink): Omit<LockReceiptTable, 'pool_id' | 'list'> {
  return {
    number: link.number,
    version: link.version,
    week_id: link.weekId,
    lock_at: link.lockAt,
    made_at: link.madeAt,
    made_by: link.by,
    list_hash: link.listHash,
    previous: link.previous,
    hash: link.hash,
  };
}
