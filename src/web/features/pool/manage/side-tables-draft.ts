import type { SideTableReply } from '#contract/side-tables.ts';
import { normalizeName } from '#core/names.ts';
import type { SideTable, SideTableTerms } from '#core/side-tables.ts';
import { MAX_SIDE_TABLES, readyMadeTables, sideTableProblem } from '#core/side-tables.ts';
import type { DraftTable, Limits } from '#web/parts/rulebook/side-table-draft.ts';
import { draftOf, enteredOf } from '#web/parts/rulebook/side-table-draft.ts';

export function storedDraft(table: SideTable): DraftTable {
  return draftOf(table, table.id, table.id);
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
