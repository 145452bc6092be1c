import { look } from './names.ts';
import { averageScore } from './scoring.ts';

/** The Scoreboard has columns for at most the first 9 weeks (section 9). */
export const SCOREBOARD_WEEKS = 9;

const alphabet = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

const medals = ['trophy', 'silver', 'bronze'] as const;

/** The icon of ranks 1 to 3 (section 9). */
export type Medal = (typeof medals)[number];

/** A person as a list shows them. */
export interface Named {
  readonly id: string;
  /** The display name. */
  readonly name: string;
}

/** Where somebody stands. */
export interface Rank {
  /** From 1; those of one score share it and the next ranks are left out (1, 1, 3). */
  readonly rank: number;
  /** Marked as last. */
  readonly isLast: boolean;
  readonly medal: Medal | null;
}

/** A member with their scores by week id. */
export interface Entrant extends Named {
  readonly weeks: Readonly<Record<string, number>>;
}

/** One line of the leaderboard. */
export interface Standing extends Entrant, Rank {
  readonly total: number;
  readonly average: number;
}

/** The columns of the Matchup that sort, and how. */
export interface MatchupSort {
  readonly column: 'week' | 'overall';
  readonly direction: 'ascending' | 'descending';
}

/** A line of the Matchup. */
export interface MatchupScore extends Named {
  readonly week: number;
  readonly overall: number;
}

/** How the Matchup opens. */
export const DEFAULT_MATCHUP_SORT: MatchupSort = { column: 'week', direction: 'descending' };

/** The icon of a rank: trophy, silver and bronze for 1 to 3, none after (section 9). */
export function medal(rank: number): Medal | null {
  return medals[rank - 1] ?? null;
}

/**
 * Sorts by score, highest first, then by name, and says where each stands: ties share a rank. Everyone with the lowest
 * score is last, but where all are level nobody is (decisions, Scoring). A leaderboard shows once a game is final; from then
 * on ranks 1 to 3 have their medals, whatever their score.
 */
export function rankRows<T extends Named>(rows: readonly T[], scoreOf: (row: T) => number): (T & Rank)[] {
  const scored = rows.map((row) => ({ row, score: scoreOf(row) }));
  scored.sort((a, b) => b.score - a.score || compareNames(a.row, b.row));
  const highest = scored[0]?.score;
  const lowest = scored.at(-1)?.score;
  let rank = 1;
  return scored.map(({ row, score }, index) => {
    if (score !== scored[index - 1]?.score) rank = index + 1;
    return { ...row, rank, isLast: score === lowest && score !== highest, medal: medal(rank) };
  });
}

/**
 * The leaderboard of a pool: totals over its enabled weeks (ids), averages over those with a Final game (a count).
 * Scores of weeks that the pool does not have are left out (decisions, Scoring).
 */
export function standings(
  entrants: readonly Entrant[],
  weekIds: readonly string[],
  weeksWithFinal: number,
): Standing[] {
  const totalled = entrants.map((entrant) => {
    let total = 0;
    for (const id of weekIds) total += entrant.weeks[id] ?? 0;
    return { ...entrant, total, average: averageScore(total, weeksWithFinal) };
  });
  return rankRows(totalled, (row) => row.total);
}

/** Whether there is a score at all: somebody plays, and some game is over. A week without a final game has null. */
export function hasScores(rows: readonly { readonly scores: readonly (number | null)[] }[]): boolean {
  return rows.some(({ scores }) => scores.some((score) => score !== null));
}

/** The best of a finished week, by user id; several when tied, nobody with a score of 0 (decisions, Scoring). */
export function weekWinners(scores: readonly { readonly id: string; readonly score: number }[]): string[] {
  const best = scores.reduce((top, { score }) => Math.max(top, score), 0);
  return best > 0 ? scores.filter(({ score }) => score === best).map(({ id }) => id) : [];
}

/** What a click on a header does: the same one turns the direction, another starts descending (section 2). */
export function nextMatchupSort(current: MatchupSort, column: MatchupSort['column']): MatchupSort {
  const turned = current.column === column && current.direction === 'descending';
  return { column, direction: turned ? 'ascending' : 'descending' };
}

/**
 * Sorts by the column; where level, by the other one, then by name (section 9). The direction turns both scores, never
 * the names.
 */
export function sortMatchup<T extends MatchupScore>(rows: readonly T[], sort: MatchupSort): T[] {
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const other = sort.column === 'week' ? 'overall' : 'week';
  return rows.toSorted(
    (a, b) => sign * (a[sort.column] - b[sort.column]) || sign * (a[other] - b[other]) || compareNames(a, b),
  );
}

/** Orders people by name, those of one name by id, so that the order is the same everywhere. */
export function compareNames(a: Named, b: Named): number {
  return alphabet.compare(a.name, b.name) || (a.id < b.id ? -1 : Number(a.id > b.id));
}

/**
 * The name to show for each member of a pool, by user id. Of members whose names look alike the first in the list, who
 * joined first, keeps theirs; the others become `Sam (2)`, `Sam (3)` (decisions, People).
 */
export function distinctNames(members: readonly Named[]): ReadonlyMap<string, string> {
  const reserved = new Set(members.map((member) => look(member.name)));
  const seen = new Set<string>();
  const names = new Map<string, string>();
  for (const { id, name } of members) {
    const shown = seen.has(look(name)) ? numbered(name, reserved) : name;
    seen.add(look(name));
    reserved.add(look(shown));
    names.set(id, shown);
  }
  return names;
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(look(`${name} (${number})`))) number += 1;
  return `${name} (${number})`;
}
