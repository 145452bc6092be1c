/** What the limit of auto picks follows from (`missedLimit`, decision 029). */
import type { MissedGame } from '#core/missed-limit.ts';
import { autoUntil, limitsMissed, missableGames } from '#core/missed-limit.ts';
import type { Pool } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { yieldToRequests } from '#server/platform/turns.ts';
import { poolWeeks } from '#server/pools/reads.ts';

type AskedPool = Pick<Pool, 'id' | 'rules'>;

interface AskedEntry {
  readonly id: string;
  /** ms */
  readonly joinedAt: number;
}

/** How many entries one statement counts the picks of. On SQLite it blocks all other requests. */
const ENTRIES_AT_A_TIME = 200;

/** By entry: the weeks in which it missed games, in playing order. Nothing is read for a pool without a limit of auto picks. */
export async function missedWeeksOf(
  db: Db,
  pool: AskedPool,
  entries: readonly AskedEntry[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (!limitsMissed(pool.rules)) return new Map();
  return firstMissedWeeks(db, await gamesPlayed(db, pool.id), entries, Number.POSITIVE_INFINITY);
}

/**
 * By entry: the last week in which missed games count, if it is before the given one. Other entries are not listed. Ask only for entries
 * that missed games of the given week: to others it makes no difference.
 */
export async function autoUntilOf(
  db: Db,
  { id, rules }: AskedPool,
  entries: readonly AskedEntry[],
  before: string,
): Promise<ReadonlyMap<string, string>> {
  if (!limitsMissed(rules) || rules.missedLimit === 'none' || entries.length === 0) return new Map();
  const missed = await firstMissedWeeks(db, await gamesPlayed(db, id, before), entries, rules.missedLimit);
  return new Map(
    [...missed].flatMap(([entryId, weeks]) => {
      const until = autoUntil(weeks, rules);
      return until === null ? [] : [[entryId, until]];
    }),
  );
}

/** The final games of a pool, in playing order of their weeks. @param before only weeks before this one */
export async function gamesPlayed(db: Db, poolId: string, before?: string): Promise<MissedGame[]> {
  const all = await poolWeeks(db, poolId);
  const weekIds = before === undefined ? all : all.filter((weekId) => compareWeeks(weekId, before) < 0);
  if (weekIds.length === 0) return [];
  const rows = await db
    .selectFrom('games')
    .innerJoin('pool_locks', (on) => on.onRef('pool_locks.gid', '=', 'games.gid').on('pool_locks.pool_id', '=', poolId))
    .select(['games.gid', 'games.week_id as weekId', 'status', 'void', 'pool_locks.lock_at as lockAt'])
    .where('games.week_id', 'in', weekIds)
    .where('status', '=', 'Final')
    .execute();
  return rows.toSorted((a, b) => compareWeeks(a.weekId, b.weekId));
}

/** The first weeks in which entries missed games, at most `most` of each. Later ones are not read. */
async function firstMissedWeeks(
  db: Db,
  games: readonly MissedGame[],
  entries: readonly AskedEntry[],
  most: number,
): Promise<Map<string, string[]>> {
  const missed = new Map(entries.map(({ id }): [string, string[]] => [id, []]));
  for (const [weekId, ofWeek] of Map.groupBy(games, (game) => game.weekId)) {
    const left = entries.filter(({ id }) => (missed.get(id)?.length ?? 0) < most);
    for (const entryId of await entriesThatMissed(db, ofWeek, left)) missed.get(entryId)?.push(weekId);
  }
  return missed;
}

/** The entries that have fewer picks of some games of a week than they could miss. */
async function entriesThatMissed(
  db: Db,
  games: readonly MissedGame[],
  entries: readonly AskedEntry[],
): Promise<string[]> {
  const gidsOf = ({ joinedAt }: AskedEntry) => missableGames(games, joinedAt).map(({ gid }) => gid);
  const missed: string[] = [];
  for (const same of Map.groupBy(entries, (entry) => gidsOf(entry).join(' ')).values()) {
    const gids = same[0] === undefined ? [] : gidsOf(same[0]);
    for (let at = 0; gids.length > 0 && at < same.length; at += ENTRIES_AT_A_TIME) {
      if (!db.isTransaction) await yieldToRequests();
      const ids = same.slice(at, at + ENTRIES_AT_A_TIME).map(({ id }) => id);
      const made = await picksMadeBy(db, ids, gids);
      missed.push(...ids.filter((id) => (made.get(id) ?? 0) < gids.length));
    }
  }
  return missed;
}

/** How many of the given games entries picked; those without picks are not listed. */
async function picksMadeBy(
  db: Db,
  entryIds: readonly string[],
  gids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('picks')
    .select(['entry_id', (q) => q.fn.countAll<number>().as('made')])
    .where('entry_id', 'in', entryIds)
    .where('kind', '=', 'pick')
    .where('about', 'in', gids)
    .where('value', 'is not', null)
    .groupBy('entry_id')
    .execute();
  return new Map(rows.map(({ entry_id, made }) => [entry_id, made]));
}
