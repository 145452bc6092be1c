/**
 * A week computed by brute force from the text of the rules: every outcome of every game, and every possible value of sealed and open
 * picks. Independent of the product's implementation.
 */
import { homeChance } from '#core/game-day/chance.ts';
import type { DayGame, DayPlayer, DayWeek } from '#core/game-day/week.ts';
import type { Side } from '#core/types.ts';

/** A pick as it is scored. */
interface Choice {
  readonly side: Side;
  readonly best: boolean;
  readonly auto: boolean;
}

/** The outcome of a game; null if it is called off. */
interface End {
  readonly home: number;
  readonly away: number;
}
type Ends = ReadonlyMap<string, End | null>;

/** A possible entry of a player. */
interface Entry {
  readonly choices: ReadonlyMap<string, Choice>;
  /** Games from the lowest value up; null without confidence. */
  readonly order: readonly string[] | null;
}

export interface HandStanding {
  readonly chance: number;
  readonly hope: 'clinched' | 'alive' | 'out';
}

export interface HandGame {
  readonly gid: string;
  readonly ifHome: number | null;
  readonly ifAway: number | null;
  readonly must: Side | null;
  readonly matters: boolean;
}

const MOST_GUESSED = 200;

/** The half points that a right pick of the week earns. */
function rightHalves({ rules, games }: DayWeek): number {
  return 2 * (games[0]?.weekId.endsWith('wild-card') ? rules.wildCardPoints : 1);
}

function lineOf(game: DayGame, { rules }: DayWeek): number {
  if (!rules.useSpread) return 0;
  const line = rules.line === 'frozen' && game.frozenSpread !== null ? game.frozenSpread : game.spread;
  if (line === null) return 0;
  if (!rules.roundSpread || line % 1 !== 0) return line;
  return line > 0 ? line + 0.5 : line - 0.5;
}

function favorite(game: DayGame, week: DayWeek): Side | null {
  const line = week.rules.useSpread ? lineOf(game, week) : marketLine(game, week);
  return line === 0 ? null : line > 0 ? 'home' : 'away';
}

/** Straight up, with upsets by a line that may be frozen. */
function marketLine({ spread, frozenSpread }: DayGame, { rules }: DayWeek): number {
  return (rules.line === 'frozen' ? (frozenSpread ?? spread) : spread) ?? 0;
}

/** How many times a right pick of a side counts, because it is the underdog. */
function upsetTimes(side: Side, game: DayGame, week: DayWeek): number {
  const { upset, useSpread, format } = week.rules;
  if (upset === 'none' || useSpread || format !== 'pickem') return 1;
  const by = marketLine(game, week) * (side === 'home' ? -1 : 1);
  if (by <= 0) return 1;
  return upset === 'line' ? Math.ceil(by) : upset + 1;
}

const wildCard = [6, 8, 10, 12, 14, 16];

/** The value of a place among the games that count, from 0 for the lowest. Pools play a regular week or a Wild Card round. */
function valueAt(place: number, count: number, { rules: { scale }, games }: DayWeek): number {
  if (scale === 'sixteen') return 16 - (count - 1 - place);
  const isRound = scale === 'playoffs' && games[0]?.weekId.endsWith('wild-card');
  return isRound ? (wildCard[wildCard.length - count + place] ?? 0) : place + 1;
}

/** How much of a right pick a side earns: 0, 1/2 or 1. */
function partOf(side: Side, game: DayGame, end: End, week: DayWeek): number {
  const line = lineOf(game, week);
  const margin = end.home - end.away - line;
  if (margin !== 0) return (margin > 0 ? 'home' : 'away') === side ? 1 : 0;
  if (line === 0) return { nobody: 0, half: 0.5, both: 1 }[week.rules.tie];
  if (week.rules.push === 'home') return side === 'home' ? 1 : 0;
  return week.rules.push === 'half' ? 0.5 : 0;
}

function scoreOf({ choices, order }: Entry, ends: Ends, week: DayWeek, games: ReadonlyMap<string, DayGame>): number {
  let score = 0;
  for (const [gid, { side, best }] of choices) {
    const [game, end] = [games.get(gid), ends.get(gid)];
    if (!game || !end) continue;
    const counted = order?.filter((each) => ends.get(each) !== null);
    const value = counted ? valueAt(counted.indexOf(gid), counted.length, week) : 1;
    const times = (best && week.rules.bestBets > 0 ? 2 : 1) * upsetTimes(side, game, week);
    score += rightHalves(week) * partOf(side, game, end, week) * value * times;
  }
  return score;
}

export function byHand(week: DayWeek): { players: HandStanding[]; games: HandGame[] } {
  const { rules, players, viewerId, fixed, now, tiebreakGid } = week;
  const counting = week.games.filter((game) => game.void === null);
  const games = new Map(counting.map((game) => [game.gid, game]));
  const isOver = (game: DayGame) => game.status === 'Final';
  const open = counting.filter((game) => !isOver(game) && now < game.lockAt);
  const left = counting.filter((game) => !isOver(game) && fixed[game.gid] === undefined);
  const isOpen = (gid: string) => open.some((game) => game.gid === gid);

  const sideEnd = (game: DayGame, side: Side): End => {
    const line = Math.ceil(Math.abs(lineOf(game, week))) + 1;
    return side === 'home' ? { home: 30 + line, away: 30 } : { home: 30, away: 30 + line };
  };
  const decided = new Map<string, End>(
    counting.flatMap((game): [string, End][] => {
      const side = fixed[game.gid];
      if (isOver(game)) return [[game.gid, { home: game.homeScore, away: game.awayScore }]];
      return side ? [[game.gid, sideEnd(game, side)]] : [];
    }),
  );
  /** Every way in which the games that are left can end: one side or the other, level with the line if that is possible, called off. */
  const allEnds = (endsOf: (game: DayGame) => (End | null)[]): Ends[] => {
    let all: Map<string, End | null>[] = [new Map(decided)];
    for (const game of left) {
      all = all.flatMap((ends) => endsOf(game).map((end) => new Map(ends).set(game.gid, end)));
    }
    return all;
  };
  const bothSides = (game: DayGame) => [sideEnd(game, 'away'), sideEnd(game, 'home')];
  const anyEnd = (game: DayGame): (End | null)[] => {
    const line = lineOf(game, week);
    const level = line % 1 === 0 ? [{ home: 40 + line, away: 40 }] : [];
    return [...bothSides(game), ...level, null];
  };

  const visibleChoices = (player: DayPlayer, gids: readonly string[]): Map<string, Choice> =>
    new Map(
      gids.flatMap((gid): [string, Choice][] => {
        const pick = player.picks[gid];
        return pick ? [[gid, { side: pick.side, best: pick.best === true, auto: pick.auto === true }]] : [];
      }),
    );

  const locked = counting.map(({ gid }) => gid).filter((gid) => !isOpen(gid));
  const ordersOf = (player: DayPlayer): (readonly string[] | null)[] => {
    if (rules.format !== 'confidence') return [null];
    const known = locked.filter((gid) => player.values?.[gid] !== undefined);
    return permutations(counting.map(({ gid }) => gid)).filter((order) =>
      known.every((gid) => valueAt(order.indexOf(gid), order.length, week) === player.values?.[gid]),
    );
  };
  /** The limits of a week depend on canceled games: a pick or a mark of such a game does not count. */
  const isAllowed = (choices: ReadonlyMap<string, Choice>, ends: Ends): boolean => {
    const taken = [...choices].filter(([gid, { auto }]) => !auto && ends.get(gid) !== null);
    const shut = taken.filter(([gid]) => !isOpen(gid));
    const has = taken.length > shut.length;
    const asked = rules.games === 'all' ? 99 : rules.games;
    if (has && taken.length > asked) return false;
    const marks = (some: typeof taken) => some.filter(([, { best }]) => best).length;
    return marks(taken) === marks(shut) || marks(taken) <= rules.bestBets;
  };
  const autoSide = (game: DayGame): Side | null => {
    if (rules.missed === 'nothing' || rules.missed === 'own') return null;
    const favored = favorite(game, week) ?? 'home';
    if (rules.missed === 'underdog') return favored === 'home' ? 'away' : 'home';
    return rules.missed === 'favourite' ? favored : rules.missed;
  };
  const anyEntries = (player: DayPlayer): Entry[] => {
    let all = [visibleChoices(player, locked)];
    for (const game of open) {
      const auto = autoSide(game);
      const bests = rules.bestBets > 0 ? [false, true] : [false];
      const made = bests.flatMap((best) =>
        (['home', 'away'] as const).map((side): Choice => ({ side, best, auto: false })),
      );
      const missed: Choice[] = auto ? [{ side: auto, best: false, auto: true }] : [];
      all = all.flatMap((choices) => [
        ...(auto ? [] : [choices]),
        ...[...made, ...missed].map((choice) => new Map(choices).set(game.gid, choice)),
      ]);
    }
    return all.flatMap((choices) => ordersOf(player).map((order) => ({ choices, order })));
  };

  const entries = players.map(anyEntries);
  const range = (player: number, ends: Ends): { low: number; high: number } => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const entry of entries[player] ?? []) {
      if (!isAllowed(entry.choices, ends)) continue;
      const score = scoreOf(entry, ends, week, games);
      if (score < low) low = score;
      if (score > high) high = score;
    }
    return { low, high };
  };

  // Guesses.
  const tiebreak = rules.tiebreak === 'none' || tiebreakGid === null ? null : tiebreakGid;
  const tiebreakGame = week.games.find(({ gid }) => gid === tiebreak);
  const areTold = tiebreakGame !== undefined && (isOver(tiebreakGame) || now >= tiebreakGame.lockAt);
  const distance = (player: DayPlayer | undefined, total: number, isTimed = true): number => {
    const { guess, guessedAt = 0 } = player ?? {};
    if (guess === undefined) return 1e6;
    const over = { none: 0, closest: 0, 'closest-under': 1000, 'closest-early': 0.5 }[rules.tiebreak];
    const late = isTimed && rules.tiebreak === 'closest-early' ? guessedAt / 1000 : 0;
    return Math.abs(guess - total) + (guess > total ? over : 0) + late;
  };
  const totals = Array.from({ length: MOST_GUESSED + 1 }, (_, total) => total);
  const possibleTotals =
    tiebreakGame && isOver(tiebreakGame) ? [tiebreakGame.homeScore + tiebreakGame.awayScore] : totals;
  const isTiebreakOff = (ends: Ends) =>
    tiebreak === null || (tiebreakGame !== undefined && (tiebreakGame.void !== null || ends.get(tiebreak) === null));
  /** Whether a tied player can lose the week to another by the guesses. */
  const mayLose = (player: number, other: number, ends: Ends): boolean => {
    if (isTiebreakOff(ends)) return false;
    if (!areTold) return true;
    const [own, theirs] = [players[player], players[other]];
    return possibleTotals.some((total) => distance(theirs, total) < distance(own, total));
  };
  const mayWinAmong = (player: number, level: readonly number[], ends: Ends): boolean => {
    if (isTiebreakOff(ends) || !areTold) return true;
    // While the game is played, an earlier equal guess of somebody else is not held against a player.
    const isKnown = possibleTotals.length === 1;
    return possibleTotals.some((total) =>
      level.every((other) => distance(players[player], total, isKnown) <= distance(players[other], total, isKnown)),
    );
  };

  const everything = allEnds(anyEnd).map((ends) => ({ ends, ranges: players.map((_, player) => range(player, ends)) }));
  const bySides = allEnds(bothSides).map((ends) => ({ ends, ranges: players.map((_, player) => range(player, ends)) }));
  const everybody = players.map((_, player) => player);
  const hasClinched = (player: number) =>
    everything.every(({ ends, ranges }) => {
      const low = ranges[player]?.low ?? 0;
      if (low <= 0) return false;
      return everybody.every((other) => {
        const high = ranges[other]?.high ?? 0;
        return other === player || high < low || (high === low && !mayLose(player, other, ends));
      });
    });
  const canWinWith = (player: number, { ends, ranges }: (typeof bySides)[number]): boolean => {
    const high = ranges[player]?.high ?? 0;
    if (high <= 0) return false;
    const others = everybody.filter((other) => other !== player);
    if (others.some((other) => (ranges[other]?.low ?? 0) > high)) return false;
    return mayWinAmong(
      player,
      others.filter((other) => ranges[other]?.low === high),
      ends,
    );
  };

  // Chances: sealed picks and, if all games must be picked, the missing ones, as quick fill would make them.
  const likely = players.map((player): Entry => {
    const choices = visibleChoices(
      player,
      counting.map(({ gid }) => gid),
    );
    for (const game of open) {
      if (choices.has(game.gid)) continue;
      const mayFill = player.sealed.includes(game.gid) || week.rules.games === 'all';
      const side =
        (mayFill ? favorite(game, week) : null) ?? (player.sealed.includes(game.gid) ? null : autoSide(game));
      if (side) choices.set(game.gid, { side, best: false, auto: true });
    }
    if (rules.format !== 'confidence') return { choices, order: null };
    const edge = (game: DayGame) => {
      const line = rules.useSpread ? lineOf(game, week) : marketLine(game, week);
      const side = choices.get(game.gid)?.side;
      return side === undefined ? Math.abs(line) : side === 'home' ? line : -line;
    };
    const order: (string | undefined)[] = counting.map(() => undefined);
    const hidden: DayGame[] = [];
    for (const game of counting) {
      const value = player.values?.[game.gid];
      if (value === undefined) hidden.push(game);
      else order[order.findIndex((_, place) => valueAt(place, order.length, week) === value)] = game.gid;
    }
    hidden.sort((a, b) => edge(a) - edge(b));
    for (const [at, gid] of order.entries()) if (gid === undefined) order[at] = hidden.shift()?.gid;
    return { choices, order: order as string[] };
  });
  const outcomes = allEnds(bothSides).map((ends, at) => {
    const homes = left.map((_, game) => (at >> (left.length - 1 - game)) % 2 === 1);
    const scores = likely.map((entry) => scoreOf(entry, ends, week, games));
    const top = Math.max(...scores);
    let winners = top > 0 ? everybody.filter((player) => scores[player] === top) : [];
    if (!isTiebreakOff(ends) && areTold && winners.length > 1) {
      const isKnown = possibleTotals.length === 1;
      const far = (player: number) =>
        isKnown ? distance(players[player], possibleTotals[0] ?? 0) : Number(players[player]?.guess === undefined);
      const nearest = Math.min(...winners.map(far));
      winners = winners.filter((player) => far(player) === nearest);
    }
    return { homes, winners };
  });
  const chances = left.map((game) => homeChance(game, rules, now));
  const chanceOf = (player: number, given: number | null, side: Side): number =>
    outcomes.reduce((sum, { homes, winners }) => {
      if (given !== null && homes[given] !== (side === 'home')) return sum;
      const weight = chances.reduce((product, chance, game) => {
        return game === given ? product : product * (homes[game] ? chance : 1 - chance);
      }, 1);
      return winners.includes(player) ? sum + weight / winners.length : sum;
    }, 0);

  const viewer = players.findIndex(({ id }) => id === viewerId);
  const isOut = (player: number) => !bySides.some((each) => canWinWith(player, each));
  return {
    players: players.map((_, player) => ({
      chance: chanceOf(player, null, 'home'),
      hope: hasClinched(player) ? 'clinched' : isOut(player) ? 'out' : 'alive',
    })),
    games: left.map((game, at) => {
      if (viewer < 0) return { gid: game.gid, ifHome: null, ifAway: null, must: null, matters: false };
      const winsIf = (side: Side) =>
        bySides.some((each, number) => {
          const isHome = (number >> (left.length - 1 - at)) % 2 === 1;
          return isHome === (side === 'home') && canWinWith(viewer, each);
        });
      const needs = (side: Side) => winsIf(side) && !winsIf(side === 'home' ? 'away' : 'home');
      const bit = 1 << (left.length - 1 - at);
      return {
        gid: game.gid,
        ifHome: chanceOf(viewer, at, 'home'),
        ifAway: chanceOf(viewer, at, 'away'),
        must: needs('home') ? 'home' : needs('away') ? 'away' : null,
        matters: outcomes.some(({ winners }, number) => {
          return winners.includes(viewer) !== outcomes[number ^ bit]?.winners.includes(viewer);
        }),
      };
    }),
  };
}

function permutations(items: readonly string[]): string[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) => permutations(items.filter((each) => each !== item)).map((rest) => [item, ...rest]));
}
