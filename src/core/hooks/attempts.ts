import type { OutsideAnswer } from '#core/outside.ts';
import { isAccepted } from '#core/outside.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { HookKind } from './kinds.ts';
import { kindOf } from './kinds.ts';

const SECOND = 1000;

/** The pauses between attempts to call a hook, in ms. */
export const HOOK_PAUSES_MS = [15 * SECOND, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS] as const;
const GONE = 410;
/** Too many requests, at GroupMe 420, or the service is unavailable: the message was not taken. */
const NOT_TAKEN: readonly number[] = [420, 429, 503];

/** What follows the answer of a hook: `gone` means that its address is not called anymore. */
export type AfterCall = 'sent' | 'again' | 'failed' | 'gone';

/**
 * What follows the answer of a hook. Receivers of Standard Webhooks recognize a repeated message by its id. Others do not, so a message that
 * may have arrived there is not sent again.
 */
export function afterCall(kind: HookKind, answer: OutsideAnswer): AfterCall {
  if (isAccepted(answer)) return 'sent';
  if ('status' in answer && isGone(kind, answer.status)) return 'gone';
  return isWorthTrying(kind, answer) ? 'again' : 'failed';
}

function isGone(kind: HookKind, status: number): boolean {
  return status === GONE || kindOf(kind).gone?.[status] !== undefined;
}

function isWorthTrying(kind: HookKind, answer: OutsideAnswer): boolean {
  const { isSigned } = kindOf(kind);
  if ('failure' in answer) {
    if (answer.failure === 'no_answer') return isSigned;
    return answer.failure === 'unreachable' || answer.failure === 'unknown_name';
  }
  return isSigned || NOT_TAKEN.includes(answer.status);
}
