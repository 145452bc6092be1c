import type { SeasonRow } from '#core/formats/format.ts';
import { lastLock } from '#core/locks.ts';
import type { PickResult } from '#core/picks.ts';
import { pickResult } from '#core/picks.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import { rankedAfter } from '#core/recap/ranked-after.ts';
import type { Side } from '#core/types.ts';
import type { Call } from './calls.ts';
import type { AlmanacEntry, PlayedSeason } from './season.ts';

/** An entry's way through the decided weeks of a season. */
export type Course = Pick<AlmanacEntry, 'rank' | 'totalHalves' | 'weekHalves' | 'ranks' | 'won'> & {
  readonly calls: readonly Call[];
};

/** The courses of entries in a season that is the sum of its weeks. @param weeks the decided ones */
export function pointsCourse(played: PlayedSeason, weeks: readonly PoolWeek[]): (row: SeasonRow) => Course {
  const weekIds = weeks.map(({ id }) => id);
  const rows = played.rows.map((row) => onlyWeeks(row, played.weeks, weekIds));
  const halvesOf = new Map(rows.map(({ id, halves }) => [id, halves]));
  const standings = { weeks: weekIds, finishedWeeks: weekIds, rows };
  const after = weekIds.map((_, at) => rankedAfter(standings, played.rules, at));
  const rankAfter = after.map((ranked) => new Map(ranked.map(({ id, rank }) => [id, rank])));
  const totals = new Map(after.at(-1)?.map(({ id, total }) => [id, total]));
  const winners = weekIds.map((id) => new Set(played.winners[id]?.map((winner) => winner.id)));
  const callsOf = sideCalls(played, weeks);
  return (row) => {
    const ranks = rankAfter.map((ofWeek) => ofWeek.get(row.id) ?? rows.length);
    return {
      rank: ranks.at(-1) ?? 1,
      totalHalves: totals.get(row.id) ?? 0,
      weekHalves: weeks.map((week, at) => (hasPlayed(row, week, played) ? (halvesOf.get(row.id)?.[at] ?? null) : null)),
      ranks,
      won: winners.map((ofWeek) => ofWeek.has(row.id)),
      calls: callsOf(row.id),
    };
  };
}

/** A row with its columns of some weeks only. */
function onlyWeeks(row: SeasonRow, all: readonly PoolWeek[], weekIds: readonly string[]): SeasonRow {
  const isKept = all.map(({ id }) => weekIds.includes(id));
  const keep = <T>(columns: readonly T[]): T[] => columns.filter((_, at) => isKept[at]);
  const { halves, ties, ...rest } = row;
  return {
    ...rest,
    halves: keep(halves),
    ...(ties && { ties: { won: keep(ties.won), correct: keep(ties.correct), off: keep(ties.off) } }),
  };
}

/** Whether an entry could play a week: one that was over before it joined is not played, unless it has a pick of it. */
function hasPlayed({ id, joinedAt }: SeasonRow, week: PoolWeek, { picks }: PlayedSeason): boolean {
  const own = picks.get(id) ?? {};
  const isBefore = joinedAt !== undefined && joinedAt >= (lastLock(week.games) ?? Number.POSITIVE_INFINITY);
  return !isBefore || week.games.some(({ gid }) => Object.hasOwn(own, gid));
}

/** The calls of entries that pick sides. */
function sideCalls({ picks, rules }: PlayedSeason, weeks: readonly PoolWeek[]): (entryId: string) => Call[] {
  const results = weeks.flatMap(({ id, games }) =>
    games.map((game) => {
      const resultOf = (side: Side): PickResult => pickResult({ side, bus: false }, game, rules);
      return { weekId: id, game, home: resultOf('home'), away: resultOf('away') };
    }),
  );
  return (entryId) => {
    const own = picks.get(entryId) ?? {};
    return results.flatMap(({ weekId, game, ...result }): Call[] => {
      const pick = Object.hasOwn(own, game.gid) ? own[game.gid] : undefined;
      if (pick === undefined || pick.auto) return [];
      const { side } = pick;
      if (result[side] !== 'correct' && result[side] !== 'incorrect') return [];
      return [{ weekId, game, side, isRight: result[side] === 'correct' }];
    });
  };
}
