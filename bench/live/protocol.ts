/** The messages to the program that plays the pages, and its answers. Moments are those of the machine's steady clock, in ms. */

export interface PlannedPage {
  /** The bytes of the request that opens the socket. */
  readonly request: string;
  /** What the page says first. */
  readonly says: string;
  /** Messages that answer it. */
  readonly answers: number;
}

/** When pages received the message that they looked for. */
export interface Arrivals {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

export type ToPages =
  | { readonly kind: 'open'; readonly port: number; readonly pages: readonly PlannedPage[] }
  | { readonly kind: 'look'; readonly for: string }
  | { readonly kind: 'found' };

export type FromPages =
  | { readonly kind: 'opened'; readonly ms: number }
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly arrivals: Arrivals; readonly message: string };

/** Now, by the clock that all processes of a machine share. */
export function steadyNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
