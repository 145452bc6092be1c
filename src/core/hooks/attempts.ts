import type { OutsideAnswer } from '#core/outside.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { HookKind } from './kinds.ts';
import { kindOf } from './kinds.ts';

const SECOND = 1000;

/** The pauses between attempts, in ms; after the last one there is no further attempt. */
const PAUSES = [15 * SECOND, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS] as const;
/** The longest pause that a response can request, in ms. */
const LONGEST_REST = 6 * HOUR_MS;
const GONE = 410;
const TOO_MANY = 429;
const UNAVAILABLE = 503;

/** A delivery that was attempted. */
export interface Attempted {
  readonly kind: HookKind;
  readonly answer: OutsideAnswer;
  /** How long its address is left alone because it does not respond (`addressRestMs`), in ms; 0 if it has responded. */
  readonly restMs: number;
  /** The number of attempts, including this one. */
  readonly attempts: number;
  /** When it expires, ms. */
  readonly until: number;
}

/** The next step of a delivery. */
export type AfterAttempt =
  | { readonly state: 'sent' }
  /** `isGone`: stop calling the address. `restsUntil`: do not call it before. */
  | { readonly state: 'failed'; readonly isGone: boolean; readonly restsUntil: number | null }
  /** Tried again at `nextAt`. */
  | { readonly state: 'waiting'; readonly nextAt: number; readonly restsUntil: number | null };

/**
 * The next step of a delivery after an attempt. Receivers of Standard Webhooks recognize a repeated message by its id. Others do not, so a
 * message that may have arrived there is not sent again.
 * @param random 0 to 1, spreads attempts
 */
export function afterAttempt(attempted: Attempted, now: number, random: number): AfterAttempt {
  const { kind, answer, restMs, attempts, until } = attempted;
  if ('status' in answer && answer.status >= 200 && answer.status < 300) return { state: 'sent' };
  const pause = PAUSES[attempts - 1];
  const isGone = 'status' in answer && answer.status === GONE;
  const rest = 'status' in answer ? Math.min(answer.retryAfterMs, LONGEST_REST) : restMs;
  const restsUntil = rest > 0 ? now + rest : null;
  if (pause === undefined || isGone || !isWorthTrying(kind, answer)) return { state: 'failed', isGone, restsUntil };
  const nextAt = Math.ceil(now + Math.max(rest, pause * (1 + random / 2)));
  return nextAt < until ? { state: 'waiting', nextAt, restsUntil } : { state: 'failed', isGone, restsUntil };
}

function isWorthTrying(kind: HookKind, answer: OutsideAnswer): boolean {
  const { isSigned } = kindOf(kind);
  if ('failure' in answer) {
    if (answer.failure === 'no_answer') return isSigned;
    return answer.failure === 'unreachable' || answer.failure === 'unknown_name';
  }
  const { status } = answer;
  return isSigned || status === TOO_MANY || status === UNAVAILABLE;
}
