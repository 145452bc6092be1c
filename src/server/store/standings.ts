import { firstEntries } from '#core/entries.ts';
import type { Entrant, FinishedWeek } from '#core/standings.ts';
import { lateWeeks, seasonWeeks, weeksBeforeJoining, withLateWeeks } from '#core/standings.ts';
import type { Game, Pool } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import type { PoolEntry } from './entry-reads.ts';
import { entriesOfPool } from './entry-reads.ts';
import { gameSetByAdmin } from './game-reads.ts';
import { pickersByWeek, pickersOfWeek, teamsOfPool } from './pick-reads.ts';
import { isSurvivor, poolWeeks } from './pools.ts';

/** The stored scores of a pool in halves, of all weeks or of one: by entry, then by week. */
export async function weekScores(
  db: Db,
  poolId: string,
  weekId?: string,
): Promise<Map<string, Record<string, number>>> {
  let query = db.selectFrom('week_scores').select(['entry_id', 'week_id', 'halves']).where('pool_id', '=', poolId);
  if (weekId !== undefined) query = query.where('week_id', '=', weekId);
  const byEntry = new Map<string, Record<string, number>>();
  for (const { entry_id, week_id, halves } of await query.execute()) {
    const scores = byEntry.get(entry_id) ?? {};
    scores[week_id] = halves;
    byEntry.set(entry_id, scores);
  }
  return byEntry;
}

/** The entries of a pool over its weeks, with what its rules count for each. */
export interface Season {
  readonly weekIds: readonly string[];
  readonly weeks: readonly FinishedWeek[];
  readonly games: readonly GameState[];
  /** In the order in which they joined. */
  readonly entrants: readonly (Entrant & PoolEntry)[];
  /** Weeks that count what others scored, by entry and week. */
  readonly late: ReturnType<typeof lateWeeks>;
}

/** Reads the season of a pool. */
export async function readSeason(db: Db, { id, rules }: Pick<Pool, 'id' | 'rules'>): Promise<Season> {
  const weekIds = await poolWeeks(db, id);
  const [entries, scores, games] = [
    await entriesOfPool(db, id),
    await weekScores(db, id),
    await gameStates(db, weekIds),
  ];
  const weeks = seasonWeeks(weekIds, games);
  const firsts = firstEntries(entries);
  const scored = entries.map((entry) => ({
    ...entry,
    isFirst: firsts.has(entry.id),
    weeks: scores.get(entry.id) ?? {},
  }));
  const pickers = await pickersByWeek(db, id, weeksBeforeJoining(scored, weeks, rules));
  const late = lateWeeks(scored, weeks, pickers, rules);
  return { weekIds, weeks, games, entrants: withLateWeeks(scored, late), late };
}

export type GameState = Pick<Game, 'weekId' | 'status' | 'void' | 'kickoff' | 'timeTbd' | 'lockAt' | 'setByAdmin'>;

/** How far the games of some weeks are. */
export async function gameStates(db: Db, weekIds: readonly string[]): Promise<GameState[]> {
  if (weekIds.length === 0) return [];
  const query = db
    .selectFrom('games')
    .select(['week_id as weekId', 'status', 'void', 'kickoff', 'time_tbd', 'lock_at as lockAt', 'set_by_admin']);
  const rows = await query.where('week_id', 'in', weekIds).execute();
  return rows.map(({ time_tbd, set_by_admin, ...state }) => {
    return { ...state, timeTbd: time_tbd === 1, setByAdmin: gameSetByAdmin(set_by_admin) };
  });
}

/** How many people have an entry with a pick in a week, in a survivor pool with a team. */
export async function activePlayers(db: Db, poolId: string, weekId: string): Promise<number> {
  const active = (await isSurvivor(db, poolId))
    ? await teamsOfPool(db, poolId, [weekId])
    : await pickersOfWeek(db, poolId, weekId);
  const entries = (await entriesOfPool(db, poolId)).filter(({ id }) => active.has(id));
  return new Set(entries.map(({ ownerId }) => ownerId)).size;
}
