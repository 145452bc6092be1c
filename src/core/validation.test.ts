import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  confirmPasswordError,
  emailError,
  forgotPasswordError,
  isScore,
  isSpread,
  MONEY_URL_MAX,
  moneyUrlError,
  PASSWORD_MIN,
  POOL_DESCRIPTION_MAX,
  POOL_NAME_MAX,
  PROFILE_NAME_MAX,
  parseScore,
  parseSpread,
  passwordError,
  poolDescriptionError,
  poolNameError,
  profileNameError,
  SIGN_UP_NAME_MAX,
  SIGN_UP_NAME_MIN,
  signUpNameError,
} from '#core/validation.ts';
import { anyText } from '#tests/core-samples.ts';

describe('The limits of section 9', () => {
  it('are kept', () => {
    expect({ PASSWORD_MIN, SIGN_UP_NAME_MIN, SIGN_UP_NAME_MAX, PROFILE_NAME_MAX }).toEqual({
      PASSWORD_MIN: 6,
      SIGN_UP_NAME_MIN: 2,
      SIGN_UP_NAME_MAX: 29,
      PROFILE_NAME_MAX: 50,
    });
  });

  it('are joined by our own for a pool', () => {
    expect({ POOL_NAME_MAX, POOL_DESCRIPTION_MAX, MONEY_URL_MAX }).toEqual({
      POOL_NAME_MAX: 100,
      POOL_DESCRIPTION_MAX: 2000,
      MONEY_URL_MAX: 2000,
    });
  });
});

describe('An e-mail address', () => {
  it.each(['a@b.co', 'sam.fox+pool@mail.example.org', 'SAM@EXAMPLE.COM', 'ünï@exämple.de', "o'neil@example.com"])(
    'can be %s',
    (email) => {
      expect(emailError(email)).toBeNull();
    },
  );

  it.each(['', ' ', '\t'])('is required: %j', (email) => {
    expect(emailError(email)).toBe('Email is required');
  });

  it.each([
    'sam',
    'sam@',
    '@example.com',
    'sam@example',
    'sam@example.',
    'sam@.com',
    'sam@example..com',
    'sam@@example.com',
    'sam@fox@example.com',
    'sam fox@example.com',
    'sam@exam ple.com',
    ' sam@example.com',
    'sam@example.com ',
  ])('cannot be %j', (email) => {
    expect(emailError(email)).toBe('Please enter a valid email address');
  });

  it('is checked quickly even if it is crafted to be slow', () => {
    expect(emailError(`a@${'a.'.repeat(50_000)}`)).not.toBeNull();
    expect(emailError(`${'a@'.repeat(50_000)} `)).not.toBeNull();
    expect(emailError(`a@${'.'.repeat(50_000)}@`)).not.toBeNull();
  });
});

describe('A new password', () => {
  it.each([
    ['', 'Password is required'],
    ['Ab1', 'Password must be at least 6 characters long'],
    ['     ', 'Password must be at least 6 characters long'],
    ['ABCDE1', 'Password must contain at least one lowercase letter'],
    ['123456', 'Password must contain at least one lowercase letter'],
    ['abcde1', 'Password must contain at least one uppercase letter'],
    ['abcdef', 'Password must contain at least one uppercase letter'],
    ['Abcdef', 'Password must contain at least one number'],
    ['Abcde1', null],
    ['aB3 spaces and ünïcode', null],
  ])('%j: only the first rule it breaks is reported', (password, text) => {
    expect(passwordError(password)).toBe(text);
  });

  it('passes exactly when it keeps all four rules', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', '1', '-'), maxLength: 9 }), (password) => {
        const keeps = [password.length >= 6, /a/.test(password), /B/.test(password), /1/.test(password)];
        expect(passwordError(password) === null).toBe(keeps.every(Boolean));
      }),
    );
  });

  it('must be typed the same twice', () => {
    expect(confirmPasswordError('Abcde1', 'Abcde1')).toBeNull();
    expect(confirmPasswordError('Abcde1', 'abcde1')).toBe('Passwords do not match');
    expect(confirmPasswordError('Abcde1', 'Abcde1 ')).toBe('Passwords do not match');
  });
});

describe('The display name at sign-up', () => {
  it.each([
    ['', 'Display name is required'],
    ['   ', 'Display name is required'],
    ['\u200b\u200b\u200b', 'Display name is required'],
    ['S', 'Display name must be at least 2 characters long'],
    ['  S  ', 'Display name must be at least 2 characters long'],
    ['Al', null],
    ['a'.repeat(29), null],
    [`  ${'a'.repeat(29)}  `, null],
    ['a'.repeat(30), 'Display name must be less than 30 characters long'],
    ['🏈'.repeat(29), null],
    ['🏈', 'Display name must be at least 2 characters long'],
    ['\u202eS\u0000', 'Display name must be at least 2 characters long'],
    [`\u202e${'a'.repeat(29)}\u0000`, null],
  ])('%j', (name, text) => {
    expect(signUpNameError(name)).toBe(text);
  });
});

describe('The display name in the profile', () => {
  it.each([
    ['', 'Display name cannot be empty'],
    ['  ', 'Display name cannot be empty'],
    ['\u200b\u2800\u3164', 'Display name cannot be empty'],
    ['\u202e\u0000\ud800', 'Display name cannot be empty'],
    [`\u202e${'a'.repeat(50)}\u0000`, null],
    ['👩‍🚀', null],
    ['S', null],
    ['a'.repeat(50), null],
    [`${'a'.repeat(50)} `, null],
    ['a'.repeat(51), 'Display name must be at most 50 characters long'],
  ])('%j', (name, text) => {
    expect(profileNameError(name)).toBe(text);
  });

  it('takes every name that sign-up takes', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        fc.pre(signUpNameError(name) === null);
        expect(profileNameError(name)).toBeNull();
      }),
    );
  });
});

describe('The other fields', () => {
  it.each([
    ['', 'Please enter your email address'],
    ['  ', 'Please enter your email address'],
    ['sam', null],
  ])('the address for a forgotten password: %j', (email, text) => {
    expect(forgotPasswordError(email)).toBe(text);
  });

  it.each([
    ['', 'Pool name is required'],
    [' ', 'Pool name is required'],
    ['Office', null],
    [` ${'🏈'.repeat(POOL_NAME_MAX)} `, null],
    ['\u200b\u2800', 'Pool name is required'],
    ['\u202e\ud800\n', 'Pool name is required'],
    ['x'.repeat(POOL_NAME_MAX + 1), 'Pool name must be at most 100 characters long'],
  ])('the name of a pool: %j', (name, text) => {
    expect(poolNameError(name)).toBe(text);
  });

  it.each([
    ['', null],
    ['<b>5 & "6"</b>;\r\n\t../\\ שלום \u202e', null],
    [`\n${'🏈'.repeat(POOL_DESCRIPTION_MAX)}\n`, null],
    ['x'.repeat(POOL_DESCRIPTION_MAX + 1), 'Description must be at most 2000 characters long'],
  ])('the description of a pool', (description, text) => {
    expect(poolDescriptionError(description)).toBe(text);
  });

  it('the money page has a maximum length', () => {
    const long = `https://example.com/${'x'.repeat(MONEY_URL_MAX)}`;
    expect(moneyUrlError(long.slice(0, MONEY_URL_MAX))).toBeNull();
    expect(moneyUrlError(long)).toBe('The web address must be at most 2000 characters long');
  });

  it.each([
    '',
    'https://example.com',
    'http://example.com/pay?pool=1',
    'HTTPS://EXAMPLE.COM',
    'https://bücher.example/#x',
    'https://pay.example/@sam',
    'https://pay.example/?to=sam@example.com',
  ])('the money page can be %j', (url) => {
    expect(moneyUrlError(url)).toBeNull();
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'example.com',
    '//example.com',
    'https://',
    'https:///path',
    'https://exam ple.com',
    ' https://example.com',
    'https://example.com\njavascript:alert(1)',
    'mailto:sam@example.com',
  ])('the money page cannot be %j', (url) => {
    expect(moneyUrlError(url)).toBe('Please enter a web address that starts with https:// or http://');
  });

  it.each([
    'https://a@b',
    'https://bank.example@evil.example/pay',
    'HTTP://sam:secret@example.com',
    'https://@example.com',
  ])('the money page cannot have user information: %j', (url) => {
    expect(moneyUrlError(url)).toBe('Please enter a web address without a name or password before an @');
  });
});

describe('A score', () => {
  it.each([0, 1, 24, 99])('can be %s', (score) => {
    expect(isScore(score)).toBe(true);
  });

  it.each([-1, 100, 3.5, Number.NaN, Number.POSITIVE_INFINITY])('cannot be %s', (score) => {
    expect(isScore(score)).toBe(false);
  });

  it.each([
    ['24', 24],
    [' 7 ', 7],
    ['', 0],
    ['abc', 0],
    ['7 points', 0],
    ['-3', 0],
    ['100', 99],
    ['6.9', 6],
    ['1e1', 10],
    ['Infinity', 0],
    ['NaN', 0],
  ])('typed as %j is %s', (text, score) => {
    expect(parseScore(text)).toBe(score);
  });

  it('is a score whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.double().map(String)), (text) => {
        expect(isScore(parseScore(text))).toBe(true);
      }),
    );
  });
});

describe('A line', () => {
  it.each([0, 3, -3, 0.5, -13.5, 7])('can be %s', (spread) => {
    expect(isSpread(spread)).toBe(true);
  });

  it.each([0.25, 3.1, Number.NaN, Number.NEGATIVE_INFINITY])('cannot be %s', (spread) => {
    expect(isSpread(spread)).toBe(false);
  });

  it.each([
    ['', null],
    ['  ', null],
    ['0', 0],
    ['-0', 0],
    ['3', 3],
    ['-3.5', -3.5],
    ['+7', 7],
    ['3.3', 3.5],
    ['-0.2', 0],
    ['even', 0],
    ['Infinity', 0],
  ])('typed as %j is %s', (text, spread) => {
    expect(parseSpread(text)).toBe(spread);
  });

  it('is none or a line whatever was typed', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.double({ min: -1e6, max: 1e6 }).map(String)), (text) => {
        const spread = parseSpread(text);
        if (text.trim() === '') expect(spread).toBeNull();
        else expect(isSpread(spread ?? Number.NaN)).toBe(true);
      }),
    );
  });
});
