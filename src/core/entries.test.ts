import { describe, expect, it } from 'vitest';
import { aGame } from '#tests/core-samples.ts';
import type { OwnedEntry, PlayingEntry } from './entries.ts';
import { compareEntries, countsFor, entryName, firstEntries, giveUpRefusal, mayAddEntry } from './entries.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Game } from './types.ts';
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
  const fresh = { isOnly: false, hasPlayed: false, hasPayment: false, hasCounted: false };
  it.each([
    ['is possible before it played', {}, null],
    ['keeps the only one', { isOnly: true }, 'only_entry'],
    ['keeps one for which a game that has locked counts', { hasPlayed: true }, 'entry_locked'],
    ['keeps one with a payment', { hasPayment: true }, 'entry_paid'],
    ['keeps one that counted in a week', { hasCounted: true }, 'entry_counted'],
    ['names the only one first', { isOnly: true, hasPlayed: true, hasPayment: true }, 'only_entry'],
    ['names that before a payment', { hasPlayed: true, hasPayment: true }, 'entry_locked'],
  ])('%s', (_, past, refusal) => {
    expect(giveUpRefusal({ ...fresh, ...past })).toBe(refusal);
  });
});

describe('A game with a lock at 100', () => {
  const away = { value: { side: 'away' }, madeAt: 50 } as const;

  it.each<[string, boolean, Partial<Game>, Partial<PlayingEntry>, Partial<PoolRules>]>([
    ['that it did not pick', false, {}, {}, {}],
    ['that it picked', true, {}, { picked: new Set(['g']) }, {}],
    ['that it picked, even if it is off', true, { void: 'cancelled' }, { picked: new Set(['g']) }, {}],
    ['that gets an auto pick', true, {}, {}, { missed: 'home' }],
    ['that was called off, where auto picks count', false, { void: 'cancelled' }, {}, { missed: 'home' }],
    ['that locked before it joined', false, {}, { joinedAt: 100 }, { missed: 'home' }],
    ['for which its default will be stored', true, {}, { defaults: [away] }, { missed: 'own' }],
    ['for which it has no default', false, {}, {}, { missed: 'own' }],
    [
      'before whose lock its default was taken back',
      false,
      {},
      { defaults: [away, { value: null, madeAt: 60 }] },
      { missed: 'own' },
    ],
    ['at whose lock its default was set', false, {}, { defaults: [{ ...away, madeAt: 100 }] }, { missed: 'own' }],
    ['of which it could have chosen a team', true, {}, {}, { format: 'survivor' }],
    ['of a survivor pool that locked before it joined', false, {}, { joinedAt: 100 }, { format: 'survivor' }],
  ])('%s counts for an entry: %s', (_, counts, game, entry, rules) => {
    const own = { joinedAt: 10, picked: new Set<string>(), defaults: [], ...entry };
    const locked = aGame({ gid: 'g', lockAt: 100, ...game });
    expect(countsFor(locked, own, { format: 'pickem', missed: 'nothing', ...rules })).toBe(counts);
  });
});
