import { gameCounts } from '#core/game.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { decidedWeeks, isWeekDecided } from '#core/scoring.ts';
import type { Game } from '#core/types.ts';
import { isPostSeason, parseWeekId } from '#core/weeks.ts';

/** The rules of buy-backs (decision 052); one that is left out has its default. */
export type BuyBackRules = Partial<Pick<PoolRules, 'buyBacks' | 'buyBackUntil'>>;

/** The weeks after which an entry was bought back, as stored; those that did not put it out have no effect. */
export type BuyBacks = ReadonlySet<string>;

export const NO_BUY_BACKS: BuyBacks = new Set();

/** Whether an entry that goes out in a week can be bought back. @param used how often it was bought back before */
export function canBuyBack(weekId: string, used: number, { buyBacks = 0, buyBackUntil = 4 }: BuyBackRules): boolean {
  return used < buyBacks && !isPostSeason(weekId) && (parseWeekId(weekId)?.number ?? 0) <= buyBackUntil;
}

/** A week of a survivor pool, with the pool's locks. */
export interface LockedWeek {
  readonly id: string;
  readonly games: readonly (Pick<Game, 'gid' | 'lockAt' | 'status' | 'void'> & Partial<Pick<Game, 'setByAdmin'>>)[];
}

/**
 * The moment (ms) at which an entry may no longer be bought back, or a buy-back taken back: the first lock of a later week of the pool after
 * a given moment; null if there is none.
 * @param weeks of the pool, in order @param weekId the week that put it out
 * @param since ms: when it went out (`outSince`), or when it was bought back
 */
export function buyBackEnd(weeks: readonly LockedWeek[], weekId: string, since: number): number | null {
  const later = weeks.slice(weeks.findIndex(({ id }) => id === weekId) + 1).flatMap(({ games }) => games);
  const locks = later.filter((game) => gameCounts(game) && game.lockAt > since).map(({ lockAt }) => lockAt);
  return locks.length === 0 ? null : Math.min(...locks);
}

/** A week that cost an entry a life, with what decided it. */
export interface LostLife {
  readonly weekId: string;
  /** The game of the chosen team; null for a week without a team. */
  readonly gid: string | null;
  /** When the team was entered, ms. */
  readonly enteredAt: number | null;
}

/**
 * The moment (ms) since when an entry is out: when the last of the games that cost it a life was changed last, or its team was entered, if a
 * correction put it out late.
 * @param weeks of the pool, in order @param lost up to the week that put it out
 * @param changedAt when each game was changed last, ms
 */
export function outSince(
  weeks: readonly LockedWeek[],
  lost: readonly LostLife[],
  changedAt: ReadonlyMap<string, number>,
): number {
  const moments = lost.flatMap(({ weekId, gid, enteredAt }) => {
    const games = weeks.find(({ id }) => id === weekId)?.games ?? [];
    const gids = gid === null ? games.map((game) => game.gid) : [gid];
    const changes = gids.flatMap((each) => changedAt.get(each) ?? []);
    return [...changes, ...(enteredAt === null ? [] : [enteredAt]), ...(gid === null ? decidedAt(weeks, weekId) : [])];
  });
  return Math.max(Number.NEGATIVE_INFINITY, ...moments);
}

/** The lock with which a week became decided that waited for a postponed game (decision 043). */
function decidedAt(weeks: readonly LockedWeek[], weekId: string): number[] {
  const at = weeks.findIndex(({ id }) => id === weekId);
  const games = weeks[at]?.games ?? [];
  if (isWeekDecided(games, false) || decidedWeeks(weeks.map((week) => week.games))[at] !== true) return [];
  return [buyBackEnd(weeks, weekId, Number.NEGATIVE_INFINITY) ?? Number.NEGATIVE_INFINITY];
}

/**
 * Whether the week that put an entry out comes after the one that decided the pool: the first week that put somebody out and left at most
 * one player. What happens to the winner later doesn't count.
 * @param outAt the week that put out each entry, by its index; -1 for those that are in @param own that of the entry
 */
export function isAfterTheEnd(outAt: readonly number[], own: number): boolean {
  const left = (week: number) => outAt.filter((at) => at === -1 || at > week).length;
  return outAt.some((at) => at !== -1 && at < own && left(at) <= 1);
}
