import type { Halves } from '#core/scoring.ts';
import type { WeekTie, WeekTies } from '#core/standings.ts';
import { weekWinners } from '#core/week-winners.ts';
import type { AskedWeekOfLives } from '#core/why/lives.ts';

/** The fields of an entry's standing that a week needs. */
export interface VisibleEntry {
  readonly id: string;
  readonly name: string;
  readonly rank: number;
  readonly totalHalves: Halves;
  /** By index of the week; null while the week has no final game, or if the entry does not play it. */
  readonly halves: readonly (Halves | null)[];
  /** The weeks from before it joined that count the lowest score. */
  readonly late?: readonly string[] | undefined;
  /** When it joined, if games had locked before. */
  readonly joinedAt?: number | undefined;
  /** In a pool with a season tiebreak: what separates level entries, by index of the week. */
  readonly ties?: VisibleTies | undefined;
  /** In a survivor pool. */
  readonly survival?:
    | {
        readonly lives: number;
        readonly outWeekId: string | null;
        readonly weeks: readonly AskedWeekOfLives[];
        /** The weeks after which it was bought back. */
        readonly boughtBack?: readonly string[] | undefined;
      }
    | undefined;
}

/** The parts of `WeekTie`, each by index of the week. */
export interface VisibleTies {
  readonly won: readonly boolean[];
  readonly correct: readonly number[];
  readonly off: readonly number[];
}

/** What separates level entries, by entry and week. */
export function visibleTies({
  weeks,
  rows,
}: {
  readonly weeks: readonly string[];
  readonly rows: readonly Pick<VisibleEntry, 'id' | 'ties'>[];
}): WeekTies {
  const tiesOf = ({ ties }: Pick<VisibleEntry, 'ties'>) =>
    weeks.map((id, at): [string, WeekTie] => [
      id,
      { won: ties?.won[at] ?? false, correct: ties?.correct[at] ?? 0, off: ties?.off[at] ?? 0 },
    ]);
  return new Map(rows.map((row) => [row.id, Object.fromEntries(tiesOf(row))]));
}

/** The standings of a pool that everybody may see. */
export interface VisibleStandings {
  readonly weeks: readonly string[];
  readonly finishedWeeks: readonly string[];
  /** By week, if the pool has a tiebreak. */
  readonly winners?: Readonly<Record<string, readonly { readonly id: string }[]>> | undefined;
  /** The winners of a survivor pool, by id, once it is won. */
  readonly survivors?: readonly string[] | undefined;
  readonly rows: readonly VisibleEntry[];
}

/** The progress of a week: no game is over, some are, or all counting ones. */
export type RecapStage = 'coming' | 'running' | 'decided';

/** The progress of a week, from the standings. */
export function stageOf(
  weekId: string,
  { weeks, finishedWeeks, rows }: Pick<VisibleStandings, 'weeks' | 'finishedWeeks' | 'rows'>,
): RecapStage {
  if (finishedWeeks.includes(weekId)) return 'decided';
  const at = weeks.indexOf(weekId);
  return rows.some(({ halves }) => (halves[at] ?? null) !== null) ? 'running' : 'coming';
}

/**
 * The winners of a survivor pool, by id, and the index of the week that decided it: the first week that put somebody out and left at most
 * one player, whatever the winner does later; otherwise the end of the season. Null while that is open.
 */
export function survivorWin({ weeks, rows, survivors = [] }: Pick<VisibleStandings, 'weeks' | 'rows' | 'survivors'>): {
  readonly at: number;
  readonly winners: readonly string[];
} | null {
  if (survivors.length === 0) return null;
  const outAt = rows.map(({ survival }) => weeks.indexOf(survival?.outWeekId ?? '')).toSorted((a, b) => a - b);
  const left = (week: number) => outAt.filter((at) => at === -1 || at > week).length;
  const at = outAt.find((week) => week !== -1 && left(week) <= 1);
  return { at: at ?? weeks.length - 1, winners: survivors };
}

/** Whether an entry of a survivor pool went out in a week, even if it was bought back then: what was announced of the week still stands. */
export function wentOutIn(weekId: string, { survival }: Pick<VisibleEntry, 'survival'>): boolean {
  return survival?.outWeekId === weekId || survival?.boughtBack?.includes(weekId) === true;
}

/** The winners of a week, by id, or the entries with the most points while it is not decided. */
export function winnersOf(weekId: string, standings: VisibleStandings): string[] {
  return standings.winners?.[weekId]?.map(({ id }) => id) ?? bestOfWeek(weekId, standings);
}

/** The entries with the most points of a week, by id. Entries that joined later have points of the week but have not played it. */
export function bestOfWeek(weekId: string, { weeks, rows }: Pick<VisibleStandings, 'weeks' | 'rows'>): string[] {
  const late = lateMembers(weekId, rows);
  const at = weeks.indexOf(weekId);
  const played = rows.filter(({ id }) => !late.has(id));
  return weekWinners(played.map(({ id, halves }) => ({ id, score: halves[at] ?? 0 })));
}

/** The entries that joined after a week was locked, by id. */
export function lateMembers(weekId: string, rows: readonly Pick<VisibleEntry, 'id' | 'late'>[]): ReadonlySet<string> {
  return new Set(rows.filter(({ late }) => late?.includes(weekId)).map(({ id }) => id));
}

/** The leaders of a pool, by id. Nobody leads without points, and nobody leads a survivor pool. */
export function leadersOf({ rows }: Pick<VisibleStandings, 'rows'>): string[] {
  return rows
    .filter(({ rank, totalHalves, survival }) => survival === undefined && rank === 1 && totalHalves > 0)
    .map(({ id }) => id);
}
