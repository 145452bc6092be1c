import type { Generated } from 'kysely';

/** The tables of money (decision 035). Amounts are whole cents. */
export interface MoneySchema {
  pool_money: PoolMoneyTable;
  pool_payments: PoolPaymentTable;
  told_prizes: ToldPrizeTable;
}

/** The plan of a pool; one without a row has no money. */
export interface PoolMoneyTable {
  pool_id: string;
  fee: number;
  week: number;
  /** JSON list of the prizes of the season's places. */
  places: string;
}

/** Money that changed hands, as a commissioner noted it; one that was undone stays as it was. */
export interface PoolPaymentTable {
  id: Generated<number>;
  pool_id: string;
  /** Who paid a fee, or was paid a prize. */
  user_id: string;
  /** A week, `FEE` or `SEASON`. */
  purpose: string;
  cents: number;
  noted_by: string;
  noted_at: number;
  undone_by: string | null;
  undone_at: number | null;
}

/** Who had won a prize when its members could last read it: what differs from that is told in the pool's log. */
export interface ToldPrizeTable {
  pool_id: string;
  /** A week or `SEASON`. */
  purpose: string;
  /** JSON list of `Share`s. */
  shares: string;
}
