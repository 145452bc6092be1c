import type { FaceType } from './faces.ts';
import { FACE_BYTES, FACE_SIDE } from './faces.ts';
import type { PictureFlaw } from './flaws.ts';
import { cleanJpeg, isJpeg } from './jpeg.ts';
import { cleanPng, isPng } from './png.ts';
import { cleanWebp, isWebp } from './webp.ts';

/** What a format's reader finds: the size in pixels, and the file with nothing but what shows the picture. */
export interface CleanPicture {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}

/** A picture that may be stored. */
export interface Picture extends CleanPicture {
  readonly type: FaceType;
}

interface Format {
  readonly type: FaceType;
  readonly isOf: (bytes: Uint8Array) => boolean;
  readonly clean: (bytes: Uint8Array) => CleanPicture | PictureFlaw;
}

const formats: readonly Format[] = [
  { type: 'image/png', isOf: isPng, clean: cleanPng },
  { type: 'image/jpeg', isOf: isJpeg, clean: cleanJpeg },
  { type: 'image/webp', isOf: isWebp, clean: cleanWebp },
];

/**
 * Reads the header of a picture and strips its metadata: the file is written anew from the parts that show the picture. The compressed
 * pixels are copied as they are. Its signature decides the type.
 */
export function readPicture(bytes: Uint8Array): Picture | PictureFlaw {
  if (bytes.length > FACE_BYTES) return 'bytes';
  const format = formats.find(({ isOf }) => isOf(bytes));
  if (format === undefined) return 'type';
  const clean = format.clean(bytes);
  if (typeof clean === 'string') return clean;
  const { width, height } = clean;
  if (width === 0 || height === 0) return 'broken';
  if (width > FACE_SIDE || height > FACE_SIDE) return 'side';
  return clean.bytes.length > FACE_BYTES ? 'bytes' : { type: format.type, ...clean };
}
