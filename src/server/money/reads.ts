import type { Selectable } from 'kysely';
import type { MoneyReply, Noted, PrizeReply } from '#contract/money.ts';
import { traitsOf } from '#core/formats/traits.ts';
import type { Cents, FeeCounts, MoneyPlan, MoneySeason, Placed, Prize } from '#core/money.ts';
import { FEE, feeDue, hasMoney, isSidePurpose, NO_MONEY, planFor, prizesOf, SEASON, tidyPlan } from '#core/money.ts';
import { compareNames } from '#core/name-order.ts';
import type { FixedFees, PlacePrize } from '#core/prize-shares.ts';
import { NOT_FIXED, weekPlaces } from '#core/prize-shares.ts';
import { prizeWeeks } from '#core/prize-weeks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { distinctNames } from '#core/standings.ts';
import type { Pool } from '#core/types.ts';
import { compareWeeks } from '#core/weeks.ts';
import type { PoolEntry } from '#server/entries/reads.ts';
import { entriesById } from '#server/entries/reads.ts';
import type { Db } from '#server/platform/db/connect.ts';
import type { PoolMoneyTable } from '#server/platform/db/schema.ts';
import { readRules } from '#server/platform/db/values.ts';
import type { Loaded } from '#server/platform/live/topics.ts';
import { ALWAYS } from '#server/platform/live/topics.ts';
import { findPool, poolsWithSidePrizes } from '#server/pools/reads.ts';
import { wonTables } from '#server/side-tables/reads.ts';
import { readSeason } from '#server/standings/season-reads.ts';

/** The money plan of a pool, adapted to its rules; an empty plan if it has none. */
export async function readPlan(db: Db, { id, rules }: Pick<Pool, 'id' | 'rules'>): Promise<MoneyPlan> {
  const row = await db.selectFrom('pool_money').selectAll().where('pool_id', '=', id).executeTakeFirst();
  return row === undefined ? NO_MONEY : toPlan(row, rules);
}

function toPlan(row: Selectable<PoolMoneyTable>, rules: PoolRules): MoneyPlan {
  return planFor(tidyPlan(storedPlan(row)), rules);
}

/** A plan as it is stored. */
export function storedPlan(row: Omit<Selectable<PoolMoneyTable>, 'pool_id' | 'fixed'>): MoneyPlan {
  const { fee, buy_back: buyBack } = row;
  const listed = JSON.parse(row.week_places) as PlacePrize[];
  const week = listed.length > 0 ? listed : row.week;
  return { fee, ...(buyBack > 0 && { buyBack }), week, places: JSON.parse(row.places) as PlacePrize[] };
}

/** What the shares of a pool are of for good. */
async function readFixed(db: Db, poolId: string): Promise<FixedFees> {
  const query = db.selectFrom('pool_money').select('fixed').where('pool_id', '=', poolId);
  const row = await query.executeTakeFirst();
  return row === undefined ? NOT_FIXED : fixedOf(row.fixed);
}

/** Reads stored JSON. */
export function fixedOf(text: string): FixedFees {
  return { ...NOT_FIXED, ...(JSON.parse(text) as Partial<FixedFees>) };
}

/** Those of the pools whose ledger is in use: they have a fee, a prize or a payment. */
export async function poolsWithMoney(db: Db, poolIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (poolIds.length === 0) return new Set();
  const plans = await db
    .selectFrom('pool_money')
    .innerJoin('pools', 'pools.id', 'pool_money.pool_id')
    .selectAll('pool_money')
    .select('pools.rules')
    .where('pools.id', 'in', poolIds)
    .execute();
  const planned = plans.filter(({ rules, ...row }) => hasMoney(toPlan(row, readRules(rules))));
  const payments = db.selectFrom('pool_payments').select('pool_id').distinct().where('pool_id', 'in', poolIds);
  const paid = await payments.where('undone_at', 'is', null).execute();
  return new Set([...[...planned, ...paid].map((row) => row.pool_id), ...(await poolsWithSidePrizes(db, poolIds))]);
}

/** The current payment by an entry, or to its owner, for one purpose. */
export interface StandingPayment {
  readonly entryId: string;
  /** A week, a side table, `FEE` or `SEASON`. */
  readonly purpose: string;
  readonly cents: Cents;
  /** Who recorded it last, and when. */
  readonly by: { readonly id: string; readonly name: string };
  readonly at: number;
}

/** The current payments of a pool, in the order in which they were recorded. */
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

function standing(db: Db, poolId: string) {
  return db
    .selectFrom('pool_payments')
    .select('pool_payments.entry_id as entryId')
    .where('pool_payments.pool_id', '=', poolId)
    .where('pool_payments.undone_at', 'is', null);
}

/** What money needs to know of a pool. */
export type MoneyPool = Pick<Pool, 'id' | 'rules' | 'createdAt'>;

/** The prizes of a pool by its current scores. */
export interface PoolPrizes {
  readonly prizes: readonly Prize[];
  /** Its entries with their displayed names. */
  readonly players: readonly PoolEntry[];
  /** The facts that the prizes follow from. */
  readonly season: MoneySeason;
  /** The places of prizes that are for places: those of the season, and of weeks in which several places have a prize. */
  readonly ranks: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** What entries pay fees for, with weekly play also those that left. An entry that plays and is not listed pays one fee. */
  readonly fees: ReadonlyMap<string, FeeCounts>;
  /** When the prizes may change without another write, ms. */
  readonly validUntil: number;
}

/** What an entry has to pay. An entry that left owes nothing; with weekly play, the fees of the weeks that it played. */
export function feeOf(
  entryId: string,
  plan: MoneyPlan,
  { players, fees }: Pick<PoolPrizes, 'players' | 'fees'>,
): Cents {
  const counts = fees.get(entryId) ?? (players.some(({ id }) => id === entryId) ? {} : null);
  return counts === null ? 0 : feeDue(plan, counts);
}

/** Computes the prizes of a pool from its scores; without money in its plan only those of its side tables. */
export async function readPrizes(db: Db, pool: MoneyPool, plan: MoneyPlan, now: number): Promise<PoolPrizes> {
  const { season, entries, games } = await readSeason(db, pool, now);
  const { weeks: all, final, fees } = season.money();
  const weeks = prizeWeeks(all, games, pool.createdAt);
  const players = shown(entries);
  const sides = (await wonTables(db, pool, now)).map(({ table: { id, name, cents }, ...won }) => {
    return { id, name, cents, ...won };
  });
  const counts: FeeCounts[] = [...fees.values(), ...players.flatMap(({ id }) => (fees.has(id) ? [] : [{}]))];
  const due = counts.reduce((sum, each) => sum + feeDue(plan, each), 0);
  const facts = { weeks, final, players, sides, due, fixed: await readFixed(db, pool.id) };
  const prizes = prizesOf(plan, facts);
  return { prizes, players, season: facts, ranks: ranksOf(plan, facts), fees, validUntil: season.validUntil };
}

function ranksOf(plan: MoneyPlan, { weeks, final }: MoneySeason): PoolPrizes['ranks'] {
  const placed = weekPlaces(plan).length > 1 ? weeks : [];
  const byId = (places: readonly Placed[]) => new Map(places.map(({ id, rank }) => [id, rank]));
  return new Map([
    ...placed.map(({ id, winners, others = [] }) => {
      return [id, byId([...winners.map((winner) => ({ id: winner, rank: 1 })), ...others])] as const;
    }),
    [SEASON, byId(final ?? [])],
  ]);
}

function shown(entries: readonly PoolEntry[]): PoolEntry[] {
  const names = distinctNames(entries);
  return entries.map((entry) => ({ ...entry, name: names.get(entry.id) ?? entry.name }));
}

/** A pool's money; empty if the pool is deleted. */
export async function loadMoney(db: Db, poolId: string, now: number): Promise<Loaded<MoneyReply>> {
  const pool = await findPool(db, poolId);
  if (!pool) return { state: { plan: planReply(NO_MONEY), entries: [], prizes: [], weeks: 0 }, validUntil: ALWAYS };
  const plan = await readPlan(db, pool);
  const read = await readPrizes(db, pool, plan, now);
  const payments = await paymentsOf(db, poolId);
  const state = {
    plan: planReply(plan),
    entries: await entriesOf(db, plan, read, payments),
    prizes: prizeReplies(read, payments),
    weeks: traitsOf(pool.rules).plays === 'weeks' ? read.season.weeks.length : 0,
  };
  return { state, validUntil: read.validUntil };
}

/** A plan as it is sent. */
export function planReply(plan: MoneyPlan): MoneyReply['plan'] {
  const { week, places } = plan;
  return { ...plan, week: typeof week === 'number' ? week : [...week], places: [...places] };
}

async function entriesOf(
  db: Db,
  plan: MoneyPlan,
  read: PoolPrizes,
  payments: readonly StandingPayment[],
): Promise<MoneyReply['entries']> {
  const { players, fees } = read;
  const playing = new Set(players.map(({ id }) => id));
  const concerned = new Set([...payments.map(({ entryId }) => entryId), ...fees.keys()]);
  const gone = [...concerned].filter((id) => !playing.has(id));
  const all = [...players, ...(await entriesById(db, gone))].sort(compareNames);
  const paid = new Map(payments.filter(({ purpose }) => purpose === FEE).map((fee) => [fee.entryId, fee]));
  return all.map(({ id, ownerId, name }) => {
    const weeks = fees.get(id)?.weeks;
    return {
      id,
      ownerId,
      name,
      isPlaying: playing.has(id),
      due: feeOf(id, plan, read),
      ...(weeks !== undefined && { weeks }),
      ...paidOf(paid.get(id)),
    };
  });
}

/** Prizes with their payments. A payment stays listed even if its week no longer has a prize, or its entry has none. */
function prizeReplies({ prizes, ranks }: PoolPrizes, payments: readonly StandingPayment[]): PrizeReply[] {
  const paid = Map.groupBy(
    payments.filter(({ purpose }) => purpose !== FEE),
    ({ purpose }) => purpose,
  );
  const known = new Set(prizes.map(({ of }) => of));
  const others = [...paid.keys()]
    .filter((of) => !known.has(of))
    .map((of) => ({ of, cents: 0, rolled: 0, isDecided: false, shares: [] }));
  return [...prizes, ...others]
    .filter(({ of, cents }) => cents > 0 || paid.has(of))
    .sort((a, b) => partOf(a) - partOf(b) || (partOf(a) === WEEKS ? compareWeeks(a.of, b.of) : 0))
    .map(({ shares, ...prize }) => {
      const own = new Map(paid.get(prize.of)?.map((payment) => [payment.entryId, payment]));
      const formers = [...own.keys()].filter((id) => !shares.some((share) => share.id === id));
      const all = [...shares, ...formers.map((id) => ({ id, cents: 0 }))];
      const rankOf = (id: string) => {
        const rank = ranks.get(prize.of)?.get(id);
        return rank === undefined ? {} : { rank };
      };
      return {
        ...prize,
        shares: all.map((share) => ({ ...share, ...rankOf(share.id), ...paidOf(own.get(share.id)) })),
      };
    });
}

const WEEKS = 0;

/** Weeks come first, then side tables in their order, then the season. */
function partOf({ of }: Pick<Prize, 'of'>): number {
  if (of === SEASON) return 2;
  return isSidePurpose(of) ? 1 : WEEKS;
}

function paidOf(payment: StandingPayment | undefined): { paid: number; noted: Noted | null } {
  return payment === undefined
    ? { paid: 0, noted: null }
    : { paid: payment.cents, noted: { by: payment.by, at: payment.at } };
}
