/** What the bare server does behind its session query. Without a database it answers at once, whatever is asked. */
export interface RawTask {
  readonly location: string | null;
  /** The session query of the league, and its parameters in order; `$TOKEN`, `$POOL` and `$WEEK` stand for what a request brings. */
  readonly sessionQuery?: { readonly sql: string; readonly parameters: readonly unknown[] };
  /** Files to send, by path. */
  readonly files?: Readonly<Record<string, string>>;
}
