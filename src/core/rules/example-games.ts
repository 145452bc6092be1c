import type { ExampleGame } from './example.ts';

/** The season of the sample games. */
export const SAMPLE_SEASON = 2024;
/** How many games their week had. */
export const SAMPLE_WEEK_GAMES = 16;

/** Two games of Week 2 of 2024, for pools of which no game is over: a line turned one, and the underdog won the other. Source: nflverse. */
export const sampleGames: readonly ExampleGame[] = [
  { ...final('TB', 20, 'DET', 16), spread: 7.5, frozenSpread: 7.5 },
  { ...final('CIN', 25, 'KC', 26), spread: 6.5, frozenSpread: 6.5 },
];

function final(away: string, awayScore: number, home: string, homeScore: number) {
  return {
    gid: `${SAMPLE_SEASON}-week2-${away}-${home}`,
    weekId: `${SAMPLE_SEASON}-week2`,
    status: 'Final',
    void: null,
    away,
    awayScore,
    home,
    homeScore,
  } as const;
}
