/** Notes changes of games until the receipts of each pool list them (decision 049). store.ts lists them. */
import type { ReceiptWeek } from '#core/receipts/visible.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { inList, writeRows } from '#server/platform/db/json-rows.ts';
import type { GameChange, PoolWeekId, WeekOfPools } from './reads.ts';
import { receiptWeeks } from './reads.ts';

/** Weeks of pools before games of them change. */
export type WeeksBefore = readonly (PoolWeekId & { readonly week: ReceiptWeek })[];

/** Reads weeks of pools before games of them change, for `noteGameChange`. */
export async function weeksBefore(tx: Db, weeks: readonly PoolWeekId[]): Promise<WeeksBefore> {
  const before: (PoolWeekId & { week: ReceiptWeek })[] = [];
  for (const [weekId, own] of Map.groupBy(weeks, (each) => each.weekId))
    for (const [poolId, { isPlayed, ...week }] of await receiptWeeks(tx, {
      weekId,
      poolIds: own.map((each) => each.poolId),
    })) {
      const games = week.games.map(({ gid, lockAt, void: off, home, away }) => ({
        gid,
        lockAt,
        void: off,
        home,
        away,
      }));
      const wholeWeek = week.wholeWeek.map(({ gid, lockAt, void: off }) => ({ gid, lockAt, void: off }));
      before.push({ poolId, weekId, week: { ...week, games, wholeWeek } });
    }
  return before;
}

/**
 * Notes that the caller's transaction changes games, which closes the gate, and so what the receipts of weeks list. A sweep lists it soon;
 * in a pool whose picks are written before that, `listGameChanges` does. To list it here in all pools would stop a large league.
 */
export async function noteGameChange(
  tx: Db,
  engine: Engine,
  weeks: WeeksBefore,
  { by, gids, at }: Pick<GameChange, 'by' | 'gids' | 'at'>,
): Promise<void> {
  const numbers = tx.selectFrom('unlisted_changes').select((q) => q.fn.max<number | null>('number').as('last'));
  const number = ((await numbers.executeTakeFirst())?.last ?? 0) + 1;
  const change = { number, at, made_by: JSON.stringify(by), gids: JSON.stringify(gids) };
  const rows = weeks.map(({ poolId, weekId, week }) => {
    return { pool_id: poolId, week_id: weekId, ...change, week: JSON.stringify(week) };
  });
  await writeRows(tx, engine, 'unlisted_changes', changeColumns, rows, ['pool_id', 'week_id', 'number']);
}

const changeColumns = {
  pool_id: 'text',
  week_id: 'text',
  number: 'integer',
  at: 'integer',
  made_by: 'text',
  gids: 'text',
  week: 'text',
} as const;

/** Ends changes of games that the receipts of pools list. */
export async function endGameChanges(tx: Db, { weekId, poolIds }: WeekOfPools): Promise<void> {
  const listed = tx.deleteFrom('unlisted_changes').where('week_id', '=', weekId);
  await listed.where('pool_id', 'in', inList(poolIds)).execute();
}
