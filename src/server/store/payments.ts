import type { Cents } from '#core/money.ts';
import type { Db } from './engine/connect.ts';

/** What stands as paid by somebody, or to somebody, for one purpose. */
export interface StandingPayment {
  readonly userId: string;
  /** A week, `FEE` or `SEASON`. */
  readonly purpose: string;
  readonly cents: Cents;
  /** Who noted it last, and when. */
  readonly by: { readonly id: string; readonly name: string };
  readonly at: number;
}

/**
 * What stands as paid in a pool, in the order in which it was noted. What was noted for an imported player counts for the account that they are
 * linked to, added to what was noted for that.
 */
export async function paymentsOf(db: Db, poolId: string): Promise<StandingPayment[]> {
  const rows = await standing(db, poolId)
    .innerJoin('users', 'users.id', 'pool_payments.noted_by')
    .select(['pool_payments.purpose', 'pool_payments.cents', 'pool_payments.noted_at as at'])
    .select(['users.id as byId', 'users.display_name as byName'])
    .orderBy('pool_payments.id')
    .execute();
  const payments = new Map<string, StandingPayment>();
  for (const { userId, purpose, cents, at, byId, byName } of rows) {
    const key = `${purpose} ${userId}`;
    const before = payments.get(key)?.cents ?? 0;
    payments.set(key, { userId, purpose, cents: before + cents, at, by: { id: byId, name: byName } });
  }
  return [...payments.values()];
}

/** What somebody was noted to have paid, or to have been paid. */
export interface Payment {
  readonly poolId: string;
  readonly userId: string;
  readonly purpose: string;
  /** 0 undoes what was noted. */
  readonly cents: Cents;
  readonly actorId: string;
}

/** Replaces what stands as paid; what stood stays in the table as undone. In the transaction of an act. */
export async function replacePayment(tx: Db, payment: Payment, now: number): Promise<void> {
  const { poolId, userId, purpose, cents, actorId } = payment;
  const stood = await standing(tx, poolId)
    .select('pool_payments.id')
    .where('pool_payments.purpose', '=', purpose)
    .execute();
  const ids = stood.filter((row) => row.userId === userId).map(({ id }) => id);
  if (ids.length > 0) {
    await tx.updateTable('pool_payments').set({ undone_by: actorId, undone_at: now }).where('id', 'in', ids).execute();
  }
  if (cents === 0) return;
  const noted = { noted_by: actorId, noted_at: now, undone_by: null, undone_at: null };
  await tx
    .insertInto('pool_payments')
    .values({ pool_id: poolId, user_id: userId, purpose, cents, ...noted })
    .execute();
}

function standing(db: Db, poolId: string) {
  return db
    .selectFrom('pool_payments')
    .leftJoin('player_links', (on) =>
      on.onRef('player_links.player_id', '=', 'pool_payments.user_id').on('player_links.undone_at', 'is', null),
    )
    .select((q) => q.fn.coalesce('player_links.user_id', 'pool_payments.user_id').as('userId'))
    .where('pool_payments.pool_id', '=', poolId)
    .where('pool_payments.undone_at', 'is', null);
}
