/**
 * Live numbers: a pool's week, and who wins it, if every game ended as it stands (beyond 13). A game that has not begun counts nothing.
 * Once all are Final, they are the official ones. The season is in `live-season.ts`, which This week doesn't need.
 */
import type { VisibleRow } from './game-day/visible-week.ts';
import { gamesNow, provisionalWeek } from './leading-now.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Halves, ScoredGame } from './scoring.ts';
import type { WeekTiebreak } from './tiebreak.ts';
import { decideWeek, totalPoints } from './tiebreak.ts';
import type { Game } from './types.ts';
import { weekWinners } from './week-winners.ts';

/** An entry's row of the Matchup, with its score. */
export interface LiveRow extends VisibleRow {
  /** The score of the games that are Final. */
  readonly weekHalves: Halves;
}

/** A week as everybody may see it. */
export interface LiveWeek {
  readonly rules: PoolRules;
  /** With the pool's locks and lines. */
  readonly games: readonly (ScoredGame & Pick<Game, 'lockAt'>)[];
  /** The order of the letters. */
  readonly gids: readonly string[];
  readonly rows: readonly LiveRow[];
  readonly tiebreakGid: string | null;
}

/** A place, and whether others share it. */
export interface LivePlace {
  readonly rank: number;
  readonly isShared: boolean;
}

/** What an entry has now in a week. */
export interface WeekNumber extends LivePlace {
  readonly halves: Halves;
}

/** A week now. */
export interface WeekNow {
  /** By entry; with weekly play only those that play the week. */
  readonly numbers: ReadonlyMap<string, WeekNumber>;
  /** Who would win, by id: several if they are level and the tiebreak decides nothing yet. */
  readonly winners: readonly string[];
}

/** Computes a week now. A win of the week goes by its scores, then by the guesses once the tiebreak game has begun. */
export function weekNow(week: LiveWeek): WeekNow {
  const scores = scoresNow(week);
  // A score from before an entry joined wins no week.
  const played = scores.filter(({ picks }) => /[^-]/.test(picks));
  const winners = decideWeek(weekWinners(played), tiebreakNow(week)).map(({ id }) => id);
  const ahead = new Set(winners);
  // A winner by the tiebreak is ahead of those with as many points.
  const keyed = scores.map(({ id, score }) => ({ id, score, key: 2 * score + Number(ahead.has(id)) }));
  const places = placesOf(keyed.map(({ key }) => key));
  const numbers = keyed.flatMap(({ id, score, key }): [string, WeekNumber][] => {
    const place = places.get(key);
    return place === undefined ? [] : [[id, { halves: score, ...place }]];
  });
  return { numbers: new Map(numbers), winners };
}

/** The place of each number, the highest first. */
function placesOf(numbers: readonly number[]): ReadonlyMap<number, LivePlace> {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const places = new Map<number, LivePlace>();
  let rank = 1;
  for (const [number, count] of [...counts].sort(([a], [b]) => b - a)) {
    places.set(number, { rank, isShared: count > 1 });
    rank += count;
  }
  return places;
}

/** The entries that play the week, with their scores now. */
export function scoresNow({ rules, games, gids, rows }: LiveWeek) {
  const running = gamesNow(gids, games, rules);
  return rows
    .filter(({ isBlank }) => !isBlank)
    .map((row) => ({ ...row, score: provisionalWeek(row, running) ?? row.weekHalves }));
}

/** The games as if those that are running had ended. */
export function ended({ games }: Pick<LiveWeek, 'games'>): LiveWeek['games'] {
  return games.map((game) => (game.status === 'In Progress' ? { ...game, status: 'Final' } : game));
}

/** The tiebreak of the week, with the points of its game as they stand; null if the pool has none. */
export function tiebreakNow({ rules, rows, tiebreakGid, ...week }: LiveWeek): WeekTiebreak | null {
  if (rules.tiebreak === 'none') return null;
  const game = ended(week).find(({ gid }) => gid === tiebreakGid);
  const guesses = rows.flatMap(({ id, guess, guessedAt = 0 }) =>
    guess === undefined ? [] : [[id, { guess, madeAt: guessedAt }] as const],
  );
  return { rule: rules.tiebreak, total: game === undefined ? null : totalPoints(game), guesses: new Map(guesses) };
}
