import type { SurvivorResult, TeamSlot, UseRules } from './survivor.ts';
import { isSamePhase, teamSlot } from './survivor.ts';

/** A team of a week as the standings have it: without the team before the lock of its game. */
interface ShownTeam {
  readonly result: SurvivorResult;
  readonly team?: string | undefined;
}

/** An entry of the standings with its weeks, in the order of the pool's. */
export interface ShownTeams {
  readonly id: string;
  readonly weeks: readonly (ShownTeam & { readonly second?: ShownTeam | undefined })[];
}

/** How often each team is chosen, by its abbreviation. */
export type TeamCounts = ReadonlyMap<string, number>;

/**
 * How many entries have each team in a week, and how often it is used in the other weeks of the same phase: used teams reset in the
 * playoffs, and after the week that the rules name. Teams of others are counted only once the standings show them, after the lock of their
 * game. The viewer's own teams of the other weeks are counted before that, too. A team whose game is off is not used.
 * @param own the teams of the viewer's entries by slot, by entry
 */
export function teamCounts(
  weeks: readonly string[],
  rows: readonly ShownTeams[],
  weekId: string,
  own: ReadonlyMap<string, ReadonlyMap<TeamSlot, string>>,
  rules: UseRules = {},
): { readonly chosen: TeamCounts; readonly used: TeamCounts } {
  const [chosen, used] = [new Map<string, number>(), new Map<string, number>()];
  const count = (counts: Map<string, number>, { result, team }: ShownTeam, ownTeam?: string) => {
    const counted = team ?? ownTeam;
    if (counted === undefined || result === 'off' || result === 'out') return;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  };
  for (const row of rows) {
    for (const [at, week] of row.weeks.entries()) {
      const id = weeks[at] ?? '';
      if (!isSamePhase(id, weekId, rules)) continue;
      const teams = own.get(row.id);
      for (const [isSecond, each] of [[false, week] as const, [true, week.second] as const]) {
        if (each === undefined) continue;
        if (id === weekId) count(chosen, each);
        else count(used, each, teams?.get(teamSlot(id, isSecond)));
      }
    }
  }
  return { chosen, used };
}
