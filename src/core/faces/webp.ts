/** WebP (RFC 9649): a RIFF file of chunks with a type, a length, data and a byte that makes the length even. */
import { asciiAt, join, little16, little24, little32 } from './bytes.ts';
import type { PictureFlaw } from './flaws.ts';
import type { CleanPicture } from './picture.ts';

/** The bytes before the first chunk, and those before the data of a chunk. */
const [FILE_HEADER, CHUNK_HEADER] = [12, 8];
/** Flags of `VP8X`. */
const [HAS_ALPHA, IS_ANIMATED] = [0x10, 0x02];
const EXTENDED_LENGTH = 10;

export function isWebp(bytes: Uint8Array): boolean {
  return asciiAt(bytes, 0, 4) === 'RIFF' && asciiAt(bytes, 8, 4) === 'WEBP';
}

interface Chunk {
  readonly type: string;
  readonly data: Uint8Array;
}

type Size = Pick<CleanPicture, 'width' | 'height'>;

export function cleanWebp(bytes: Uint8Array): CleanPicture | PictureFlaw {
  const chunks = chunksOf(bytes);
  if (chunks === null) return 'broken';
  const [first] = chunks;
  const extended = first?.type === 'VP8X' ? first.data : null;
  if (chunks.some(({ type }) => type === 'ANIM' || type === 'ANMF')) return 'animated';
  if (extended && (extended[0] ?? 0) & IS_ANIMATED) return 'animated';
  const kept = chunks.filter(({ type }) => ['VP8X', 'ALPH', 'VP8 ', 'VP8L'].includes(type));
  const order = kept.map(({ type }) => type.trim()).join(' ');
  if (!/^(VP8X )?(VP8|VP8L)$|^VP8X ALPH VP8$/.test(order)) return 'broken';
  const image = kept.at(-1);
  const size = image ? sizeOf(image) : null;
  if (size === null) return 'broken';
  if (extended === null) return { ...size, bytes: fileOf(kept) };
  if (extended.length !== EXTENDED_LENGTH || !isSame(canvasOf(extended), size)) return 'broken';
  const plain = extended.slice();
  plain.set([(extended[0] ?? 0) & HAS_ALPHA, 0, 0, 0]);
  return { ...size, bytes: fileOf([{ type: 'VP8X', data: plain }, ...kept.slice(1)]) };
}

/** All chunks of a file that ends with the last one; null if it does not. */
function chunksOf(bytes: Uint8Array): Chunk[] | null {
  if (little32(bytes, 4) !== bytes.length - 8) return null;
  const chunks: Chunk[] = [];
  let at = FILE_HEADER;
  while (at + CHUNK_HEADER <= bytes.length) {
    const length = little32(bytes, at + 4);
    const from = at + CHUNK_HEADER;
    if (from + length > bytes.length) return null;
    chunks.push({ type: asciiAt(bytes, at, 4), data: bytes.subarray(from, from + length) });
    at = from + length + (length % 2);
  }
  return at === bytes.length ? chunks : null;
}

/** The size of a picture by its own header; null if it has none. */
function sizeOf({ type, data }: Chunk): Size | null {
  if (type === 'VP8L') return losslessSize(data);
  const isKeyFrame = data.length > 10 && ((data[0] ?? 1) & 1) === 0;
  const hasCode = data[3] === 0x9d && data[4] === 0x01 && data[5] === 0x2a;
  if (!isKeyFrame || !hasCode) return null;
  return { width: little16(data, 6) & 0x3fff, height: little16(data, 8) & 0x3fff };
}

function losslessSize(data: Uint8Array): Size | null {
  const bits = little32(data, 1);
  if (data.length <= 5 || data[0] !== 0x2f || bits >>> 29 !== 0) return null;
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function canvasOf(extended: Uint8Array): Size {
  return { width: little24(extended, 4) + 1, height: little24(extended, 7) + 1 };
}

function isSame(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

function fileOf(chunks: readonly Chunk[]): Uint8Array {
  const body = join(chunks.flatMap(({ type, data }) => [headerOf(type, data.length), data, padding(data.length)]));
  return join([headerOf('RIFF', body.length + 4), ascii('WEBP'), body]);
}

function headerOf(type: string, length: number): Uint8Array {
  const bytes = [0, 8, 16, 24].map((shift) => (length >>> shift) & 0xff);
  return join([ascii(type), Uint8Array.from(bytes)]);
}

function padding(length: number): Uint8Array {
  return new Uint8Array(length % 2);
}

function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
