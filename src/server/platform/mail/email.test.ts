import { describe, expect, test } from 'vitest';
import { isMailable, tidyEmail } from './address.ts';

describe('An address that mail goes to', () => {
  test.each(['kim@example.org', "o'neil+pool@mail.example.co.uk", 'a.b-c_d@x1.io', 'kim@xn--bcher-kva.example'])(
    'may be %s',
    (email) => {
      expect(isMailable(email)).toBe(true);
    },
  );

  test.each([
    'kim@example',
    'kim@example..org',
    'kim@-example.org',
    'kim,lee@example.org',
    'kim@example.org,lee@example.org',
    '"kim"@example.org',
    'Kim <kim@example.org>',
    'kim@example.org\r\nBcc: all@example.org',
    'kim@[127.0.0.1]',
    'kim;lee@example.org',
    `${'k'.repeat(250)}@example.org`,
  ])('is not %j', (email) => {
    expect(isMailable(email)).toBe(false);
  });

  test('is kept without capitals and blanks', () => {
    expect(tidyEmail('  Kim@Example.ORG ')).toBe('kim@example.org');
  });
});
