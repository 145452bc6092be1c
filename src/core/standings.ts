import { isOver } from './game.ts';
import { lastLock } from './locks.ts';
import type { Named } from './name-order.ts';
import { compareNames } from './name-order.ts';
import { look } from './names.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { DecidingGame, Halves } from './scoring.ts';
import { averageScore, decidedWeeks, isWeekFinished, totalScore } from './scoring.ts';
import type { Game } from './types.ts';

/** The Scoreboard has columns for at most the first 9 weeks (section 9). */
export const SCOREBOARD_WEEKS = 9;

const medals = ['trophy', 'silver', 'bronze'] as const;

/** The icon of ranks 1 to 3 (section 9). */
export type Medal = (typeof medals)[number];

/** Where somebody stands. */
export interface Rank {
  /** From 1; those of one score share it and the next ranks are left out (1, 1, 3). */
  readonly rank: number;
  /** Marked as last. */
  readonly isLast: boolean;
  readonly medal: Medal | null;
}

/** A week of a pool, as far as totals look at it. */
export interface SeasonWeek {
  readonly id: string;
  /** Whether a game that counts is Final. */
  readonly hasFinal: boolean;
  /** Whether all games that count are Final, and no postponed game may still be played. */
  readonly isDecided: boolean;
  /** The moment (ms) the last of its games locks. */
  readonly lastLockAt: number;
}

/** The same, with whether all games that count are Final. */
export interface FinishedWeek extends SeasonWeek {
  readonly isFinished: boolean;
}

/** An entry with its scores by week id. */
export interface Entrant extends Named {
  readonly weeks: Readonly<Record<string, Halves>>;
  readonly joinedAt: number;
  /** Whether it is the first of its owner: only that can count something for weeks before it joined. */
  readonly isFirst: boolean;
}

/** What a season comes to for one entry. */
export interface SeasonTotal {
  readonly total: Halves;
  /** In points. */
  readonly average: number;
  /** The weeks that left the total. */
  readonly dropped: readonly string[];
}

/** One line of the leaderboard. */
export type Standing<E extends Entrant = Entrant> = E & SeasonTotal & Rank;

/** The columns of the Matchup that sort, and how. */
export interface MatchupSort {
  readonly column: 'week' | 'overall';
  readonly direction: 'ascending' | 'descending';
}

/** A line of the Matchup. */
export interface MatchupScore extends Named {
  readonly weekHalves: Halves;
  readonly overallHalves: Halves;
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
 * The leaderboard of a pool: totals over its enabled weeks, averages over those of them with a Final game.
 * Scores of weeks that the pool does not have are left out (decisions, Scoring).
 */
export function standings<E extends Entrant>(
  entrants: readonly E[],
  season: readonly SeasonWeek[],
  rules: Pick<PoolRules, 'dropWeeks'>,
): Standing<E>[] {
  const totalled = entrants.map((entrant) => ({ ...entrant, ...seasonTotal(entrant.weeks, season, rules) }));
  return rankRows(totalled, (row) => row.total);
}

/**
 * What a season comes to. Once more weeks than the pool drops are decided, the lowest of them leave the total, of level ones
 * the earliest; the average is over the weeks that are kept.
 */
export function seasonTotal(
  scores: Entrant['weeks'],
  season: readonly SeasonWeek[],
  { dropWeeks }: Pick<PoolRules, 'dropWeeks'>,
): SeasonTotal {
  const scoreOf = ({ id }: SeasonWeek): Halves => scores[id] ?? 0;
  const decided = season.filter(({ isDecided }) => isDecided);
  const isDropping = dropWeeks > 0 && decided.length > dropWeeks;
  const lowest = isDropping ? decided.toSorted((a, b) => scoreOf(a) - scoreOf(b)).slice(0, dropWeeks) : [];
  const kept = season.filter((week) => !lowest.includes(week));
  const total = totalScore(kept.map(scoreOf));
  const average = averageScore(total, kept.filter(({ hasFinal }) => hasFinal).length);
  return { total, average, dropped: lowest.map(({ id }) => id) };
}

/** The decided weeks that were over before somebody joined: for these it matters who picked. */
export function weeksBeforeJoining(
  entrants: readonly Pick<Entrant, 'joinedAt'>[],
  season: readonly SeasonWeek[],
  { lateJoin }: Pick<PoolRules, 'lateJoin'>,
): string[] {
  if (lateJoin === 'zero') return [];
  const last = entrants.reduce((latest, { joinedAt }) => Math.max(latest, joinedAt), 0);
  return season.filter(({ isDecided, lastLockAt }) => isDecided && last >= lastLockAt).map(({ id }) => id);
}

/**
 * The weeks that were over before somebody joined, in which they picked nothing: by user id, each with the lowest score of those
 * who picked. A week is over once its last game locked: when scores were entered must not decide.
 */
export function lateWeeks(
  entrants: readonly Entrant[],
  season: readonly SeasonWeek[],
  pickers: ReadonlyMap<string, ReadonlySet<string>>,
  { lateJoin }: Pick<PoolRules, 'lateJoin'>,
): ReadonlyMap<string, Readonly<Record<string, Halves>>> {
  const late = new Map<string, Record<string, Halves>>();
  if (lateJoin === 'zero') return late;
  for (const { id: week, isDecided, lastLockAt } of season) {
    const picked = pickers.get(week);
    if (!isDecided || picked === undefined) continue;
    const scores = entrants.filter(({ id }) => picked.has(id)).map(({ weeks }) => weeks[week] ?? 0);
    if (scores.length === 0) continue;
    const lowest = Math.min(...scores);
    for (const { id, joinedAt, isFirst } of entrants) {
      if (isFirst && joinedAt >= lastLockAt && !picked.has(id)) late.set(id, { ...late.get(id), [week]: lowest });
    }
  }
  return late;
}

/** Entrants with the weeks that they have from before they joined (`lateWeeks`). */
export function withLateWeeks<E extends Entrant>(entrants: readonly E[], late: ReturnType<typeof lateWeeks>): E[] {
  return entrants.map((entrant) => ({ ...entrant, weeks: { ...entrant.weeks, ...late.get(entrant.id) } }));
}

/** The weeks of a pool with how far their games are. */
export function seasonWeeks(
  weekIds: readonly string[],
  games: readonly (DecidingGame & Pick<Game, 'weekId'>)[],
): FinishedWeek[] {
  const byWeek = Map.groupBy(games, (game) => game.weekId);
  const ofWeeks = weekIds.map((id) => byWeek.get(id) ?? []);
  const decided = decidedWeeks(ofWeeks);
  return weekIds.map((id, at) => {
    const own = ofWeeks[at] ?? [];
    const how = { hasFinal: own.some(isOver), isFinished: isWeekFinished(own), isDecided: decided[at] ?? false };
    return { id, ...how, lastLockAt: lastLock(own) ?? 0 };
  });
}

/** The best of a finished week, by user id; several when tied, nobody with a score of 0 (decisions, Scoring). */
export function weekWinners(scores: readonly { readonly id: string; readonly score: Halves }[]): string[] {
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
  const week = (a: T, b: T) => sign * (a.weekHalves - b.weekHalves);
  const overall = (a: T, b: T) => sign * (a.overallHalves - b.overallHalves);
  const [first, second] = sort.column === 'week' ? [week, overall] : [overall, week];
  return rows.toSorted((a, b) => first(a, b) || second(a, b) || compareNames(a, b));
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
