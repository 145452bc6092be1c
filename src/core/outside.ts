import { MINUTE_MS } from './time.ts';

/** Why a call to a typed address failed (decision 038). */
export const outsideFailures = [
  /** Not https, has a password in it, or names the port of another service. */
  'bad_address',
  /** It leads into a network that is not public. */
  'closed_address',
  /** Its name has no address. */
  'unknown_name',
  /** Nothing listens there, or its certificate is wrong. */
  'unreachable',
  /** The connection broke or timed out after it was made: the call may have arrived. */
  'no_answer',
] as const;
/** One of these. */
export type OutsideFailure = (typeof outsideFailures)[number];

/** The result of a call to the outside. `retryAfterMs` is 0 if no pause was asked for. */
export type OutsideAnswer =
  | { readonly status: number; readonly retryAfterMs: number }
  | { readonly failure: OutsideFailure };

const LONGEST_REST = 6 * 60 * MINUTE_MS;
/** So many calls in a row to one host may fail before it is left alone: one address of many there must not silence the others. */
const PATIENCE = 2;

/** How long an address is left alone that has not answered so many times in a row, in ms: a minute, then twice as long each time, six hours at most. */
export function addressRestMs(inRow: number): number {
  return inRow <= 0 ? 0 : Math.min(MINUTE_MS * 2 ** (inRow - 1), LONGEST_REST);
}

/** How long a host is left alone of which no address has answered so many times in a row, in ms. */
export function hostRestMs(inRow: number): number {
  return addressRestMs(inRow - PATIENCE);
}
