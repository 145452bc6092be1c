import { espnCode } from './team.ts';
import type { EspnWeek } from './weeks.ts';
import { REGULAR_SEASON } from './weeks.ts';

/** The address of ESPN where the environment names no other. */
export const ESPN_URL = 'https://site.api.espn.com';

const SITE = '/apis/site/v2/sports/football/nfl';

/** The scoreboard of one week; without its week ESPN answers with whichever is on. */
export function scoreboardPath({ season, type, number }: EspnWeek): string {
  return `${SITE}/scoreboard?dates=${season}&seasontype=${type}&week=${number}`;
}

/** The records of all teams of a regular season, in ESPN's standings. Under `/apis/site/v2` there is only a stub. */
export function recordsPath(season: number): string {
  return `/apis/v2/sports/football/nfl/standings?season=${season}&seasontype=${REGULAR_SEASON}`;
}

export function teamPath(abbr: string): string {
  return `${SITE}/teams/${espnCode(abbr)}`;
}
