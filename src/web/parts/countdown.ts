import { deadline, isLocked, isPickable } from '#core/locks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Game } from '#core/types.ts';

/** Shown between the kick-off and the lock of a game. */
export const MAY_LOCK_TEXT = 'May lock at any moment';

/** Shown from the lock of a game on. */
export const PICKS_CLOSED_TEXT = 'Picks closed';

const SECOND = 1000;

type LockTime = Pick<Game, 'kickoff' | 'timeTbd' | 'lockAt'>;

/** A duration in at most two units: `2 d 3 h`, `1 h 05 min`, `4 min 09 s`. */
export function durationText(ms: number): string {
  if (ms >= DAY_MS) return `${Math.floor(ms / DAY_MS)} d ${Math.floor((ms % DAY_MS) / HOUR_MS)} h`;
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h ${two(Math.floor((ms % HOUR_MS) / MINUTE_MS))} min`;
  if (ms >= 10 * MINUTE_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return `${Math.floor(ms / MINUTE_MS)} min ${two(Math.floor((ms % MINUTE_MS) / SECOND))} s`;
}

/** A duration as a stadium clock shows it: `1:02:45:09`, `2:45:09`, `45:09`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24];
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (days > 0) return `${days}:${two(hours)}:${rest}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** The open games with the next deadline, wherever they are in the order of games. */
export function nextToLock<G extends LockTime & Pick<Game, 'void'>>(games: readonly G[], now: number): readonly G[] {
  const open = games.filter((game) => isPickable(game, now));
  const first = Math.min(...open.map(deadline));
  return open.filter((game) => deadline(game) === first);
}

/** When the games of a slot lock, in words. The text `Locked` needs no label before it. */
export function lockText(game: LockTime, now: number): string {
  if (isLocked(game, now)) return PICKS_CLOSED_TEXT;
  const left = deadline(game) - now;
  return left > 0 ? `Locks in ${durationText(left)}` : MAY_LOCK_TEXT;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
