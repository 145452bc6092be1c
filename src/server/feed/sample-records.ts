import { recordOf } from '#core/team-record.ts';
import { canonicalTeam, teamAbbrs } from '#core/teams.ts';
import type { TeamRecord } from '#core/types.ts';

const HOME_GAMES = 4;
const AWAY_GAMES = 5;

/** The built-in sample: made-up numbers, the same each time. @returns undefined for an unknown team */
export function sampleRecord(abbr: string): TeamRecord | undefined {
  const at = teamAbbrs.indexOf(canonicalTeam(abbr) ?? '');
  if (at < 0) return undefined;
  const homeWins = at % (HOME_GAMES + 1);
  const awayWins = (at * 2) % (AWAY_GAMES + 1);
  return recordOf(
    { wins: homeWins, losses: HOME_GAMES - homeWins, ties: 0 },
    { wins: awayWins, losses: AWAY_GAMES - awayWins, ties: 0 },
  );
}
