import type { GameStatus } from './types.ts';

/** The clock of a running game. */
export interface GameClock {
  /** 1 to 4; 5 and above in overtime. */
  readonly period: number;
  /** Seconds left in this period. */
  readonly secondsLeft: number;
}

/** The progress of a game that a feed has reported. */
export interface GameProgress {
  /** The last clock reported before the end, or a later one since; null before the first. */
  readonly clock: GameClock | null;
  /** Whether the feed has reported the end, and whether one report since then contradicts it. */
  readonly end: 'open' | 'reported' | 'doubted';
}

/** One report of a feed; unknown fields are missing. */
export interface ProgressReport {
  readonly status?: GameStatus;
  readonly clock?: GameClock;
}

/** A game without reports. */
export const NO_PROGRESS: GameProgress = { clock: null, end: 'open' };

/** The furthest status that the feed has reported and not taken back. A game has begun once a report has its clock. */
export function reachedStatus({ clock, end }: GameProgress): GameStatus {
  if (end !== 'open') return 'Final';
  return clock === null ? 'Not Started' : 'In Progress';
}

/** The progress of a game after one more report. After a repeated end, contradicting reports count from zero again. */
export function nextProgress(before: GameProgress, report: ProgressReport): GameProgress {
  if (report.status === 'Final') return { ...before, end: 'reported' };
  if (report.status !== 'In Progress' || !report.clock) return before;
  if (before.end === 'open') return { ...before, clock: report.clock };
  if (!hasMovedOn(before.clock, report.clock)) return before;
  return { clock: report.clock, end: before.end === 'reported' ? 'doubted' : 'open' };
}

/**
 * Whether a report outweighs an earlier reported end: it is the second report since then whose clock has moved on (decisions, After the
 * third reading). A single one may be an old response that arrived late.
 */
export function outweighsEnd(before: GameProgress, report: ProgressReport): boolean {
  return before.end === 'doubted' && nextProgress(before, report).end === 'open';
}

/** Whether a clock shows a later period, or less time left in the same one. */
function hasMovedOn(before: GameClock | null, after: GameClock): boolean {
  if (before === null || after.period > before.period) return true;
  return after.period === before.period && after.secondsLeft < before.secondsLeft;
}
