import { gameCounts } from './game.ts';
import { isLocked } from './locks.ts';
import { lockedBeforeJoining } from './newcomers.ts';
import { pickOf } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { LinedGame } from './spread.ts';
import { favoredSide, knownLine } from './spread.ts';
import type { CountedPick, Game, GamePick, Side } from './types.ts';

/** The fields of a game that decide what counts for players who did not pick it. Its lock is the pool's. */
export type MissableGame = LinedGame & Pick<Game, 'gid' | 'void' | 'lockAt'>;

/** One object for each side, so a card whose auto pick stays the same is not rendered again. */
const autoPicks = {
  home: { side: 'home', bus: false, auto: true },
  away: { side: 'away', bus: false, auto: true },
} as const satisfies Record<Side, CountedPick>;

/** Whether the rules say what counts for a missed game. A player's own default is stored as their pick at the lock instead. */
export function countsMissed({ missed }: Pick<PoolRules, 'missed'>): boolean {
  return missed !== 'nothing' && missed !== 'own';
}

/**
 * The side that counts for a game that was not picked; null if none does (decision 029). The favorite comes from the pool's line or, in a
 * pool without lines, from the game's own line. Without a line, or with an even one, the home side is taken for the favorite.
 */
export function autoSide(game: LinedGame & Pick<Game, 'void'>, rules: PoolRules): Side | null {
  if (rules.missed === 'nothing' || rules.missed === 'own' || !gameCounts(game)) return null;
  if (rules.missed === 'home' || rules.missed === 'away') return rules.missed;
  const isHomeFavored = favoredSide(knownLine(game, rules)) !== 'away';
  return isHomeFavored === (rules.missed === 'favourite') ? 'home' : 'away';
}

/** Whether the pool counts an auto pick for a member without a pick: not before the lock, and not if the game locked before they joined. */
export function hasAutoPick(game: MissableGame, rules: PoolRules, joinedAt: number, now: number): boolean {
  return isLocked(game, now) && !lockedBeforeJoining(game, joinedAt) && autoSide(game, rules) !== null;
}

/**
 * A member's picks plus the auto picks for the games they missed.
 * @param locked games that have locked; other games have no auto picks
 */
export function withAutoPicks<P extends GamePick>(
  locked: readonly MissableGame[],
  picks: Readonly<Record<string, P>>,
  rules: PoolRules,
  joinedAt: number,
): Readonly<Record<string, P | CountedPick>> {
  if (!countsMissed(rules)) return picks;
  const added = locked.flatMap((game) => {
    const side =
      !lockedBeforeJoining(game, joinedAt) && pickOf(picks, game.gid) === undefined ? autoSide(game, rules) : null;
    return side === null ? [] : [[game.gid, autoPicks[side]] as const];
  });
  return added.length === 0 ? picks : { ...picks, ...Object.fromEntries(added) };
}
