import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = 8;
const COLOURS = 256;

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of each pixel, 0 to 255. */
  readonly pixels: Uint8Array;
}

/** The same picture in 256 colours of its own and as few bytes: what a screen of flat areas needs. Takes PNG of 8 bits without a palette. */
export function squeezePng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const palette = paletteOf(pixels);
  const near = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < width * height; at += 1) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at * 3, at * 3 + 3);
    const key = (r << 16) | (g << 8) | b;
    const known = near.get(key) ?? nearest(palette, r, g, b);
    near.set(key, known);
    rows[at + Math.floor(at / width) + 1] = known;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    png.subarray(0, SIGNATURE),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function decode(png: Buffer): Picture {
  const parts = [...chunksOf(png)];
  const head = parts.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const depth = head[9] === 6 ? 4 : 3;
  const lines = inflateSync(Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  const length = width * depth;
  const pixels = new Uint8Array(width * height * 3);
  let above: Uint8Array = new Uint8Array(length);
  for (let y = 0; y < height; y += 1) {
    const start = y * (length + 1);
    const line = lines.subarray(start + 1, start + 1 + length);
    unfilter(lines[start] ?? 0, line, above, depth);
    for (let x = 0; x < width; x += 1) pixels.set(line.subarray(x * depth, x * depth + 3), (y * width + x) * 3);
    above = line;
  }
  return { width, height, pixels };
}

/** Undoes a filter of PNG in place. */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, depth: number): void {
  for (let at = 0; at < line.length; at += 1) {
    const left = line[at - depth] ?? 0;
    const up = above[at] ?? 0;
    const corner = above[at - depth] ?? 0;
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, at < depth ? 0 : corner)][filter] ?? 0;
    line[at] = (line[at] ?? 0) + guess;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

type Colour = [number, number, number];
/** A colour with how often it is there. */
type Counted = readonly [...Colour, number];

/** Median cut: the box of colours that spreads most is halved until there are as many boxes as colours. */
function paletteOf(pixels: Uint8Array): Colour[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const key = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const all = [...counts].map(([key, count]): Counted => [key >> 16, (key >> 8) & 255, key & 255, count]);
  const boxes = [all];
  while (boxes.length < COLOURS) {
    const spreads = boxes.map((box, at) => ({ ...spreadOf(box), at }));
    const widest = spreads.reduce((best, each) => (each.size > best.size ? each : best), {
      size: 0,
      side: 0,
      at: -1,
    });
    const box = boxes[widest.at];
    if (box === undefined) break;
    box.sort((a, b) => (a[widest.side] ?? 0) - (b[widest.side] ?? 0));
    const half = box.reduce((sum, [, , , count]) => sum + Math.sqrt(count), 0) / 2;
    let cut = 0;
    for (let sum = 0; sum < half; cut += 1) sum += Math.sqrt(box[cut]?.[3] ?? 0);
    cut = Math.min(Math.max(cut, 1), box.length - 1);
    boxes.splice(widest.at, 1, box.slice(0, cut), box.slice(cut));
  }
  return boxes.map(meanOf);
}

/** The side on which a box spreads most; small boxes that hold many pixels count as much as wide ones of few. */
function spreadOf(box: readonly Counted[]): { size: number; side: number } {
  if (box.length < 2) return { size: 0, side: 0 };
  const spans = [0, 1, 2].map((side) => {
    const values = box.map((colour) => colour[side] ?? 0);
    return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  });
  const size = Math.max(...spans);
  const weight = box.reduce((sum, [, , , count]) => sum + count, 0) ** 0.25;
  return { size: size * weight, side: spans.indexOf(size) };
}

function meanOf(box: readonly Counted[]): Colour {
  const total = box.reduce((sum, [, , , count]) => sum + count, 0);
  const mean = (side: 0 | 1 | 2) => Math.round(box.reduce((sum, each) => sum + each[side] * each[3], 0) / total);
  return [mean(0), mean(1), mean(2)];
}

function nearest(palette: readonly Colour[], r: number, g: number, b: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, [pr, pg, pb]] of palette.entries()) {
    const far = (pr - r) ** 2 + 1.5 * (pg - g) ** 2 + (pb - b) ** 2;
    if (far < least) [best, least] = [at, far];
  }
  return best;
}

function* chunksOf(png: Buffer): Generator<{ type: string; data: Buffer }> {
  for (let at = SIGNATURE; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield { type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, check]);
}
