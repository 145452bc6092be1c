/** The league's clock, by which games lock. The demo has its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Speed relative to real time; 1 by default. */
  readonly speed?: number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Converts a real time (ms) to the league's clock (ms). */
export function leagueTime({ now, speed = 1 }: Clock, real: number): number {
  return Math.round(now() + (real - Date.now()) * speed);
}
