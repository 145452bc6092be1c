import { sql } from 'kysely';
import type { Prize, Share } from '#core/money.ts';
import { formatDollars } from '#core/money.ts';
import type { Named } from '#core/name-order.ts';
import type { Pool } from '#core/types.ts';
import { parseWeekId } from '#core/weeks.ts';
import { writeAudit } from './audit.ts';
import type { Db, Store } from './engine/connect.ts';
import { transact } from './engine/transactions.ts';
import { timeInTransaction } from './league-time.ts';
import { readPlan } from './money-plans.ts';
import { findPool, holdPool } from './pools.ts';
import { readPrizes } from './prizes.ts';
import { namesOf } from './users.ts';

/** Where prizes may have changed hands: in some pools, in those that play some weeks, or anywhere. No list is empty. */
export type PrizeScope =
  | { readonly poolIds: readonly string[] }
  | { readonly weekIds: readonly string[] }
  | 'everywhere';

/** A decided prize that goes to others, or is another amount, than was told. */
interface ChangedPrize {
  readonly of: string;
  readonly shares: readonly Share[];
  /** Undefined where nothing was told yet. */
  readonly told: readonly Share[] | undefined;
}

/**
 * Notes in the logs of pools which decided prizes are not what they were when they were told: a score was corrected, or a guess, or who is a member. Called after every change of
 * scores or people; what was told is stored, so that nothing is told twice. A prize that is decided for the first time is no news.
 */
export async function tellPrizes(store: Store, scope: PrizeScope, clock: () => number): Promise<void> {
  for (const poolId of await poolsInScope(store.db, scope)) {
    const pool = await findPool(store.db, poolId);
    if (pool === null || (await changedPrizes(store.db, pool, clock())).changed.length === 0) continue;
    await transact(store, async (tx) => {
      const held = await holdPool(tx, store, poolId);
      if (held !== null) await tell(tx, held, await timeInTransaction(tx, store.engine, clock));
    });
  }
}

/** Takes decided prizes as told, without a word: the act that changed them is in the log itself. */
export async function setToldPrizes(tx: Db, poolId: string, prizes: readonly Prize[]): Promise<void> {
  for (const { of, shares, isDecided } of prizes) {
    if (!isDecided) continue;
    const set = { shares: JSON.stringify(shares) };
    await tx
      .insertInto('told_prizes')
      .values({ pool_id: poolId, purpose: of, ...set })
      .onConflict((c) => c.columns(['pool_id', 'purpose']).doUpdateSet(set))
      .execute();
  }
}

async function tell(tx: Db, pool: Pool, now: number): Promise<void> {
  const { prizes, players, changed } = await changedPrizes(tx, pool, now);
  const names = new Map(players.map(({ id, name }) => [id, name]));
  const gone = changed.flatMap(({ told = [] }) => told.map(({ id }) => id)).filter((id) => !names.has(id));
  const all = new Map([...(await namesOf(tx, gone)), ...names]);
  for (const { of, shares, told } of changed) {
    if (told === undefined) continue;
    const week = parseWeekId(of) === null ? {} : { weekId: of };
    const states = { before: { prize: sharesText(told, all) }, after: { prize: sharesText(shares, all) } };
    await writeAudit(tx, { act: 'prize.change', actorId: null, poolId: pool.id, ...week, ...states }, now);
  }
  await setToldPrizes(tx, pool.id, prizes);
}

async function changedPrizes(
  db: Db,
  pool: Pool,
  now: number,
): Promise<{ prizes: readonly Prize[]; players: readonly Named[]; changed: ChangedPrize[] }> {
  const { prizes, players } = await readPrizes(db, pool, await readPlan(db, pool), now);
  const rows = await db.selectFrom('told_prizes').selectAll().where('pool_id', '=', pool.id).execute();
  const told = new Map(rows.map(({ purpose, shares }) => [purpose, JSON.parse(shares) as Share[]]));
  const changed = prizes
    .filter(({ isDecided }) => isDecided)
    .map(({ of, shares }) => ({ of, shares, told: told.get(of) }))
    .filter((prize) => prize.told === undefined || keyOf(prize.told) !== keyOf(prize.shares));
  return { prizes, players, changed };
}

/** The same for the same shares, in whatever order. */
function keyOf(shares: readonly Share[]): string {
  return shares
    .map(({ id, cents }) => `${id} ${cents}`)
    .sort()
    .join();
}

function sharesText(shares: readonly Share[], names: ReadonlyMap<string, string>): string {
  if (shares.length === 0) return 'nobody';
  return shares.map(({ id, cents }) => `${names.get(id) ?? ''} ${formatDollars(cents)}`).join(', ');
}

/** Living pools with prizes. Of those that play some weeks only where one of these is decided, or was told: scores come in by the second. */
async function poolsInScope(db: Db, scope: PrizeScope): Promise<string[]> {
  let query = db
    .selectFrom('pool_money')
    .innerJoin('pools', 'pools.id', 'pool_money.pool_id')
    .select('pool_money.pool_id as id')
    .where('pools.deleted_at', 'is', null)
    .where((q) => q.or([q('pool_money.week', '>', 0), q('pool_money.places', '<>', '[]')]));
  if (scope !== 'everywhere' && 'poolIds' in scope) query = query.where('pool_money.pool_id', 'in', scope.poolIds);
  if (scope !== 'everywhere' && 'weekIds' in scope) query = query.where(mayHaveWinners(scope.weekIds));
  return (await query.orderBy('pool_money.pool_id').execute()).map(({ id }) => id);
}

/** Whether a pool of `pool_money` plays one of some weeks that is decided, or whose prize was told. */
function mayHaveWinners(weekIds: readonly string[]) {
  return sql<boolean>`exists (
    select 1 from pool_weeks
    where pool_weeks.pool_id = pool_money.pool_id and pool_weeks.week_id in (${sql.join(weekIds)})
      and (
        exists (
          select 1 from told_prizes
          where told_prizes.pool_id = pool_money.pool_id and told_prizes.purpose = pool_weeks.week_id
        )
        or not exists (
          select 1 from games
          where games.week_id = pool_weeks.week_id and games.void is null and games.status <> 'Final'
        )
      ))`;
}
