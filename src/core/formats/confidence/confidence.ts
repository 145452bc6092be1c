import { gameCounts } from '#core/game.ts';
import { isLocked, isWeekLocked } from '#core/locks.ts';
import { pickOf } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { halvesOfPoints, pointsOfWeek } from '#core/scoring.ts';
import { knownLine } from '#core/spread.ts';
import type { CountedPick, Game, GamePick, Picks } from '#core/types.ts';
import { isPostSeason, weekShortName } from '#core/weeks.ts';

/** The games of a week by gid, lowest value first: what a player of a confidence pool enters. */
export type Order = readonly string[];

/** The highest value of a week that is counted from 16 down. */
const SIXTEEN = 16;

/** Values of the rounds of the playoffs, from the lowest up: those of Yahoo's pools that go on after the season. */
const roundValues: Readonly<Record<string, readonly number[]>> = {
  WC: [6, 8, 10, 12, 14, 16],
  DIV: [6, 8, 12, 16],
  CONF: [8, 16],
  SB: [16],
};

/** What the games of one week are worth. */
export interface WeekScale extends Pick<PoolRules, 'scale'> {
  /** From the lowest up: the stored ones, or those of a playoff round; null if only the rule gives them. */
  readonly values: readonly number[] | null;
}

/**
 * The scale of a week. Its values are stored at its first lock; until then, and where a later game needs more, the rule gives them.
 * @param stored from the lowest up
 */
export function weekScale(
  { scale }: Pick<PoolRules, 'scale'>,
  weekId: string,
  stored: readonly number[] | null = null,
): WeekScale {
  const ofRound = scale === 'playoffs' && isPostSeason(weekId) ? (roundValues[weekShortName(weekId)] ?? null) : null;
  return { scale, values: stored ?? ofRound };
}

/** The values to store for a week. @param count of all its games, those that are off included */
export function valuesToStore(rules: Pick<PoolRules, 'scale'>, weekId: string, count: number): readonly number[] {
  const scale = weekScale(rules, weekId);
  return scale.values !== null && count <= scale.values.length ? scale.values : scaleOf(count, scale);
}

/**
 * The values to store for a week that the version before played, which stored none: in the playoffs' scale those of the round with as many
 * games as counted, whatever the week; of all its games, for one that comes back, if that leaves those that counted their values.
 */
export function earlierValues({ scale }: Pick<PoolRules, 'scale'>, games: readonly OrderedGame[]): readonly number[] {
  const roundOf = (count: number) => Object.values(roundValues).findLast((values) => values.length >= count);
  const counting = games.filter(gameCounts).length;
  const played = roundOf(counting);
  if (scale !== 'playoffs' || played === undefined) return scaleOf(games.length, { scale, values: null });
  const whole = roundOf(games.length);
  const highest = (values: readonly number[]) => values.slice(values.length - counting).join();
  return whole !== undefined && highest(whole) === highest(played) ? whole : played;
}

/**
 * What the games of a week are worth, from the lowest rank up: 1 to their number; from 16 down, so that a week of 14 games has 3 to 16; or
 * the highest values of a round of the playoffs. A week of more than 16 games goes from its number down. Where games are off, values that
 * begin with 1 lose the highest, others the lowest; from 16 down always the lowest.
 * @param count how many games count (beyond 9)
 */
export function scaleOf(count: number, { scale, values }: WeekScale): readonly number[] {
  if (values !== null && count <= values.length) {
    const isRanks = scale !== 'sixteen' && values.at(-1) === values.length;
    return isRanks ? values.slice(0, count) : values.slice(values.length - count);
  }
  const lowest = scale === 'sixteen' ? Math.max(0, SIXTEEN - count) : 0;
  return Array.from({ length: count }, (_, at) => lowest + at + 1);
}

/** The fields of a game that has a place in an order. */
export type OrderedGame = Pick<Game, 'gid' | 'void'>;

/** A game that has a place in an order, with its lock (ms) in the pool. */
export type LockedOrderGame = OrderedGame & Pick<Game, 'lockAt'>;

/**
 * All games of a week in order, including those that are off. Games that the order does not name come below it, ordered by gid, which never
 * changes even if their times do.
 */
export function wholeOrder(games: readonly OrderedGame[], order: Order): string[] {
  const unnamed = new Set(games.map(({ gid }) => gid));
  const named = order.filter((gid) => unnamed.delete(gid));
  return [...[...unnamed].toSorted(), ...named];
}

/** The value of each counting game, by its rank in the order among them. A game that is off has none. */
export function valuesOf(games: readonly OrderedGame[], order: Order, scale: WeekScale): ReadonlyMap<string, number> {
  return valuesByOrder(games, scale)(order);
}

/** The same for many orders of the same games. */
export function valuesByOrder(
  games: readonly OrderedGame[],
  scale: WeekScale,
): (order: Order) => ReadonlyMap<string, number> {
  const counting = games.filter(gameCounts);
  const values = scaleOf(counting.length, scale);
  return (order) => new Map(wholeOrder(counting, order).map((gid, at) => [gid, values[at] ?? 0]));
}

/** What others see of an order: the given games only. A game that the pool leaves out may still be open, and may come back. */
export function orderAmong(games: readonly Pick<OrderedGame, 'gid'>[], order: Order): string[] {
  const gids = new Set(games.map(({ gid }) => gid));
  return order.filter((gid) => gids.has(gid));
}

/**
 * The order to store when a player wants another one. Games that are locked or off keep their places; the others take the remaining places
 * in the order the player wants. Open games that the player does not name come below those they name.
 */
export function rebaseOrder(games: readonly LockedOrderGame[], stored: Order, wanted: Order, now: number): string[] {
  return reorder(games, stored, wanted, (game) => gameCounts(game) && !isLocked(game, now));
}

/** An order in which the games that may move take the remaining places as wanted. */
export function reorder<G extends OrderedGame>(
  games: readonly G[],
  stored: Order,
  wanted: Order,
  mayMove: (game: G) => boolean,
): string[] {
  const open = new Set(games.filter(mayMove).map(({ gid }) => gid));
  const places = wholeOrder(games, stored);
  const wish = wholeOrder(
    games.filter(({ gid }) => open.has(gid)),
    wanted,
  );
  let next = 0;
  return places.map((gid) => (open.has(gid) ? (wish[next++] ?? gid) : gid));
}

/**
 * The values of a player that everybody may see, in the order of the games; null for sealed ones. A locked game reveals the value of the
 * pick, or, if it is off, the value it would have. If the player made no pick, the value is revealed once the whole week is locked.
 * @param games of a week, with the locks of whole weeks (`wholeWeek` of `PoolWeek`)
 */
export function visibleValues(
  games: readonly LockedOrderGame[],
  order: Order,
  picks: Picks,
  now: number,
  scale: WeekScale,
): (number | null)[] {
  const values = placedValues(games, scale)(order);
  const isWhole = games.some(gameCounts) && isWeekLocked(games, now);
  return games.map((game, at) => {
    const isTold = pickOf(picks, game.gid) === undefined ? isWhole : isWeekLocked([game], now);
    return isTold ? (values[at] ?? null) : null;
  });
}

/** The value of each game of a week by an order, in the order of the games. For a game that is off, the value it would have if it counted. */
export function placedValues(games: readonly OrderedGame[], scale: WeekScale): (order: Order) => number[] {
  const valuesBy = valuesByOrder(games, scale);
  return (order) => {
    const values = valuesBy(order);
    return games.map((game) => values.get(game.gid) ?? valueIfCounted(games, order, game.gid, scale));
  };
}

/** A player's picks with their values. */
export function withValues<P extends GamePick>(
  picks: Readonly<Record<string, P>>,
  values: ReadonlyMap<string, number>,
): Readonly<Record<string, P & Pick<CountedPick, 'value'>>> {
  return Object.fromEntries(
    Object.entries(picks).map(([gid, pick]) => [gid, { ...pick, value: values.get(gid) ?? 0 }]),
  );
}

/** The fields of a game that an order by lines needs. */
export type LinedOrderGame = OrderedGame & Pick<Game, 'spread' | 'frozenSpread'>;

/**
 * The open games of a week by how much their picked side is favored, least first; a game without a pick uses its favorite. A game without a
 * line counts as even. Games that are level keep the given order.
 */
export function orderByLines(games: readonly LinedOrderGame[], picks: Picks, rules: PoolRules): string[] {
  const edge = (game: LinedOrderGame): number => {
    const line = knownLine(game, rules) ?? 0;
    const side = pickOf(picks, game.gid)?.side;
    if (side === undefined) return Math.abs(line);
    return side === 'home' ? line : -line;
  };
  return games.toSorted((a, b) => edge(a) - edge(b)).map(({ gid }) => gid);
}

/** The fields of a game that decide how much a player can still get. */
export type RemainingGame = LockedOrderGame & Pick<Game, 'status'>;

/**
 * The highest sum of values that a player can still get in a week, beyond those they have. Counts unfinished games that are picked or open:
 * the known values, and for each open game without a known value one of the highest free values.
 * @param games with the pool's locks
 * @param known all of one's own values; of other players', those that locks have revealed
 */
export function valuesLeft(
  games: readonly RemainingGame[],
  known: ReadonlyMap<string, number>,
  picks: Picks,
  now: number,
  scale: WeekScale,
): number {
  const counting = games.filter(gameCounts);
  const taken = new Set(counting.map(({ gid }) => known.get(gid)));
  const free = scaleOf(counting.length, scale)
    .filter((value) => !taken.has(value))
    .toReversed();
  const isOpen = (game: RemainingGame) => !isLocked(game, now);
  const hidden = counting.filter((game) => isOpen(game) && !known.has(game.gid));
  const running = counting.filter(
    (game) => game.status !== 'Final' && (isOpen(game) || pickOf(picks, game.gid) !== undefined),
  );
  return sum(running.map(({ gid }) => known.get(gid) ?? 0)) + sum(free.slice(0, hidden.length));
}

/** The highest score that a player can reach in a week: what they have plus the values they can still get, at the points of its round. */
export function halvesPossible(halves: Halves, left: number, weekId: string, rules: PoolRules): Halves {
  return halves + halvesOfPoints(left * pointsOfWeek(weekId, rules));
}

/** The value that a game that is off would have if it counted. */
function valueIfCounted(games: readonly OrderedGame[], order: Order, gid: string, scale: WeekScale): number {
  const restored = games.map((game) => (game.gid === gid ? { ...game, void: null } : game));
  return valuesOf(restored, order, scale).get(gid) ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
