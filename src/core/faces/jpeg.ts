/** JPEG (ITU T.81): segments that begin with a marker, and after each start of a scan its compressed data. */
import { asciiAt, big16, join, startsWith } from './bytes.ts';
import type { PictureFlaw } from './flaws.ts';
import type { CleanPicture } from './picture.ts';

const BEGIN = [0xff, 0xd8, 0xff];
const END = Uint8Array.of(0xff, 0xd9);
const [EOI, SOS, DQT, DHT, DRI, COM] = [0xd9, 0xda, 0xdb, 0xc4, 0xdd, 0xfe];
const [JFIF, ADOBE] = [0xe0, 0xee];
/** Frames that browsers show: baseline, extended and progressive, with Huffman codes. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2];
const tables: readonly number[] = [DQT, DHT, DRI];

/** The bytes of the data of a JFIF segment without a thumbnail, and of Adobe's. */
const [JFIF_LENGTH, ADOBE_LENGTH] = [14, 12];

export function isJpeg(bytes: Uint8Array): boolean {
  return startsWith(bytes, BEGIN);
}

export function cleanJpeg(bytes: Uint8Array): CleanPicture | PictureFlaw {
  const parts: Uint8Array[] = [bytes.subarray(0, 2)];
  let size: { readonly width: number; readonly height: number } | null = null;
  let hasScan = false;
  let at = 2;
  for (;;) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return 'broken';
    if (marker === EOI) break;
    const end = at + 2 + big16(bytes, at + 2);
    if (end < at + 4 || end > bytes.length) return 'broken';
    const data = bytes.subarray(at + 4, end);
    if (frames.includes(marker)) {
      if (size !== null || !isFrame(data)) return 'broken';
      size = { height: big16(data, 1), width: big16(data, 3) };
    } else if (marker === SOS) {
      if (size === null) return 'broken';
      hasScan = true;
    }
    const next = marker === SOS ? endOfScan(bytes, end) : end;
    const part = partOf(marker, data, bytes.subarray(at, next));
    if (part === null) return 'broken';
    parts.push(part);
    at = next;
  }
  if (at + 2 !== bytes.length || size === null || !hasScan) return 'broken';
  return { ...size, bytes: join([...parts, END]) };
}

const NOTHING = new Uint8Array();

/** What is kept of a segment; null if it does not belong into a picture. */
function partOf(marker: number, data: Uint8Array, whole: Uint8Array): Uint8Array | null {
  if (marker === SOS || frames.includes(marker) || tables.includes(marker)) return whole;
  if (marker === JFIF) return jfifOf(data);
  if (marker === ADOBE && asciiAt(data, 0, 5) === 'Adobe' && data.length >= ADOBE_LENGTH)
    return segment(ADOBE, data.subarray(0, ADOBE_LENGTH));
  return isNote(marker) ? NOTHING : null;
}

/** The pixel density of a JFIF segment, without its thumbnail. */
function jfifOf(data: Uint8Array): Uint8Array {
  if (asciiAt(data, 0, 5) !== 'JFIF\0' || data.length < JFIF_LENGTH) return NOTHING;
  const plain = data.slice(0, JFIF_LENGTH);
  plain.set([0, 0], JFIF_LENGTH - 2);
  return segment(JFIF, plain);
}

function segment(marker: number, data: Uint8Array): Uint8Array {
  return join([Uint8Array.of(0xff, marker, 0, data.length + 2), data]);
}

/** Whether a segment is for applications, or a comment: it may hold anything, such as a place. */
function isNote(marker: number): boolean {
  return marker === COM || (marker >= 0xe0 && marker <= 0xef);
}

/** A frame of 8 bits, in gray or in three colors. */
function isFrame(data: Uint8Array): boolean {
  const components = data[5];
  return data[0] === 8 && (components === 1 || components === 3) && data.length === 6 + 3 * components;
}

/** Where the compressed data of a scan ends: at a marker, which is neither a stuffed byte nor a restart. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  return bytes.length;
}
