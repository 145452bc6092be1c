/** Takes back what an import wrote, slice by slice. */
import { writeAudit } from '#server/journal/audit-store.ts';
import { markPoolStale } from '#server/journal/stale-store.ts';
import { setMembers } from '#server/members/store.ts';
import { fixSharesOf } from '#server/money/store.ts';
import type { PickRow } from '#server/picks/rows-store.ts';
import { insertPicks } from '#server/picks/rows-store.ts';
import type { Db, Store } from '#server/platform/db/connect.ts';
import { timeInTransaction } from '#server/platform/db/league-time.ts';
import type { PoolImportTable } from '#server/platform/db/schema.ts';
import { listGameChanges } from '#server/receipts/store.ts';
import { namesOf } from '#server/users/reads.ts';
import { undoSeason } from './season-store.ts';
import type { Slice } from './slice-store.ts';
import { announce, SLICE } from './slice-store.ts';
import type { ImportSlots } from './slots.ts';
/** Restores what the next picks of an import replaced. What was changed since stays. The caller holds the pool. */
export async function undoSlice(
  tx: Db,
  store: Store,
  row: PoolImportTable,
  clock: () => number,
): Promise<Pick<Slice, 'announced'>> {
  const { engine } = store;
  const { pool_id: poolId } = row;
  const userId = row.undone_by ?? row.made_by;
  const now = await timeInTransaction(tx, engine, clock);
  await listGameChanges(tx, engine, [poolId], now);
  await fixSharesOf(tx, store, poolId, now);
  const current = await importedPicks(tx, row);
  const rows = await Promise.all(current.map((pick) => restored(tx, pick, now)));
  await insertPicks(tx, engine, rows);
  await markPoolStale(tx, poolId, JSON.parse(row.week_ids) as string[]);
  const done = row.done + current.length;
  const isReturned = current.length < SLICE;
  await tx
    .updateTable('pool_imports')
    .set({ done, state: isReturned ? 'returned' : 'undoing' })
    .where('id', '=', row.id)
    .execute();
  if (!isReturned) return { announced: null };
  const gone = await playersWithoutPicks(tx, poolId, JSON.parse(row.players) as string[]);
  await setMembers(tx, poolId, gone, now, false);
  const { season, isAnnounced } = JSON.parse(row.slots) as ImportSlots;
  const ofSeason = await undoSeason(tx, { poolId, userId }, season, now);
  const name = (await namesOf(tx, [userId])).get(userId) ?? '';
  const text =
    ofSeason ?? (isAnnounced ? `${name} undid an import that was announced: its picks were taken back.` : null);
  const after = { returned: done, ...(gone.length > 0 && { removed: gone.length }), ...(text !== null && { text }) };
  const recordId = await writeAudit(tx, { act: 'picks.undo', actorId: userId, poolId, after }, now);
  if (text === null) return { announced: null };
  await announce(tx, { recordId, poolId, userId, text }, now);
  return { announced: recordId };
}

type CurrentPick = Pick<PickRow, 'entry_id' | 'kind' | 'about' | 'revision'>;

/** The next picks that are still as an import wrote them. */
function importedPicks(tx: Db, { pool_id, made_by, at }: PoolImportTable): Promise<CurrentPick[]> {
  return tx
    .selectFrom('picks')
    .innerJoin('entries', 'entries.id', 'picks.entry_id')
    .select(['picks.entry_id', 'picks.kind', 'picks.about', 'picks.revision'])
    .where('entries.pool_id', '=', pool_id)
    .where('picks.made_at', '=', at)
    .where('picks.entered_by', '=', made_by)
    .orderBy('picks.entry_id')
    .orderBy('picks.kind')
    .orderBy('picks.about')
    .limit(SLICE)
    .execute();
}

/** A pick with the state before its last one. */
async function restored(tx: Db, { entry_id, kind, about, revision }: CurrentPick, now: number): Promise<PickRow> {
  const before = await tx
    .selectFrom('pick_history')
    .select(['value', 'entered_by', 'reason'])
    .where('entry_id', '=', entry_id)
    .where('kind', '=', kind)
    .where('about', '=', about)
    .where('revision', '<', revision)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { value, entered_by, reason } = before ?? { value: null, entered_by: null, reason: null };
  return { entry_id, kind, about, value, revision: revision + 1, made_at: now, entered_by, reason };
}

async function playersWithoutPicks(tx: Db, poolId: string, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await tx
    .selectFrom('entries')
    .innerJoin('picks', 'picks.entry_id', 'entries.id')
    .select('entries.player_id')
    .distinct()
    .where('entries.pool_id', '=', poolId)
    .where('entries.player_id', 'in', userIds)
    .where('picks.value', 'is not', null)
    .execute();
  const picked = new Set(rows.map(({ player_id }) => player_id));
  return userIds.filter((id) => !picked.has(id));
}
