import { describe, expect, it } from 'vitest';
import type { OwnedEntry } from './entries.ts';
import { compareEntries, entryName, firstEntries, giveUpRefusal, mayAddEntry } from './entries.ts';
import { PROFILE_NAME_MAX } from './validation.ts';

describe('An entry is called', () => {
  const long = 'A'.repeat(PROFILE_NAME_MAX);
  it.each([
    ['by its own name', 'Wild Cards', 'Alex Rivera', 2, 'Wild Cards'],
    ['like its owner, as the first', null, 'Alex Rivera', 1, 'Alex Rivera'],
    ['like its owner with a number, from the second on', null, 'Alex Rivera', 2, 'Alex Rivera 2'],
    ['by all of a long name, as the first', null, long, 1, long],
    ['by a shortened long name and its number', null, long, 2, `${long.slice(0, -2)} 2`],
    ['by a name that is cut for a longer number', null, long, 10, `${long.slice(0, -3)} 10`],
    ['without a space left from cutting', null, `${long.slice(0, -3)} Bo`, 2, `${long.slice(0, -3)} 2`],
  ])('%s', (_, name, ownerName, number, expected) => {
    expect(entryName({ name, ownerName, number })).toBe(expected);
    expect(expected.length).toBeLessThanOrEqual(PROFILE_NAME_MAX);
  });
});

describe('One more entry', () => {
  it.each([
    [0, 1, true],
    [1, 1, false],
    [1, 2, true],
    [9, 10, true],
    [10, 10, false],
    [3, 2, false],
  ] as const)('for somebody with %s in a pool of %s each: %s', (count, entries, may) => {
    expect(mayAddEntry(count, { entries })).toBe(may);
  });
});

describe('The entries of one person', () => {
  const entry = (id: string, number: number, joinedAt: number, isOwn = true): OwnedEntry => {
    return { id, ownerId: 'Ann', isOwn, number, joinedAt };
  };
  const second = entry('second', 2, 1);

  it.each<[string, readonly OwnedEntry[], readonly string[], readonly string[]]>([
    ['by number', [second, entry('first', 1, 5)], ['first', 'second'], ['first']],
    ['their own before a linked one', [entry('linked', 1, 1, false), entry('own', 1, 5)], ['own', 'linked'], ['own']],
    ['linked ones as they joined', [entry('b', 1, 2, false), entry('a', 1, 1, false)], ['a', 'b'], ['a']],
    ['a linked first before what they added', [second, entry('linked', 1, 9, false)], ['linked', 'second'], ['linked']],
    ['without a first once that was given up', [second], ['second'], []],
  ])('are ordered %s', (_, entries, order, firsts) => {
    expect(entries.toSorted(compareEntries).map(({ id }) => id)).toEqual(order);
    const bobs = { ...entry('bobs', 1, 9), ownerId: 'Bob' };
    expect(firstEntries([bobs, ...entries])).toEqual(new Set(['bobs', ...firsts]));
  });
});

describe('Giving up an entry', () => {
  const fresh = { isOnly: false, hasLockedPick: false, hasPayment: false, hasCounted: false };
  it.each([
    ['is possible before it played', {}, null],
    ['keeps the only one', { isOnly: true }, 'only_entry'],
    ['keeps one with a locked pick', { hasLockedPick: true }, 'entry_locked'],
    ['keeps one with a payment', { hasPayment: true }, 'entry_paid'],
    ['keeps one that counted in a week', { hasCounted: true }, 'entry_counted'],
    ['names the only one first', { isOnly: true, hasLockedPick: true, hasPayment: true }, 'only_entry'],
    ['names a locked pick before a payment', { hasLockedPick: true, hasPayment: true }, 'entry_locked'],
  ])('%s', (_, past, refusal) => {
    expect(giveUpRefusal({ ...fresh, ...past })).toBe(refusal);
  });
});
