import type { Cents } from '#core/money.ts';
import type { Db } from './engine/connect.ts';

/** What stands as paid for an entry, or to its owner, for one purpose. */
export interface StandingPayment {
  readonly entryId: string;
  /** A week, `FEE` or `SEASON`. */
  readonly purpose: string;
  readonly cents: Cents;
  /** Who noted it last, and when. */
  readonly by: { readonly id: string; readonly name: string };
  readonly at: number;
}

/** What stands as paid in a pool, in the order in which it was noted. */
export async function paymentsOf(db: Db, poolId: string): Promise<StandingPayment[]> {
  const rows = await standing(db, poolId)
    .innerJoin('users', 'users.id', 'pool_payments.noted_by')
    .select(['pool_payments.purpose', 'pool_payments.cents', 'pool_payments.noted_at as at'])
    .select(['users.id as byId', 'users.display_name as byName'])
    .orderBy('pool_payments.id')
    .execute();
  return rows.map(({ entryId, purpose, cents, at, byId, byName }) => {
    return { entryId, purpose, cents, at, by: { id: byId, name: byName } };
  });
}

/** What is noted to have been paid for an entry, or to its owner. */
export interface Payment {
  readonly poolId: string;
  readonly entryId: string;
  readonly purpose: string;
  /** 0 undoes what was noted. */
  readonly cents: Cents;
  readonly actorId: string;
}

/** Replaces what stands as paid; what stood stays in the table as undone. In the transaction of an act. */
export async function replacePayment(tx: Db, payment: Payment, now: number): Promise<void> {
  const { poolId, entryId, purpose, cents, actorId } = payment;
  await tx
    .updateTable('pool_payments')
    .set({ undone_by: actorId, undone_at: now })
    .where('pool_id', '=', poolId)
    .where('entry_id', '=', entryId)
    .where('purpose', '=', purpose)
    .where('undone_at', 'is', null)
    .execute();
  if (cents === 0) return;
  const noted = { noted_by: actorId, noted_at: now, undone_by: null, undone_at: null };
  await tx
    .insertInto('pool_payments')
    .values({ pool_id: poolId, entry_id: entryId, purpose, cents, ...noted })
    .execute();
}

function standing(db: Db, poolId: string) {
  return db
    .selectFrom('pool_payments')
    .select('pool_payments.entry_id as entryId')
    .where('pool_payments.pool_id', '=', poolId)
    .where('pool_payments.undone_at', 'is', null);
}
