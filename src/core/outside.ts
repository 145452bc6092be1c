/** What keeps an address that somebody typed from being called, or its answer from coming (decision 038). */
export const outsideFailures = [
  /** It is none that is called: not https, with a password in it, or a port of another service. */
  'bad_address',
  /** It leads into a network that is not everybody's. */
  'closed_address',
  /** Its name has no address. */
  'unknown_name',
  /** Nothing listens there, or it does not prove who it is. */
  'unreachable',
  /** The connection ended, or time ran out, after it was made: the call may have been heard. */
  'no_answer',
] as const;
/** One of these. */
export type OutsideFailure = (typeof outsideFailures)[number];

/** What came of a call to the outside; `retryAfterMs` is 0 where it asks for no pause. */
export type OutsideAnswer =
  | { readonly status: number; readonly retryAfterMs: number }
  | { readonly failure: OutsideFailure };
