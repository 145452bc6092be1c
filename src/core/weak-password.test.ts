import { describe, expect, it } from 'vitest';
import { passwordError } from '#core/validation.ts';
import { isTooWeak } from '#core/weak-password.ts';

const commonest = new Set(['password1', 'qwerty123', 'welcome1']);
const kim = { email: 'kimberly@example.org', displayName: 'Big Kim' };

describe('A password that follows the rules is still too weak', () => {
  it.each([
    'Password1',
    'pASSWORD1',
    'Qwerty123',
    'Welcome1!',
    'Welcome1?!',
    'Pickem1',
    'Superbowl1!',
    'Kimberly1',
    'x1KIMBERLYx',
    'Kimberly@example.org1',
    'Big Kim1',
    '1big kimX',
  ])('%j', (password) => {
    expect(isTooWeak(password, kim, commonest)).toBe(true);
  });

  it.each(['Abc123', 'Demo-Sunday-1', 'Correct Horse 1', 'Football12345', 'Kim12a', 'Bigkim1', 'Kimberly-1234'])(
    'unlike %j',
    (password) => {
      expect(passwordError(password)).toBeNull();
      expect(isTooWeak(password, kim, commonest)).toBe(false);
    },
  );

  it('unlike one without a name to compare it with', () => {
    expect(isTooWeak('Abc123', { email: '@', displayName: '   ' }, commonest)).toBe(false);
  });
});
