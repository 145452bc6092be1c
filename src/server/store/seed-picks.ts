import { sql } from 'kysely';
import type { Side } from '#core/types.ts';
import type { Db, Engine } from './engine/connect.ts';
import { jsonRows } from './engine/json-rows.ts';

/** A pick as an import or a seed knows it; a null side clears it. */
export interface ImportedPick {
  readonly poolId: string;
  readonly gid: string;
  readonly userId: string;
  readonly side: Side | null;
  /** Marks it as best bet; a mark that is there stays. */
  readonly best?: boolean | undefined;
  readonly madeAt: number;
}

const importColumns = {
  pool_id: 'text',
  gid: 'text',
  user_id: 'text',
  side: 'text',
  best: 'integer',
  made_at: 'integer',
} as const;

/** Stores picks whatever the lock says; of those stored already an account's own and an admin's stay. @returns how many changed */
export async function importPicks(db: Db, engine: Engine, picks: readonly ImportedPick[]): Promise<number> {
  const rows = picks.map(({ poolId, gid, userId, side, best, madeAt }) => {
    return { pool_id: poolId, gid, user_id: userId, side, best: best ? 1 : null, made_at: madeAt };
  });
  const written = await sql`
    insert into picks (pool_id, gid, user_id, side, best, revision, made_at)
    select pool_id, gid, user_id, side, best, 1, made_at from ${jsonRows(engine, rows, importColumns)}
    where true order by gid, pool_id, user_id
    on conflict (pool_id, gid, user_id) do update
      set side = excluded.side, best = case when excluded.side is not null then coalesce(excluded.best, picks.best) end,
          revision = picks.revision + 1, made_at = excluded.made_at,
          based_on = null, bus_by = null, bus_reason = null
      where (picks.side is distinct from excluded.side or (excluded.best = 1 and picks.best is distinct from 1))
        and picks.bus_by is null
        and not exists (select 1 from users where users.id = picks.user_id and users.account_id is not null)`.execute(
    db,
  );
  return Number(written.numAffectedRows ?? 0);
}
