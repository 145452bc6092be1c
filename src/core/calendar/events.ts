import { gameCounts } from '#core/game.ts';
import type { WeekLock } from '#core/locks.ts';
import { weekLocks } from '#core/locks.ts';
import { pathInPool } from '#core/pools.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Game } from '#core/types.ts';
import { weekName } from '#core/weeks.ts';

/** The assumed length of a game, in ms. */
const GAME_MS = 3 * HOUR_MS;
/** The length of a lock's event, in ms; it ends when the countdown does. */
const LOCK_MS = 30 * MINUTE_MS;
/** How long an event stays in the calendar after its end, in ms. */
const KEPT_MS = 14 * DAY_MS;

/** The fields of a game that a calendar needs. */
export type CalendarGame = Pick<Game, 'gid' | 'weekId' | 'kickoff' | 'timeTbd' | 'lockAt' | 'void' | 'home' | 'away'>;

/** A week of a pool. */
export interface CalendarWeek {
  readonly poolId: string;
  readonly poolName: string;
  readonly weekId: string;
  /** With the pool's locks. */
  readonly games: readonly CalendarGame[];
}

/** An event in a calendar. */
export interface CalendarEvent {
  /** Never changes. */
  readonly uid: string;
  readonly title: string;
  /** In ms. */
  readonly begins: number;
  readonly ends: number;
  /** Whether only the Eastern date is known. */
  readonly allDay: boolean;
  readonly isCancelled: boolean;
  /** The screen that it links to. */
  readonly path: string;
}

/**
 * The games of some weeks, each once even if several pools have it, and the locks of each pool's weeks: the first lock, and the first lock
 * of a Sunday. Contains no picks.
 */
export function calendarEvents(weeks: readonly CalendarWeek[], now: number): CalendarEvent[] {
  const games = new Map(weeks.flatMap((week) => week.games.map((game) => [game.gid, gameEvent(game)] as const)));
  const all = [...games.values(), ...weeks.flatMap(lockEvents)];
  return all
    .filter(({ ends }) => ends > now - KEPT_MS)
    .toSorted((a, b) => a.begins - b.begins || (a.uid < b.uid ? -1 : 1));
}

/** The moment (ms) at which the first of some events leaves the calendar; infinite if there are none. */
export function nextEventGone(events: readonly Pick<CalendarEvent, 'ends'>[]): number {
  return Math.min(Number.POSITIVE_INFINITY, ...events.map(({ ends }) => ends + KEPT_MS));
}

function gameEvent(game: CalendarGame): CalendarEvent {
  const { gid, weekId, away, home, kickoff, timeTbd } = game;
  return {
    uid: `game-${gid}`,
    title: `${away} at ${home}`,
    begins: kickoff,
    ends: kickoff + GAME_MS,
    allDay: timeTbd,
    isCancelled: !gameCounts(game),
    path: `/picks?week=${encodeURIComponent(weekId)}`,
  };
}

function lockEvents({ poolId, poolName, weekId, games }: CalendarWeek): CalendarEvent[] {
  const locks = weekLocks(games);
  return locks.map(({ name, lockAt }) => ({
    uid: `lock-${poolId}-${weekId}-${name}`,
    title: `${weekName(weekId)} ${lockTitle(name, locks.length)}: ${poolName}`,
    begins: lockAt - LOCK_MS,
    ends: lockAt,
    allDay: false,
    isCancelled: false,
    path: pathInPool('/picks', poolId),
  }));
}

function lockTitle(name: WeekLock['name'], locks: number): string {
  if (name === 'first') return 'picks begin to lock';
  return locks === 1 ? 'picks lock' : 'Sunday picks lock';
}
