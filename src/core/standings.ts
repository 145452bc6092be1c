import { isOver } from './game.ts';
import { lastLock } from './locks.ts';
import type { Named } from './name-order.ts';
import { compareNames } from './name-order.ts';
import { normalizeName } from './names.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { DecidingGame, Halves } from './scoring.ts';
import { averageScore, decidedWeeks, isWeekFinished, totalScore } from './scoring.ts';
import type { Game } from './types.ts';
import { isBlank } from './weekly-play.ts';

/** The Scoreboard has columns for at most the first 9 weeks (section 9). */
export const SCOREBOARD_WEEKS = 9;

const medals = ['trophy', 'silver', 'bronze'] as const;

/** The icon of ranks 1 to 3 (section 9). */
export type Medal = (typeof medals)[number];

/** The place of an entry in the standings. */
export interface Rank {
  /** From 1. Equal scores share a rank, and the following ranks are skipped (1, 1, 3). */
  readonly rank: number;
  /** Marked as last. */
  readonly isLast: boolean;
  readonly medal: Medal | null;
}

/** The facts about a pool's week that totals need. */
export interface SeasonWeek {
  readonly id: string;
  /** Whether a counting game is Final. */
  readonly hasFinal: boolean;
  /** Whether all counting games are Final, and no postponed game may still be played. */
  readonly isDecided: boolean;
  /** The moment (ms) the last of its games locks. */
  readonly lastLockAt: number;
}

/** The same, plus whether all counting games are Final. */
export interface FinishedWeek extends SeasonWeek {
  readonly isFinished: boolean;
}

/** An entry with its scores by week id. With weekly play, a week that it does not play is left out (`core/weekly-play.ts`). */
export interface Entrant extends Named {
  readonly weeks: Readonly<Record<string, Halves>>;
  readonly joinedAt: number;
  /** Whether it is its owner's first entry: only first entries can count points for weeks before they joined. */
  readonly isFirst: boolean;
}

/** One entry's result of a season. */
export interface SeasonTotal {
  readonly total: Halves;
  /** In points. */
  readonly average: number;
  /** The weeks that were dropped from the total. */
  readonly dropped: readonly string[];
}

/** What separates entries with level totals, by week id (beyond 9). */
export interface WeekTie {
  /** Whether the entry won the week, alone or tied; false until it is decided. */
  readonly won: boolean;
  /** How many of its picks are right. */
  readonly correct: number;
  /** How far its guess was off; `MAX_GUESS` without a guess, 0 if nothing was guessed for in the week. */
  readonly off: number;
}

/** The same over a season. */
export interface SeasonTie {
  readonly wins: number;
  readonly correct: number;
  readonly off: number;
}

/** What the season tiebreak goes by, in order; nothing without one. */
export const tieOrder: { readonly [T in PoolRules['seasonTiebreak']]: readonly (keyof SeasonTie)[] } = {
  none: [],
  wins: ['wins', 'correct', 'off'],
  correct: ['correct', 'wins', 'off'],
};

/** By entry id, then by week id. */
export type WeekTies = ReadonlyMap<string, Readonly<Record<string, WeekTie>>>;

/** One line of the leaderboard. */
export type Standing<E extends Entrant = Entrant> = E & SeasonTotal & Rank;

/** The columns by which the Matchup sorts, and the directions; `now` is the week's score if the running games ended as they stand. */
export interface MatchupSort {
  readonly column: 'week' | 'overall' | 'now';
  readonly direction: 'ascending' | 'descending';
}

/** A row of the Matchup. */
export interface MatchupScore extends Named {
  readonly weekHalves: Halves;
  readonly overallHalves: Halves;
}

/** The initial sort order of the Matchup. */
export const DEFAULT_MATCHUP_SORT: MatchupSort = { column: 'week', direction: 'descending' };

/** The icon of a rank: trophy, silver and bronze for ranks 1 to 3, none after (section 9). */
export function medal(rank: number): Medal | null {
  return medals[rank - 1] ?? null;
}

/**
 * Sorts by score, highest first, then by name, and assigns ranks: ties share a rank. Everyone with the lowest score is marked as last,
 * unless all scores are equal (decisions, Scoring). A leaderboard is shown once a game is final; from then on ranks 1 to 3 have medals,
 * whatever their score.
 */
export function rankRows<T extends Named>(rows: readonly T[], scoreOf: (row: T) => number): (T & Rank)[] {
  return rankBy(rows, (a, b) => scoreOf(b) - scoreOf(a));
}

/** Like `rankRows`, by a comparison that puts the better row first. */
function rankBy<T extends Named>(rows: readonly T[], compare: (a: T, b: T) => number): (T & Rank)[] {
  let rank = 1;
  const sorted = rows.toSorted((a, b) => compare(a, b) || compareNames(a, b));
  const ranked = sorted.map((row, at) => {
    const before = sorted[at - 1];
    if (before === undefined || compare(before, row) !== 0) rank = at + 1;
    return { ...row, rank };
  });
  return withMarks(ranked);
}

/** Adds medals and the last place to rows that are sorted and ranked. */
export function withMarks<T extends { readonly rank: number }>(ranked: readonly T[]): (T & Rank)[] {
  const last = ranked.at(-1)?.rank ?? 1;
  return ranked.map((row) => ({ ...row, isLast: row.rank === last && last > 1, medal: medal(row.rank) }));
}

/** The viewer's own row that stays in view while the leaderboard scrolls: the best of theirs, as more would leave little room on a phone. */
export function pinnedRow<T extends { readonly ownerId: string }>(rows: readonly T[], viewer: string): T | undefined {
  return rows.find(({ ownerId }) => ownerId === viewer);
}

/**
 * The leaderboard of a pool: totals over its enabled weeks, and averages over those with a Final game. Scores of weeks that are not in the
 * pool are left out (decisions, Scoring).
 */
export function standings<E extends Entrant>(
  entrants: readonly E[],
  season: readonly SeasonWeek[],
  rules: Pick<PoolRules, 'dropWeeks' | 'weekly' | 'seasonTiebreak'>,
  ties: WeekTies = new Map(),
): Standing<E>[] {
  const totalled = entrants.map((entrant) => ({ ...entrant, ...seasonTotal(entrant.weeks, season, rules) }));
  return rankSeason(totalled, season, rules, ties);
}

/** Ranks totals; the season tiebreak separates level ones, if the pool has it. */
export function rankSeason<T extends Named & Pick<SeasonTotal, 'total'>>(
  rows: readonly T[],
  season: readonly Pick<SeasonWeek, 'id'>[],
  { seasonTiebreak }: Pick<PoolRules, 'seasonTiebreak'>,
  ties: WeekTies,
): (T & Rank)[] {
  if (seasonTiebreak === 'none') return rankRows(rows, ({ total }) => total);
  const weekIds = season.map(({ id }) => id);
  const tieOf = new Map(rows.map(({ id }) => [id, seasonTie(ties.get(id) ?? {}, weekIds)]));
  return rankBy(rows, (a, b) => {
    const [tieA, tieB] = [tieOf.get(a.id), tieOf.get(b.id)];
    return b.total - a.total || (tieA && tieB ? compareTies(tieA, tieB, seasonTiebreak) : 0);
  });
}

/** What separates an entry from others over some weeks. Dropped weeks count, too. */
export function seasonTie(weeks: Readonly<Record<string, WeekTie>>, weekIds: readonly string[]): SeasonTie {
  const own = weekIds.flatMap((id) => weeks[id] ?? []);
  return {
    wins: own.filter(({ won }) => won).length,
    correct: own.reduce((sum, { correct }) => sum + correct, 0),
    off: own.reduce((sum, { off }) => sum + off, 0),
  };
}

/** Compares two entries with level totals, the better one first. Of guesses, fewer points off are better. */
function compareTies(a: SeasonTie, b: SeasonTie, seasonTiebreak: PoolRules['seasonTiebreak']): number {
  const by = tieOrder[seasonTiebreak].find((each) => a[each] !== b[each]);
  if (by === undefined) return 0;
  return by === 'off' ? a.off - b.off : b[by] - a[by];
}

/**
 * The result of a season. Once more weeks are decided than the pool drops, the lowest leave the total, the earliest first among equals. The
 * average covers the weeks that are kept. Weeks that the entry does not play are neither dropped nor averaged.
 */
export function seasonTotal(
  scores: Entrant['weeks'],
  season: readonly SeasonWeek[],
  rules: Pick<PoolRules, 'dropWeeks' | 'weekly'>,
): SeasonTotal {
  const { dropWeeks } = rules;
  const scoreOf = ({ id }: SeasonWeek): Halves => scores[id] ?? 0;
  const own = season.filter(({ id }) => !isBlank({ weeks: scores }, id, rules));
  const decided = own.filter(({ isDecided }) => isDecided);
  const isDropping = dropWeeks > 0 && decided.length > dropWeeks;
  const lowest = isDropping ? decided.toSorted((a, b) => scoreOf(a) - scoreOf(b)).slice(0, dropWeeks) : [];
  const kept = own.filter((week) => !lowest.includes(week));
  const total = totalScore(kept.map(scoreOf));
  const average = averageScore(total, kept.filter(({ hasFinal }) => hasFinal).length);
  return { total, average, dropped: lowest.map(({ id }) => id) };
}

/** The decided weeks that were over before an entry joined: for these it matters who picked. */
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
 * For each entry, the weeks that were over before it joined and in which it picked nothing, each with the lowest score of those who picked.
 * A week is over once its last game locks: when scores were entered must not matter.
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

/** Entrants with their weeks from before they joined (`lateWeeks`). */
export function withLateWeeks<E extends Entrant>(entrants: readonly E[], late: ReturnType<typeof lateWeeks>): E[] {
  return entrants.map((entrant) => ({ ...entrant, weeks: { ...entrant.weeks, ...late.get(entrant.id) } }));
}

/** The weeks of a pool with the progress of their games. */
export function seasonWeeks(
  weekIds: readonly string[],
  games: readonly (DecidingGame & Pick<Game, 'weekId' | 'lockAt'>)[],
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

/** The sort order after a click on a header: the same column reverses the direction, another column starts descending (section 2). */
export function nextMatchupSort(current: MatchupSort, column: MatchupSort['column']): MatchupSort {
  const turned = current.column === column && current.direction === 'descending';
  return { column, direction: turned ? 'ascending' : 'descending' };
}

/**
 * Sorts by the column, then by the other column, then by name (section 9). The direction applies to both scores, never to the names.
 * @param nowOf a row's score of the week now, which replaces the official one if that is asked for
 */
export function sortMatchup<T extends MatchupScore>(
  rows: readonly T[],
  sort: MatchupSort,
  nowOf: (row: T) => Halves = ({ weekHalves }) => weekHalves,
): T[] {
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const scoreOf = sort.column === 'now' ? nowOf : ({ weekHalves }: T) => weekHalves;
  const week = (a: T, b: T) => sign * (scoreOf(a) - scoreOf(b));
  const overall = (a: T, b: T) => sign * (a.overallHalves - b.overallHalves);
  const [first, second] = sort.column === 'overall' ? [overall, week] : [week, overall];
  return rows.toSorted((a, b) => first(a, b) || second(a, b) || compareNames(a, b));
}

/**
 * The name to show for each member of a pool, by user id. If several members have names that look alike, the first in the list, who joined
 * first, keeps theirs; the others become `Sam (2)`, `Sam (3)` (decisions, People).
 */
export function distinctNames(members: readonly Named[]): ReadonlyMap<string, string> {
  const reserved = new Set(members.map((member) => normalizeName(member.name)));
  const seen = new Set<string>();
  const names = new Map<string, string>();
  for (const { id, name } of members) {
    const shown = seen.has(normalizeName(name)) ? numbered(name, reserved) : name;
    seen.add(normalizeName(name));
    reserved.add(normalizeName(shown));
    names.set(id, shown);
  }
  return names;
}

function numbered(name: string, taken: ReadonlySet<string>): string {
  let number = 2;
  while (taken.has(normalizeName(`${name} (${number})`))) number += 1;
  return `${name} (${number})`;
}
