import type { LetterStyle } from './hand-letters.ts';
import { letterWidth, write } from './hand-letters.ts';
import { box, ellipse, flat, gleam, hue, line, shape } from './pen.ts';

export type Joke = readonly string[];

interface Words {
  /** Cap height; 27 unless given. */
  readonly size?: number;
  /** Color of the last line, the punch line. */
  readonly punch?: string;
  /** Color of the others. */
  readonly color?: string;
}

/** Lines of lettering centered in a box whose middle is (x, y). */
export function words(
  lines: Joke,
  x: number,
  y: number,
  { size = 27, punch = '#c2410c', color = hue.ink }: Words = {},
): string {
  const step = size * 1.55;
  const top = y - (step * (lines.length - 1) + size) / 2;
  return lines
    .map((text, i) => {
      const style: LetterStyle = { size, color: i === lines.length - 1 ? punch : color };
      return write(text, x, Math.round(top + i * step), style);
    })
    .join('');
}

function extent(lines: Joke, size: number, margin: number): readonly [number, number] {
  const width = Math.max(...lines.map((text) => letterWidth(text, size))) + 2 * margin;
  const height = size * 1.55 * (lines.length - 1) + size + 2 * margin;
  return [Math.round(width), Math.round(height)];
}

type Point = readonly [number, number];

/** A speech bubble around its words, centered on (x, y), its tail pointing to `tip`. */
export function bubble(x: number, y: number, tip: Point, lines: Joke, style: Words = {}): string {
  const [width, height] = extent(lines, style.size ?? 27, 24);
  const [spike, seam] = tail(x, y, width, height, tip);
  return spike + box(x - width / 2, y - height / 2, width, height, 26, hue.white) + seam + words(lines, x, y, style);
}

const longestTail = 84;

function toward([x, y]: Point, [tx, ty]: Point, share: number): Point {
  return [Math.round(x + (tx - x) * share), Math.round(y + (ty - y) * share)];
}

/** The spike that goes behind the bubble, and the white patch that opens the bubble's edge to it. */
function tail(x: number, y: number, width: number, height: number, target: Point): readonly [string, string] {
  const clamp = (value: number, reach: number) => Math.round(Math.max(-reach, Math.min(reach, value)));
  const [dx, dy] = [target[0] - x, target[1] - y];
  const below = Math.abs(dy) > height / 2;
  const [ux, uy] = below ? [0, Math.sign(dy)] : [Math.sign(dx), 0];
  const foot: Point = below
    ? [x + clamp(dx * 0.7, width / 2 - 46), y + uy * (height / 2)]
    : [x + ux * (width / 2), y + clamp(dy * 0.7, height / 2 - 36)];
  const tip = toward(foot, target, Math.min(1, longestTail / Math.hypot(target[0] - foot[0], target[1] - foot[1])));
  const along = (reach: number, inward: number): Point => [
    foot[0] + Math.abs(uy) * reach - ux * inward,
    foot[1] + Math.abs(ux) * reach - uy * inward,
  ];
  const patch = [along(-11, 5), along(11, 5), toward(along(11, 0), tip, 0.15), toward(along(-11, 0), tip, 0.15)];
  return [
    shape(`M${along(-16, 0).join(' ')}L${tip.join(' ')}L${along(16, 0).join(' ')}`, hue.white),
    flat(shape(`M${patch.map((each) => each.join(' ')).join('L')}Z`, hue.white)),
  ];
}

/** A board with words, centered on (x, y), on one post that reaches down to `foot` (no post without it). */
export function sign(x: number, y: number, lines: Joke, board: string, style: Words = {}, foot?: number): string {
  const [width, height] = extent(lines, style.size ?? 27, 22);
  const post = foot === undefined ? '' : line(`M${x} ${y}V${foot}`, 22) + line(`M${x} ${y}V${foot}`, 10, hue.wood);
  return post + box(x - width / 2, y - height / 2, width, height, 10, board) + words(lines, x, y, style);
}

/** A patch of the field to stand on, with yard marks. */
export function field(x: number, width: number, y = 346): string {
  const r = width / 2;
  const marks = [-0.7, -0.35, 0, 0.35, 0.7]
    .map((at) => `M${Math.round(x + at * r)} ${y - 9}l${Math.round(at * 14)} 20`)
    .join('');
  return (
    ellipse(x, y, r, 22, hue.turf) +
    line(marks, 5, '#d9ffe9') +
    gleam(`M${x - r * 0.8} ${y - 10}Q${x} ${y - 25} ${x + r * 0.8} ${y - 10}`, 4, 0.3)
  );
}

/** A floor or a rug to stand on. */
export function floor(x: number, width: number, color: string, y = 350): string {
  const r = width / 2;
  return ellipse(x, y, r, 19, color) + flat(ellipse(x, y - 3, r - 26, 11, '#fff', ' fill-opacity=".22"'));
}
