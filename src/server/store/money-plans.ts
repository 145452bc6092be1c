import type { Cents, MoneyPlan } from '#core/money.ts';
import { NO_MONEY, planFor } from '#core/money.ts';
import type { Pool } from '#core/types.ts';
import type { Db } from './engine/connect.ts';

/** The plan of a pool, as its format plays it; without money where it has none. */
export async function readPlan(db: Db, { id, rules }: Pick<Pool, 'id' | 'rules'>): Promise<MoneyPlan> {
  const row = await db.selectFrom('pool_money').selectAll().where('pool_id', '=', id).executeTakeFirst();
  if (row === undefined) return NO_MONEY;
  return planFor({ fee: row.fee, week: row.week, places: JSON.parse(row.places) as Cents[] }, rules.format);
}

/** Stores the plan of a pool, in the transaction of an act. */
export async function writePlan(tx: Db, poolId: string, { fee, week, places }: MoneyPlan): Promise<void> {
  const set = { fee, week, places: JSON.stringify(places) };
  await tx
    .insertInto('pool_money')
    .values({ pool_id: poolId, ...set })
    .onConflict((c) => c.column('pool_id').doUpdateSet(set))
    .execute();
}

/** Gives a pool the plan of another one, in the transaction that makes it. */
export async function copyPlan(tx: Db, fromId: string, toId: string): Promise<void> {
  const row = await tx.selectFrom('pool_money').selectAll().where('pool_id', '=', fromId).executeTakeFirst();
  if (row !== undefined)
    await tx
      .insertInto('pool_money')
      .values({ ...row, pool_id: toId })
      .execute();
}
