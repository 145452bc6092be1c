import type { StandingRow, StandingsReply } from '#contract/scores.ts';
import type { Rank } from '#core/standings.ts';
import { rankRows, weekWinners } from '#core/standings.ts';
import { compareWeeks } from '#core/weeks.ts';

export type RankedRow = StandingRow & Rank;

/** The rows as they stand, with medals and the last place. */
export function rankedRows(rows: readonly StandingRow[]): readonly RankedRow[] {
  return rankRows(rows, (row) => row.total);
}

/**
 * Who won each finished week, by place of the week. The week being played, and those after it, have no winner yet.
 */
export function winnersByWeek({ weeks, activeWeekId, rows }: StandingsReply): readonly ReadonlySet<string>[] {
  return weeks.map((week, place) => {
    const finished = activeWeekId !== null && compareWeeks(week, activeWeekId) < 0;
    const scores = rows.map(({ id, scores }) => ({ id, score: scores[place] ?? 0 }));
    return new Set(finished ? weekWinners(scores) : []);
  });
}
