import type { EnteredSideTable, SideTableReply } from '#contract/side-tables.ts';
import { parseDollars, typedDollars } from '#core/money.ts';
import { cleanName, normalizeName } from '#core/names.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { SideTable, SideTableTerms } from '#core/side-tables.ts';
import { MAX_SIDE_TABLES, readyMadeTables, sideTableProblem } from '#core/side-tables.ts';
import { compareWeeks } from '#core/weeks.ts';

/** A side table as the form shows it. */
export interface DraftTable extends Omit<SideTableTerms, 'cents'> {
  /** Identifies it in the form. */
  readonly key: string;
  /** A new one has no id yet. */
  readonly id?: string | undefined;
  /** The prize as typed. */
  readonly prize: string;
}

/** The parts of a pool that limit its side tables. */
export interface Limits {
  /** In order. */
  readonly weekIds: readonly string[];
  readonly format: PoolRules['format'];
}

/** The terms of a table as the form shows them. */
export function draftOf({ cents, ...terms }: SideTableTerms, key: string, id?: string): DraftTable {
  const { name, from, to, games, measure, who } = terms;
  return { key, id, name, from, to, games, measure, who, prize: cents === 0 ? '' : typedDollars(cents) };
}

export function storedDraft(table: SideTable): DraftTable {
  return draftOf(table, table.id, table.id);
}

/** A table of the pool's own making, before anything is chosen. Null if the pool has no weeks. */
export function ownTable(weekIds: readonly string[]): SideTableTerms | null {
  const [from, to] = [weekIds[0], weekIds.at(-1)];
  if (from === undefined || to === undefined) return null;
  return { name: '', from, to, games: 'all', measure: 'points', who: { kind: 'all' }, cents: 0 };
}

/** The table to send. An invalid prize counts as none: `problemOf` reports it. */
export function enteredOf({ key: _, id, prize, name, ...terms }: DraftTable): EnteredSideTable {
  const entered = { ...terms, name: cleanName(name), cents: parseDollars(prize) ?? 0 };
  return id === undefined ? entered : { id, ...entered };
}

/** A stored table without its standings. */
export function termsOf({ id, name, from, to, games, measure, who, cents }: SideTable): SideTable {
  return { id, name, from, to, games, measure, who, cents };
}

/** Equal for tables with the same terms. */
function keyOf({ name, from, to, games, measure, who, cents }: SideTableTerms): string {
  const week = who.kind === 'lower' ? who.week : '';
  return JSON.stringify([name, from, to, games, measure, who.kind, week, cents]);
}

function listKey(tables: readonly (SideTableTerms & { readonly id?: string | undefined })[]): string {
  return JSON.stringify(tables.map((table) => [table.id ?? null, keyOf(table)]));
}

/** Whether a draft differs from the tables that it started from. */
export function isTyped(tables: readonly DraftTable[], seen: readonly SideTable[]): boolean {
  return listKey(tables.map(enteredOf)) !== listKey(seen);
}

/** The first problem of a table among all of the form, in words; null if it can be saved. A wrong amount has its text at its field. */
export function problemOf(table: DraftTable, all: readonly DraftTable[], { weekIds, format }: Limits): string | null {
  const problem = sideTableProblem(enteredOf(table), weekIds, format);
  if (problem !== null) return problem;
  const name = normalizeName(table.name);
  const isDouble = all.slice(0, all.indexOf(table)).some((other) => normalizeName(other.name) === name);
  return isDouble ? 'Another side table has this name' : null;
}

export function hasWrongAmount({ prize }: DraftTable): boolean {
  return parseDollars(prize) === null;
}

/** The ready-made tables that the format allows, and whether each can be added: its name is free, and there is room. */
export function offered(
  all: readonly DraftTable[],
  { weekIds, format }: Limits,
): { readonly table: SideTableTerms; readonly isOpen: boolean }[] {
  const taken = new Set(all.map(({ name }) => normalizeName(name)));
  return readyMadeTables(weekIds)
    .filter((table) => sideTableProblem(table, weekIds, format) === null)
    .map((table) => ({ table, isOpen: all.length < MAX_SIDE_TABLES && !taken.has(normalizeName(table.name)) }));
}

/** The last week before another one, which the lower half is taken after; the first week if there is none before. */
export function weekBefore(weekIds: readonly string[], week: string): string {
  return weekIds.findLast((each) => compareWeeks(each, week) < 0) ?? weekIds[0] ?? week;
}

/** The names of the tables that someone else added, changed or removed. */
export function changedTables(seen: readonly SideTable[], now: readonly SideTable[]): string[] {
  const [before, after] = [byId(seen), byId(now)];
  const isSame = (id: string): boolean => {
    const [a, b] = [before.get(id), after.get(id)];
    return a !== undefined && b !== undefined && keyOf(a) === keyOf(b);
  };
  const gone = seen.filter(({ id }) => !after.has(id));
  return [...now.filter(({ id }) => !isSame(id)), ...gone].map(({ name }) => name);
}

/**
 * A draft on top of the tables that are stored now. What was typed stays, except in tables that have begun meanwhile; what somebody else
 * changed comes along, unless the same table was changed here.
 */
export function rebasedTables(
  draft: readonly DraftTable[],
  seen: readonly SideTable[],
  now: readonly SideTableReply[],
): DraftTable[] {
  const [before, after] = [byId(seen), byId(now)];
  const own = new Map(draft.map((table) => [table.id, table]));
  const isTypedIn = (table: DraftTable, old: SideTable | undefined) =>
    old === undefined || keyOf(enteredOf(table)) !== keyOf(old);
  const kept = now.flatMap((stored) => {
    const [mine, old] = [own.get(stored.id), before.get(stored.id)];
    if (stored.isFixed || old === undefined) return [storedDraft(stored)];
    if (mine === undefined) return keyOf(old) === keyOf(stored) ? [] : [storedDraft(stored)];
    return [isTypedIn(mine, old) ? mine : storedDraft(stored)];
  });
  const others = draft.filter(
    (table) => table.id === undefined || (!after.has(table.id) && isTypedIn(table, before.get(table.id))),
  );
  return [...kept, ...others.map(({ id: _, ...table }) => table)];
}

function byId<T extends { readonly id: string }>(tables: readonly T[]): ReadonlyMap<string, T> {
  return new Map(tables.map((table) => [table.id, table]));
}
