import type { StandingRow, StandingsReply, WeekWinner } from '#contract/standings.ts';
import { bestOfWeek } from '#core/recap/decided-week.ts';
import type { Rank } from '#core/standings.ts';
import { rankRows } from '#core/standings.ts';
import { weekName } from '#core/weeks.ts';

export type RankedRow = StandingRow & Rank;

/** The rows as they stand, with medals and the last place. */
export function rankedRows(rows: readonly StandingRow[]): readonly RankedRow[] {
  return rankRows(rows, (row) => row.totalHalves);
}

/** Those who won a week, by entry id, each with the guess that won it where one did. */
export type WeekWinners = ReadonlyMap<string, WeekWinner>;

/**
 * Who won each finished week, by place of the week; a week that is not decided has no winner yet. The server knows the guesses of a
 * pool with a tiebreak, and says who won.
 */
export function winnersByWeek(standings: StandingsReply): readonly WeekWinners[] {
  const { weeks, finishedWeeks, winners } = standings;
  return weeks.map((week) => {
    if (!finishedWeeks.includes(week)) return new Map();
    const won = winners?.[week] ?? bestOfWeek(week, standings).map((id): WeekWinner => ({ id }));
    return new Map(won.map((winner) => [winner.id, winner]));
  });
}

/** How a week was won: `Won the week`, on the tiebreak with the guess that did it. */
export function wonText(winner: WeekWinner): string {
  return winner.guess === undefined ? 'Won the week' : `Won the week on the tiebreak: ${guessText(winner)}`;
}

/** Of each week that a guess decided, who won it and how near they were: `Week 3: Ann won on the tiebreak: 43, off by 2`. */
export function tiebreakNotes({
  rows,
  weeks,
  winners,
}: {
  readonly rows: readonly Pick<StandingRow, 'id' | 'name'>[];
  readonly weeks: readonly string[];
  readonly winners: readonly WeekWinners[];
}): string[] {
  return weeks.flatMap((week, place) =>
    rows.flatMap(({ id, name }) => {
      const won = winners[place]?.get(id);
      if (won?.guess === undefined) return [];
      return [`${weekName(week)}: ${name} won on the tiebreak: ${guessText(won)}`];
    }),
  );
}

function guessText({ guess, difference = 0 }: WeekWinner): string {
  return `${guess}, ${difference === 0 ? 'right on' : `off by ${Math.abs(difference)}`}`;
}
