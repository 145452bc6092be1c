import type { StandingRow, StandingsReply } from '#contract/scores.ts';
import type { Rank } from '#core/standings.ts';
import { rankRows, weekWinners } from '#core/standings.ts';

export type RankedRow = StandingRow & Rank;

/** The rows as they stand, with medals and the last place. */
export function rankedRows(rows: readonly StandingRow[]): readonly RankedRow[] {
  return rankRows(rows, (row) => row.totalHalves);
}

/** Who won each finished week, by place of the week; a week that is not decided has no winner yet. */
export function winnersByWeek({ weeks, finishedWeeks, rows }: StandingsReply): readonly ReadonlySet<string>[] {
  return weeks.map((week, place) => {
    const played = rows.filter(({ late }) => !late?.includes(week));
    const scores = played.map(({ id, halves }) => ({ id, score: halves[place] ?? 0 }));
    return new Set(finishedWeeks.includes(week) ? weekWinners(scores) : []);
  });
}
