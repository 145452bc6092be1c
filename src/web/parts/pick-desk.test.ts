import { expect, it } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { failureOf } from './pick-desk.ts';

it.each([
  ['network', 'unanswered'],
  ['stopping', 'unanswered'],
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
