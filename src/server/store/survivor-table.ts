import type { SurvivorSeason, TeamChoices } from '#core/formats/survivor.ts';
import { survivorOrder, survivorSeason, survivorWinners } from '#core/formats/survivor.ts';
import type { Rank } from '#core/standings.ts';
import { rankRows } from '#core/standings.ts';
import type { Pool } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import type { PoolEntry } from './entry-reads.ts';
import { entriesOfPool } from './entry-reads.ts';
import type { GamesOfWeek } from './pick-reads.ts';
import { gamesOfPool, teamsOfPool } from './pick-reads.ts';

/** An entry of a survivor pool with its season; its choices include sealed ones. */
export interface SurvivorRow extends PoolEntry, SurvivorSeason, Rank {
  readonly own: TeamChoices;
}

/** A survivor pool as it stands. */
export interface SurvivorTable {
  readonly weeks: readonly GamesOfWeek[];
  /** In the order in which they joined. */
  readonly entries: readonly PoolEntry[];
  /** By rank, then by name. */
  readonly rows: readonly SurvivorRow[];
  /** The entries that have won it, once that is decided. */
  readonly winners: readonly string[];
}

/** Whether a pool is a survivor pool that somebody has won: it asks for nothing any more. */
export async function isWon(db: Db, pool: Pick<Pool, 'id' | 'rules'>): Promise<boolean> {
  return pool.rules.format === 'survivor' && (await survivorTable(db, pool)).winners.length > 0;
}

/** Reads how a survivor pool stands. */
export async function survivorTable(db: Db, pool: Pick<Pool, 'id' | 'rules'>): Promise<SurvivorTable> {
  const weeks = await gamesOfPool(db, pool.id);
  const [entries, choices] = [await entriesOfPool(db, pool.id), await teamsOfPool(db, pool.id)];
  const players = entries.map((entry) => {
    const own = choices.get(entry.id) ?? {};
    return { ...entry, own, ...survivorSeason(weeks, own, pool.rules) };
  });
  const order = survivorOrder(
    players,
    weeks.map(({ id }) => id),
  );
  const orderOf = new Map(players.map(({ id }, at) => [id, order[at] ?? 0]));
  const rows = rankRows(players, ({ id }) => orderOf.get(id) ?? 0);
  return { weeks, entries, rows, winners: survivorWinners(players, weeks) };
}
