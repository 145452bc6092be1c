import { expect, test } from 'vitest';
import { isTooMany } from './bounds.ts';
import type { NoticeKind } from './kinds.ts';

test.each<[string, NoticeKind, number, number, boolean]>([
  ['the first mention of an hour', 'mention', 0, 0, false],
  ['the fifth by one author', 'mention', 4, 4, false],
  ['a sixth by one author', 'mention', 5, 5, true],
  ['one by another author after them', 'mention', 5, 0, false],
  ['the twentieth, by many authors', 'mention', 19, 4, false],
  ['a twenty-first by whomever', 'mention', 20, 0, true],
  ['a twentieth announcement', 'announcement', 19, 0, false],
  ['a twenty-first announcement', 'announcement', 20, 0, true],
])('Whether a reader gets %s', (_what, kind, all, byAuthor, isLeftOut) => {
  expect(isTooMany(kind, { all, byAuthor })).toBe(isLeftOut);
});
