import { describe, expect, it, test } from 'vitest';
import type { SideTableReply } from '#contract/side-tables.ts';
import type { SideTable } from '#core/side-tables.ts';
import { MAX_SIDE_TABLES } from '#core/side-tables.ts';
import { weekId } from '#core/weeks.ts';
import type { DraftTable, Limits } from '#web/parts/rulebook/side-table-draft.ts';
import { draftOf, enteredOf } from '#web/parts/rulebook/side-table-draft.ts';
import { changedTables, isTyped, offered, rebasedTables, storedDraft } from './side-tables-draft.ts';

const weekIds = Array.from({ length: 18 }, (_, at) => weekId(2026, at + 1));
const limits: Limits = { weekIds, format: 'pickem' };
const [first = ''] = weekIds;
const last = weekIds.at(-1) ?? '';

const monday: SideTable = {
  id: 'monday',
  name: 'Monday night',
  from: first,
  to: last,
  games: 'monday',
  measure: 'points',
  who: { kind: 'all' },
  cents: 1250,
};
const half: SideTable = { ...monday, id: 'half', name: 'Second half', games: 'all', from: weekId(2026, 10), cents: 0 };
const seen = [monday, half];

function reply(table: SideTable, isFixed = false): SideTableReply {
  return { ...table, isFixed, isDecided: false, winners: [], rows: [] };
}

describe('the draft of the side tables of a pool', () => {
  test('shows what is stored, and sends the same', () => {
    const draft = seen.map(storedDraft);
    expect(draft.map(({ prize }) => prize)).toEqual(['12.50', '']);
    expect(draft.map(enteredOf)).toEqual(seen);
    expect(isTyped(draft, seen)).toBe(false);
  });

  test('sends a new table without an id, and its name as it is stored', () => {
    const entered = enteredOf({
      ...storedDraft(half),
      id: undefined,
      key: 'new-0',
      name: ' Last  quarter ',
      prize: '$20',
    });
    expect(entered).not.toHaveProperty('id');
    expect(entered).toMatchObject({ name: 'Last  quarter', cents: 2000 });
  });

  test('is typed in once a field, a table or the order differs', () => {
    const [one, two] = seen.map(storedDraft) as [DraftTable, DraftTable];
    expect(isTyped([{ ...one, prize: '13' }, two], seen)).toBe(true);
    expect(isTyped([one], seen)).toBe(true);
    expect(isTyped([two, one], seen)).toBe(true);
    expect(isTyped([{ ...one, prize: '12.5' }, two], seen)).toBe(false);
  });
});

describe('the tables that can be added by a tap', () => {
  const offers = (all: readonly DraftTable[], some: Partial<Limits> = {}) =>
    offered(all, { ...limits, ...some }).map(({ table: { name }, isOpen }) => `${name}${isOpen ? '' : ', closed'}`);

  it('are the ready-made ones; those that the pool has are closed', () => {
    expect(offers([])).toEqual(['First half', 'Second half', 'Monday night', 'Last place', 'Second chance']);
    expect(offers(seen.map(storedDraft))).toEqual([
      'First half',
      'Second half, closed',
      'Monday night, closed',
      'Last place',
      'Second chance',
    ]);
  });

  it('are those that the format allows', () => {
    expect(offers([], { format: 'survivor' })).toEqual(['First half', 'Second half']);
  });

  it('are none without room, and none without weeks', () => {
    const many = Array.from({ length: MAX_SIDE_TABLES }, (_, at) => ({ ...storedDraft(half), name: `Table ${at}` }));
    expect(offers(many)).toEqual(offers([]).map((name) => `${name}, closed`));
    expect(offers([], { weekIds: [] })).toEqual([]);
  });
});

describe('a change by someone else', () => {
  test('is named: added, changed and removed tables', () => {
    const dearer = { ...half, cents: 500 };
    expect(changedTables(seen, seen)).toEqual([]);
    expect(changedTables(seen, [dearer])).toEqual(['Second half', 'Monday night']);
    expect(changedTables([monday], seen)).toEqual(['Second half']);
  });

  test('comes along, and what was typed stays', () => {
    const [one, two] = seen.map(storedDraft) as [DraftTable, DraftTable];
    const added = draftOf(half, 'new-0');
    const typed = [{ ...one, prize: '99' }, two, { ...added, name: 'Mine' }];
    const theirs = { ...half, id: 'theirs', name: 'Theirs' };
    const now = [monday, { ...half, cents: 500 }, theirs].map((table) => reply(table));
    expect(rebasedTables(typed, seen, now).map(({ name, prize }) => [name, prize])).toEqual([
      ['Monday night', '99'],
      ['Second half', '5'],
      ['Theirs', ''],
      ['Mine', ''],
    ]);
  });

  test('does not bring back a table that was removed here, unless it was changed or has begun', () => {
    const removed = [storedDraft(half)];
    const names = (now: readonly SideTableReply[]) => rebasedTables(removed, seen, now).map(({ name }) => name);
    expect(names([reply(monday), reply(half)])).toEqual(['Second half']);
    expect(names([reply({ ...monday, cents: 1 }), reply(half)])).toEqual(['Monday night', 'Second half']);
    expect(names([reply(monday, true), reply(half)])).toEqual(['Monday night', 'Second half']);
  });

  test('cannot undo a table that has begun', () => {
    const typed = [{ ...storedDraft(monday), prize: '99' }];
    expect(rebasedTables(typed, [monday], [reply(monday, true)])).toEqual([storedDraft(monday)]);
  });

  test('that removed a table leaves it only if it was changed here, as a new one', () => {
    const [one, two] = seen.map(storedDraft) as [DraftTable, DraftTable];
    const [kept, ...others] = rebasedTables([{ ...one, prize: '99' }, two], seen, []);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ name: 'Monday night', prize: '99' });
    expect(kept?.id).toBeUndefined();
  });
});
