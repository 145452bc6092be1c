/** An attempt to send a message that failed for now. */
export interface FailedAttempt {
  /** The pauses between attempts, in ms; after the last one there is no further attempt. */
  readonly pausesMs: readonly number[];
  /** The number of attempts, including this one. */
  readonly attempts: number;
  /** How long the recipient is left alone, in ms; 0 if it need not be. */
  readonly restMs: number;
  /** When the message expires, ms. */
  readonly until: number;
}

/**
 * When a message is tried again, ms; null if it is given up.
 * @param random 0 to 1, spreads attempts
 */
export function nextAttemptAt(
  { pausesMs, attempts, restMs, until }: FailedAttempt,
  now: number,
  random: number,
): number | null {
  const pauseMs = pausesMs[attempts - 1];
  if (pauseMs === undefined) return null;
  const nextAt = Math.ceil(now + Math.max(restMs, pauseMs * (1 + random / 2)));
  return nextAt < until ? nextAt : null;
}
