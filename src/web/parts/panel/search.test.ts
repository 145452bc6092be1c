import { expect, test } from 'vitest';
import { matches } from './search.ts';

const robin = { displayName: 'Robin Banks', email: 'RB@example.com' };
const nobody = { displayName: 'Old Timer', email: null };

test('finds a person by a part of the name or email, ignoring case and outer spaces', () => {
  expect(matches(robin, 'BANK')).toBe(true);
  expect(matches(robin, ' rb@EX ')).toBe(true);
  expect(matches(robin, 'timer')).toBe(false);
  expect(matches(nobody, 'timer')).toBe(true);
  expect(matches(nobody, 'null')).toBe(false);
});

test('an empty search finds everyone', () => {
  expect([robin, nobody].every((person) => matches(person, '  '))).toBe(true);
});
