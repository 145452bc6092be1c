import { describe, expect, it } from 'vitest';
import { passwordError } from '#core/validation.ts';
import { isTooWeak } from '#core/weak-password.ts';

const kim = { email: 'kimberly@example.org', displayName: 'Big Kim' };

describe('A password that keeps the rules is too weak all the same', () => {
  it.each([
    'Password1',
    'pASSWORD1',
    'Passw0rd',
    'Qwerty123',
    'Welcome1!',
    'Football1',
    'Cowboys1',
    'Letmein1?!',
    'Kimberly1',
    'x1KIMBERLYx',
    'Big Kim1',
    '1big kimX',
  ])('%j', (password) => {
    expect(isTooWeak(password, kim)).toBe(true);
  });

  it.each(['Abc123', 'Demo-Sunday-1', 'Correct Horse 1', 'Football12345', 'Kim12a', 'Bigkim1'])(
    'unlike %j',
    (password) => {
      expect(passwordError(password)).toBeNull();
      expect(isTooWeak(password, kim)).toBe(false);
    },
  );

  it('however short the name of its owner is', () => {
    expect(isTooWeak('Abc123', { email: 'abc@example.org', displayName: 'Al' })).toBe(false);
    expect(isTooWeak('Abc123', { email: '@', displayName: '   ' })).toBe(false);
  });
});
