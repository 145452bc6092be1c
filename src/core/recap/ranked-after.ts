import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import type { Rank } from '#core/standings.ts';
import { rankSeason, seasonTotal } from '#core/standings.ts';
import type { VisibleStandings } from './decided-week.ts';
import { visibleTies } from './decided-week.ts';

/** The place of an entry after a week, with its total up to there. */
export interface RankedEntry extends Rank {
  readonly id: string;
  readonly name: string;
  readonly total: Halves;
}

/** The standings of a pool after a week, by rank, then by name. @param at the index of the week */
export function rankedAfter(standings: VisibleStandings, rules: PoolRules, at: number): RankedEntry[] {
  const { weeks, finishedWeeks, rows } = standings;
  const season = weeks.slice(0, at + 1).map((id, place) => ({
    id,
    hasFinal: rows.some(({ halves }) => halves[place] !== null),
    isDecided: finishedWeeks.includes(id),
    lastLockAt: 0,
  }));
  const totals = rows.map(({ id, name, halves }) => {
    const scores = Object.fromEntries(
      season.flatMap(({ id }, place) => (halves[place] == null ? [] : [[id, halves[place]]])),
    );
    return { id, name, total: seasonTotal(scores, season, rules).total };
  });
  return rankSeason(totals, season, rules, visibleTies(standings));
}

/** The same before a week; null if no earlier week has a score. */
export function rankedBefore(standings: VisibleStandings, rules: PoolRules, at: number): RankedEntry[] | null {
  const hasBefore = standings.rows.some(({ halves }) => halves.slice(0, at).some((score) => score !== null));
  return hasBefore ? rankedAfter(standings, rules, at - 1) : null;
}
