import type { MoneyPlan, Prize, Share } from '#core/money.ts';
import { formatDollars, hasMoney } from '#core/money.ts';
import type { Named } from '#core/name-order.ts';
import type { Pool } from '#core/types.ts';
import { parseWeekId } from '#core/weeks.ts';
import { writeAudit } from './audit.ts';
import type { Db } from './engine/connect.ts';
import { entryNames } from './entry-reads.ts';
import { readPlan } from './money-plans.ts';
import { readPrizes } from './prizes.ts';

/** A decided prize that goes to others, or is another amount, than was told. */
interface ChangedPrize {
  readonly of: string;
  readonly shares: readonly Share[];
  /** Undefined where nothing was told yet. */
  readonly told: readonly Share[] | undefined;
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

/**
 * Notes in the log of a pool which decided prizes are not what members were told: a score was corrected, or a guess, or who is a member. What
 * was told is stored, so that nothing is noted twice; a prize that is decided for the first time is no news.
 * @param unsettled weeks whose results are not announced: their prizes wait, and so do those of the season
 */
export async function notePrizes(
  tx: Db,
  pool: Pick<Pool, 'id' | 'rules'>,
  unsettled: ReadonlySet<string>,
  now: number,
): Promise<void> {
  const plan = await readPlan(tx, pool);
  if (!hasMoney(plan)) return;
  const { prizes, players, changed } = await changedPrizes(tx, pool, plan, now);
  const names = new Map(players.map(({ id, name }) => [id, name]));
  const gone = changed.flatMap(({ told = [] }) => told.map(({ id }) => id)).filter((id) => !names.has(id));
  const all = new Map([...(await entryNames(tx, gone)), ...names]);
  const isSettled = ({ of }: { readonly of: string }) =>
    parseWeekId(of) === null ? unsettled.size === 0 : !unsettled.has(of);
  for (const { of, shares, told } of changed.filter(isSettled)) {
    if (told === undefined) continue;
    const week = parseWeekId(of) === null ? {} : { weekId: of };
    const states = { before: { prize: sharesText(told, all) }, after: { prize: sharesText(shares, all) } };
    await writeAudit(tx, { act: 'prize.change', actorId: null, poolId: pool.id, ...week, ...states }, now);
  }
  await setToldPrizes(tx, pool.id, prizes.filter(isSettled));
}

async function changedPrizes(
  db: Db,
  pool: Pick<Pool, 'id' | 'rules'>,
  plan: MoneyPlan,
  now: number,
): Promise<{ prizes: readonly Prize[]; players: readonly Named[]; changed: ChangedPrize[] }> {
  const { prizes, players } = await readPrizes(db, pool, plan, now);
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

/** The weeks of a pool whose prizes members were told. */
export async function weeksWithPrizes(db: Db, poolId: string): Promise<string[]> {
  const rows = await db.selectFrom('told_prizes').select('purpose').where('pool_id', '=', poolId).execute();
  return rows.map(({ purpose }) => purpose).filter((purpose) => parseWeekId(purpose) !== null);
}
