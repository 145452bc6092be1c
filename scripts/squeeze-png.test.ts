import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { root } from './root.ts';
import { squeezePng } from './squeeze-png.ts';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function png(width: number, height: number, depth: 3 | 4, lines: readonly (readonly number[])[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, depth === 4 ? 6 : 2, 0, 0, 0], 8);
  const parts: readonly (readonly [string, Buffer])[] = [
    ['IHDR', head],
    ['IDAT', deflateSync(Buffer.from(lines.flat()))],
    ['IEND', Buffer.alloc(0)],
  ];
  return Buffer.concat([SIGNATURE, ...parts.map(([type, data]) => chunk(type, data))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [size, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, check]);
}

/** The parts of a picture by name, each of them whole. */
function partsOf(picture: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  expect(picture.subarray(0, 8)).toEqual(SIGNATURE);
  for (let at = 8; at < picture.length; ) {
    const length = picture.readUInt32BE(at);
    expect(picture.readUInt32BE(at + 8 + length)).toBe(crc32(picture.subarray(at + 4, at + 8 + length)));
    parts.set(picture.toString('latin1', at + 4, at + 8), picture.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return parts;
}

/** The colours of a picture with a palette, pixel by pixel. */
function coloursOf(picture: Buffer): number[][] {
  const parts = partsOf(picture);
  const width = parts.get('IHDR')?.readUInt32BE(0) ?? 0;
  const palette = parts.get('PLTE') ?? Buffer.alloc(0);
  const rows = inflateSync(parts.get('IDAT') ?? Buffer.alloc(0));
  return [...rows]
    .filter((_, at) => at % (width + 1) !== 0)
    .map((index) => [...palette.subarray(index * 3, index * 3 + 3)]);
}

describe('A squeezed picture', () => {
  const [red, green, blue, grey] = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [100, 100, 100],
  ] as const;

  test('of few colours is the same, pixel by pixel', () => {
    const lines = [
      [0, ...red, ...green, ...blue],
      [0, ...grey, ...grey, ...red],
    ];
    expect(coloursOf(squeezePng(png(3, 2, 3, lines)))).toEqual([red, green, blue, grey, grey, red]);
  });

  test.each([
    ['as it is', 0, [10, 20, 30, 255, 12, 24, 36, 255]],
    ['by what is left of it', 1, [10, 20, 30, 255, 2, 4, 6, 0]],
    ['by what is above it', 2, [5, 15, 25, 0, 7, 19, 31, 0]],
    ['by the mean of both', 3, [8, 18, 28, 128, 5, 12, 19, 0]],
    ['by the nearest of three', 4, [5, 15, 25, 0, 2, 4, 6, 0]],
  ])('reads a line that was written %s', (_, filter, second) => {
    const lines = [
      [0, 5, 5, 5, 255, 5, 5, 5, 255],
      [filter, ...second],
    ];
    const [, , left, right] = coloursOf(squeezePng(png(2, 2, 4, lines)));
    expect([left, right]).toEqual([
      [10, 20, 30],
      [12, 24, 36],
    ]);
  });

  test('of many colours has 256, the same size, and takes less room', () => {
    const before = readFileSync(join(root, 'public/assets/g/icons/apple-touch-icon.png'));
    const after = squeezePng(before);
    const parts = partsOf(after);
    expect(after.length).toBeLessThan(before.length / 1.5);
    expect(parts.get('IHDR')?.subarray(0, 8)).toEqual(before.subarray(16, 24));
    expect(parts.get('PLTE')?.length).toBe(256 * 3);
    expect(coloursOf(after)).toHaveLength(180 * 180);
  });
});
