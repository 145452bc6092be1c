import type { Game } from '#core/types.ts';
import { parseWeekId, REGULAR_WEEKS } from '#core/weeks.ts';
import type { FedFields } from '../store/feed-games.ts';

/** What a feed says of a game that it names by an id of its own. */
export type FeedGame = FedFields &
  Pick<Game, 'weekId' | 'home' | 'away' | 'kickoff' | 'timeTbd'> & {
    readonly sourceId: string;
    /** The teams as the source writes them. */
    readonly codes: { readonly home: string; readonly away: string };
  };

/** The last season with 17 weeks: nflverse counts the post-season on from there. */
const LAST_SHORT_SEASON = 2020;

/** Codes that nflverse writes otherwise than ESPN. */
const nflverseCodes: Readonly<Record<string, string>> = { LAR: 'LA', WSH: 'WAS' };

/**
 * The id of a new game, as nflverse would name it: `2026_01_NE_SEA`. A season that comes from the feed and one that comes
 * from a file have the same ids.
 */
export function gameId({ weekId, codes }: Pick<FeedGame, 'weekId' | 'codes'>): string {
  const { season, number } = parseWeekId(weekId) ?? { season: 0, number: 0 };
  const week = number > REGULAR_WEEKS && season <= LAST_SHORT_SEASON ? number - 1 : number;
  const [away, home] = [codes.away, codes.home].map((code) => nflverseCodes[code] ?? code);
  return `${season}_${String(week).padStart(2, '0')}_${away}_${home}`;
}

/** The fields of a feed's game that fill those of ours. */
export function fedFields(game: FedFields): FedFields {
  return Object.fromEntries(fed.flatMap((field) => (game[field] === undefined ? [] : [[field, game[field]] as const])));
}

const fed = [
  'kickoff',
  'timeTbd',
  'status',
  'void',
  'homeScore',
  'awayScore',
  'spread',
  'situation',
  'weather',
] as const satisfies readonly (keyof FedFields)[];
