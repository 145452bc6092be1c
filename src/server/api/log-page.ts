import { LOG_PAGE } from '#contract/log.ts';

/** A part of a log: at most `limit` entries older than the one with the id `before`. */
export interface Page {
  readonly before: number | null;
  readonly limit: number;
}

/** The page that a query asks for. */
export function pageOf({ before, limit }: { readonly before?: string; readonly limit?: string }): Page {
  return { before: before === undefined ? null : Number(before), limit: Number(limit ?? LOG_PAGE) };
}

/** What to send as `before` for the next page; null at the end. */
export function nextPage({ limit }: Page, rows: readonly { readonly id: number }[]): number | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}

/** Somebody or something by its name, or by its id where that is not known any more. */
export function named(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null ? null : { id, name: name ?? id };
}
