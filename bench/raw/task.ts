/** What the bare server does behind its session query. Without a database it answers at once, whatever is asked. */
export interface RawTask {
  readonly location: string | null;
  /** Files to send, by path. */
  readonly files?: Readonly<Record<string, string>>;
}
