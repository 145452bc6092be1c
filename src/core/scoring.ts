import { pickPointsOf } from '#core/formats/pick-points-of.ts';
import type { PickResult, TalliedGame } from './picks.ts';
import { pickOf, pickResult, resultNow } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { CountedPick, CountedPicks, Game, Side } from './types.ts';
import { roundOf } from './weeks.ts';

/** Averages have this many decimals (section 9). */
const AVERAGE_DECIMALS = 1;
const HALVES_OF_A_POINT = 2;

/** Points are counted in halves, as whole numbers: 2 halves are 1 point. */
export type Halves = number;

/** A game with the facts that decide what its picks are worth. */
export type ScoredGame = TalliedGame & Pick<Game, 'weekId'>;

const roundRules = {
  'wild-card': 'wildCardPoints',
  divisional: 'divisionalPoints',
  conference: 'conferencePoints',
  'super-bowl': 'superBowlPoints',
} as const;

/** A player's score of a week: the worth of their picks on Final games (sections 3 and 4; decisions, Scoring). */
export function weeklyScore(games: readonly ScoredGame[], picks: CountedPicks, rules: PoolRules): Halves {
  return sum(games.map((game) => pickHalves(pickOf(picks, game.gid), game, rules)));
}

/** The points that one pick adds to the score of its week. */
export function pickHalves(pick: CountedPick | undefined, game: ScoredGame, rules: PoolRules): Halves {
  return pick ? halvesOf(pickResult(pick, game, rules), pick, game, rules) : 0;
}

/** The points that one pick adds with this result. */
export function halvesOf(result: PickResult, pick: CountedPick, game: ScoredGame, rules: PoolRules): Halves {
  if (result === 'pending' || result === 'none') return 0;
  return pointsOfWeek(game.weekId, rules) * pickPointsOf(rules).halves(result, pick, game, rules);
}

/** The points of a right pick of a side without a value or a mark. */
export function pickWorth(side: Side, game: ScoredGame, rules: PoolRules): Halves {
  return halvesOf('correct', { side, bus: false }, game, rules);
}

/** The score that a week would have if the running games ended now. */
export function provisionalScore(games: readonly ScoredGame[], picks: CountedPicks, rules: PoolRules): Halves {
  const running = games.map((game) => {
    const pick = pickOf(picks, game.gid);
    return pick ? halvesNow(pick, game, rules) : 0;
  });
  return weeklyScore(games, picks, rules) + sum(running);
}

/** The worth of a pick if a running game ended now; 0 if the game is not running. */
export function halvesNow(pick: CountedPick, game: ScoredGame, rules: PoolRules): Halves {
  return halvesOf(resultNow(pick.side, game, rules), pick, game, rules);
}

/** Whether there is any score: somebody plays, and a game is over. The score of a week without a final game is null. */
export function hasScores(rows: readonly { readonly halves: readonly (Halves | null)[] }[]): boolean {
  return rows.some(({ halves }) => halves.some((score) => score !== null));
}

/** The sum of the scores of the pool's enabled weeks (decisions, Scoring). */
export function totalScore(weekScores: Iterable<Halves>): Halves {
  return sum([...weekScores]);
}

/** Converts whole points to halves. */
export function halvesOfPoints(points: number): Halves {
  return points * HALVES_OF_A_POINT;
}

/** How many points a right pick of a week is worth: the points of its playoff round, 1 in the regular season. */
export function pointsOfWeek(weekId: string, rules: PoolRules): number {
  const round = roundOf(weekId)?.slug;
  return round === undefined ? 1 : rules[roundRules[round]];
}

/** Converts halves to points, which may end in .5. */
export function pointsOfHalves(halves: Halves): number {
  return halves / HALVES_OF_A_POINT;
}

/** Formats points: `15`, `7.5`. */
export function formatPoints(halves: Halves): string {
  return String(pointsOfHalves(halves));
}

/** Formats points with their unit: "1 point", "7.5 points". */
export function pointsText(halves: Halves): string {
  return `${formatPoints(halves)} ${halves === HALVES_OF_A_POINT ? 'point' : 'points'}`;
}

/**
 * Avg, in points: the total divided by the number of enabled weeks with a Final game, to 1 decimal (decisions, Scoring); 0 before the
 * first.
 */
export function averageScore(total: Halves, weeksWithFinal: number): number {
  return weeksWithFinal > 0 ? toDecimals(total / HALVES_OF_A_POINT / weeksWithFinal) : 0;
}

/** The Average Score card: the mean of the players' totals in points, to 1 decimal (decisions, Scoring); 0 without players. */
export function meanScore(totals: readonly Halves[]): number {
  return averageScore(totalScore(totals), totals.length);
}

/** Formats an average, always with its decimal: `9.0`. */
export function formatAverage(average: number): string {
  return average.toFixed(AVERAGE_DECIMALS);
}

/** Whether a week is finished: it has counting games, and all of them are Final. */
export function isWeekFinished(games: readonly Pick<Game, 'status' | 'void'>[]): boolean {
  const counting = games.filter((game) => game.void === null);
  return counting.length > 0 && counting.every((game) => game.status === 'Final');
}

/** Whether a week is being played: a counting game has begun, and not all are Final. */
export function isWeekRunning(games: readonly Pick<Game, 'status' | 'void'>[]): boolean {
  const hasStarted = games.some((game) => game.void === null && game.status !== 'Not Started');
  return hasStarted && !isWeekFinished(games);
}

/** The fields of a game that decide whether its week is decided. */
export type DecidingGame = Pick<Game, 'status' | 'void'> & Partial<Pick<Game, 'setByAdmin'>>;

/**
 * Whether each of a pool's weeks is decided, in order: a week is decided once it is finished. If the feed postponed one of its games, which
 * may still be played, the week waits until the pool's next week has begun (decision 043).
 */
export function decidedWeeks(weeks: readonly (readonly DecidingGame[])[]): boolean[] {
  return weeks.map((games, at) => isWeekDecided(games, hasBegun(weeks.slice(at + 1).flat())));
}

/** Whether one week is decided. @param hasNextBegun whether a later week of the pool has begun */
export function isWeekDecided(games: readonly DecidingGame[], hasNextBegun: boolean): boolean {
  return isWeekFinished(games) && (hasNextBegun || !games.some(mayBePlayedYet));
}

/** Whether each of a pool's weeks has ended, in order: it is decided, or all of its games are off and none of them may still be played. */
export function endedWeeks(weeks: readonly (readonly DecidingGame[])[]): boolean[] {
  return decidedWeeks(weeks).map((isDecided, at) => {
    const [games = [], ...later] = weeks.slice(at);
    const isOff = games.length > 0 && games.every((game) => game.void !== null);
    return isDecided || (isOff && (hasBegun(later.flat()) || !games.some(mayBePlayedYet)));
  });
}

/** Whether the feed postponed a game, before its kick-off or after it. */
function mayBePlayedYet({ void: why, setByAdmin }: DecidingGame): boolean {
  return why === 'postponed' && !setByAdmin?.includes('status');
}

function hasBegun(games: readonly DecidingGame[]): boolean {
  return games.some(({ status }) => status !== 'Not Started');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function toDecimals(value: number): number {
  const factor = 10 ** AVERAGE_DECIMALS;
  return Math.round(value * factor) / factor;
}
