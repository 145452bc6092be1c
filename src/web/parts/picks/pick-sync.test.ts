import { expect, it } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { classifyFailure, retryDelay } from './pick-sync.ts';

it.each([
  ['network', 'unanswered'],
  ['stopping', 'unanswered'],
  ['disk_full', 'unanswered'],
  ['storage_failed', 'unanswered'],
  ['too_many_requests', 'postponed'],
  ['newer_pick', 'conflict'],
  ['newer_entry', 'conflict'],
  ['not_signed_in', 'wrong_user'],
  ['other_player', 'wrong_user'],
  ['game_locked', 'refused'],
  ['not_a_member', 'refused'],
  ['unexpected', 'broken'],
] as const)('a call that fails with %s is %s', (code, failure) => {
  expect(classifyFailure(new ApiError(code, ''))).toBe(failure);
});

it('a fault of our own is a refusal: sending it again would not mend it', () => {
  expect(classifyFailure(new TypeError('x'))).toBe('refused');
});

it.each([
  [0, -1, 2000],
  [2, 1000, 8000],
  [2, 12_000, 12_000],
  [20, 1000, 30_000],
  [20, 60_000, 60_000],
])('after %d failures and a server that asks for %d ms, the next try waits %d ms', (failures, postponedMs, wait) => {
  expect(retryDelay(failures, postponedMs)).toBe(wait);
});
