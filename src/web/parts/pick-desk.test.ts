import { expect, it } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { failureOf, waitBeforeTry } from './pick-desk.ts';

it.each([
  ['network', 'unanswered'],
  ['stopping', 'unanswered'],
  ['disk_full', 'unanswered'],
  ['storage_failed', 'unanswered'],
  ['too_many_requests', 'postponed'],
  ['newer_pick', 'newer'],
  ['not_signed_in', 'parked'],
  ['other_player', 'parked'],
  ['game_locked', 'refused'],
  ['not_a_member', 'refused'],
  ['unexpected', 'refused'],
] as const)('a call that fails with %s is %s', (code, failure) => {
  expect(failureOf(new ApiError(code, ''))).toBe(failure);
});

it('a fault of our own is a refusal: sending it again would not mend it', () => {
  expect(failureOf(new TypeError('x'))).toBe('refused');
});

it.each([
  [0, -1, 2000],
  [2, 1000, 8000],
  [2, 12_000, 12_000],
  [20, 1000, 30_000],
  [20, 60_000, 60_000],
])('after %d failures and a server that wants %d ms of peace, %d ms pass', (failures, putOff, wait) => {
  expect(waitBeforeTry(failures, putOff)).toBe(wait);
});
