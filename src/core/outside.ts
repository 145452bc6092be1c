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
