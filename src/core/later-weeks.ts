/** Which weeks get new rules of deadlines and games (decisions 024 and 071). */
import { gameCounts } from './game.ts';
import type { DeadlineGame, DeadlineRules } from './locks.ts';
import { isLocked, isPickable, plannedDeadline, withPoolLock } from './locks.ts';
import type { WeekRules } from './rules/week-rules.ts';
import type { Slate, SlateGame, SlateHistory } from './slate.ts';
import { isInSlate, plannedSlate } from './slate.ts';
import { HOUR_MS } from './time.ts';
import type { Game } from './types.ts';
import { compareWeeks } from './weeks.ts';

/** How long before the first lock of a week its deadline and its games can still change in a pool that has begun, ms. */
export const WEEK_RULES_NOTICE_MS = 48 * HOUR_MS;

/** A week of a pool as it is planned. */
export interface PlannedWeek extends SlateHistory {
  readonly weekId: string;
  readonly enabled: boolean;
  /** All games of the week, with their own locks. */
  readonly ownGames: readonly (SlateGame & DeadlineGame)[];
  readonly slate: Slate;
  /** ms; null if each game locks separately. */
  readonly deadline: number | null;
}

/**
 * The first week that gets new rules: neither it nor a later one has its first lock, by the old rules or by the new ones, within 48 hours.
 * Null if there is none. Weeks without games have no lock.
 */
export function firstLaterWeek(weeks: readonly PlannedWeek[], rules: WeekRules, now: number): string | null {
  const inOrder = weeks.toSorted((a, b) => compareWeeks(a.weekId, b.weekId));
  const last = inOrder.findLastIndex((week) => locksSoon(week, rules, now));
  return inOrder.slice(last + 1).find(({ enabled }) => enabled)?.weekId ?? null;
}

/** Whether a week is too near for new rules: its first lock, by its rules or by the new ones, is less than 48 hours away, or was reached. */
export function locksSoon(week: PlannedWeek, rules: WeekRules, now: number): boolean {
  return [...locksOf(week, now), ...locksUnder(week, rules, now)].some((lockAt) => lockAt < now + WEEK_RULES_NOTICE_MS);
}

/**
 * Whether the deadline of a week by some rules is over although games of it can still be picked. It is never set in the past, so they keep
 * the locks that they have.
 * @param games of the pool, with its locks
 */
export function isDeadlineMissed(
  rules: DeadlineRules,
  games: readonly (DeadlineGame & Pick<Game, 'lockAt'>)[],
  now: number,
): boolean {
  const planned = plannedDeadline(rules, games);
  return planned !== null && now >= planned && games.some((game) => isPickable(game, now));
}

/** The locks of a week as it stands, ms. A lock that was reached counts even if its game was called off later. */
function locksOf({ ownGames, slate, deadline, settlesAt }: PlannedWeek, now: number): number[] {
  const games = ownGames.filter((game) => isInSlate(game, slate)).map((game) => withPoolLock(game, deadline));
  const locks = games.filter((game) => gameCounts(game) || isLocked(game, now)).map(({ lockAt }) => lockAt);
  const reached = settlesAt !== null && now >= settlesAt ? [settlesAt] : [];
  return [...locks, ...reached, ...(deadline === null ? [] : [deadline])];
}

/** The locks (ms) that a week would have under other rules. A deadline in the past is one of them, though it would never be set. */
function locksUnder(week: PlannedWeek, rules: WeekRules, now: number): number[] {
  const { ownGames, slate, deadline } = week;
  const pooled = ownGames.map((game) => withPoolLock(game, deadline));
  const next = plannedSlate(rules, pooled, slate, now, week);
  const games = ownGames.filter((game) => isInSlate(game, next));
  const planned = plannedDeadline(rules, games);
  return [...games.filter(gameCounts).map(({ lockAt }) => lockAt), ...(planned === null ? [] : [planned])];
}
