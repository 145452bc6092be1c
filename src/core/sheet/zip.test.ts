import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storedZip, ZIP_FILES_MAX, zipFiles } from './zip.ts';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

describe('A ZIP archive', () => {
  it('has the files that were stored in it', () => {
    const files = zipFiles(
      storedZip([
        ['a.xml', text('first')],
        ['b/c.xml', text('')],
      ]),
    );
    if (typeof files === 'string') throw new Error(files);
    expect(files.map(({ name, packed, size }) => [name, Buffer.from(packed).toString(), size])).toEqual([
      ['a.xml', 'first', 5],
      ['b/c.xml', '', 0],
    ]);
  });

  it('is refused before it is unpacked if it has too many files or bytes', () => {
    const files = Array.from({ length: ZIP_FILES_MAX + 1 }, (_, at) => [`${at}`, text('')] as const);
    expect(zipFiles(storedZip(files))).toBe('too_large');
    const packed = deflateRawSync(Buffer.alloc(10_000));
    const bomb = (...sizes: readonly number[]) => {
      const bytes = storedZip(sizes.map((_, at) => [`${at}`, packed] as const));
      const directory = bytes.length - 22 - 47 * sizes.length;
      for (const [at, size] of sizes.entries())
        new DataView(bytes.buffer).setUint32(directory + 47 * at + 24, size, true);
      return zipFiles(bytes);
    };
    expect(bomb(200_000_000)).toBe('too_large');
    expect(bomb(60_000_000, 60_000_000)).toBe('too_large');
    expect(bomb(40_000_000, 40_000_000)).toHaveLength(2);
  });

  it('is damaged if it is cut or no archive', () => {
    const whole = storedZip([['a.xml', text('first')]]);
    for (const length of [0, 4, 21, 40, whole.length - 1]) expect(zipFiles(whole.subarray(0, length))).toBe('damaged');
    expect(zipFiles(whole.subarray(10))).toBe('damaged');
  });

  it('is never read past its end', () => {
    const whole = storedZip([
      ['a.xml', text('first')],
      ['b.xml', text('second')],
    ]);
    const change = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 });
    fc.assert(
      fc.property(change, (changes) => {
        const bytes = whole.slice();
        for (const [at, value] of changes) bytes[at] = value;
        const files = zipFiles(bytes);
        expect(typeof files === 'string' || files.length <= 0xffff).toBe(true);
      }),
    );
  });
});
