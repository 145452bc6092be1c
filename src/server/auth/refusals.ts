import { MINUTE_MS } from '#core/time.ts';
import type { Failure } from '../http/call.ts';

/**
 * Refuses an attempt, and says when the next one is worth while.
 * @param accountId the account that was tried, where it is not the caller's
 */
export function tooMany(waitMs: number, accountId?: string | null): Failure<'too_many_attempts'> {
  const message = `Too many attempts. Please try again in ${waitText(waitMs)}.`;
  return {
    failure: 'too_many_attempts',
    message,
    retryAfterMs: waitMs,
    ...(accountId === undefined ? {} : { accountId }),
  };
}

/** Refuses a call of somebody who makes too many. */
export function tooManyRequests(waitMs: number): Failure<'too_many_requests'> {
  const message = `That was a lot in a short time. Please try again in ${waitText(waitMs)}.`;
  return { failure: 'too_many_requests', retryAfterMs: waitMs, ...(waitMs > MINUTE_MS && { message }) };
}

/** Refuses work while too much of it is waiting. */
export function tooBusy(): Failure<'busy'> {
  return { failure: 'busy', retryAfterMs: 2000 };
}

function waitText(ms: number): string {
  const minutes = Math.ceil(ms / MINUTE_MS);
  return minutes <= 1 ? 'a minute' : `${minutes} minutes`;
}
