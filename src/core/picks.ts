import { pickPointsOf } from './formats/pick-points-of.ts';
import { gameCounts } from './game.ts';
import { isLocked, isPickable } from './locks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { DecidedGame, Outcome } from './spread.ts';
import { leadingSide, winner } from './spread.ts';
import type { CountedPick, CountedPicks, Game, GamePick, Picks, Side } from './types.ts';

/** The text of the Pick Progress bar when nothing is missing (section 2). */
const ALL_PICKS_TEXT = 'All picks submitted!';
/** In its place if no game asks for a pick: all are off, or locked before the player joined. */
const NO_PICKS_TEXT = 'No picks needed';

/** The result of a pick. split: half right, whichever side it is; none: there is no pick, or the game does not count. */
export type PickResult = 'correct' | 'incorrect' | 'split' | 'pending' | 'none';

/** The picks-made counter: how many of the counting games are picked, or of as many as the pool lets a player pick. */
export interface PickProgress {
  readonly made: number;
  readonly total: number;
  readonly complete: boolean;
}

/** Whether somebody made a pick: no auto pick, and not by the player's default. */
export function isOwnPick(pick: CountedPick | undefined): boolean {
  return pick !== undefined && pick.auto !== true;
}

/** A game with the facts that decide it. */
export type TalliedGame = DecidedGame & { readonly gid: string };

/** The pick of a game, if there is one. */
export function pickOf<P extends GamePick>(picks: Readonly<Record<string, P>>, gid: string): P | undefined {
  return Object.hasOwn(picks, gid) ? picks[gid] : undefined;
}

/** The result of a pick in a pool (section 4). */
export function pickResult(pick: GamePick | undefined, game: DecidedGame, rules: PoolRules): PickResult {
  if (pick === undefined || !gameCounts(game)) return 'none';
  return resultAt(pick.side, winner(game, rules), rules);
}

/** The result a pick would have if a running game ended now; pending if the game is not running. */
export function resultNow(side: Side, game: DecidedGame, rules: PoolRules): PickResult {
  return resultAt(side, leadingSide(game, rules), rules);
}

/** The fields of a game that decide whether its pick takes a place in its week. */
export type PlaceGame = Pick<Game, 'gid' | 'weekId' | 'void'>;

/** Whether players choose which games of a week they pick. */
export function choosesGames({ games }: Pick<PoolRules, 'games'>): boolean {
  return typeof games === 'number';
}

/** How many picks a week requires: one for each counting game, or as many as the pool lets a player pick. */
export function picksAsked(countingGames: number, { games }: Pick<PoolRules, 'games'>): number {
  return typeof games === 'number' ? Math.min(games, countingGames) : countingGames;
}

/**
 * How many of the required picks of some weeks the player has made. Postponed and cancelled games are left out (decisions, Picks).
 * @param games those that count for the entry (`gamesOfEntry`)
 */
export function pickProgress(games: readonly PlaceGame[], picks: CountedPicks, rules: PoolRules): PickProgress {
  let [made, total] = [0, 0];
  for (const week of Map.groupBy(games.filter(gameCounts), ({ weekId }) => weekId).values()) {
    const asked = picksAsked(week.length, rules);
    const picked = week.filter(({ gid }) => pickOf(picks, gid) !== undefined);
    made += Math.min(asked, picked.length - countAuto(picked, picks));
    total += asked;
  }
  return { made, total, complete: made === total };
}

/** The text of the Pick Progress bar (section 2), with a singular for one (decisions). */
export function progressText(progress: PickProgress): string {
  if (progress.total === 0) return NO_PICKS_TEXT;
  if (progress.complete) return ALL_PICKS_TEXT;
  const remaining = progress.total - progress.made;
  return remaining === 1 ? '1 pick remaining' : `${remaining} picks remaining`;
}

/**
 * How many counting games locked without a pick (decisions, reading the whole product). None is missed if players choose which games to
 * pick, or with weekly play in a week that the entry does not play.
 * @param games those that count for the entry (`gamesOfEntry`)
 */
export function missedPicks(
  games: readonly Pick<Game, 'gid' | 'void' | 'lockAt'>[],
  picks: Picks,
  now: number,
  rules: PoolRules,
): number {
  if (choosesGames(rules)) return 0;
  const locked = games.filter((game) => isLocked(game, now));
  const missed = locked.filter(({ gid }) => pickOf(picks, gid) === undefined);
  if (rules.weekly && missed.length === locked.length) return 0;
  return missed.filter(gameCounts).length;
}

/** The games that can still be picked and are not, in weeks that take another pick. */
export function unpickedGames<G extends PlaceGame & Pick<Game, 'lockAt'>>(
  games: readonly G[],
  picks: Picks,
  now: number,
  rules: PoolRules,
): G[] {
  const unpicked = games.filter((game) => isPickable(game, now) && pickOf(picks, game.gid) === undefined);
  if (!choosesGames(rules)) return unpicked;
  const full = new Set(unpicked.map(({ weekId }) => weekId).filter((week) => isWeekFull(games, picks, week, rules)));
  return unpicked.filter(({ weekId }) => !full.has(weekId));
}

/** Whether a player has picked as many games of a week as the pool allows: another pick is refused until one is taken back. */
export function isWeekFull(games: readonly PlaceGame[], picks: Picks, week: string, rules: PoolRules): boolean {
  const ofWeek = games.filter(({ weekId }) => weekId === week);
  return choosesGames(rules) && pickProgress(ofWeek, picks, rules).complete;
}

/** The first game that can still be picked and is not; null if nothing is left to pick. */
export function nextUnpicked<G extends PlaceGame & Pick<Game, 'lockAt'>>(
  games: readonly G[],
  picks: Picks,
  now: number,
  rules: PoolRules,
): G | null {
  return unpickedGames(games, picks, now, rules)[0] ?? null;
}

/** How many of the games count with an auto pick. */
export function countAuto(games: readonly { readonly gid: string }[], picks: CountedPicks): number {
  return games.filter((game) => pickOf(picks, game.gid)?.auto).length;
}

/** How many members picked each side of a game. */
export type SideCounts = Readonly<Record<Side, number>>;

/** The share of each side in whole percent, which always add up to 100; null if nobody picked. */
export function sharesOf({ home, away }: SideCounts): SideCounts | null {
  if (home + away === 0) return null;
  const share = Math.round((100 * home) / (home + away));
  return { home: share, away: 100 - share };
}

/** Whether another pick of a week can be marked as a best bet. A mark on a game that does not count takes no place. */
export function canMarkBest(games: readonly PlaceGame[], picks: Picks, { bestBets }: PoolRules): boolean {
  return games.filter((game) => gameCounts(game) && pickOf(picks, game.gid)?.best).length < bestBets;
}

function resultAt(side: Side, outcome: Outcome | null, rules: PoolRules): PickResult {
  return outcome === null ? 'pending' : pickPointsOf(rules).result(side, outcome, rules);
}
