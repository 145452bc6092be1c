import type { StandingsReply } from '#contract/scores.ts';
import type { Halves } from '#core/scoring.ts';
import { weekWinners } from '#core/standings.ts';

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
export function decidedWeek(weekId: string, { weeks, winners, rows }: StandingsReply): WonWeek | SurvivedWeek {
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
