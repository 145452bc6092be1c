import type { PoolReply } from '#contract/pools.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { lateMembers } from '#core/recap/decided-week.ts';
import { weekRecap } from '#core/recap/recap.ts';
import { survivorRecap } from '#core/recap/survivor-recap.ts';
import { bestText, lostText, ownLifeText, ownTexts, survivorText } from '#core/recap/words.ts';
import { sideTableNews } from '#core/side-table-leaders.ts';
import type { Game } from '#core/types.ts';
import { weekName } from '#core/weeks.ts';
import type { AskedWeek } from '#core/why/week.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { findPool } from '#server/pools/reads.ts';
import { poolLines, weekOfPool } from '#server/pools/week-reads.ts';
import { loadSideTables } from '#server/side-tables/reads.ts';
import { loadMatchup, loadStandings } from '#server/standings/reads.ts';

/** The recap of a decided week, in words. */
export interface RecapTexts {
  readonly all: string;
  /** The lines for an entry; null for one that does not play. */
  readonly ownOf: (entryId: string) => readonly [string, ...string[]] | null;
}

/** The recap of a decided week of a pool, from what is revealed at `now`; null while it is not decided. */
export async function loadRecap(db: Db, poolId: string, weekId: string, now: number): Promise<RecapTexts | null> {
  const pool = await findPool(db, poolId);
  if (!pool) return null;
  const { state: standings } = await loadStandings(db, poolId, now);
  if (!standings.finishedWeeks.includes(weekId)) return null;
  const decided = `${weekName(weekId)} is decided.`;
  const news = await sideNews(db, poolId, weekId, standings, now);
  if (traitsOf(pool.rules).plays === 'season') {
    const of = (entryId: string) => survivorRecap(weekId, standings, entryId, pool.rules);
    const week = of('');
    if (week.wonIn !== null) return { all: [decided, ...news].join(' '), ownOf: () => null };
    return {
      all: [decided, survivorText(week), ...news].join(' '),
      ownOf: (entryId) => [ownLifeText(of(entryId)), lostText(week, pool.rules)],
    };
  }
  const { games } = await weekOfPool(db, poolId, weekId);
  const week = await askedWeek(db, { ...pool, lines: await poolLines(db, poolId) }, weekId, games, standings, now);
  const recap = weekRecap(week, weekId, standings);
  return {
    all: [decided, bestText(recap), ...news].join(' '),
    ownOf: (entryId) => {
      const own = recap.ownOf(entryId);
      return own && ownTexts(own, pool.rules);
    },
  };
}

/** What the week means for the pool's side tables. */
async function sideNews(
  db: Db,
  poolId: string,
  weekId: string,
  { weeks: weekIds, finishedWeeks }: StandingsReply,
  now: number,
): Promise<string[]> {
  const { state } = await loadSideTables(db, poolId, now);
  const isLatest = finishedWeeks.at(-1) === weekId;
  return state.tables.flatMap((table) => sideTableNews(table, weekId, { weekIds, isLatest }) ?? []);
}

/** The week with what is revealed. */
async function askedWeek(
  db: Db,
  { id, rules, lines }: Pick<PoolReply, 'id' | 'rules' | 'lines'>,
  weekId: string,
  games: readonly Game[],
  standings: StandingsReply,
  now: number,
): Promise<AskedWeek> {
  const { state: matchup } = await loadMatchup(db, id, weekId, false, now);
  return {
    rules,
    games,
    gids: matchup.games,
    rows: matchup.rows,
    viewerId: '',
    own: {},
    tiebreakGid: null,
    now,
    lines,
    late: lateMembers(weekId, standings.rows),
  };
}
