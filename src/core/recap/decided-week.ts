import type { Halves } from '#core/scoring.ts';
import { weekWinners } from '#core/standings.ts';
import type { AskedLife } from '#core/why/lives.ts';

/** A member of the standings, as far as a week asks. */
export interface ToldMember {
  readonly id: string;
  readonly name: string;
  readonly rank: number;
  readonly totalHalves: Halves;
  /** By place of the week; null while the week has no final game. */
  readonly halves: readonly (Halves | null)[];
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
  readonly rows: readonly ToldMember[];
}

/** What a decided week of a pool has brought: who won it, with how much, and who leads the pool; people by id. */
export interface WonWeek {
  readonly winners: readonly string[];
  readonly halves: Halves;
  readonly leaders: readonly string[];
}

/** The same of a survivor pool: how many went out in the week, and how many are left. */
export interface SurvivedWeek {
  readonly out: number;
  readonly left: number;
}

/** A decided week, as the standings have it. */
export function decidedWeek(weekId: string, { weeks, winners, rows }: ToldStandings): WonWeek | SurvivedWeek {
  if (rows.some(({ survival }) => survival !== undefined)) {
    const out = rows.filter(({ survival }) => survival?.outWeekId === weekId).length;
    const left = rows.filter(({ survival }) => (survival?.lives ?? 0) > 0).length;
    return { out, left };
  }
  const scores = rows.map(({ id, halves }) => ({ id, score: halves[weeks.indexOf(weekId)] ?? 0 }));
  const best = winners?.[weekId]?.map(({ id }) => id) ?? weekWinners(scores);
  const leaders = rows.filter(({ rank, totalHalves }) => rank === 1 && totalHalves > 0).map(({ id }) => id);
  return { winners: best, halves: scores.find(({ id }) => id === best[0])?.score ?? 0, leaders };
}
