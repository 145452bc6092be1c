import type { SurvivorSeason, TeamChoices } from '#core/formats/survivor.ts';
import { survivorOrder, survivorSeason, survivorWinners } from '#core/formats/survivor.ts';
import type { Named } from '#core/name-order.ts';
import type { Rank } from '#core/standings.ts';
import { rankRows } from '#core/standings.ts';
import type { Pool } from '#core/types.ts';
import type { Db } from './engine/connect.ts';
import { membersOfPool } from './members.ts';
import type { GamesOfWeek } from './pick-reads.ts';
import { gamesOfPool, teamsOfPool } from './pick-reads.ts';

/** A player of a survivor pool with their season; their choices include sealed ones. */
export interface SurvivorRow extends Named, SurvivorSeason, Rank {
  readonly own: TeamChoices;
}

/** A survivor pool as it stands. */
export interface SurvivorTable {
  readonly weeks: readonly GamesOfWeek[];
  /** In the order in which they joined. */
  readonly members: readonly Named[];
  /** By rank, then by name. */
  readonly rows: readonly SurvivorRow[];
  /** Who has won it, once that is decided. */
  readonly winners: readonly string[];
}

/** Whether a pool is a survivor pool that somebody has won: it asks for nothing any more. */
export async function isWon(db: Db, pool: Pick<Pool, 'id' | 'rules'>): Promise<boolean> {
  return pool.rules.format === 'survivor' && (await survivorTable(db, pool)).winners.length > 0;
}

/** Reads how a survivor pool stands. */
export async function survivorTable(db: Db, pool: Pick<Pool, 'id' | 'rules'>): Promise<SurvivorTable> {
  const weeks = await gamesOfPool(db, pool.id);
  const [members, choices] = [await membersOfPool(db, pool.id), await teamsOfPool(db, pool.id)];
  const players = members.map(({ id, name }) => {
    const own = choices.get(id) ?? {};
    return { id, name, own, ...survivorSeason(weeks, own, pool.rules) };
  });
  const order = survivorOrder(
    players,
    weeks.map(({ id }) => id),
  );
  const orderOf = new Map(players.map(({ id }, at) => [id, order[at] ?? 0]));
  const rows = rankRows(players, ({ id }) => orderOf.get(id) ?? 0);
  return { weeks, members, rows, winners: survivorWinners(players, weeks) };
}
