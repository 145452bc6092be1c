import { expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

it.each(['/picks', '/matchup?week=2026-week11', '/admin/pools/edit/p1'])('goes on to %s after signing in', (path) => {
  expect(ownPath(path)).toBe(path);
});

it.each([
  'https://elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'picks',
  '',
  '/',
  '/login?to=/picks',
  7,
  null,
  undefined,
])('does not go to %s', (path) => {
  expect(ownPath(path)).toBeUndefined();
});
