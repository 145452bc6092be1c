import { describe, expect, it } from 'vitest';
import { compareByEmail, displayNameFor } from '#core/people.ts';

describe('The display name of a new account', () => {
  it.each([
    ['given at sign-up', { signUpName: 'Sam', accountName: 'Samuel Fox', email: 'fox@example.com' }, 'Sam'],
    ['trimmed', { signUpName: '  Sam ' }, 'Sam'],
    ['the account’s, when none was given', { accountName: 'Samuel Fox', email: 'fox@example.com' }, 'Samuel Fox'],
    ['the account’s, when only spaces were given', { signUpName: '  ', accountName: 'Samuel Fox' }, 'Samuel Fox'],
    ['in one line, and not turned around', { signUpName: '\u202eSam\nFox\u0000' }, 'Sam Fox'],
    ['the account’s, when nothing of it can be seen', { signUpName: '\u200b\u3164', accountName: 'Fox' }, 'Fox'],
    ['the e-mail before the @', { signUpName: '', accountName: null, email: 'fox@example.com' }, 'fox'],
    ['User, when nothing is known', {}, 'User'],
    ['User, when the e-mail has nothing before the @', { email: '@example.com' }, 'User'],
  ])('is %s', (_name, sources, name) => {
    expect(displayNameFor(sources)).toBe(name);
  });
});

describe('The list of users', () => {
  it('is sorted by e-mail, capitals aside, those without one last', () => {
    const users = ['bob@x.org', null, 'Cy@x.org', 'ann@x.org', null].map((email) => ({ email }));
    expect(users.toSorted(compareByEmail).map((user) => user.email)).toEqual([
      'ann@x.org',
      'bob@x.org',
      'Cy@x.org',
      null,
      null,
    ]);
    expect(compareByEmail({ email: null }, { email: 'a@x.org' })).toBeGreaterThan(0);
    expect(compareByEmail({ email: 'a@x.org' }, { email: null })).toBeLessThan(0);
    expect(compareByEmail({ email: 'A@x.org' }, { email: 'a@x.org' })).toBe(0);
  });
});
