import { line } from './pen.ts';

/** Hand lettering: width, then a stroke in relative commands from the top left of a cap height of 20. */
const letters: Readonly<Record<string, readonly [number, string]>> = {
  A: [14, 'm0 20l7-20 7 20m-11.5-7h9'],
  B: [12, 'm0 0v20h6c8 0 8-10.5 0-10.5h-6m0-9.5h5c7 0 7 9.5 0 9.5'],
  C: [12, 'm12 4c-3-6-12-5-12 6s9 12 12 6'],
  D: [13, 'm0 0v20h4c12 0 12-20 0-20z'],
  E: [10, 'm10 0h-10v20h10m-1-10.5h-9'],
  F: [10, 'm10 0h-10v20m0-10.5h8'],
  G: [13, 'm12 4c-3-6-12-5-12 6s9 13 12.5 5v-4h-5.5'],
  H: [13, 'm0 0v20m13-20v20m0-10.5h-13'],
  I: [2, 'm1 0v20'],
  J: [9, 'm9 0v14c0 8-9 8-9 1'],
  K: [12, 'm0 0v20m11.5-20l-11.5 11 4-3.8 8 12.8'],
  L: [10, 'm0 0v20h10'],
  M: [16, 'm0 20l2-20 6 14 6-14 2 20'],
  N: [13, 'm0 20v-20l13 20v-20'],
  O: [15, 'm7.5 0c-10 0-10 20 0 20s10-20 0-20z'],
  P: [12, 'm0 20v-20h5c9 0 9 11.5 0 11.5h-5'],
  Q: [15, 'm7.5 0c-10 0-10 20 0 20s10-20 0-20zm1.5 14l6 7'],
  R: [12, 'm0 20v-20h5c9 0 9 11.5 0 11.5h-5m4.5 0l7 8.5'],
  S: [12, 'm11 3.5c-2-5-11-4.5-10.5 1.5s11 4 11 10-9.5 7-11.5 1'],
  T: [13, 'm0 0h13m-6.5 0v20'],
  U: [13, 'm0 0v12c0 11 13 11 13 0v-12'],
  V: [13, 'm0 0l6.5 20 6.5-20'],
  W: [18, 'm0 0l4 20 5-14 5 14 4-20'],
  X: [12, 'm0 0l12 20m0-20l-12 20'],
  Y: [13, 'm0 0l6.5 10 6.5-10m-6.5 10v10'],
  Z: [12, 'm0 0h12l-12 20h12'],
  '0': [13, 'm6.5 0c-9 0-9 20 0 20s9-20 0-20z'],
  '1': [6, 'm0 4l5-4v20'],
  '2': [11, 'm0 4.5c1-6.5 11-6 10.5 1 0 4-8 9-10.5 14.5h11'],
  '3': [11, 'm.5 2.5c4-4.5 10-2.5 10 2s-4 5-6 5c4 0 7 2 7 5.5s-7 8-11.5 2'],
  '4': [13, 'm9 20v-20l-9 14h13'],
  '5': [11, 'm10 0h-8.5l-.5 8c4-2.5 10-1 10 5.5s-7 9-11 4'],
  '6': [12, 'm10 1c-6-1.5-10 6-10 12 0 10 11.5 8.5 11.5 1s-9-7-11.5-1'],
  '7': [11, 'm0 0h11l-7 20'],
  '8': [12, 'm6 9.5c-7 0-7-9.5 0-9.5s7 9.5 0 9.5c-8 0-8 10.5 0 10.5s8-10.5 0-10.5z'],
  '9': [12, 'm1.5 19c6 1.5 10-6 10-12 0-10-11.5-8.5-11.5-1s9 7 11.5 1'],
  '.': [2, 'm1 20v.1'],
  ',': [3, 'm2 19l-2 5'],
  '!': [2, 'm1 0v13m0 7v.1'],
  '?': [11, 'm0 4.5c1-6.5 11-6 11 1 0 5-5.5 4-5.5 8.5m0 6v.1'],
  "'": [2, 'm1 0l-.5 5'],
  '-': [8, 'm0 11h8'],
  ':': [2, 'm1 6v.1m0 12v.1'],
  '#': [14, 'm5 0l-2.5 20m8.5-20l-2.5 20m-8.5-13.5h14m-1 7.5h-14'],
  '%': [16, 'm14 0l-12 20m2-20c-5 0-5 8 0 8s5-8 0-8zm8 12c-5 0-5 8 0 8s5-8 0-8z'],
  '+': [10, 'm0 10h10m-5-5v10'],
  ' ': [5, ''],
};

const gap = 5;

export interface LetterStyle {
  /** Cap height in the picture's units. */
  readonly size: number;
  readonly color: string;
  /** Thickness of the stroke; about a sixth of the size unless given. */
  readonly weight?: number;
  readonly turn?: number;
}

/** How wide a line of hand lettering of this size is. */
export function letterWidth(text: string, size: number): number {
  const widths = [...text].map((each) => letter(each)[0] + gap);
  return ((widths.reduce((sum, width) => sum + width, 0) - gap) * size) / 20;
}

/** A line of hand lettering centered on x, its top at y: capitals, digits and the usual marks. */
export function write(text: string, x: number, y: number, style: LetterStyle): string {
  const scale = style.size / 20;
  const width = letterWidth(text, style.size) / scale;
  let pen = -width / 2;
  let path = '';
  for (const each of text) {
    const [advance, stroke] = letter(each);
    path += stroke.replace(/^m([-\d.]+?)(?=[- ])/, (_all, dx: string) => `M${round(pen + Number(dx))}`);
    pen += advance + gap;
  }
  const weight = (style.weight ?? style.size / 5.6) / scale;
  const turned = style.turn === undefined ? '' : `rotate(${style.turn})`;
  return `<g transform="translate(${x} ${y})${turned}scale(${round(scale)})">${line(path, round(weight), style.color)}</g>`;
}

function letter(text: string): readonly [number, string] {
  const found = letters[text];
  if (found === undefined) {
    throw new Error(`No hand letter for ${text}`);
  }
  return found;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
