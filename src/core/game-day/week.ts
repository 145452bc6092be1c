import { autoSide } from '#core/auto-picks.ts';
import type { WeekScale } from '#core/formats/confidence/confidence.ts';
import { orderByLines, scaleOf, weekScale } from '#core/formats/confidence/confidence.ts';
import { isBestBet } from '#core/formats/pickem/points.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { gameCounts, isOver } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import { choosesGames, pickOf, picksAsked } from '#core/picks.ts';
import { quickFill } from '#core/quick-fill.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { weeklyScore } from '#core/scoring.ts';
import type { CountedPick, CountedPicks, Game, Side } from '#core/types.ts';
import { sides } from '#core/types.ts';
import { homeChance } from './chance.ts';

/** A game of the week, with its lock and line in the pool. */
export type DayGame = Pick<
  Game,
  | 'gid'
  | 'weekId'
  | 'kickoff'
  | 'lockAt'
  | 'status'
  | 'void'
  | 'homeScore'
  | 'awayScore'
  | 'spread'
  | 'frozenSpread'
  | 'situation'
>;

/** The facts about a member that the page may see. */
export interface DayPlayer {
  readonly id: string;
  /** The visible picks, including auto picks; all picks of the viewer. */
  readonly picks: CountedPicks;
  /** The games that they have picked but whose sides are sealed. */
  readonly sealed: readonly string[];
  /** In a confidence pool: their visible values, by game; all values of the viewer. */
  readonly values?: Readonly<Record<string, number>>;
  /** Their guess of the tiebreak game, if it is visible. */
  readonly guess?: number;
  /** When they made it (ms), if that can decide the week. */
  readonly guessedAt?: number;
  /** Whether missed games count nothing for them, because the limit of auto picks was reached. */
  readonly isPastLimit?: boolean;
}

/**
 * A week of a pool with everything that the viewer may see of it. Dropped weeks do not matter here: the winner of a week depends on that
 * week alone.
 */
export interface DayWeek {
  readonly rules: PoolRules;
  /** In a confidence pool: the stored values of the week, from the lowest up. */
  readonly scaleValues?: readonly number[] | undefined;
  /** All games of the week. */
  readonly games: readonly DayGame[];
  readonly players: readonly DayPlayer[];
  /** Null if the viewer does not play. */
  readonly viewerId: string | null;
  readonly tiebreakGid: string | null;
  /** What if: games that are assumed to be over, each with the side that wins. */
  readonly fixed: Readonly<Record<string, Side>>;
  readonly now: number;
}

/** A counting game that is not over and whose side is not fixed. */
export interface LeftGame {
  readonly gid: string;
  /** Whether it can still be picked. */
  readonly isOpen: boolean;
  /** The chance that the home side wins, 0 to 1. */
  readonly chance: number;
}

/** A player's score so far, and what the unfinished games can add. */
export interface PlayerRace {
  /** The score so far, including fixed games. */
  readonly halves: Halves;
  /** By unfinished game: the gain if the away side wins (index 0), or the home side (1). */
  readonly gains: readonly (readonly [Halves, Halves])[];
}

/** A player as chances see them, and without the picks that can still change. */
export interface PreparedPlayer {
  /** Sealed picks and open games are filled by quick fill; the viewer's own picks are kept, and their other games are missed. */
  readonly likely: PlayerRace;
  /** Without any pick of an open game. */
  readonly sure: PlayerRace;
  /** The most that their picks of open games can earn. */
  readonly openMost: Halves;
}

/** The facts of a week that are the same for all players. */
export interface Unplayed {
  readonly week: DayWeek;
  /** The counting games. */
  readonly counting: readonly DayGame[];
  readonly left: readonly LeftGame[];
  /** The games that can still be picked, including fixed ones. */
  readonly open: readonly DayGame[];
  /** What a pick earns if the game goes to a side; null: if it stays as it is. */
  readonly earned: (gid: string, pick: CountedPick, side: Side | null) => Halves;
}

/** A week, ready for the computation; the players are in the order of the week. */
export interface PreparedWeek extends Unplayed {
  readonly players: readonly PreparedPlayer[];
}

/** More than any line: the side that scores it wins. */
const FAR_AHEAD = 1000;

/** Prepares a week: each player's score so far, and what each game can add under the rules. */
export function prepareWeek(week: DayWeek): PreparedWeek {
  const { rules, fixed, now } = week;
  const counting = week.games.filter(gameCounts);
  const sealed = new Set(week.players.flatMap((player) => player.sealed));
  const open = counting.filter((game) => !isOver(game) && (!isLocked(game, now) || sealed.has(game.gid)));
  const openGids = new Set(open.map(({ gid }) => gid));
  const running = counting.filter((game) => !isOver(game) && fixedSide(fixed, game.gid) === null);
  const left = running.map((game) => {
    return { gid: game.gid, isOpen: openGids.has(game.gid), chance: homeChance(game, rules, now) };
  });
  const earned = earningsOf(counting, rules);
  const unplayed = { week, counting, left, open, earned };
  const raceOf = (picks: CountedPicks) => raceWith(unplayed, picks);
  const likelyPicks = likelyPicksOf(unplayed);
  const players = week.players.map((player) => {
    const told = Object.entries(withKnownValues(player, counting)).filter(([gid]) => !openGids.has(gid));
    const sure = raceOf(Object.fromEntries(told));
    return { likely: raceOf(likelyPicks(player)), sure, openMost: openMost(unplayed, player) };
  });
  return { ...unplayed, players };
}

/** What the games of the week are worth in a confidence pool. */
export function scaleOfDay({ rules, games, scaleValues }: Pick<DayWeek, 'rules' | 'games' | 'scaleValues'>): WeekScale {
  return weekScale(rules, games[0]?.weekId ?? '', scaleValues);
}

/** The values of the counting games that are not among a player's known ones, lowest first. */
export function freeValues(
  { values = {} }: DayPlayer,
  { counting, week }: Pick<Unplayed, 'counting' | 'week'>,
): number[] {
  const taken = new Set(counting.map(({ gid }) => values[gid]));
  return scaleOf(counting.length, scaleOfDay(week)).filter((value) => !taken.has(value));
}

/** How many more picks and best bets a player's week takes; negative if it has too many. */
export interface OpenPlaces {
  readonly places: number;
  readonly marks: number;
}

/** The room that a player's picks of locked games leave for open games. */
export function openPlaces({ week: { rules }, counting, open }: Unplayed, { picks }: DayPlayer): OpenPlaces {
  const openGids = new Set(open.map(({ gid }) => gid));
  const shut = counting.flatMap(({ gid }) => (openGids.has(gid) ? [] : (pickOf(picks, gid) ?? [])));
  const made = shut.filter(({ auto }) => !auto).length;
  const marked = shut.filter((pick) => isBestBet(pick, rules)).length;
  return { places: picksAsked(counting.length, rules) - made, marks: rules.bestBets - marked };
}

/**
 * The most that picks of open games can earn within that room.
 * @param fixed the games whose side is known, each with it
 */
export function openHalves(
  { open, earned, week }: Unplayed,
  { places, marks }: OpenPlaces,
  fixed: DayWeek['fixed'] = week.fixed,
): Halves {
  const most = ({ gid }: DayGame, best: boolean) => {
    const known = fixedSide(fixed, gid);
    return Math.max(...(known ? [known] : sides).map((side) => earned(gid, { side, bus: false, best }, side)));
  };
  const byWorth = open.toSorted((a, b) => most(b, false) - most(a, false));
  return byWorth.slice(0, Math.max(0, places)).reduce((sum, game, at) => sum + most(game, at < marks), 0);
}

/** All open games right; in a confidence pool, at the highest possible values. */
function openMost(unplayed: Unplayed, player: DayPlayer): Halves {
  const { week, open, earned } = unplayed;
  if (!traitsOf(week.rules).hasValues) return openHalves(unplayed, openPlaces(unplayed, player));
  if (open.length === 0) return 0;
  const values = freeValues(withoutOpen(player, open), unplayed).slice(-open.length);
  return open.reduce((sum, { gid }, at) => {
    return sum + earned(gid, { side: 'home', bus: false, value: values[at] ?? 0 }, 'home');
  }, 0);
}

/** A player without the values of open games, which can still be reassigned. */
export function withoutOpen(player: DayPlayer, open: readonly DayGame[]): DayPlayer {
  const gids = new Set(open.map(({ gid }) => gid));
  const kept = Object.entries(player.values ?? {}).filter(([gid]) => !gids.has(gid));
  return { ...player, values: Object.fromEntries(kept) };
}

function raceWith({ week: { fixed }, counting, left, earned }: Unplayed, picks: CountedPicks): PlayerRace {
  const leftGids = new Set(left.map(({ gid }) => gid));
  const halves = counting.reduce((sum, game) => {
    const pick = leftGids.has(game.gid) ? undefined : pickOf(picks, game.gid);
    return pick ? sum + earned(game.gid, pick, isOver(game) ? null : fixedSide(fixed, game.gid)) : sum;
  }, 0);
  const gains = left.map(({ gid }): [Halves, Halves] => {
    const pick = pickOf(picks, gid);
    return pick ? [earned(gid, pick, 'away'), earned(gid, pick, 'home')] : [0, 0];
  });
  return { halves, gains };
}

/**
 * A player's picks for chances: quick fill takes the favorite for sealed and open picks, and orders free values by the lines. If players
 * choose their games, unpicked games stay unpicked.
 */
function likelyPicksOf({ week, counting, open }: Unplayed): (player: DayPlayer) => CountedPicks {
  const { rules } = week;
  const all = {
    rules: { ...rules, games: 'all' as const },
    how: 'favorites' as const,
    now: Number.NEGATIVE_INFINITY,
    random: () => 0,
  };
  const { sides: filled } = quickFill(open, {}, all);
  const autos = new Map(open.map((game) => [game.gid, autoSide(game, rules)]));
  return (player) => {
    const picks: Record<string, CountedPick> = { ...player.picks };
    for (const { gid } of open) {
      if (pickOf(picks, gid)) continue;
      const [favorite, auto] = [filled.get(gid), player.isPastLimit ? null : autos.get(gid)];
      const side = player.sealed.includes(gid) ? favorite : choosesGames(rules) ? auto : (favorite ?? auto);
      if (side) picks[gid] = { side, bus: false };
    }
    if (!traitsOf(rules).hasValues) return picks;
    const free = freeValues(player, { counting, week });
    const hidden = free.length === 0 ? [] : counting.filter(({ gid }) => player.values?.[gid] === undefined);
    const likely = Object.fromEntries(orderByLines(hidden, picks, rules).map((gid, at) => [gid, free[at] ?? 0]));
    return withKnownValues({ ...player, picks, values: { ...likely, ...player.values } }, counting);
  };
}

/** A player's picks of counting games; in a confidence pool, with their values if known. */
function withKnownValues({ picks, values }: DayPlayer, counting: readonly DayGame[]): CountedPicks {
  return Object.fromEntries(
    counting.flatMap(({ gid }) => {
      const pick = pickOf(picks, gid);
      if (pick === undefined) return [];
      return [[gid, values ? { ...pick, value: values[gid] ?? 0 } : pick]];
    }),
  );
}

/** Asks the rules what a pick earns in each game, as it is or as it could end. */
function earningsOf(counting: readonly DayGame[], rules: PoolRules): Unplayed['earned'] {
  const ends = new Map(
    counting.map((game) => {
      const end = (homeScore: number, awayScore: number) => ({
        ...game,
        status: 'Final' as const,
        homeScore,
        awayScore,
      });
      return [game.gid, { home: end(FAR_AHEAD, 0), away: end(0, FAR_AHEAD), now: game }];
    }),
  );
  return (gid, pick, side) => {
    const game = ends.get(gid)?.[side ?? 'now'];
    return game ? weeklyScore([game], { [gid]: pick }, rules) : 0;
  };
}

function fixedSide(fixed: DayWeek['fixed'], gid: string): Side | null {
  return Object.hasOwn(fixed, gid) ? (fixed[gid] ?? null) : null;
}
