import { sql } from 'kysely';
import { writeInSlices } from '#server/store/engine/transactions.ts';
import type { Db, Engine, Store } from './engine/connect.ts';
import { jsonRows } from './engine/json-rows.ts';

/** A guess to import, of the tiebreak game of its week. */
export interface GuessToImport {
  readonly weekId: string;
  readonly playerId: string;
  readonly guess: number;
}

const columns = { week_id: 'text', user_id: 'text', guess: 'integer' } as const;

/**
 * Writes guesses of one pool in short transactions, whatever the lock says. What people with an account have guessed stays theirs, and so does what was entered for somebody;
 * a linked player's guess counts for the account that has none. @returns how many were written
 */
export async function importGuesses(
  store: Store,
  poolId: string,
  guesses: readonly GuessToImport[],
  now: number,
): Promise<number> {
  let written = 0;
  const write = (tx: Db, slice: readonly GuessToImport[]) => writeGuesses(tx, store.engine, poolId, slice, now);
  await writeInSlices(store, guesses, write, (count) => {
    written += count;
  });
  return written;
}

/** The same in a transaction of the caller's. The weeks are written first: no game takes the place of theirs while the guesses are. */
export async function writeGuesses(
  tx: Db,
  engine: Engine,
  poolId: string,
  slice: readonly GuessToImport[],
  now: number,
): Promise<number> {
  const weekIds = [...new Set(slice.map(({ weekId }) => weekId))].sort();
  const earlier = sql<number>`case when tiebreak_fixed_at < ${now} then tiebreak_fixed_at else ${now} end`;
  for (const weekId of weekIds) {
    const query = tx.updateTable('pool_weeks').set({ tiebreak_fixed_at: earlier }).where('pool_id', '=', poolId);
    await query.where('week_id', '=', weekId).where('tiebreak_gid', 'is not', null).execute();
  }
  const rows = slice.map(({ weekId, playerId, guess }) => ({ week_id: weekId, user_id: playerId, guess }));
  const { numAffectedRows } = await sql`
    insert into guesses (pool_id, week_id, user_id, gid, guess, revision, made_at)
    select pool_weeks.pool_id, rows.week_id, rows.user_id, pool_weeks.tiebreak_gid, rows.guess, 1, cast(${now} as bigint)
    from ${jsonRows(engine, rows, columns)}
    join pool_weeks on pool_weeks.pool_id = ${poolId} and pool_weeks.week_id = rows.week_id
      and pool_weeks.tiebreak_gid is not null
    where true
    order by rows.week_id, rows.user_id
    on conflict (pool_id, week_id, user_id) do update
      set gid = excluded.gid, guess = excluded.guess, revision = guesses.revision + 1, made_at = excluded.made_at,
          based_on = null, cleared_by = null
      where (guesses.guess is distinct from excluded.guess or guesses.gid <> excluded.gid)
        and guesses.bus_by is null
        and not exists (select 1 from users where users.id = guesses.user_id and users.account_id is not null)`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}
