import { expect, it } from 'vitest';
import { checkPassword } from './new-password-form.tsx';

it('accepts a complete draft, even if there is no password yet', () => {
  expect(checkPassword({ current: 'old', password: 'Secret1', confirmation: 'Secret1' })).toEqual({});
  expect(checkPassword({ current: undefined, password: 'Secret1', confirmation: 'Secret1' })).toEqual({});
});

it('reports errors in the order of the form', () => {
  expect(Object.entries(checkPassword({ current: '', password: 'Secret', confirmation: 'other' }))).toEqual([
    ['current', 'Password is required'],
    ['password', 'Password must contain at least one number'],
    ['confirmation', 'Passwords do not match'],
  ]);
});
