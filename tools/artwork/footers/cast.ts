import type { Mood } from './face.ts';
import { face } from './face.ts';
import { at, circle, ellipse, flat, gleam, hue, limb, line, shade, shape, shoe } from './pen.ts';

interface Figure {
  readonly mood: Mood;
  readonly look?: readonly [number, number];
  readonly back?: string;
  readonly front?: string;
  readonly turn?: number;
  readonly scale?: number | readonly [number, number];
}

function head(it: Figure, lid: string, y: number, scale: number): string {
  return at(0, y, face(it.mood, it.look === undefined ? { lid } : { lid, look: it.look }), 0, scale);
}

function placed(x: number, y: number, it: Figure, body: string): string {
  return at(x, y, (it.back ?? '') + body + (it.front ?? ''), it.turn ?? 0, it.scale ?? 1);
}

/** A striped sleeve along a path. */
export function sleeve(d: string): string {
  return `${line(d, 32)}${line(d, 20, hue.white)}<path d="${d}" fill="none" stroke-width="20" stroke-linecap="butt" stroke-dasharray="8 12"/>`;
}

/** The referee, the middle of his head at (x, y); he stands 248 below it. */
export function referee(x: number, y: number, it: Figure): string {
  const body =
    line('M-27 168V222M27 168V222', 36) +
    line('M-27 168V222M27 168V222', 24, hue.navy) +
    shoe(-30, 232, 0, true) +
    shoe(30, 232) +
    shape('M-42 50H42C62 66 64 120 60 174H-60C-64 120-62 66-42 50Z', hue.white) +
    line('M-38 60V170M-13 56V170M13 56V170M38 60V170', 11) +
    shade('M20 52H42C62 66 64 120 60 174H26Q36 110 20 52Z', 0.14) +
    circle(-54, 6, 12, hue.skin) +
    circle(54, 6, 12, hue.skin) +
    ellipse(0, 4, 54, 58, hue.skin) +
    shade('M30-40C44 4 26 46-16 58C40 72 66 24 52-12Z', 0.1) +
    head(it, '#e3a577', 4, 0.82) +
    shape('M-58-16C-58-78 58-78 58-16Q0-34-58-16Z', '#2a3145') +
    line('M-30-54L-26-24M0-62V-27M30-54L26-24', 4, hue.white) +
    shape('M-60-12Q0-38 60-12Q66-2 56-3Q0-22-56-3Q-66-2-60-12Z', '#2a3145');
  return placed(x, y, it, body);
}

/** A tuft of paper strips to shake. */
export function pompom(x: number, y: number, color: string): string {
  const spikes = Array.from({ length: 13 }, (_none, i) => {
    const point = (turn: number, r: number) => `${Math.round(Math.cos(turn) * r)} ${Math.round(Math.sin(turn) * r)}`;
    const turn = (i / 13) * 2 * Math.PI;
    return `${point(turn, 44)}L${point(turn + 0.24, 30)}`;
  });
  const strands = 'M-8-6L-26-20M6-10L14-30M10 4L32 8M-4 10L-10 32M-14 4L-32 10M12 14L22 28';
  return at(x, y, shape(`M${spikes.join('L')}Z`, color) + line(strands, 4));
}

/** The cow, the middle of her head at (x, y); she stands 262 below it. */
export function cow(x: number, y: number, it: Figure): string {
  const body =
    limb('M-26 196V236M26 196V236', hue.white) +
    shape('M-44 236H-10V256H-44ZM10 236H44V256H10Z', hue.slate) +
    shape('M-52 70C-74 110-70 170-50 200H50C70 170 74 110 52 70Z', hue.white) +
    flat(
      shape(
        'M-58 96C-30 92-24 124-44 132C-56 136-68 124-66 112ZM60 96C42 100 30 116 44 126C56 130 68 122 66 110Z',
        '#2a3145',
      ),
    ) +
    shape('M-66 150H66L82 206L54 196L40 212L18 198L0 212L-18 198L-40 212L-54 196L-82 206Z', hue.turf) +
    line('M-68 164H68', 6, hue.amber) +
    shape('M-48-30C-84-50-98-28-86-14C-76-4-60-6-46-14ZM48-30C84-50 98-28 86-14C76-4 60-6 46-14Z', hue.white) +
    shape('M-34-46C-52-52-56-72-46-84C-42-66-30-60-18-56ZM34-46C52-52 56-72 46-84C42-66 30-60 18-56Z', hue.cream) +
    shape('M0-60C46-60 56-26 50 10C46 50 40 76 0 76C-40 76-46 50-50 10C-56-26-46-60 0-60Z', hue.white) +
    flat(shape('M4-58C44-60 54-28 50 4C34 6 12-4 8-24Z', '#2a3145')) +
    head(it, '#d8dce6', -10, 0.86) +
    shape('M0 22C34 22 52 34 50 52C48 74 24 82 0 82C-24 82-48 74-50 52C-52 34-34 22 0 22Z', hue.pink) +
    flat(ellipse(-18, 42, 6, 8, hue.wine) + ellipse(18, 42, 6, 8, hue.wine)) +
    line('M-22 62Q0 74 22 62', 5);
  return placed(x, y, it, body);
}

/** The dog, sitting, the middle of his head at (x, y); he sits 222 below it. */
export function dog(x: number, y: number, it: Figure): string {
  const body =
    line('M62 190Q112 196 110 140', 22) +
    line('M62 190Q112 196 110 140', 10, '#d99a55') +
    shape('M-40 40C-66 90-80 150-70 214H70C80 150 66 90 40 40Z', '#d99a55') +
    shape('M-24 60C-38 110-38 160-28 214H28C38 160 38 110 24 60Z', hue.cream) +
    shape('M-76 222C-84 200-52 190-40 206L-38 222ZM76 222C84 200 52 190 40 206L38 222Z', hue.cream) +
    shape('M0-66C50-66 66-32 64 4C62 50 36 70 0 70C-36 70-62 50-64 4C-66-32-50-66 0-66Z', '#d99a55') +
    shape('M-46-52C-92-62-104 8-86 40C-70 46-58 20-54-8ZM46-52C92-62 104 8 86 40C70 46 58 20 54-8Z', '#8a5527') +
    head(it, '#c4853f', -14, 0.9) +
    shape('M0 14C26 12 40 26 36 44C32 62 16 66 0 66C-16 66-32 62-36 44C-40 26-26 12 0 14Z', hue.cream) +
    shape('M-14 16Q0 8 14 16Q10 32 0 32Q-10 32-14 16Z', hue.ink) +
    line('M0 32V42M-20 46Q-8 54 0 42Q10 56 24 42', 5) +
    gleam('M-6 18H0', 4, 0.7) +
    line('M-30 72Q0 88 30 72', 13) +
    line('M-30 72Q0 88 30 72', 5, hue.red) +
    circle(0, 88, 10, hue.amber);
  return placed(x, y, it, body);
}
