import { isBestBet } from '#core/formats/pickem/points.ts';
import { gameCounts, isOver } from '#core/game.ts';
import { isLocked } from '#core/locks.ts';
import { limitsMissed } from '#core/missed-limit.ts';
import { lockedBeforeJoining } from '#core/newcomers.ts';
import type { PickResult } from '#core/picks.ts';
import { choosesGames, pickResult } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves, ScoredGame } from '#core/scoring.ts';
import { pickHalves, pointsOfWeek } from '#core/scoring.ts';
import type { Outcome } from '#core/spread.ts';
import { effectiveSpread, favoredSide, leadingSide, marginOf, underdog, winner } from '#core/spread.ts';
import type { CountedPick, Game, Side } from '#core/types.ts';

/**
 * What decided a pick: the game is off; the pick is sealed; none was made, because the game had locked before the entry joined, though one
 * was required, because the limit of auto picks was reached, because players choose their games, or because one can still be made; the game
 * is not over; the scores alone, or the line; the game ended level, or met the line exactly.
 */
export type PickCause =
  | 'off'
  | 'sealed'
  | 'before'
  | 'missed'
  | 'limit'
  | 'left-out'
  | 'open'
  | 'coming'
  | 'running'
  | 'scores'
  | 'line'
  | 'tie'
  | 'push';

/** A game to explain, with its lock and line in the pool. */
export type AskedGame = ScoredGame &
  Pick<Game, 'home' | 'away' | 'lockAt' | 'homeScore' | 'awayScore' | 'status' | 'void' | 'spread' | 'frozenSpread'>;

/** Why a pick earned its points. */
export interface PickReason {
  readonly game: AskedGame;
  readonly cause: PickCause;
  readonly result: PickResult;
  /** The side that counts; null if there is none, or it is sealed. */
  readonly side: Side | null;
  readonly isAuto: boolean;
  readonly isBest: boolean;
  /** The pool's line of the game; null if it has none. */
  readonly line: number | null;
  /** The origin of the line. */
  readonly lineFrom: 'market' | 'tuesday' | 'pool';
  /** By how much the favorite won (the home side if there is no favorite); negative if it lost. */
  readonly wonBy: number;
  /** The side that the game goes to; while it is running, the side it would go to if it ended now. */
  readonly outcome: Outcome | null;
  /** Whether it is of the underdog in a pool with upset points. */
  readonly isUpset: boolean;
  /** How many points a right pick of the week is worth. */
  readonly points: number;
  /** The value of the game in a pool where games have values; 0 if it has none. */
  readonly value: number;
  /** What it adds to the score of the week. */
  readonly halves: Halves;
}

/** The facts of a pool, an entry and a moment that explain a pick. */
export interface PickContext {
  readonly rules: PoolRules;
  /** Lines that were corrected in the pool, by game. */
  readonly lines: Readonly<Record<string, number>>;
  /** When the entry joined. */
  readonly joinedAt: number;
  readonly now: number;
}

/** Why a pick earned its points, or why a missing one earned nothing. */
export function whyPick(
  game: AskedGame,
  pick: CountedPick | undefined,
  isSealed: boolean,
  context: PickContext,
): PickReason {
  const { rules, lines } = context;
  const line = effectiveSpread(game, rules);
  const favored = favoredSide(line) ?? 'home';
  const homeWonBy = game.homeScore - game.awayScore;
  return {
    game,
    cause: causeOf(game, pick, isSealed, context),
    result: pickResult(pick, game, rules),
    side: pick?.side ?? null,
    isAuto: pick?.auto === true,
    isBest: pick !== undefined && isBestBet(pick, rules),
    line,
    lineFrom: lineFrom(game, rules, lines),
    wonBy: favored === 'home' ? homeWonBy : -homeWonBy,
    outcome: winner(game, rules) ?? leadingSide(game, rules),
    points: pointsOfWeek(game.weekId, rules),
    value: pick?.value ?? 0,
    isUpset: pick?.side === underdog(game, rules),
    halves: pickHalves(pick, game, rules),
  };
}

function causeOf(
  game: AskedGame,
  pick: CountedPick | undefined,
  isSealed: boolean,
  { rules, joinedAt, now }: PickContext,
): PickCause {
  if (!gameCounts(game)) return 'off';
  if (isSealed) return 'sealed';
  if (pick === undefined) {
    if (!isLocked(game, now)) return 'open';
    if (lockedBeforeJoining(game, joinedAt)) return 'before';
    if (choosesGames(rules)) return 'left-out';
    // Until the limit is reached, something counts for each missed game.
    return limitsMissed(rules) ? 'limit' : 'missed';
  }
  if (!isOver(game)) return game.status === 'In Progress' ? 'running' : 'coming';
  const isLined = favoredSide(effectiveSpread(game, rules)) !== null;
  if (marginOf(game, rules) === 0) return isLined ? 'push' : 'tie';
  return isLined ? 'line' : 'scores';
}

function lineFrom(game: AskedGame, rules: PoolRules, lines: PickContext['lines']): PickReason['lineFrom'] {
  if (rules.line !== 'frozen' || game.frozenSpread === null) return 'market';
  return Object.hasOwn(lines, game.gid) ? 'pool' : 'tuesday';
}
