import type { StandingRow } from '#contract/standings.ts';
import type { Rank } from '#core/standings.ts';
import { withMarks } from '#core/standings.ts';

export type RankedRow = StandingRow & Rank;

/** The rows as the server ranks them, with medals and the last place. */
export function rankedRows(rows: readonly StandingRow[]): readonly RankedRow[] {
  return withMarks(rows);
}
