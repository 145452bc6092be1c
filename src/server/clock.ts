/** The server's clock: games lock by it. The demo league runs on one of its own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export const systemClock: Clock = { now: () => Date.now() };
