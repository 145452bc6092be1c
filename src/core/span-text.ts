import { counted } from './listed.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';

const units = [
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
  [1000, 'second'],
] as const;

/** A duration in its largest whole unit: `3 hours`. @param ms its length */
export function spanText(ms: number): string {
  const [size, word] = units.find(([unit]) => ms >= unit) ?? [1000, 'second'];
  return counted(Math.floor(ms / size), word);
}
