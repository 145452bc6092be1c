import type { ExampleGame } from './example.ts';

/** Two games of Week 2 of 2024, for pools whose own games aren't over: a line turned one, and the underdog won the other. Source: nflverse. */
export const exampleGames: readonly ExampleGame[] = [
  { ...final('TB', 20, 'DET', 16), spread: 7.5, frozenSpread: 7.5 },
  { ...final('CIN', 25, 'KC', 26), spread: 6.5, frozenSpread: 6.5 },
];

function final(away: string, awayScore: number, home: string, homeScore: number) {
  return {
    gid: `2024-week2-${away}-${home}`,
    weekId: '2024-week2',
    status: 'Final',
    void: null,
    away,
    awayScore,
    home,
    homeScore,
  } as const;
}
