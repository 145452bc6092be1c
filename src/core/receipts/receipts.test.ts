import { describe, expect, it } from 'vitest';
import { typedHash } from './receipts.ts';

describe('A typed hash', () => {
  const digits = '3fa91c2b7d10e5a49c01';

  it.each([
    digits,
    '3fa9 1c2b 7d10 e5a4 9c01',
    ' 3FA9 1C2B\n7D10 E5A4 9C01 ',
    'Lock receipt 57: 3fa9 1c2b 7d10 e5a4 9c01',
  ])('may be %j', (text) => expect(typedHash(text)).toBe(digits));

  it('may be whole', () => expect(typedHash('ab'.repeat(32))).toBe('ab'.repeat(32)));

  it.each(['', '57', digits.slice(1), `${digits}g`, 'ab'.repeat(33)])('is not %j', (text) =>
    expect(typedHash(text)).toBeNull(),
  );
});
