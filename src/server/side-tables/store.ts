import type { EnteredSideTable } from '#contract/side-tables.ts';
import { formatDollars } from '#core/money.ts';
import { cleanName, normalizeName } from '#core/names.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { SideTable } from '#core/side-tables.ts';
import { isFixed, MAX_SIDE_TABLES, sideTableProblem, sideTableWords } from '#core/side-tables.ts';
import type { Pool } from '#core/types.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { newId } from '#server/platform/db/ids.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import { transact } from '#server/platform/db/transactions.ts';
import { holdPool, poolWeeks, sideTablesOf } from '#server/pools/reads.ts';
import { gamesEverPlayed } from '#server/pools/week-reads.ts';

/** The outcome of a change of side tables: whether something changed, what is wrong in words, or why it was refused. */
export type SideTablesOutcome =
  | { readonly isChanged: boolean }
  | { readonly problem: string }
  | { readonly refusal: 'pool_not_found' | 'changed_meanwhile' | 'side_table_fixed' };

/**
 * Sets the side tables of a pool, and logs it. New ones get an id. Writes nothing if the stored ones differ from `seen`, if one that has
 * begun would be changed or removed, or if a new or changed one is wrong. Stored ones stay valid if their weeks leave the pool.
 */
export function saveSideTables(
  store: Store,
  actorId: string,
  poolId: string,
  { tables, seen }: { readonly tables: readonly EnteredSideTable[]; readonly seen: readonly SideTable[] },
  clock: () => number,
): Promise<SideTablesOutcome> {
  return transact(store, async (tx): Promise<SideTablesOutcome> => {
    const pool = await holdPool(tx, store, poolId);
    if (!pool) return { refusal: 'pool_not_found' };
    const stored = await sideTablesOf(tx, poolId);
    const after = withIds(tables, stored);
    if (keysOf(after).join() === keysOf(stored).join()) return { isChanged: false };
    if (keysOf(seen).join() !== keysOf(stored).join()) return { refusal: 'changed_meanwhile' };
    const weekIds = await poolWeeks(tx, poolId);
    const now = await timeInTransaction(tx, store.engine, clock);
    const games = await gamesEverPlayed(tx, poolId);
    const kept = new Set(keysOf(after));
    const gone = stored.filter((table) => !kept.has(keyOf(table)));
    if (gone.some((table) => isFixed(table, games, now))) return { refusal: 'side_table_fixed' };
    const problem = await replaceSideTables(tx, actorId, pool, { stored, after, weekIds, games }, now);
    return problem === null ? { isChanged: true } : { problem };
  });
}

/** Sets the side tables of a new pool, and logs them, in the caller's transaction. @returns the first problem in words; null if they are stored */
export async function setFirstSideTables(
  tx: Db,
  actorId: string | null,
  pool: Pick<Pool, 'id' | 'rules'>,
  tables: readonly EnteredSideTable[],
  now: number,
): Promise<string | null> {
  if (tables.length === 0) return null;
  const [after, weekIds] = [withIds(tables, []), await poolWeeks(tx, pool.id)];
  const games = await gamesEverPlayed(tx, pool.id);
  return replaceSideTables(tx, actorId, pool, { stored: [], after, weekIds, games }, now);
}

interface Replacement {
  readonly stored: readonly SideTable[];
  readonly after: readonly SideTable[];
  /** Of the pool, in order. */
  readonly weekIds: readonly string[];
  readonly games: Awaited<ReturnType<typeof gamesEverPlayed>>;
}

async function replaceSideTables(
  tx: Db,
  actorId: string | null,
  { id, rules: { format } }: Pick<Pool, 'id' | 'rules'>,
  { stored, after, weekIds, games }: Replacement,
  now: number,
): Promise<string | null> {
  const known = new Set(keysOf(stored));
  const late = after.find((table) => !known.has(keyOf(table)) && isFixed(table, games, now));
  if (late !== undefined && late.cents > 0)
    return `${late.name}: Its first game has locked, so it can't have a prize. Have it start in a later week`;
  const problem = sideTablesProblem(after, stored, weekIds, format);
  if (problem !== null) return problem;
  await writeSideTables(tx, id, after);
  await writeAudit(tx, { act: 'pool.side-tables', actorId, poolId: id, ...changeInWords(stored, after, format) }, now);
  return null;
}

/** Stores the side tables of a pool, in the caller's transaction. */
export async function writeSideTables(tx: Db, poolId: string, tables: readonly SideTable[]): Promise<void> {
  await tx
    .updateTable('pools')
    .set({ side_tables: JSON.stringify(tables.map(tidy)) })
    .where('id', '=', poolId)
    .execute();
}

/**
 * The first problem of a pool's side tables, in words; null if it can have them.
 * @param stored tables that stay as they are have no problem
 * @param weekIds of the pool, in order
 */
function sideTablesProblem(
  tables: readonly SideTable[],
  stored: readonly SideTable[],
  weekIds: readonly string[],
  format: PoolRules['format'],
): string | null {
  if (tables.length > MAX_SIDE_TABLES) return `A pool can have ${MAX_SIDE_TABLES} side tables`;
  if (new Set(tables.map(({ id }) => id)).size < tables.length) return 'A side table is listed twice';
  const known = new Set(keysOf(stored));
  for (const table of tables) {
    const problem = known.has(keyOf(table)) ? null : sideTableProblem(table, weekIds, format);
    if (problem !== null) return table.name === '' ? problem : `${table.name}: ${problem}`;
  }
  const names = tables.map(({ name }) => normalizeName(name));
  const double = tables.find(({ name }, at) => names.indexOf(normalizeName(name)) < at);
  return double === undefined ? null : `${double.name}: Another side table has this name`;
}

/** The first problem of a side table whose weeks may have left the pool, in words. */
export function lastingProblem(table: SideTable, format: PoolRules['format']): string | null {
  return sideTableProblem(table, weeksOf(table), format);
}

/** The weeks that a side table names. */
export function weeksOf({ from, to, who }: SideTable): string[] {
  return who.kind === 'lower' ? [from, to, who.week] : [from, to];
}

/** Entered tables as they are stored. An id that no stored table has is replaced by a new one. */
function withIds(entered: readonly EnteredSideTable[], stored: readonly SideTable[]): SideTable[] {
  const ids = new Set(stored.map(({ id }) => id));
  return entered.map(({ id, ...terms }) => tidy({ ...terms, id: id !== undefined && ids.has(id) ? id : newId() }));
}

function tidy({ id, name, from, to, games, measure, who, cents }: SideTable): SideTable {
  return { id, name: cleanName(name), from, to, games, measure, who, cents };
}

/** Equal for equal tables. */
function keyOf({ id, name, from, to, games, measure, who, cents }: SideTable): string {
  return JSON.stringify([id, name, from, to, games, measure, who.kind, who.kind === 'lower' ? who.week : '', cents]);
}

function keysOf(tables: readonly SideTable[]): string[] {
  return tables.map(keyOf);
}

/** The tables that changed; if only their order did, all names. */
function changeInWords(before: readonly SideTable[], after: readonly SideTable[], format: PoolRules['format']) {
  const [were, are] = [new Set(keysOf(before)), new Set(keysOf(after))];
  const gone = before.filter((table) => !are.has(keyOf(table)));
  const added = after.filter((table) => !were.has(keyOf(table)));
  const isOrder = gone.length + added.length === 0;
  const words = isOrder ? ({ name }: SideTable) => name : (table: SideTable) => tableInWords(table, format);
  const [old, next] = isOrder ? [before, after] : [gone, added];
  return { before: { sideTables: listOf(old.map(words)) }, after: { sideTables: listOf(next.map(words)) } };
}

/** `Second half: Most points in Weeks 10 to 18. $50` */
function tableInWords(table: SideTable, format: PoolRules['format']): string {
  const prize = table.cents === 0 ? '' : ` ${formatDollars(table.cents)}`;
  return `${table.name}: ${sideTableWords(table, format)}${prize}`;
}

function listOf(texts: readonly string[]): string {
  return texts.length === 0 ? 'none' : texts.join('; ');
}
