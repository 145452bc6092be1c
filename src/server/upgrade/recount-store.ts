import { asksFor, traitsOf } from '#core/formats/traits.ts';
/**
 * What an upgrade counts anew. Who joined late was asked with the locks of games instead of the pool's, and picks that a default had made
 * counted as picks of the player, both for the lowest score of a week and for side tables of the fewest points. A decided week may come to
 * something else, too.
 */
import { lastLock } from '#core/locks.ts';
import { pointsText } from '#core/scoring.ts';
import { sideStandings } from '#core/side-tables.ts';
import type { Entrant } from '#core/standings.ts';
import { distinctNames, lateWeeks, withLateWeeks } from '#core/standings.ts';
import type { Pool } from '#core/types.ts';
import type { WeekResult } from '#core/week-result.ts';
import { weekResult } from '#core/week-result.ts';
import { weekName } from '#core/weeks.ts';
import { writeAudit } from '#server/journal/audit-store.ts';
import { announcedWeeksOf } from '#server/notify/results-store.ts';
import { pickersByWeek } from '#server/picks/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { sideTablesOf } from '#server/pools/reads.ts';
import { isLeftOut } from '#server/pools/week-reads.ts';
import { asOwnPicks, readSideSeason } from '#server/side-tables/reads.ts';
import { loadStandings } from '#server/standings/reads.ts';
import type { SeasonScores } from '#server/standings/season-reads.ts';
import { readScores, weekScores } from '#server/standings/season-reads.ts';

/**
 * Notes in the log of a running pool what is counted anew, which announces it to its members. A finished pool keeps what it was counted by.
 * @param now the league's clock, ms @returns a line for each place that changes: week or side table, entry, before, after
 */
export async function noteRecounted(tx: Db, pool: Pool, now: number): Promise<string[]> {
  const season = await readScores(tx, pool, now);
  const scores = await weekScores(tx, pool.id);
  const scored = season.entrants.map((entrant): Entrant => ({ ...entrant, weeks: scores.get(entrant.id) ?? {} }));
  const hasLate = pool.rules.lateJoin !== 'zero' && traitsOf(pool.rules).plays === 'weeks' && season.weeks.length > 0;
  const late: SeasonScores['late'] = hasLate ? await earlierLateWeeks(tx, pool, season, scored) : new Map();
  const places = [
    ...(hasLate ? recountedLateWeeks(season, withLateWeeks(scored, late)) : []),
    ...(await recountedFewest(tx, pool, now)),
  ];
  if (season.weeks.length > 0 && season.weeks.every(({ isDecided }) => isDecided)) {
    if (places.length > 0) await keepCount(tx, pool, late);
    return [];
  }
  const lines = [...(await recountedResults(tx, pool, now)), ...places];
  if (lines.length === 0) return [];
  const text = ['The league was updated, and counts this anew:', ...lines].join('\n');
  await writeAudit(tx, { act: 'scores.recount', actorId: null, poolId: pool.id, after: { text } }, now);
  return lines;
}

async function keepCount(tx: Db, { id, rules }: Pool, late: SeasonScores['late']): Promise<void> {
  const picks = rules.missed === 'own' ? (1 as const) : (0 as const);
  const row = { pool_id: id, late: JSON.stringify(Object.fromEntries(late)), defaults_pick: picks };
  await tx.insertInto('earlier_counts').values(row).execute();
}

/** Decided weeks that come to something else than the version before has stored. */
async function recountedResults(tx: Db, pool: Pool, now: number): Promise<string[]> {
  const { state: standings } = await loadStandings(tx, pool.id, now);
  const names = new Map(standings.rows.map(({ id, name }) => [id, name]));
  const stored = [...(await announcedWeeksOf(tx, pool.id))];
  return stored.flatMap(([weekId, { result }]) => {
    if (result === null) return [];
    if (!standings.finishedWeeks.includes(weekId)) return [`${weekName(weekId)}: decided, now open`];
    const is = weekResult(weekId, standings);
    return is === null ? [] : changesOf(weekId, JSON.parse(result) as WeekResult, is, names);
  });
}

function changesOf(weekId: string, was: WeekResult, is: WeekResult, names: ReadonlyMap<string, string>): string[] {
  return [...names].flatMap(([id, name]) => {
    const before = stateIn(was, id);
    const after = stateIn(is, id);
    return before === after ? [] : [`${weekName(weekId)}, ${name}: ${before}, now ${after}`];
  });
}

/** What a week came to for an entry: `2 points`, or `out` in a survivor pool. */
function stateIn({ points, out }: WeekResult, id: string): string {
  if (out === undefined) return pointsText(points[id] ?? 0);
  return out.includes(id) ? 'out' : 'still in';
}

/** The weeks from before entries joined, as they were counted until now. @param scored entries with their stored scores */
async function earlierLateWeeks(
  tx: Db,
  { id, rules }: Pool,
  { weeks }: SeasonScores,
  scored: readonly Entrant[],
): Promise<SeasonScores['late']> {
  const weekIds = weeks.map((week) => week.id);
  const lastLocks = await lastLocksOfGames(tx, id, weekIds);
  const locked = weeks.map((week) => ({ ...week, lastLockAt: lastLocks.get(week.id) ?? 0 }));
  return lateWeeks(scored, locked, await pickersByWeek(tx, id, weekIds, true), rules);
}

/** @param before the entries of the season as they were counted until now, in its order */
function recountedLateWeeks({ weeks: all, entrants }: SeasonScores, before: readonly Entrant[]): string[] {
  const names = distinctNames(entrants);
  return all.flatMap(({ id: week }) =>
    entrants.flatMap(({ id, weeks }, at) => {
      const [was, is] = [before[at]?.weeks[week] ?? 0, weeks[week] ?? 0];
      return was === is ? [] : [`${weekName(week)}, ${names.get(id)}: ${pointsText(was)}, now ${pointsText(is)}`];
    }),
  );
}

/** The last lock of each week (ms) without the pool's own deadlines. */
async function lastLocksOfGames(tx: Db, poolId: string, weekIds: readonly string[]): Promise<Map<string, number>> {
  const query = tx.selectFrom('games').select(['week_id', 'lock_at as lockAt', 'void']);
  const games = await query
    .where('week_id', 'in', weekIds)
    .where(({ not }) => not(isLeftOut(poolId)))
    .execute();
  return new Map(
    [...Map.groupBy(games, ({ week_id }) => week_id)].map(([week, own]) => [week, lastLock(own) ?? 0] as const),
  );
}

/** Entries without a pick of their own are not in a side table of the fewest points. */
async function recountedFewest(tx: Db, pool: Pool, now: number): Promise<string[]> {
  if (pool.rules.missed !== 'own' || !asksFor('pick', pool.rules)) return [];
  const tables = (await sideTablesOf(tx, pool.id)).filter(({ measure }) => measure === 'fewest');
  if (tables.length === 0) return [];
  const { season } = await readSideSeason(tx, pool, tables, now);
  const entries = season.entries.map((entry) => ({ ...entry, picks: asOwnPicks(entry.picks) }));
  return tables.flatMap((table) => {
    const listed = new Set(sideStandings(table, season, pool.rules).map(({ id }) => id));
    const left = sideStandings(table, { ...season, entries }, pool.rules).filter(({ id }) => !listed.has(id));
    return left.map(({ name, value }) => `${table.name}, ${name}: ${pointsText(value)}, now not in it`);
  });
}
