import { sql } from 'kysely';
import type { Db, Engine } from './engine/connect.ts';
import { jsonRows } from './engine/json-rows.ts';

/** A game as a pool has it, which was open, or off, when it was decided to write of it. */
export interface OpenGame {
  readonly pool_id: string;
  readonly gid: string;
  /** 1 where it was off: then its lock is none, unless it counts again. */
  readonly was_off?: 1;
}

/**
 * Looks at the locks once more, after all that a transaction may have waited for, by the time it is now; on SQLite nothing waits.
 * @param now the league's clock, in ms
 * @throws 40001 where one was reached: `transact` tries again
 */
export async function refuseLate(tx: Db, engine: Engine, games: readonly OpenGame[], now: number): Promise<void> {
  if (engine === 'sqlite' || games.length === 0) return;
  const rows = jsonRows(engine, games, { pool_id: 'text', gid: 'text', was_off: 'integer' });
  await sql`
    select refuse_late_picks(array_agg(rows.pool_id), array_agg(rows.gid), cast(${now} as bigint))
    from ${rows} join games on games.gid = rows.gid where rows.was_off is null or games.void is null`.execute(tx);
}
