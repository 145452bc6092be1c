/** Limits of pictures, and what stands for people without one (beyond, section 13; decision 073). */

import { lazily } from '#core/lazily.ts';

/** The longest side of a picture, in pixels. */
export const FACE_SIDE = 256;
/** The largest picture, in bytes. */
export const FACE_BYTES = 20 * 1024;

/** The content types of pictures. */
export const faceTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type FaceType = (typeof faceTypes)[number];

/** The backgrounds of initials. White text on each has a contrast of at least 4.5, in both themes. */
export const faceColors = [
  '#b91c1c',
  '#b45309',
  '#7c5e10',
  '#4d7c0f',
  '#15803d',
  '#0f766e',
  '#0e7490',
  '#0369a1',
  '#1d4ed8',
  '#6d28d9',
  '#a21caf',
  '#be185d',
] as const;

const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** The color of a person without a picture, the same everywhere and for good. */
export function faceColor(userId: string): string {
  let hash = FNV_BASIS;
  for (let at = 0; at < userId.length; at += 1) hash = Math.imul(hash ^ userId.charCodeAt(at), FNV_PRIME);
  return faceColors[(hash >>> 0) % faceColors.length] ?? faceColors[0];
}

const graphemes = lazily(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));

/** The first letters of the first and the last word of a name, such as KM for "Kim van Miller"; one letter of a single word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => firstLetter(word ?? '').toUpperCase()).join('');
}

/** The first letter or digit of a word, or else its first sign. */
function firstLetter(word: string): string {
  const signs = Array.from(graphemes().segment(word), ({ segment }) => segment);
  return signs.find((sign) => /^[\p{L}\p{N}]/u.test(sign)) ?? signs[0] ?? '';
}
