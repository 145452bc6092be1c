/** What the limit of auto picks follows from (`missedLimit`, decision 029). */
import { isOver } from '#core/game.ts';
import { autoUntil, limitsMissed, missedWeeks } from '#core/missed-limit.ts';
import type { Pool } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { poolWeeks } from '#server/pools/reads.ts';
import { weeksOfPool } from '#server/pools/week-reads.ts';

type AskedPool = Pick<Pool, 'id' | 'rules'>;

/** By entry: the weeks in which it missed games, in playing order. Entries that left are not listed. */
type MissedWeeks = ReadonlyMap<string, readonly string[]>;

/**
 * The weeks in which the entries of a pool missed games. Nothing is read for a pool without a limit of auto picks.
 * @param before only weeks before this one
 */
export async function missedWeeksOf(
  db: Db,
  { id, rules }: AskedPool,
  { before, entryIds }: { readonly before?: string; readonly entryIds?: readonly string[] } = {},
): Promise<MissedWeeks> {
  if (!limitsMissed(rules)) return new Map();
  const all = await poolWeeks(db, id);
  const weekIds = before === undefined ? all : all.filter((weekId) => compareWeeks(weekId, before) < 0);
  const games = (await weeksOfPool(db, id, weekIds)).flatMap((week) => week.games.filter(isOver));
  if (games.length === 0) return new Map();
  const listed = db.selectFrom('entries').select(['id', 'joined_at']).where('pool_id', '=', id);
  const ofPool = listed.where('out_at', 'is', null);
  const entries = await (entryIds === undefined ? ofPool : ofPool.where('id', 'in', entryIds)).execute();
  const gids = games.map(({ gid }) => gid);
  const stored = db.selectFrom('game_picks').select(['entry_id', 'gid']).where('pool_id', '=', id);
  const made = stored.where('gid', 'in', gids).where('side', 'is not', null);
  const picks = await (entryIds === undefined ? made : made.where('entry_id', 'in', entryIds)).execute();
  const byEntry = Map.groupBy(picks, ({ entry_id }) => entry_id);
  return new Map(
    entries.map((entry) => {
      const picked = new Set(byEntry.get(entry.id)?.map(({ gid }) => gid));
      const hasPicked = (gid: string) => picked.has(gid);
      return [entry.id, missedWeeks(games, { joinedAt: entry.joined_at, hasPicked })];
    }),
  );
}

/** By entry: the last week in which missed games count. Entries whose limit is not reached are not listed. */
export async function autoUntilOf(
  db: Db,
  pool: AskedPool,
  options?: Parameters<typeof missedWeeksOf>[2],
): Promise<ReadonlyMap<string, string>> {
  const missed = await missedWeeksOf(db, pool, options);
  return new Map(
    [...missed].flatMap(([entryId, weeks]) => {
      const until = autoUntil(weeks, pool.rules);
      return until === null ? [] : [[entryId, until]];
    }),
  );
}
