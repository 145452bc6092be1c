/** Pictures of 2 x 3 pixels as Chromium writes them, and what may be put into them. */
import { crc32 } from '#core/faces/png.ts';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAGUlEQVR4AWL6z8DwH4SZGKCAiZHhfzoIAwAAAP//XJ1HCQAAAAZJREFUAwBkmwbRVO4Z7wAAAABJRU5ErkJggg==';
const jpeg =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAADAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAZEAEAAgMAAAAAAAAAAAAAAAAAAQMUUqH/xAAVAQEBAAAAAAAAAAAAAAAAAAACBP/EABsRAAIBBQAAAAAAAAAAAAAAAAABEwIDUVKR/9oADAMBAAIRAxEAPwCDkW78gBXHRhDmubPp/9k=';
const webp =
  'UklGRnIAAABXRUJQVlA4WAoAAAAQAAAAAQAAAgAAQUxQSAcAAAAA/////2ZmAFZQOCBEAAAA8AIAnQEqAgADAAQAaCWoAnRrgP4BhAHr/3YADA1m4VAA/ulc4CcX/44h/GRp/3Dn4yNP/+hJ+6cQ3pCEQv0hC0jsAAA=';
const lossless = 'UklGRiQAAABXRUJQVlA4TBgAAAAvAYAAEA8Q87//N8sMFQoBBEBBE9H/eAA=';

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(Buffer.from(base64, 'base64'));

export const PNG = bytesOf(png);
export const JPEG = bytesOf(jpeg);
export const WEBP = bytesOf(webp);
export const LOSSLESS = bytesOf(lossless);

/** What a camera notes. */
export const SECRET = 'GPS 41.8623 N';

const ascii = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'latin1'));

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

/** A chunk of a PNG file. */
export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const body = joined(ascii(type), data);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crc32(body));
  return joined(length, body, crc);
}

/** Puts bytes into a file. */
export function inserted(file: Uint8Array, at: number, part: Uint8Array): Uint8Array {
  return joined(file.subarray(0, at), part, file.subarray(at));
}

/** The end of a PNG's first chunk. */
export const AFTER_HEADER = 33;

/** A PNG with EXIF, a text and a time. */
export function pngWithNotes(): Uint8Array {
  const notes = [
    pngChunk('eXIf', ascii(SECRET)),
    pngChunk('tEXt', ascii(`Comment\0${SECRET}`)),
    pngChunk('tIME', new Uint8Array(7)),
  ];
  return inserted(PNG, AFTER_HEADER, joined(...notes));
}

/** A segment of a JPEG file. */
export function jpegSegment(marker: number, data: Uint8Array): Uint8Array {
  const length = data.length + 2;
  return joined(Uint8Array.of(0xff, marker, length >> 8, length & 0xff), data);
}

/** The end of the JFIF segment. */
const AFTER_JFIF = 20;

/** A JPEG with EXIF, a color profile, a comment, and a thumbnail in its JFIF segment. */
export function jpegWithNotes(): Uint8Array {
  const notes = [
    jpegSegment(0xe0, joined(ascii('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01'), ascii('red'))),
    jpegSegment(0xe1, ascii(`Exif\0\0${SECRET}`)),
    jpegSegment(0xe2, ascii(`ICC_PROFILE\0${SECRET}`)),
    jpegSegment(0xfe, ascii(SECRET)),
  ];
  return joined(JPEG.subarray(0, 2), ...notes, JPEG.subarray(AFTER_JFIF));
}

/** A chunk of a WebP file. */
export function webpChunk(type: string, data: Uint8Array): Uint8Array {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return joined(ascii(type), length, data, new Uint8Array(data.length % 2));
}

/** A WebP file of chunks. */
export function webpOf(...chunks: readonly Uint8Array[]): Uint8Array {
  return webpChunk('RIFF', joined(ascii('WEBP'), ...chunks));
}

/** The end of the header of an extended WebP file. */
export const AFTER_EXTENDED = 30;

/** A WebP with EXIF, XMP and a color profile, and the flags that say so. */
export function webpWithNotes(): Uint8Array {
  const header = WEBP.slice(12, AFTER_EXTENDED);
  header[8] = 0x10 | 0x20 | 0x08 | 0x04;
  const notes = [webpChunk('EXIF', ascii(SECRET)), webpChunk('XMP ', ascii(SECRET))];
  const profile = webpChunk('ICCP', ascii(SECRET));
  return webpOf(header, profile, WEBP.subarray(AFTER_EXTENDED), ...notes);
}
