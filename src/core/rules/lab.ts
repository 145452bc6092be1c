import type { MissingEntry } from '#core/auto-picks.ts';
import { withAutoPicks } from '#core/auto-picks.ts';
import { isOver } from '#core/game.ts';
import { autoUntil, limitsMissed, missedWeeks } from '#core/missed-limit.ts';
import type { Named } from '#core/name-order.ts';
import { tally } from '#core/outcome.ts';
import { isOwnPick, pickOf } from '#core/picks.ts';
import type { Halves } from '#core/scoring.ts';
import { weeklyScore } from '#core/scoring.ts';
import type { Entrant, SeasonWeek, Standing, WeekTie, WeekTies } from '#core/standings.ts';
import { lateWeeks, seasonWeeks, standings, withLateWeeks } from '#core/standings.ts';
import type { Guess } from '#core/tiebreak.ts';
import { breakTie, guessOff } from '#core/tiebreak.ts';
import type { CountedPicks, Game } from '#core/types.ts';
import { weekWinners } from '#core/week-winners.ts';
import { isBlank } from '#core/weekly-play.ts';
import type { PoolRules } from './pool-rules.ts';

/** An entry in the rule lab. */
export interface LabEntry extends Named {
  /** The id of its owner. */
  readonly ownerId: string;
  readonly joinedAt: number;
  /** Whether it is its owner's first entry; see `Entrant`. */
  readonly isFirst: boolean;
  /** Its picks of games that are over; in a confidence pool, with their values. */
  readonly picks: CountedPicks;
  /** The weeks that it plays, in a pool with weekly play. */
  readonly plays?: readonly string[] | undefined;
  /** The weeks in which it missed games, in a pool with a limit of auto picks. Otherwise its picks tell, of all games that are over. */
  readonly missedWeeks?: readonly string[] | undefined;
  /** Its guesses of decided weeks, by week, in a pool with a tiebreak. */
  readonly guesses?: Readonly<Record<string, Guess>> | undefined;
}

/** The decided part of a pool's season: what everybody may see. */
export interface LabSeason {
  readonly weekIds: readonly string[];
  readonly games: readonly LabGame[];
  readonly entries: readonly LabEntry[];
  /** The total points of the tiebreak games of decided weeks, by week, in a pool with a tiebreak. */
  readonly totals?: Readonly<Record<string, number>> | undefined;
}

/** A game in the rule lab, with the pool's lock and line. */
export type LabGame = Pick<
  Game,
  'gid' | 'weekId' | 'status' | 'void' | 'homeScore' | 'awayScore' | 'spread' | 'frozenSpread' | 'lockAt'
>;

/** The standing of an entry under the pool's rules and under others. */
export interface LabRow extends Named {
  /** The id of its owner. */
  readonly ownerId: string;
  readonly rank: number;
  readonly total: Halves;
  readonly otherRank: number;
  readonly otherTotal: Halves;
}

/** The result of a season under other rules. */
export interface LabResult {
  /** Ordered by rank under the other rules. */
  readonly rows: readonly LabRow[];
  /** The first week after which someone else would have led; null if nobody would. */
  readonly otherLeaderWeek: string | null;
}

/** Computes a season under two sets of rules. */
export function compareRules(season: LabSeason, rules: PoolRules, others: PoolRules): LabResult {
  const now = countSeason(season, rules);
  const then = countSeason(season, others);
  const before = new Map(now.standings(now.weeks.length).map((row) => [row.id, row]));
  const owners = new Map(season.entries.map(({ id, ownerId }) => [id, ownerId]));
  const rows = then.standings(then.weeks.length).map(({ id, name, rank, total }) => {
    const own = before.get(id);
    const ownerId = owners.get(id) ?? '';
    return { id, ownerId, name, rank: own?.rank ?? 0, total: own?.total ?? 0, otherRank: rank, otherTotal: total };
  });
  const turned = now.weeks.findIndex(
    ({ hasFinal }, at) => hasFinal && leaders(now.standings(at + 1)) !== leaders(then.standings(at + 1)),
  );
  return { rows, otherLeaderWeek: now.weeks[turned]?.id ?? null };
}

/** What decides which missed games count for an entry under these rules. @param over the games that are over */
export function missingEntry(
  { picks, joinedAt, missedWeeks: known }: LabEntry,
  over: readonly LabGame[],
  rules: PoolRules,
): MissingEntry {
  if (!limitsMissed(rules)) return { joinedAt, autoUntil: null };
  const hasPicked = (gid: string) => pickOf(picks, gid) !== undefined;
  const missed = known ?? missedWeeks(over, { joinedAt, hasPicked });
  return { joinedAt, autoUntil: autoUntil(missed, rules) };
}

interface CountedSeason {
  readonly weeks: readonly SeasonWeek[];
  /** The standings after this many weeks. */
  readonly standings: (weeks: number) => readonly Standing[];
}

function countSeason(season: LabSeason, rules: PoolRules): CountedSeason {
  const { weekIds, games, entries } = season;
  const weeks = seasonWeeks(weekIds, games);
  const over = games.filter(isOver);
  const finals = Map.groupBy(over, (game) => game.weekId);
  const counted = new Map(
    entries.map((entry) => [entry.id, withAutoPicks(over, entry.picks, rules, missingEntry(entry, over, rules))]),
  );
  const scored = entries.map(({ id, name, joinedAt, isFirst, plays }) => {
    const own = rules.weekly ? [...finals].filter(([week]) => plays?.includes(week)) : [...finals];
    const weekScores = own.map(([week, games]) => [week, weeklyScore(games, counted.get(id) ?? {}, rules)]);
    return { id, name, joinedAt, isFirst, weeks: Object.fromEntries(weekScores) };
  });
  const pickers = new Map(
    [...finals].map(([week, own]) => [
      week,
      new Set(entries.filter(({ picks }) => own.some(({ gid }) => isOwnPick(pickOf(picks, gid)))).map(({ id }) => id)),
    ]),
  );
  const late = lateWeeks(scored, weeks, pickers, rules);
  const entrants = withLateWeeks(scored, late);
  const ties =
    rules.seasonTiebreak === 'none'
      ? undefined
      : tiesOf(season, weeks, rules, {
          entrants,
          late,
          correctIn: (id, week) => tally(finals.get(week) ?? [], counted.get(id) ?? {}, rules).correct,
        });
  return { weeks, standings: (count) => standings(entrants, weeks.slice(0, count), rules, ties) };
}

interface Counted {
  readonly entrants: readonly Entrant[];
  readonly late: ReturnType<typeof lateWeeks>;
  /** How many picks of an entry are right in a week. */
  readonly correctIn: (entryId: string, week: string) => number;
}

/** What separates level entries in each week. */
function tiesOf(
  { entries, totals = {} }: LabSeason,
  weeks: readonly SeasonWeek[],
  rules: PoolRules,
  { entrants, late, correctIn }: Counted,
): WeekTies {
  const ties = new Map<string, Record<string, WeekTie>>(entries.map(({ id }) => [id, {}]));
  for (const { id: week, isDecided } of weeks) {
    const guesses = entries.flatMap(({ id, guesses: own }) => (own?.[week] ? [[id, own[week]] as const] : []));
    const tiebreak = { rule: rules.tiebreak, total: totals[week] ?? null, guesses: new Map(guesses) };
    const played = entrants.filter(({ id }) => late.get(id)?.[week] === undefined);
    const best = weekWinners(played.map(({ id, weeks: scores }) => ({ id, score: scores[week] ?? 0 })));
    const winners = isDecided ? breakTie(best, tiebreak) : [];
    const counts = new Set(entrants.filter((each) => !isBlank(each, week, rules)).map(({ id }) => id));
    for (const [id, own] of ties) {
      const off = isDecided && counts.has(id) && rules.tiebreak !== 'none' ? guessOff(tiebreak, id) : 0;
      own[week] = { won: winners.includes(id), correct: correctIn(id, week), off };
    }
  }
  return ties;
}

/** The leaders as one text; nobody leads without a point. */
function leaders(rows: readonly Standing[]): string {
  const first = rows.filter(({ rank, total }) => rank === 1 && total > 0);
  return first.map(({ id }) => id).join(' ');
}
