import { pairing } from '#core/game.ts';
import type { GameClock } from '#core/game-progress.ts';
import type { Game } from '#core/types.ts';
import { parseWeekId, REGULAR_WEEKS } from '#core/weeks.ts';
import type { FeedValues } from '../store/feed-games.ts';

/** A game as a feed describes it, by an id of its own. */
export type FeedGame = FeedValues &
  Pick<Game, 'weekId' | 'home' | 'away' | 'kickoff' | 'timeTbd'> & {
    readonly sourceId: string;
    /** The teams as the source writes them. */
    readonly codes: { readonly home: string; readonly away: string };
    /** Missing unless the game is under way. */
    readonly clock?: GameClock;
  };

/** Leaves out games that were postponed or cancelled if their replacement is among the others: a game of the same teams. */
export function withoutReplaced(games: readonly FeedGame[]): FeedGame[] {
  const played = new Set(games.filter((game) => !game.void).map(pairing));
  return games.filter((game) => !game.void || !played.has(pairing(game)));
}

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

/** The values of a feed's game that fill the fields of ours. */
export function feedValuesOf(game: FeedValues): FeedValues {
  return Object.fromEntries(
    feedValueNames.flatMap((field) => (game[field] === undefined ? [] : [[field, game[field]] as const])),
  );
}

const feedValueNames = [
  'kickoff',
  'timeTbd',
  'status',
  'void',
  'homeScore',
  'awayScore',
  'spread',
  'situation',
  'weather',
] as const satisfies readonly (keyof FeedValues)[];
