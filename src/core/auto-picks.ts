import { gameCounts } from './game.ts';
import { isLocked } from './locks.ts';
import { lockedBeforeJoining } from './newcomers.ts';
import { pickOf } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { LinedGame } from './spread.ts';
import { favoredSide, knownLine } from './spread.ts';
import type { CountedPick, Game, GamePick, Side } from './types.ts';
import { compareWeeks } from './weeks.ts';

/** The fields of a game that decide what counts for players who did not pick it. Its lock is the pool's. */
export type MissableGame = LinedGame & Pick<Game, 'gid' | 'weekId' | 'void' | 'lockAt'>;

/** What decides which missed games count for an entry. */
export interface MissingEntry {
  /** ms */
  readonly joinedAt: number;
  /** The last week in which they count (`autoUntil` of `missed-limit.ts`); null for no limit, or while it is not reached. */
  readonly autoUntil: string | null;
}

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

/**
 * Whether the pool counts an auto pick for an entry without a pick: not before the lock, not if the game locked before it joined, and not
 * after the weeks of its limit.
 */
export function hasAutoPick(game: MissableGame, rules: PoolRules, entry: MissingEntry, now: number): boolean {
  return isLocked(game, now) && isWithin(game, entry) && autoSide(game, rules) !== null;
}

/** Whether a missed game counts for an entry at all. */
function isWithin(game: MissableGame, { joinedAt, autoUntil }: MissingEntry): boolean {
  return !lockedBeforeJoining(game, joinedAt) && !isPastLimit(game.weekId, autoUntil);
}

/** Whether missed games of a week count nothing for an entry, because the limit of auto picks was reached before. */
export function isPastLimit(weekId: string, autoUntil: string | null): boolean {
  return autoUntil !== null && compareWeeks(weekId, autoUntil) > 0;
}

/**
 * A member's picks plus the auto picks for the games they missed.
 * @param locked games that have locked; other games have no auto picks
 */
export function withAutoPicks<P extends GamePick>(
  locked: readonly MissableGame[],
  picks: Readonly<Record<string, P>>,
  rules: PoolRules,
  entry: MissingEntry,
): Readonly<Record<string, P | CountedPick>> {
  if (!countsMissed(rules)) return picks;
  const added = locked.flatMap((game) => {
    const side = isWithin(game, entry) && pickOf(picks, game.gid) === undefined ? autoSide(game, rules) : null;
    return side === null ? [] : [[game.gid, autoPicks[side]] as const];
  });
  return added.length === 0 ? picks : { ...picks, ...Object.fromEntries(added) };
}
