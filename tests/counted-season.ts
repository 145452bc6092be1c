/**
 * A season counted for tests only, from the picks and the results of games, independent of the product's rules. Weeks and games are
 * numbered from 0.
 */
import type { Side } from '#core/types.ts';

/** The result of a game. */
export interface PlayedGame {
  readonly away: string;
  readonly home: string;
  readonly points: readonly [away: number, home: number];
  /** Whether it was called off. */
  readonly isOff: boolean;
}

/** An entry's picks of a week. */
export interface Sheet {
  sides: Map<number, Side>;
  /** Games in ascending order of confidence; empty if none was entered. */
  order: readonly number[];
  /** Points of the last game. */
  guess: number | null;
  team: { readonly game: number; readonly team: string } | null;
}

/** An entry that plays. */
export interface CountedEntry {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  /** The first week that it can play. */
  readonly since: number;
  /** Whether it is the owner's first entry in the pool. */
  readonly isFirst: boolean;
  readonly sheets: readonly Sheet[];
}

/** A pool to count. `entries` are those that currently play, `games` those of finished weeks. */
export interface CountedPool {
  readonly format: 'pickem' | 'confidence' | 'survivor';
  readonly entries: readonly CountedEntry[];
  readonly games: readonly (readonly PlayedGame[])[];
  /** Weeks of the whole season. */
  readonly weeks: number;
  readonly lives: number;
  /** In cents. */
  readonly weekPrize: number;
  readonly places: readonly number[];
}

type Shares = Readonly<Record<string, number>>;

/** What others see of an entry in a week. */
export interface CountedWeek {
  /** A letter for each game: `h` home, `a` away, `-` none. */
  readonly picks: string;
  readonly guess: number | null;
  readonly points: number;
  /** Of the whole season. */
  readonly total: number;
}

/** The standings of a pick'em or confidence pool after a week. */
export interface CountedScores {
  /** By rank, then by name. */
  readonly order: string[];
  readonly rows: Readonly<Record<string, { weeks: (number | null)[]; total: number; rank: number }>>;
  /** For each week. */
  readonly matchups: readonly Readonly<Record<string, CountedWeek>>[];
  /** The winners of each week, by id. */
  readonly winners: readonly string[][];
  readonly prizes: readonly Shares[];
  /** Of the last week: who leads it. */
  readonly leader: { readonly points: number; readonly entryIds: string[]; readonly ownerIds: string[] };
}

/** The standings of a survivor pool after a week. */
export interface CountedSurvival {
  /** By rank, then by name. */
  readonly order: string[];
  readonly rows: Readonly<Record<string, { lives: number; out: number | null; wins: number; rank: number }>>;
  /** The winners of the pool; empty until decided. */
  readonly survivors: string[];
  readonly prizes: readonly Shares[];
}

/** The side that won; null for a tie. */
function winnerOf({ points: [away, home] }: PlayedGame): Side | null {
  return away > home ? 'away' : home > away ? 'home' : null;
}

/** A right pick is a point, a tie half a point. A game that was called off does not count. */
function pickemPoints({ sides }: Sheet, games: readonly PlayedGame[]): number {
  return games.reduce((points, game, at) => {
    const side = sides.get(at);
    if (side === undefined || game.isOff) return points;
    const winner = winnerOf(game);
    return points + (winner === null ? 0.5 : winner === side ? 1 : 0);
  }, 0);
}

/**
 * A right pick is worth the rank of its game among those that were played, from 1 for the least trusted; a tie nothing. Without an order
 * the games rank as scheduled.
 */
function confidencePoints({ sides, order }: Sheet, games: readonly PlayedGame[]): number {
  const placed = order.length > 0 ? order : games.map((_, at) => at);
  const played = placed.filter((at) => games[at]?.isOff === false);
  return played.reduce((points, at, place) => {
    const winner = winnerOf(games[at] as PlayedGame);
    return points + (winner !== null && sides.get(at) === winner ? place + 1 : 0);
  }, 0);
}

/** The rank: one more than the number of better ones. */
function rankOf<T>(all: readonly T[], one: T, isBetter: (a: T, b: T) => boolean): number {
  return 1 + all.filter((other) => isBetter(other, one)).length;
}

function tableOrder(entries: readonly CountedEntry[], ranks: ReadonlyMap<string, number>): string[] {
  const byName = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return byName.toSorted((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0)).map(({ id }) => id);
}

function weekOf(
  { sheets }: CountedEntry,
  week: number,
  games: readonly PlayedGame[],
  points: number,
  total: number,
): CountedWeek {
  const { sides, guess } = sheets[week] as Sheet;
  const letters = { home: 'h', away: 'a', none: '-' };
  return { picks: games.map((_, game) => letters[sides.get(game) ?? 'none']).join(''), guess, points, total };
}

/** Tied entries share evenly; remaining cents go one each to the first by name. */
function split(cents: number, entries: readonly CountedEntry[]): [string, number][] {
  const named = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return named
    .map(({ id }, at): [string, number] => [id, Math.floor(cents / named.length) + (at < cents % named.length ? 1 : 0)])
    .filter(([, share]) => share > 0);
}

/** Prizes of the places: tied entries share the sum of the prizes of their places. */
function placeShares(
  places: readonly number[],
  entries: readonly CountedEntry[],
  rank: (id: string) => number,
): Shares {
  const shares = places.flatMap((_, at) => {
    const level = entries.filter(({ id }) => rank(id) === at + 1);
    const taken = places.slice(at, at + level.length);
    return level.length === 0 ? [] : split(sum(taken), level);
  });
  return Object.fromEntries(shares);
}

/** Counts a pick'em or confidence pool. */
export function countScores({ format, entries, games, weeks, weekPrize, places }: CountedPool): CountedScores {
  const pointsOf = format === 'pickem' ? pickemPoints : confidencePoints;
  const hasPlayed = ({ sheets }: CountedEntry, week: number) => (sheets[week]?.sides.size ?? 0) > 0;
  const own = new Map(
    entries.map((entry) => [entry, games.map((ofWeek, week) => pointsOf(entry.sheets[week] as Sheet, ofWeek))]),
  );
  const pointsIn = (entry: CountedEntry, week: number) => own.get(entry)?.[week] ?? 0;

  // The first entry of a member who joined after a week counts the lowest score of those who played it; a further one counts 0.
  const isLate = (entry: CountedEntry, week: number) => entry.isFirst && entry.since > week && !hasPlayed(entry, week);
  const lowest = games.map((_, week) =>
    Math.min(...entries.filter((entry) => hasPlayed(entry, week)).map((entry) => pointsIn(entry, week))),
  );
  const seasons = entries.map((entry) => {
    const scores = games.map((_, week) => (isLate(entry, week) ? (lowest[week] ?? 0) : pointsIn(entry, week)));
    // The lowest week is dropped from the total, once there is another.
    const total = sum(scores) - (scores.length > 1 ? Math.min(...scores) : 0);
    return { entry, scores, total };
  });
  const ranks = new Map(seasons.map((one) => [one.entry.id, rankOf(seasons, one, (a, b) => a.total > b.total)]));

  // The best of a week win it; ties go to the closest guess of the last game, and entries without a guess come last.
  const winners = games.map((ofWeek, week) => {
    const playing = entries.filter((entry) => !isLate(entry, week));
    const best = Math.max(...playing.map((entry) => pointsIn(entry, week)));
    const level = playing.filter((entry) => pointsIn(entry, week) === best);
    const total = sum(ofWeek.at(-1)?.points ?? []);
    const misses = level.map(({ sheets }) => Math.abs((sheets[week]?.guess ?? 1000) - total));
    return level.filter((_, at) => misses[at] === Math.min(...misses));
  });
  const leading = winners.at(-1) as CountedEntry[];
  const weekShares = Array.from({ length: weeks }, (_, week) =>
    Object.fromEntries(winners[week] ? split(weekPrize, winners[week]) : []),
  );
  const isOver = games.length === weeks;
  return {
    order: tableOrder(entries, ranks),
    rows: Object.fromEntries(
      seasons.map(({ entry, scores, total }) => {
        const shown = Array.from({ length: weeks }, (_, week) => scores[week] ?? null);
        return [entry.id, { weeks: shown, total, rank: ranks.get(entry.id) ?? 0 }];
      }),
    ),
    matchups: games.map((ofWeek, week) =>
      Object.fromEntries(
        seasons.map(({ entry, scores, total }) => [entry.id, weekOf(entry, week, ofWeek, scores[week] ?? 0, total)]),
      ),
    ),
    winners: winners.map(idsOf),
    prizes: [...weekShares, isOver ? placeShares(places, entries, (id) => ranks.get(id) ?? 0) : {}],
    leader: {
      points: pointsIn(leading[0] as CountedEntry, games.length - 1),
      entryIds: idsOf(leading),
      ownerIds: [...new Set(leading.map(({ ownerId }) => ownerId))].sort(),
    },
  };
}

/** How far an entry of a survivor pool came. */
export function countLives({ sheets }: Pick<CountedEntry, 'sheets'>, games: CountedPool['games'], lives: number) {
  let [left, wins] = [lives, 0];
  let out: number | null = null;
  for (const [week, ofWeek] of games.entries()) {
    if (out !== null) break;
    const team = sheets[week]?.team ?? null;
    const game = team === null ? undefined : ofWeek[team.game];
    // A game that was called off costs nothing; a loss, a tie and a week without a team cost a life.
    if (game?.isOff) continue;
    const winner = game === undefined ? null : winnerOf(game);
    if (game !== undefined && winner !== null && game[winner] === team?.team) wins += 1;
    else left -= 1;
    if (left === 0) out = week;
  }
  return { lives: left, out, wins };
}

/** Counts a survivor pool. */
export function countSurvival({ entries, games, weeks, lives, places }: CountedPool): CountedSurvival {
  const played = entries.map((entry) => ({ entry, ...countLives(entry, games, lives) }));
  type Played = (typeof played)[number];
  const lastOut = Math.max(-1, ...played.map(({ out }) => out ?? -1));
  const alive = played.filter(({ out }) => out === null);
  // Alive by lives, then wins; then those who went out later, then wins. If all are out, the last to go are level.
  const place = ({ lives: left, out, wins }: Played): number[] => {
    const areLevel = alive.length === 0 && out === lastOut;
    return [left, out ?? weeks, areLevel ? 0 : wins];
  };
  const isBetter = (a: Played, b: Played) => compare(place(a), place(b)) > 0;
  const ranks = new Map(played.map((one) => [one.entry.id, rankOf(played, one, isBetter)]));
  const isWon = alive.length <= 1 || games.length === weeks;
  const survivors = isWon ? entries.filter(({ id }) => ranks.get(id) === 1) : [];
  return {
    order: tableOrder(entries, ranks),
    rows: Object.fromEntries(played.map(({ entry, ...how }) => [entry.id, { ...how, rank: ranks.get(entry.id) ?? 0 }])),
    survivors: idsOf(survivors),
    prizes: [isWon ? placeShares(places, entries, (id) => ranks.get(id) ?? 0) : {}],
  };
}

/** The number of players who picked in a week, each counted once. */
export function countActivePeople({ format, entries }: CountedPool, week: number): number {
  const active = entries.filter(({ sheets }) => {
    const { sides, team } = sheets[week] as Sheet;
    return format === 'survivor' ? team !== null : sides.size > 0;
  });
  return new Set(active.map(({ ownerId }) => ownerId)).size;
}

function idsOf(entries: readonly CountedEntry[]): string[] {
  return entries.map(({ id }) => id).sort();
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((each, place) => each !== b[place]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
