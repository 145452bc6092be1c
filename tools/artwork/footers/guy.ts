import type { Mood } from './face.ts';
import { face } from './face.ts';
import { at, gleam, hue, limb, line, shade, shape, shoe } from './pen.ts';

const standing = 'M0-108C46-84 74-42 74 0C74 42 46 84 0 108C-46 84-74 42-74 0C-74-42-46-84 0-108Z';
const lying = 'M-118 0C-92-50-46-74 0-74C46-74 92-50 118 0C92 50 46 74 0 74C-46 74-92 50-118 0Z';

/** The white bands: cut off straight, so that the outline covers their ends. */
function band(d: string): string {
  return `<path d="${d}" fill="none" stroke="#fff" stroke-width="11" stroke-linecap="butt"/>`;
}

/** Two legs straight down in shoes: the figure then stands 158 below its middle. */
export const legs = limb('M-27 84V138M27 84V138') + shoe(-30, 140, 0, true) + shoe(30, 140);

/** The ball on end, 148 by 216, around (0, 0). */
function uprightBall(): string {
  return (
    shape(standing, hue.leather) +
    shade('M70-24C66 34 36 68-30 84Q-14 98 0 108C46 84 74 42 74 0Q74-12 70-24Z') +
    band('M-46-72Q0-50 46-72M-46 72Q0 94 46 72') +
    line(standing) +
    line('M-24-50Q0-44 24-50M-14-56V-40M0-54V-38M14-56V-40', 5, hue.white) +
    gleam('M-56-34Q-62-6-55 22', 8, 0.35)
  );
}

/** The ball on its side, 236 by 148, around (0, 0). */
function lyingBall(): string {
  return (
    shape(lying, hue.leather) +
    shade('M118 0C92 50 46 74 0 74C-46 74-92 50-118 0Q-60 52 0 54Q70 52 118 0Z') +
    band('M-84-44Q-60 0-84 44M84-44Q60 0 84 44') +
    line(lying) +
    line('M-28-62Q0-68 28-62M-18-72L-16-54M0-74V-57M18-72L16-54', 5, hue.white) +
    gleam('M-62-50Q-44-62-36-63', 8, 0.35)
  );
}

interface Guy {
  readonly mood: Mood;
  readonly look?: readonly [number, number];
  readonly lying?: boolean;
  /** Degrees the whole figure leans. */
  readonly turn?: number;
  readonly scale?: number;
  /** Limbs and things behind and before the body, in the figure's own measure. */
  readonly back?: string;
  readonly front?: string;
}

/** The football guy, the middle of his body at (x, y). */
export function guy(x: number, y: number, it: Guy): string {
  const body = it.lying === true ? lyingBall() : uprightBall();
  const style = it.look === undefined ? {} : { look: it.look };
  const head = at(0, -8, face(it.mood, style));
  return at(x, y, (it.back ?? '') + body + head + (it.front ?? ''), it.turn ?? 0, it.scale ?? 1);
}
