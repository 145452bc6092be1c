import type { StandingRow, StandingsReply, WeekWinner } from '#contract/scores.ts';
import type { Rank } from '#core/standings.ts';
import { rankRows, weekWinners } from '#core/standings.ts';

export type RankedRow = StandingRow & Rank;

/** The rows as they stand, with medals and the last place. */
export function rankedRows(rows: readonly StandingRow[]): readonly RankedRow[] {
  return rankRows(rows, (row) => row.totalHalves);
}

/** Those who won a week, by user id, each with the guess that won it where one did. */
export type WeekWinners = ReadonlyMap<string, WeekWinner>;

/**
 * Who won each finished week, by place of the week; a week that is not decided has no winner yet. The server knows the guesses of a
 * pool with a tiebreak, and says who won.
 */
export function winnersByWeek({ weeks, finishedWeeks, rows, winners }: StandingsReply): readonly WeekWinners[] {
  return weeks.map((week, place) => {
    const played = rows.filter(({ late }) => !late?.includes(week));
    const scores = played.map(({ id, halves }) => ({ id, score: halves[place] ?? 0 }));
    const best = finishedWeeks.includes(week) ? weekWinners(scores).map((id): WeekWinner => ({ id })) : [];
    return new Map((winners?.[week] ?? best).map((winner) => [winner.id, winner]));
  });
}

/** How a week was won: `Won the week`, on the tiebreak with the guess that did it. */
export function wonText({ guess, difference = 0 }: WeekWinner): string {
  if (guess === undefined) return 'Won the week';
  return `Won the week on the tiebreak: ${guess}, ${difference === 0 ? 'right on' : `off by ${Math.abs(difference)}`}`;
}
