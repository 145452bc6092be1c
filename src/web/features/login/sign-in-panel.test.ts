import { expect, it } from 'vitest';
import { checkSignIn, checkSignUp } from './sign-in-panel.tsx';

const good = { email: 'sam@example.com', password: 'Secret1', displayName: 'Sam', confirmation: 'Secret1' };

it('accepts a complete draft', () => {
  expect(checkSignUp(good)).toEqual({});
  expect(checkSignIn(good)).toEqual({});
});

it('reports errors in the order of the form', () => {
  const found = checkSignUp({ email: '', password: 'secret1', displayName: 'S', confirmation: 'other' });
  expect(Object.entries(found)).toEqual([
    ['displayName', 'Display name must be at least 2 characters long'],
    ['email', 'Email is required'],
    ['password', 'Password must contain at least one uppercase letter'],
    ['confirmation', 'Passwords do not match'],
  ]);
});

it('asks for any password when signing in, since older ones may break newer rules', () => {
  expect(checkSignIn({ ...good, password: 'old' })).toEqual({});
  expect(checkSignIn({ ...good, password: '' })).toEqual({ password: 'Password is required' });
});
