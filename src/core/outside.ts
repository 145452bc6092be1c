import { MINUTE_MS } from './time.ts';

/** Why a call to a user-supplied address failed (decision 038). */
export const outsideFailures = [
  /** Not https, contains a password, or uses the port of another service. */
  'bad_address',
  /** It resolves to a network that is not public. */
  'closed_address',
  /** Its name cannot be resolved. */
  'unknown_name',
  /** Nothing listens there, or its certificate is invalid. */
  'unreachable',
  /** The connection broke or timed out after it was established: the call may have arrived. */
  'no_answer',
] as const;
/** One of these failures. */
export type OutsideFailure = (typeof outsideFailures)[number];

/** The result of an outgoing call. `retryAfterMs` is 0 if no pause was requested. */
export type OutsideAnswer =
  | { readonly status: number; readonly retryAfterMs: number }
  | { readonly failure: OutsideFailure };

/** Whether a call was accepted. */
export function isAccepted(answer: OutsideAnswer): boolean {
  return 'status' in answer && answer.status >= 200 && answer.status < 300;
}

/** The longest pause of an address, in ms. */
const LONGEST_REST = 6 * 60 * MINUTE_MS;

/**
 * How long an address is left alone after an answer, in ms: as long as it asks for, or because it did not answer.
 * @param silenceMs the pause of an address that does not answer (`addressRestMs`)
 */
export function restAfter(answer: OutsideAnswer, silenceMs: number): number {
  if (isAccepted(answer)) return 0;
  return 'status' in answer ? Math.min(answer.retryAfterMs, LONGEST_REST) : silenceMs;
}

/**
 * After this many failed calls in a row, a host is left alone. Higher than for one address, so one bad address does not silence the others
 * on its host.
 */
const PATIENCE = 2;

/**
 * How long an address is left alone after this many failures in a row, in ms: a minute, then twice as long each time, at most six hours.
 */
export function addressRestMs(inRow: number): number {
  return inRow <= 0 ? 0 : Math.min(MINUTE_MS * 2 ** (inRow - 1), LONGEST_REST);
}

/** How long a host is left alone after this many failures in a row of its addresses, in ms. */
export function hostRestMs(inRow: number): number {
  return addressRestMs(inRow - PATIENCE);
}
