import { sql } from 'kysely';
import type { Entry } from '#contract/entries.ts';
import { writeInSlices } from '#server/store/engine/transactions.ts';
import type { Db, Engine, Store } from './engine/connect.ts';
import { jsonRows } from './engine/json-rows.ts';
import { markPoolStale } from './stale-weeks.ts';

/** An order or a team to import. */
export interface EntryToImport {
  readonly weekId: string;
  readonly playerId: string;
  readonly entry: Entry;
}

const columns = { week_id: 'text', user_id: 'text', entry: 'text', made_at: 'integer' } as const;

/**
 * Writes entries of one pool in short transactions, whatever the lock says, and marks their weeks for `rescoreStale`. What people with an
 * account have entered stays theirs, and so does what was entered for somebody; a linked player's entry counts for the account that has none.
 * @returns how many were written
 */
export async function importEntries(
  store: Store,
  poolId: string,
  entries: readonly EntryToImport[],
  now: number,
): Promise<number> {
  let written = 0;
  const write = (tx: Db, slice: readonly EntryToImport[]) =>
    writeEntries(
      tx,
      store.engine,
      poolId,
      slice.map((entry) => ({ ...entry, madeAt: now })),
    );
  await writeInSlices(store, entries, write, (count) => {
    written += count;
  });
  return written;
}

/** The same in a transaction of the caller's, each entry made at its own moment (ms). */
export async function writeEntries(
  tx: Db,
  engine: Engine,
  poolId: string,
  entries: readonly (EntryToImport & { readonly madeAt: number })[],
): Promise<number> {
  const rows = entries.map(({ weekId, playerId, entry, madeAt }) => ({
    week_id: weekId,
    user_id: playerId,
    entry: JSON.stringify(entry),
    made_at: madeAt,
  }));
  const { numAffectedRows } = await sql`
    insert into entries (pool_id, week_id, user_id, entry, revision, made_at)
    select ${poolId}, week_id, user_id, entry, 1, made_at from ${jsonRows(engine, rows, columns)}
    where true
    order by user_id, week_id
    on conflict (pool_id, user_id, week_id) do update
      set entry = excluded.entry, revision = entries.revision + 1, made_at = excluded.made_at, based_on = null
      where entries.entry is distinct from excluded.entry and entries.bus_by is null
        and not exists (select 1 from users where users.id = entries.user_id and users.account_id is not null)`.execute(
    tx,
  );
  const written = Number(numAffectedRows ?? 0);
  if (written > 0) await markPoolStale(tx, poolId, [...new Set(entries.map(({ weekId }) => weekId))]);
  return written;
}
