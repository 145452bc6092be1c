import type { StandingRow, StandingsReply, WeekWinner } from '#contract/standings.ts';
import { bestOfWeek } from '#core/recap/decided-week.ts';
import { weekName } from '#core/weeks.ts';

/** The winners of a week by entry id, each with the winning guess, if a guess decided it. */
export type WeekWinners = ReadonlyMap<string, WeekWinner>;

/**
 * The winners of each finished week, by index of the week; a week that is not decided has none yet. In a pool with a tiebreak the server
 * knows the guesses and sends the winners.
 */
export function winnersByWeek(standings: StandingsReply): readonly WeekWinners[] {
  const { weeks, finishedWeeks, winners } = standings;
  return weeks.map((week) => {
    if (!finishedWeeks.includes(week)) return new Map();
    const won = winners?.[week] ?? bestOfWeek(week, standings).map((id): WeekWinner => ({ id }));
    return new Map(won.map((winner) => [winner.id, winner]));
  });
}

/** How a week was won: `Won the week`, or on the tiebreak, with the winning guess. */
export function wonText(winner: WeekWinner): string {
  return winner.guess === undefined ? 'Won the week' : `Won the week on the tiebreak: ${guessText(winner)}`;
}

/** For each week decided by a guess, the winner and the difference: `Week 3: Ann won on the tiebreak: 43, off by 2`. */
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
