/** What the load client is told, and what it answers. */

/** One request of a player's round, as the bytes that go over the wire. */
export interface PlannedRequest {
  /** What it writes or reads; acknowledgements are kept by it. */
  readonly key: string;
  readonly bytes: string;
  /** What the answer must contain. */
  readonly expected: string;
}

/** A server, and for each connection the requests that it repeats in turn. */
export interface Target {
  readonly port: number;
  readonly connections: readonly (readonly PlannedRequest[])[];
}

/** What one stretch of load showed. Times in ms. */
export interface Run {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers that were not 200 or not what was expected. */
  readonly failures: number;
  /** The first such answer. */
  readonly firstFailure: string | null;
}

/** What one connection was answered, by key: how many times, and to which of its requests last. */
export type Acknowledged = Readonly<Record<string, { readonly times: number; readonly last: number }>>;

export type ToClient =
  | { readonly kind: 'open'; readonly target: Target }
  | { readonly kind: 'run'; readonly ms: number }
  | { readonly kind: 'acknowledged' };

export type FromClient =
  | { readonly kind: 'opened' }
  | { readonly kind: 'ran'; readonly run: Run }
  | { readonly kind: 'acknowledged'; readonly byConnection: readonly Acknowledged[] };
