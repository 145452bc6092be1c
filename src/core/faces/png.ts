/** PNG (third edition of its specification): chunks of a length, a type, data and a CRC. */
import { asciiAt, big32, join, startsWith } from './bytes.ts';
import type { PictureFlaw } from './flaws.ts';
import type { CleanPicture } from './picture.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** The bytes of a chunk besides its data. */
const FRAME = 12;
const HEADER = 13;

/** The bit depths of each color type. */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** The chunks that are kept, in the order in which they must come. */
const kept = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
const animated = ['acTL', 'fcTL', 'fdAT'];

export function isPng(bytes: Uint8Array): boolean {
  return startsWith(bytes, SIGNATURE);
}

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
  /** The chunk as a whole. */
  readonly bytes: Uint8Array;
}

export function cleanPng(bytes: Uint8Array): CleanPicture | PictureFlaw {
  const chunks = chunksOf(bytes);
  if (chunks === null) return 'broken';
  if (chunks.some(({ type }) => animated.includes(type))) return 'animated';
  // An unknown chunk with a capital first letter is needed to show the picture.
  if (chunks.some(({ type }) => !kept.includes(type) && !/^[a-z]/.test(type))) return 'broken';
  const [header] = chunks;
  const parts = chunks.filter(({ type }) => kept.includes(type));
  if (header === undefined || !isHeader(header) || !isInOrder(parts)) return 'broken';
  const data = chunks.map(({ type }) => (type === 'IDAT' ? 'd' : '-')).join('');
  // The chunks of the pixels come one after another.
  if (!/^-+d+-+$/.test(data)) return 'broken';
  return {
    width: big32(header.data, 0),
    height: big32(header.data, 4),
    bytes: join([bytes.subarray(0, SIGNATURE.length), ...parts.map((part) => part.bytes)]),
  };
}

/** All chunks up to the end of the file, which is an `IEND`; null if that or a CRC is wrong. */
function chunksOf(bytes: Uint8Array): Chunk[] | null {
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at + FRAME <= bytes.length) {
    const length = big32(bytes, at);
    const end = at + FRAME + length;
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== big32(bytes, end - 4)) return null;
    const type = asciiAt(bytes, at + 4, 4);
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), bytes: bytes.subarray(at, end) });
    at = end;
    if (type === 'IEND') break;
  }
  return at === bytes.length && chunks.at(-1)?.type === 'IEND' ? chunks : null;
}

function isHeader({ type, data }: Chunk): boolean {
  const [depth = 0, color = 0, compression, filter, interlace = 2] = data.subarray(8);
  const isPlain = compression === 0 && filter === 0 && interlace <= 1;
  return type === 'IHDR' && data.length === HEADER && isPlain && depths[color]?.includes(depth) === true;
}

/** Whether the kept chunks come in their order, each once, except those of the pixels, and have their lengths. */
function isInOrder(parts: readonly Chunk[]): boolean {
  const places = parts.map(({ type }) => kept.indexOf(type));
  const isSorted = places.every((place, at) => {
    const previous = places[at - 1] ?? -1;
    return place > previous || (place === previous && kept[place] === 'IDAT');
  });
  const lengthOf = (type: string) => parts.find((part) => part.type === type)?.data.length ?? 0;
  const palette = lengthOf('PLTE');
  return isSorted && palette % 3 === 0 && palette <= 768 && lengthOf('tRNS') <= 256 && lengthOf('IEND') === 0;
}

const CRC_POLYNOMIAL = 0xedb88320;

/** The checksum of a chunk's type and data. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? CRC_POLYNOMIAL : 0);
  }
  return ~crc >>> 0;
}
