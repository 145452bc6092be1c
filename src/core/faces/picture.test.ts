import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AFTER_EXTENDED,
  AFTER_HEADER,
  inserted,
  JPEG,
  joined,
  jpegSegment,
  jpegWithNotes,
  LOSSLESS,
  PNG,
  pngChunk,
  pngWithNotes,
  SECRET,
  WEBP,
  webpChunk,
  webpOf,
  webpWithNotes,
} from '#tests/face-samples.ts';
import { readPicture } from './picture.ts';

/** 20 KB. */
const MOST_BYTES = 20_480;

const pictures = [
  ['PNG', 'image/png', PNG],
  ['JPEG', 'image/jpeg', JPEG],
  ['WebP', 'image/webp', WEBP],
  ['WebP without losses', 'image/webp', LOSSLESS],
] as const;

const withNotes = [
  ['PNG', PNG, pngWithNotes()],
  ['JPEG', JPEG, jpegWithNotes()],
  ['WebP', WEBP, webpWithNotes()],
] as const;

/** A file with some bytes changed. */
function changed(file: Uint8Array, at: number, ...bytes: readonly number[]): Uint8Array {
  const copy = file.slice();
  copy.set(bytes, at);
  return copy;
}

/** A PNG with another header. */
function pngOf(width: number, height: number, rest = [8, 6, 0, 0, 0]): Uint8Array {
  const sizes = [width, height].flatMap((side) => [0, 0, side >> 8, side & 0xff]);
  return joined(PNG.subarray(0, 8), pngChunk('IHDR', Uint8Array.of(...sizes, ...rest)), PNG.subarray(AFTER_HEADER));
}

const hasSecret = (bytes: Uint8Array) => Buffer.from(bytes).includes(SECRET);
const frameAt = Buffer.from(JPEG).indexOf(Buffer.from([0xff, 0xc0]));
const data = PNG.subarray(AFTER_HEADER);

describe('A picture', () => {
  it.each(pictures)('of type %s is read, and stays as it is without metadata', (_, type, file) => {
    expect(readPicture(file)).toEqual({ type, width: 2, height: 3, bytes: file });
  });

  it.each(withNotes)('of type %s loses all metadata', (_, file, noted) => {
    expect(hasSecret(noted)).toBe(true);
    expect(readPicture(noted)).toEqual(readPicture(file));
  });

  it('keeps what shows a JPEG in its colors', () => {
    const adobe = jpegSegment(0xee, Uint8Array.from(Buffer.from('Adobe\0d\0\0\0\0\x01')));
    const file = inserted(JPEG, 20, adobe);
    expect(readPicture(file)).toMatchObject({ bytes: file });
  });

  it('keeps the palette of a PNG and what is transparent in it', () => {
    const palette = joined(pngChunk('PLTE', new Uint8Array(6)), pngChunk('tRNS', Uint8Array.of(0)));
    const file = inserted(pngOf(2, 3, [8, 3, 0, 0, 0]), AFTER_HEADER, palette);
    expect(readPicture(file)).toMatchObject({ bytes: file });
  });

  it.each([
    ['256 x 256 pixels', pngOf(256, 256), 'ok'],
    ['257 pixels wide', pngOf(257, 1), 'side'],
    ['257 pixels high', pngOf(1, 257), 'side'],
    ['no pixels wide', pngOf(0, 1), 'broken'],
    ['257 pixels high, as JPEG', changed(JPEG, frameAt + 5, 1, 1), 'side'],
    ['257 pixels wide, as JPEG', changed(JPEG, frameAt + 7, 1, 1), 'side'],
    ['of no known height, as JPEG', changed(JPEG, frameAt + 5, 0, 0), 'broken'],
    ['257 pixels wide, as WebP without losses', changed(LOSSLESS, 21, 0, 1), 'side'],
    [
      'as large as may be',
      inserted(PNG, AFTER_HEADER, pngChunk('tEXt', new Uint8Array(MOST_BYTES - 12 - PNG.length))),
      'ok',
    ],
    [
      'a byte larger',
      inserted(PNG, AFTER_HEADER, pngChunk('tEXt', new Uint8Array(MOST_BYTES - 11 - PNG.length))),
      'bytes',
    ],
  ])('%s is judged by its header and its size', (_, file, expected) => {
    const read = readPicture(file);
    expect(typeof read === 'string' ? read : 'ok').toBe(expected);
  });

  it.each([
    ['a GIF', Uint8Array.from(Buffer.from('GIF89a')), 'type'],
    ['an SVG', Uint8Array.from(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'type'],
    ['nothing', new Uint8Array(), 'type'],
    ['a moving PNG', inserted(PNG, AFTER_HEADER, pngChunk('acTL', new Uint8Array(8))), 'animated'],
    ['a moving WebP', changed(WEBP, 20, 0x12), 'animated'],
    [
      'a WebP with frames',
      webpOf(WEBP.subarray(12, AFTER_EXTENDED), webpChunk('ANMF', new Uint8Array(16))),
      'animated',
    ],
    ['a PNG with a wrong checksum', changed(PNG, 20, 9), 'broken'],
    ['a PNG of an unknown depth', pngOf(2, 3, [3, 6, 0, 0, 0]), 'broken'],
    [
      'a PNG with an unknown chunk that it needs',
      inserted(PNG, AFTER_HEADER, pngChunk('ABCD', new Uint8Array())),
      'broken',
    ],
    ['a PNG without pixels', joined(PNG.subarray(0, AFTER_HEADER), pngChunk('IEND', new Uint8Array())), 'broken'],
    ['a PNG with two headers', inserted(PNG, AFTER_HEADER, PNG.subarray(8, AFTER_HEADER)), 'broken'],
    ['a PNG that begins with its pixels', joined(PNG.subarray(0, 8), data), 'broken'],
    ['a JPEG with arithmetic codes', changed(JPEG, frameAt + 1, 0xc9), 'broken'],
    ['a JPEG with four colors', changed(JPEG, frameAt + 9, 4), 'broken'],
    ['a JPEG with two frames', inserted(JPEG, frameAt, JPEG.subarray(frameAt, frameAt + 19)), 'broken'],
    ['a JPEG without a scan', joined(JPEG.subarray(0, frameAt + 19), Uint8Array.of(0xff, 0xd9)), 'broken'],
    ['a WebP whose canvas is not its picture', changed(WEBP, 24, 5), 'broken'],
    ['a WebP of two pictures', webpOf(LOSSLESS.subarray(12), LOSSLESS.subarray(12)), 'broken'],
    ['a WebP without a picture', webpOf(WEBP.subarray(12, AFTER_EXTENDED)), 'broken'],
  ])('is not %s', (_, file, expected) => {
    expect(readPicture(file)).toBe(expected);
  });

  it.each(pictures)(
    'of type %s is refused wherever it is cut off, and with anything behind its end',
    (_, _type, file) => {
      for (let length = 0; length < file.length; length += 1) {
        expect(['type', 'broken'], `${length} bytes`).toContain(readPicture(file.subarray(0, length)));
      }
      expect(readPicture(joined(file, Uint8Array.of(0)))).toBe('broken');
      expect(readPicture(joined(file, file))).toBe('broken');
    },
  );

  it('never breaks the reader, whatever its bytes are, and is read again as it was written', () => {
    const files = fc.constantFrom(...pictures.map(([, , file]) => file), ...withNotes.map(([, , file]) => file));
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 });
    const damaged = fc
      .tuple(files, damage, fc.uint8Array({ maxLength: 20 }), fc.nat())
      .map(([file, places, more, at]) => {
        const copy = inserted(file, at % file.length, more);
        for (const [place, byte] of places) copy[place % copy.length] = byte;
        return copy;
      });
    const headed = fc
      .tuple(files, fc.uint8Array({ maxLength: 200 }))
      .map(([file, rest]) => joined(file.subarray(0, 12), rest));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), headed, damaged), (file) => {
        const read = readPicture(file);
        if (typeof read !== 'string') expect(readPicture(read.bytes)).toEqual(read);
      }),
      { numRuns: 1000 },
    );
  });
});
