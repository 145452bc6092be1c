/**
 * When a game locks: by itself (`isLocked`), in a pool (`withPoolLock`) and with its whole week (`isWeekLocked`). Also which moment is
 * stored as its lock (`lockMoment`, `weekDeadline`; decisions 002 and 024), and what can be picked until then. SQL uses `games/reads.ts`.
 */
import { easternDate, easternToUtc, utcToEastern } from './eastern-time.ts';
import { gameCounts } from './game.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { DAY_MS, HOUR_MS } from './time.ts';
import type { Game } from './types.ts';

/** A game locks this long after its kick-off, in ms (section 9). A deadline of a pool's own has no delay. */
export const PICK_LOCK_DELAY_MS = 300_000;
/** The lock (ms) of a game that has none of its own: later than any other lock, but still a valid date. */
export const NO_LOCK = Date.UTC(9999, 0, 1);
/** The Eastern time from which a Sunday game is one of the afternoon: games in Europe are earlier. */
const AFTERNOON = '13:00';
const TUESDAY = 2;
/** The Eastern time on Tuesday at which a week begins and frozen lines freeze. */
export const NOON = '12:00';
const gameWeek = ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'monday'] as const;

/** A game without a known time locks at this Eastern time of its date (decisions, Picks). */
const TBD_LOCK_TIME = '09:30';

/** Whether a game is locked: players can no longer pick it (section 4). In a pool, pass the game with the pool's lock. */
export function isLocked(game: Pick<Game, 'lockAt'>, now: number): boolean {
  return now >= game.lockAt;
}

/**
 * The moment (ms) that the countdown shows: the kick-off, not the slightly later lock, so players can't exploit the gap. If the game locks
 * with an earlier game, it is the kick-off of that game; if the game has no time, it is the lock itself (decisions, Picks).
 */
export function deadline({ kickoff, timeTbd, lockAt }: Pick<Game, 'kickoff' | 'timeTbd' | 'lockAt'>): number {
  return timeTbd ? lockAt : Math.min(kickoff, shownLock(lockAt));
}

/**
 * What a lock (ms) is shown as: the kick-off from which it follows, or itself if it is a deadline of a pool's own. Those are whole hours
 * (`deadlineTime`), and no game kicks off five minutes before one.
 */
export function shownLock(lockAt: number): number {
  return lockAt % HOUR_MS === 0 ? lockAt : lockAt - PICK_LOCK_DELAY_MS;
}

/** Whether a player can pick the game now. */
export function isPickable(game: Pick<Game, 'lockAt' | 'void'>, now: number): boolean {
  return !isLocked(game, now) && gameCounts(game);
}

/**
 * Whether the pick of a game can be changed or taken back now. An existing pick of a postponed game can be changed until the game locks,
 * but no new pick can be made (decisions, Postponed).
 */
export function isChangeable(game: Pick<Game, 'lockAt' | 'void'>, hasPick: boolean, now: number): boolean {
  return isPickable(game, now) || (hasPick && game.void === 'postponed' && !isLocked(game, now));
}

/** The rules that set the deadlines of a pool's weeks. */
export type DeadlineRules = Pick<PoolRules, 'deadline' | 'deadlineDay' | 'deadlineTime'>;

/** The fields of a game that determine its lock. */
export type GameTime = Pick<Game, 'kickoff' | 'timeTbd' | 'status' | 'void'>;

/** The fields of a game that can set the deadline of its week. The status is left out: a game that is marked as begun locks only itself. */
export type DeadlineGame = Pick<Game, 'kickoff' | 'timeTbd' | 'void'>;

/**
 * The moment (ms) at which a pool's week locks as a whole, or null if each game locks by itself. Recompute and store it whenever the week's
 * games or the rule change. Once `previous` is reached it stays, whatever happens to times or games. A deadline is never set in the past:
 * that would close a week whose games can still be picked (decision 024).
 */
export function weekDeadline(
  rules: DeadlineRules,
  games: readonly DeadlineGame[],
  now: number,
  previous: number | null,
): number | null {
  if (previous !== null && now >= previous) return previous;
  const planned = plannedDeadline(rules, games);
  return planned !== null && now >= planned ? previous : planned;
}

/**
 * The moment (ms) a game locks; recompute and store it whenever the game changes. It is 5 minutes after the kick-off, or now if the status
 * is not Not Started (section 4). A postponed game that has not begun has no lock (decisions, Postponed). The first lock is final: once
 * `previousLockAt` is reached it stays, whatever happens to status or time (decisions, Picks). A game that was open is not locked in the
 * past: if its kick-off turns out to be over, it locks now.
 * @param previousLockAt null for a game that is new in its week: a game that moves to another week opens there
 */
export function lockMoment(next: GameTime, now: number, previousLockAt: number | null): number {
  if (previousLockAt !== null && now >= previousLockAt) return previousLockAt;
  if (next.status === 'Not Started' && next.void === 'postponed') return NO_LOCK;
  const planned = previousLockAt === null ? plannedLock(next) : Math.max(plannedLock(next), now);
  return next.status === 'Not Started' ? planned : Math.min(planned, now);
}

/** The moment (ms) a game locks by its time alone. */
export function plannedLock({ kickoff, timeTbd }: Pick<Game, 'kickoff' | 'timeTbd'>): number {
  return timeTbd ? easternToUtc(easternDate(kickoff), TBD_LOCK_TIME) : kickoff + PICK_LOCK_DELAY_MS;
}

/**
 * The deadline (ms) of a week by its rules and games alone; null if each game locks separately. Postponed and cancelled games set none, since
 * they are not played at their time.
 */
export function plannedDeadline(rules: DeadlineRules, games: readonly DeadlineGame[]): number | null {
  const counting = games.filter(gameCounts);
  if (rules.deadline === 'own') return ownDeadline(rules, counting);
  const setting = counting.filter((game) => setsDeadline(rules.deadline, game));
  // A Sunday game without a time yet is taken for one of the afternoon.
  const lockOf = (game: DeadlineGame) =>
    rules.deadline === 'afternoon' && game.timeTbd
      ? easternToUtc(easternDate(game.kickoff), AFTERNOON) + PICK_LOCK_DELAY_MS
      : plannedLock(game);
  return setting.length === 0 ? null : Math.min(...setting.map(lockOf));
}

/** Whether the deadline of a week waits for a game: it is that of the first of these. */
function setsDeadline(rule: PoolRules['deadline'], game: DeadlineGame): boolean {
  if (rule === 'afternoon') return isOnSunday(game) && (game.timeTbd || utcToEastern(game.kickoff).time >= AFTERNOON);
  return rule === 'week' || (rule === 'sunday' && isOnSunday(game));
}

/** The deadline (ms) of a pool that names a day and a time, in the week of Tuesday to Monday that has these games. */
function ownDeadline({ deadlineDay, deadlineTime }: DeadlineRules, games: readonly DeadlineGame[]): number | null {
  const tuesday = weekTuesday(games);
  if (tuesday === null) return null;
  const date = new Date(Date.parse(tuesday) + gameWeek.indexOf(deadlineDay) * DAY_MS).toISOString().slice(0, 10);
  return easternToUtc(date, deadlineTime);
}

/**
 * The Eastern date of the Tuesday with which the week of some games begins: the last one whose noon is before the median game, so moving one
 * game does not move it. Null without games (decision 028).
 */
export function weekTuesday(games: readonly Pick<Game, 'kickoff'>[]): string | null {
  const kickoffs = games.map(({ kickoff }) => kickoff).sort((a, b) => a - b);
  const middle = kickoffs[Math.floor((kickoffs.length - 1) / 2)];
  if (middle === undefined) return null;
  const date = Date.parse(easternDate(middle));
  const since = (new Date(date).getUTCDay() - TUESDAY + 7) % 7;
  const [last, before] = [since, since + 7].map((days) => new Date(date - days * DAY_MS).toISOString().slice(0, 10));
  return last !== undefined && easternToUtc(last, NOON) < middle ? last : (before ?? null);
}

/** A game with the pool's lock: its own, or the pool's deadline for its week if that comes first. */
export function withPoolLock<G extends Pick<Game, 'lockAt'>>(game: G, deadline: number | null = null): G {
  return deadline !== null && deadline < game.lockAt ? { ...game, lockAt: deadline } : game;
}

/** The first lock (ms) of some games after `now`; infinite if there is none. */
export function nextLock(games: readonly Pick<Game, 'lockAt'>[], now: number): number {
  return Math.min(Number.POSITIVE_INFINITY, ...games.map(({ lockAt }) => lockAt).filter((lockAt) => lockAt > now));
}

/** The moment (ms) at which the first counting game of a week locks; null if no game counts. */
export function firstLock(games: readonly Pick<Game, 'lockAt' | 'void'>[]): number | null {
  const locks = games.filter(gameCounts).map(({ lockAt }) => lockAt);
  return locks.length === 0 ? null : Math.min(...locks);
}

/** The moment (ms) from which all counting games of a week are locked; null if no game counts. */
export function lastLock(games: readonly Pick<Game, 'lockAt' | 'void'>[]): number | null {
  const locks = games.filter(gameCounts).map(({ lockAt }) => lockAt);
  return locks.length === 0 ? null : Math.max(...locks);
}

/** Whether no game of a week can be picked anymore, even if it gets a time later. Everything that is sealed until then may now be shown. */
export function isWeekLocked(games: readonly Pick<Game, 'lockAt' | 'void'>[], now: number): boolean {
  return now >= wholeLock(games);
}

/** The moment (ms) from which no game of a week can be picked; less than any other if all are canceled. */
export function wholeLock(games: readonly Pick<Game, 'lockAt' | 'void'>[]): number {
  const locks = games.filter((game) => game.void !== 'cancelled').map(({ lockAt }) => lockAt);
  return Math.max(Number.NEGATIVE_INFINITY, ...locks);
}

/** A lock of a week that members are notified of. */
export interface WeekLock {
  readonly name: 'first' | 'sunday';
  /** As in the countdown: the kick-off, which is a little before the lock. */
  readonly lockAt: number;
}

/** The fields of a game that determine when members are notified of its lock. */
export type LockingGame = Pick<Game, 'kickoff' | 'timeTbd' | 'lockAt' | 'void'>;

/**
 * The first lock of a week, and the first lock of a game on a Sunday, Eastern time. If they are the same, only Sunday's is returned, so it
 * keeps its name when an earlier game is called off.
 * @param games of the week, with the pool's locks
 */
export function weekLocks(games: readonly LockingGame[]): WeekLock[] {
  const sundays = games.filter(isOnSunday);
  const [first, sunday] = [firstLock(games), firstLock(sundays)];
  if (first === null) return [];
  const all = { name: 'first', lockAt: firstDeadline(games) } as const;
  if (sunday === null) return [all];
  return first === sunday ? [{ ...all, name: 'sunday' }] : [all, { name: 'sunday', lockAt: firstDeadline(sundays) }];
}

function firstDeadline(games: readonly LockingGame[]): number {
  return Math.min(...games.filter(gameCounts).map(deadline));
}

/** Whether a game begins on a Sunday, Eastern time. */
function isOnSunday({ kickoff }: Pick<Game, 'kickoff'>): boolean {
  return new Date(easternDate(kickoff)).getUTCDay() === 0;
}
