import type { GameStatus } from './types.ts';

/** The clock of a game that is under way. */
export interface GameClock {
  /** 1 to 4, 5 and more in overtime. */
  readonly period: number;
  /** Of this period. */
  readonly secondsLeft: number;
}

/** How far a feed has reported a game to be. */
export interface GameProgress {
  /** The last clock before the end was reported, or a later one since; null before the first. */
  readonly clock: GameClock | null;
  /** Whether the feed has reported the end, and whether one report since contradicts it. */
  readonly end: 'open' | 'reported' | 'doubted';
}

/** One report of a feed; what it does not know is missing. */
export interface ProgressReport {
  readonly status?: GameStatus;
  readonly clock?: GameClock;
}

/** A game of which nothing has been reported. */
export const NO_PROGRESS: GameProgress = { clock: null, end: 'open' };

/** The progress of a game after one more report. A repeated end must be outweighed anew. */
export function nextProgress(before: GameProgress, report: ProgressReport): GameProgress {
  if (report.status === 'Final') return { ...before, end: 'reported' };
  if (report.status !== 'In Progress' || !report.clock) return before;
  if (before.end === 'open') return { ...before, clock: report.clock };
  if (!hasMovedOn(before.clock, report.clock)) return before;
  return { clock: report.clock, end: before.end === 'reported' ? 'doubted' : 'open' };
}

/**
 * Whether a report outweighs the end that was reported before: it is the second since whose clock has moved on (decisions,
 * After the third reading). One alone may be an old answer that came late.
 */
export function outweighsEnd(before: GameProgress, report: ProgressReport): boolean {
  return before.end === 'doubted' && nextProgress(before, report).end === 'open';
}

/** Whether a clock shows a later period, or less time left in the same one. */
function hasMovedOn(before: GameClock | null, after: GameClock): boolean {
  if (before === null || after.period > before.period) return true;
  return after.period === before.period && after.secondsLeft < before.secondsLeft;
}
