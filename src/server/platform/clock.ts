/** The server's clock: games lock by it. The demo league runs on one of its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** It runs so many times as fast as the time of day; 1 where nothing is said. */
  readonly speed?: number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A moment of real time (ms) as the league's clock has it, in ms. */
export function leagueTime({ now, speed = 1 }: Clock, real: number): number {
  return Math.round(now() + (real - Date.now()) * speed);
}
