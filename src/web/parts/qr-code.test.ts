import decodeQR from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { qrPath } from './qr-code.tsx';

/** Pixels per module. */
const SCALE = 4;

/** What a camera reads in the drawing. */
function scanned({ size, path }: ReturnType<typeof qrPath>): string {
  const side = size * SCALE;
  const data = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < SCALE; dy += 1) {
      const at = ((Number(y) * SCALE + dy) * side + Number(x) * SCALE) * 4;
      for (let dx = 0; dx < SCALE; dx += 1) data.fill(0, at + dx * 4, at + dx * 4 + 3);
    }
  }
  return decodeQR({ width: side, height: side, data });
}

describe('The QR code of an invite link', () => {
  test.each([
    'https://pool.example.org/join#token=3q2-7wAAAAAAAAAAAAAAAA',
    `https://${'a-rather-long-name.'.repeat(6)}example.org/join#token=_______________________-`,
  ])('encodes every character: %s', (link) => {
    expect(scanned(qrPath(link))).toBe(link);
  });

  test('has the quiet zone of four modules that cameras need', () => {
    const { size, path } = qrPath('https://pool.example.org');
    const places = [...path.matchAll(/M(\d+) (\d+)/g)].flatMap(([, x, y]) => [Number(x), Number(y)]);
    expect([Math.min(...places), Math.max(...places)]).toEqual([4, size - 5]);
  });
});
