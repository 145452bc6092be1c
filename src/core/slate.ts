/** Which games of a week belong to a pool: all, those of some days, or those that a commissioner chose (decision 055). */
import { codesOf } from './codes.ts';
import { easternDate } from './eastern-time.ts';
import { gameCounts } from './game.ts';
import { firstLock, isLocked } from './locks.ts';
import type { PoolRules, RuleName } from './rules/pool-rules.ts';
import type { Game } from './types.ts';

/** The rules of the days that a slate can leave out, by the day of the week, from Sunday. */
const dayRules = {
  1: 'mondayGames',
  4: 'thursdayGames',
  5: 'fridayGames',
  6: 'saturdayGames',
} as const satisfies Readonly<Record<number, RuleName>>;

/** The rules that set the slates of a pool's weeks. */
export type SlateRules = Pick<PoolRules, 'slate' | (typeof dayRules)[keyof typeof dayRules]>;

/** The fields of a game that decide whether it belongs to a slate. */
export type SlateGame = Pick<Game, 'gid' | 'kickoff' | 'lockAt' | 'void'>;

/** The games of a week that are decided, by gid: true if they belong to the pool. A game that is not decided belongs to it. */
export type Slate = ReadonlyMap<string, boolean>;

/** Whether the day of a game, Eastern time, is one that the rules leave out. */
function isOnDayOff({ kickoff }: Pick<Game, 'kickoff'>, rules: SlateRules): boolean {
  const day = new Date(easternDate(kickoff)).getUTCDay();
  return day in dayRules && !rules[dayRules[day as keyof typeof dayRules]];
}

/** Whether a game of a week belongs to a pool. */
export function isInSlate({ gid }: Pick<Game, 'gid'>, slate: Slate): boolean {
  return slate.get(gid) ?? true;
}

/**
 * The slate of a week. Recompute and store it whenever the week's games or the rules change. From the week's first lock in the pool it is
 * settled: only games that are new in the week are decided then. A game that has locked by itself cannot enter a slate anymore.
 * @param games of the week, with the pool's locks
 * @param before the slate so far
 */
export function plannedSlate(
  rules: SlateRules,
  games: readonly SlateGame[],
  before: Slate,
  now: number,
  history: SlateHistory,
): Slate {
  const isSettled = isSlateSettled(games, before, now, history);
  const isTouched = games.some((game) => !isInSlate(game, before));
  const isIn = (game: SlateGame): boolean => {
    const was = before.get(game.gid);
    if (was !== undefined && (isSettled || rules.slate === 'chosen')) return was;
    if (was === false && isLocked(game, now)) return false;
    if (rules.slate === 'days') return !isOnDayOff(game, rules);
    return rules.slate === 'all' || !(isTouched || (isSettled && before.size > 0));
  };
  const slate = new Map(games.map((game) => [game.gid, isIn(game)]));
  return rules.slate === 'all' ? new Map([...slate].filter(([, belongs]) => !belongs)) : slate;
}

/** What games no longer tell of a slate. */
export interface SlateHistory {
  /** When the pool was created, ms: earlier locks settle nothing. */
  readonly since: number;
  /** The stored `slateLock`. */
  readonly settlesAt: number | null;
}

/**
 * The moment (ms) from which a week's slate is settled: the first lock of its games that count; null if there is none. Recompute and store
 * it whenever the games or the slate change. Once reached it stays, whatever becomes of its game.
 */
export function slateLock(
  games: readonly SlateGame[],
  slate: Slate,
  now: number,
  { since, settlesAt }: SlateHistory,
): number | null {
  if (settlesAt !== null && now >= settlesAt) return settlesAt;
  return firstLock(games.filter((game) => isInSlate(game, slate) && game.lockAt > since));
}

/** Whether the first game of a week's slate has locked in the pool. */
function isSlateSettled(games: readonly SlateGame[], slate: Slate, now: number, history: SlateHistory): boolean {
  const lock = slateLock(games, slate, now, history);
  return lock !== null && now >= lock;
}

/** Why games cannot be left out of a week. */
export type SlateRefusal = Extract<ReturnType<typeof chosenSlate>, string>;
export const slateRefusals = codesOf<SlateRefusal>({
  game_not_found: true,
  game_locked: true,
  slate_not_chosen: true,
  slate_settled: true,
  slate_empty: true,
});

/** The slate of a week without the games that a commissioner leaves out, or why it cannot be that. */
export function chosenSlate(
  { slate: rule }: SlateRules,
  games: readonly SlateGame[],
  before: Slate,
  leftOut: readonly string[],
  now: number,
  history: SlateHistory,
) {
  if (rule !== 'chosen') return 'slate_not_chosen';
  if (isSlateSettled(games, before, now, history)) return 'slate_settled';
  if (leftOut.some((gid) => games.every((game) => game.gid !== gid))) return 'game_not_found';
  const slate = new Map(games.map(({ gid }) => [gid, !leftOut.includes(gid)]));
  if (!games.some((game) => gameCounts(game) && isInSlate(game, slate))) return 'slate_empty';
  const isLate = games.some((game) => isLocked(game, now) && !isInSlate(game, before) && isInSlate(game, slate));
  return isLate ? 'game_locked' : slate;
}
