import type { Halves } from '#core/scoring.ts';
import { weekWinners } from '#core/standings.ts';
import type { AskedLife } from '#core/why/lives.ts';

/** An entry of the standings, as far as a week asks. */
export interface ToldEntry {
  readonly id: string;
  readonly name: string;
  readonly rank: number;
  readonly totalHalves: Halves;
  /** By place of the week; null while the week has no final game. */
  readonly halves: readonly (Halves | null)[];
  /** The weeks from before it joined that count the lowest score. */
  readonly late?: readonly string[] | undefined;
  /** When it joined, where games had locked before. */
  readonly joinedAt?: number | undefined;
  /** In a survivor pool. */
  readonly survival?:
    | { readonly lives: number; readonly outWeekId: string | null; readonly weeks: readonly AskedLife[] }
    | undefined;
}

/** The standings of a pool, as everybody is told of them. */
export interface ToldStandings {
  readonly weeks: readonly string[];
  readonly finishedWeeks: readonly string[];
  /** By week, where the pool has a tiebreak. */
  readonly winners?: Readonly<Record<string, readonly { readonly id: string }[]>> | undefined;
  /** Who won a survivor pool, by id, once it is won. */
  readonly survivors?: readonly string[] | undefined;
  readonly rows: readonly ToldEntry[];
}

/** How far a week is: no game is over, some are, or all that count. */
export type RecapStage = 'coming' | 'running' | 'decided';

/** How far a week is, as the standings have it. */
export function stageOf(
  weekId: string,
  { weeks, finishedWeeks, rows }: Pick<ToldStandings, 'weeks' | 'finishedWeeks' | 'rows'>,
): RecapStage {
  if (finishedWeeks.includes(weekId)) return 'decided';
  const at = weeks.indexOf(weekId);
  return rows.some(({ halves }) => (halves[at] ?? null) !== null) ? 'running' : 'coming';
}

/**
 * Who has won a survivor pool, by id, and by which week, by its place: the first that put somebody out and left one or none, whatever the
 * winner does afterward; or else the end of the season. Null while that is open.
 */
export function survivorWin({ weeks, rows, survivors = [] }: Pick<ToldStandings, 'weeks' | 'rows' | 'survivors'>): {
  readonly at: number;
  readonly winners: readonly string[];
} | null {
  if (survivors.length === 0) return null;
  const outAt = rows.map(({ survival }) => weeks.indexOf(survival?.outWeekId ?? '')).toSorted((a, b) => a - b);
  const left = (week: number) => outAt.filter((at) => at === -1 || at > week).length;
  const at = outAt.find((week) => week !== -1 && left(week) <= 1);
  return { at: at ?? weeks.length - 1, winners: survivors };
}

/** Who won a week, by id, or has the most points while it is not decided. */
export function winnersOf(weekId: string, standings: ToldStandings): string[] {
  return standings.winners?.[weekId]?.map(({ id }) => id) ?? bestOfWeek(weekId, standings);
}

/** Who has the most points of a week, by id. Who joined later has points of it, but has not played it. */
export function bestOfWeek(weekId: string, { weeks, rows }: Pick<ToldStandings, 'weeks' | 'rows'>): string[] {
  const late = lateMembers(weekId, rows);
  const at = weeks.indexOf(weekId);
  const played = rows.filter(({ id }) => !late.has(id));
  return weekWinners(played.map(({ id, halves }) => ({ id, score: halves[at] ?? 0 })));
}

/** Who joined after a week was locked, by id. */
export function lateMembers(weekId: string, rows: readonly Pick<ToldEntry, 'id' | 'late'>[]): ReadonlySet<string> {
  return new Set(rows.filter(({ late }) => late?.includes(weekId)).map(({ id }) => id));
}

/** Who leads a pool, by id: nobody without points, and nobody in a survivor pool. */
export function leadersOf({ rows }: Pick<ToldStandings, 'rows'>): string[] {
  return rows
    .filter(({ rank, totalHalves, survival }) => survival === undefined && rank === 1 && totalHalves > 0)
    .map(({ id }) => id);
}
