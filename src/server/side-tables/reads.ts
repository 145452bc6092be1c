import type { SideTableReply, SideTablesReply } from '#contract/side-tables.ts';
import { wonWeeks } from '#core/formats/survivor/table.ts';
import { knownChoices } from '#core/formats/survivor/week.ts';
import { asksFor, traitsOf } from '#core/formats/traits.ts';
import type { SideSeason, SideTable, SurvivorResults } from '#core/side-tables.ts';
import { isFixed, isSideDecided, needsPicks, sideStandings, sideWinners } from '#core/side-tables.ts';
import type { CountedPick, CountedPicks, Game, Pool } from '#core/types.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { ALWAYS } from '#server/platform/live/topics.ts';
import { yieldToRequests } from '#server/platform/turns.ts';
import { findPool, poolWeeks, sideTablesOf } from '#server/pools/reads.ts';
import { gameStates, gamesEverPlayed } from '#server/pools/week-reads.ts';
import type { PlayedSeason } from '#server/standings/lab-reads.ts';
import { readPlayedSeason } from '#server/standings/lab-reads.ts';
import { earlierCountOf, readSurvivorTable, scoresByEntry } from '#server/standings/season-reads.ts';

/** The side tables of a pool at `now`, valid until the next lock. They are computed from games that are over only. */
export async function loadSideTables(db: Db, poolId: string, now: number): Promise<Loaded<SideTablesReply>> {
  const [pool, tables] = [await findPool(db, poolId), await sideTablesOf(db, poolId)];
  if (pool === null || tables.length === 0) return { state: { tables: [] }, validUntil: ALWAYS };
  const { season, survivor, validUntil } = await readSideSeason(db, pool, tables, now);
  const ever = await gamesEverPlayed(db, poolId);
  const replies: SideTableReply[] = [];
  for (const table of tables) {
    await yieldToRequests();
    const rows = sideStandings(table, season, pool.rules, survivor);
    await yieldToRequests();
    const winners = sideWinners(table, season, pool.rules, survivor).map(({ id }) => id);
    replies.push({
      ...table,
      isFixed: isFixed(table, ever, now),
      isDecided: isSideDecided(table, season.weekIds, season.games),
      winners,
      rows,
    });
  }
  return { state: { tables: replies }, validUntil };
}

/** A side table that has a prize, with its winners. */
export interface WonTable {
  readonly table: SideTable;
  readonly isDecided: boolean;
  /** Entry ids; empty until it is decided. */
  readonly winners: readonly string[];
}

/** The winners of the side tables of a pool that have a prize. */
export async function wonTables(db: Db, pool: Pick<Pool, 'id' | 'rules'>, now: number): Promise<WonTable[]> {
  const tables = (await sideTablesOf(db, pool.id)).filter(({ cents }) => cents > 0);
  if (tables.length === 0) return [];
  const weekIds = await poolWeeks(db, pool.id);
  const games = await gameStates(db, pool.id, weekIds);
  const isDecided = (table: SideTable) => isSideDecided(table, weekIds, games);
  // The season is long to read, and nobody has won before.
  const decided = tables.filter(isDecided);
  const read = decided.length > 0 ? await readSideSeason(db, pool, decided, now) : null;
  const won: WonTable[] = [];
  for (const table of tables) {
    await yieldToRequests();
    const rows = read === null ? [] : sideWinners(table, read.season, pool.rules, read.survivor);
    won.push({ table, isDecided: isDecided(table), winners: rows.map(({ id }) => id) });
  }
  return won;
}

interface ReadSeason {
  readonly season: SideSeason;
  /** In a survivor pool. */
  readonly survivor: SurvivorResults | undefined;
  /** The next lock. */
  readonly validUntil: number;
}

/** Reads what the given tables count. */
export async function readSideSeason(
  db: Db,
  pool: Pick<Pool, 'id' | 'rules'>,
  tables: readonly SideTable[],
  now: number,
): Promise<ReadSeason> {
  const isWanted = (game: Game) => tables.some((table) => needsPicks(table, game));
  const played = await readPlayedSeason(db, pool.id, now, isWanted);
  const scores = await scoresByEntry(db, pool.id);
  const { weekIds, games, totals } = played;
  const survivor = traitsOf(pool.rules).plays === 'season' ? await survivorResults(db, pool, now) : undefined;
  // Sides that were picked before the pool asked for teams don't count.
  const ofPicks = async () => {
    const counted = await countedEntries(played);
    const defaultsPick = (await earlierCountOf(db, pool.id, pool.rules))?.defaultsPick ?? false;
    return defaultsPick ? counted.map((entry) => ({ ...entry, picks: asOwnPicks(entry.picks) })) : counted;
  };
  const entries = asksFor('pick', pool.rules)
    ? await ofPicks()
    : played.entries.map((entry) => ({ ...entry, picks: {} }));
  return { season: { weekIds, games, entries, totals, scores }, survivor, validUntil: played.validUntil };
}

/** The entries with the values of their picks, if the pool has confidence. */
async function countedEntries({ entries, games, worthTo }: PlayedSeason): Promise<SideSeason['entries']> {
  const byGid = new Map(games.map((game) => [game.gid, game]));
  const counted: SideSeason['entries'][number][] = [];
  for (const { picks, ...entry } of entries) {
    await yieldToRequests();
    const own = [...picks.values()].map(({ gid, side, best, auto }): [string, CountedPick] => {
      const game = byGid.get(gid);
      const value = worthTo && game ? worthTo(entry.id, game) : null;
      return [gid, { side, best, bus: false, ...(auto && { auto }), ...(value !== null && { value }) }];
    });
    counted.push({ ...entry, picks: Object.fromEntries(own) });
  }
  return counted;
}

/** The same picks, as if no default had made one. */
export function asOwnPicks(picks: CountedPicks): CountedPicks {
  return Object.fromEntries(Object.entries(picks).map(([gid, { auto: _, ...pick }]) => [gid, pick]));
}

/** Who is out of a survivor pool, and the weeks that their teams won; only teams whose games have locked count. */
async function survivorResults(db: Db, pool: Pick<Pool, 'id' | 'rules'>, now: number): Promise<SurvivorResults> {
  const table = await readSurvivorTable(db, pool, now);
  const knownOf = knownChoices(table.weeks, now);
  const outWeekOf = new Map(
    table.rows.flatMap(({ id, outWeekId }) => (outWeekId === null ? [] : [[id, outWeekId] as const])),
  );
  const wins = new Map<string, ReadonlySet<string>>();
  for (const row of table.rows) {
    await yieldToRequests();
    wins.set(row.id, wonWeeks(table, row, knownOf(row.own), pool.rules));
  }
  return { outWeekOf, wins };
}
