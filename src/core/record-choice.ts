import { canonicalTeam } from './teams.ts';
import { DAY_MS, HOUR_MS } from './time.ts';
import type { Game, TeamRecord } from './types.ts';
import { isPostSeason, parseWeekId, regularWeeks } from './weeks.ts';

/** A game is over, and its result known, this long after its kick-off, in ms. */
const RESULT_KNOWN_MS = 8 * HOUR_MS;
/** The time from the first kick-off of a week to that of the next, in ms. */
const WEEK_MS = 7 * DAY_MS;
/** How many weeks of a regular season a team does not play. */
const BYES = 1;

type SeasonGame = Pick<Game, 'weekId' | 'home' | 'away' | 'kickoff' | 'status' | 'void'>;

/**
 * Chooses between two records of one team in one season: the one that counts more games. The league's own finals are used until the feed
 * includes them; if both count the same, the feed's record is used (decisions, Screens).
 */
export function fullerRecord(ofFeed: TeamRecord, own: TeamRecord): TeamRecord {
  return gamesPlayed(own) > gamesPlayed(ofFeed) ? own : ofFeed;
}

/**
 * Whether a team's own games of a season can provide its record: the regular season is loaded from its first week to `now`, the team is in
 * each loaded week except its bye, and every game of the team that must be over has its result (decisions, Added after reading the whole
 * product).
 * @param games those of the season
 * @param now milliseconds since the epoch
 */
export function isComplete(abbr: string, games: readonly SeasonGame[], now: number): boolean {
  const team = canonicalTeam(abbr) ?? abbr;
  const regular = games.filter(({ weekId }) => !isPostSeason(weekId));
  const own = regular.filter(({ home, away }) => [home, away].some((each) => (canonicalTeam(each) ?? each) === team));
  const weeks = new Set(regular.map(({ weekId }) => weekId));
  const ownWeeks = new Set(own.map(({ weekId }) => weekId));
  return (
    own.length > 0 &&
    weeks.size - ownWeeks.size <= BYES &&
    isLoadedUpTo(now, regular) &&
    own.every((game) => !isDue(game, now) || game.status === 'Final' || game.void !== null)
  );
}

/** Whether there are games in each week up to the current one. */
function isLoadedUpTo(now: number, regular: readonly SeasonGame[]): boolean {
  const weeks = new Map<number, SeasonGame[]>();
  for (const game of regular) {
    const week = parseWeekId(game.weekId);
    if (week) weeks.set(week.number, [...(weeks.get(week.number) ?? []), game]);
  }
  const begun = [...weeks].filter(([, ofWeek]) => ofWeek.some((game) => isDue(game, now))).map(([number]) => number);
  const last = Math.max(0, ...begun);
  for (let number = 1; number < last; number += 1) if (!weeks.has(number)) return false;
  const season = parseWeekId(regular[0]?.weekId ?? '')?.season ?? 0;
  const began = Math.min(...(weeks.get(last) ?? []).map(({ kickoff }) => kickoff));
  return weeks.has(last + 1) || last === regularWeeks(season) || (last > 0 && now - began <= WEEK_MS);
}

function isDue({ kickoff }: SeasonGame, now: number): boolean {
  return now - kickoff > RESULT_KNOWN_MS;
}

function gamesPlayed(record: TeamRecord): number {
  return record.wins + record.losses + record.ties;
}
