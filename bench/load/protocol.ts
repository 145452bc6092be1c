/** Messages between the benchmark and its load client. */

/** One request of a player's round. */
export interface PlannedRequest {
  readonly path: string;
  readonly method: 'GET' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The text that the answer's body starts with, or the body's length. */
  readonly expected: string | number;
}

/** A server, and for each connection the requests that it repeats in turn. */
export interface Target {
  readonly port: number;
  readonly connections: readonly (readonly PlannedRequest[])[];
}

/** The result of one stretch of load. Times in ms. */
export interface Run {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Requests without an answer, and answers that were not 200 or not what was expected. */
  readonly failures: number;
  /** The first of them. */
  readonly firstFailure: string | null;
}

export type ToClient =
  | { readonly kind: 'open'; readonly target: Target }
  | { readonly kind: 'run'; readonly ms: number }
  | { readonly kind: 'finish' };

export type FromClient =
  | { readonly kind: 'ran'; readonly run: Run }
  | { readonly kind: 'finished'; readonly firstFailure: string | null; readonly answered: readonly number[] };
