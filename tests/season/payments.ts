/** Payments that a commissioner notes, and what the money pages must say. */
import type { MoneyReply } from '#contract/money.ts';
import { FEE, SEASON } from '#core/money.ts';
import type { Person } from '#tests/builders.ts';
import type { Stored } from './acknowledged.ts';
import type { Survived } from './buy-backs.ts';
import type { Scene } from './checks.ts';
import type { Stage } from './stage.ts';
import { sendChange } from './stage.ts';

/** The money of each pool, by id. */
export type MoneyPages = ReadonlyMap<string, MoneyReply>;

export async function moneyPages({ league, pools }: Scene, as: Person): Promise<MoneyPages> {
  const pages = new Map<string, MoneyReply>();
  for (const { id: poolId } of pools)
    pages.set(poolId, (await league.call('GET /api/pools/:poolId/money', { as, params: { poolId } })).ok());
  return pages;
}

function slotOf(entryId: string, purpose: string): string {
  return `${entryId} paid ${purpose}`;
}

/** The payments that the pages show. */
export function shownPayments(pages: MoneyPages): ReadonlyMap<string, Stored> {
  const paid = [...pages.values()].flatMap(({ entries, prizes }) => [
    ...entries.map((entry) => [slotOf(entry.id, FEE), entry.paid] as const),
    ...prizes.flatMap(({ of, shares }) => shares.map((share) => [slotOf(share.id, of), share.paid] as const)),
  ]);
  return new Map(paid.map(([slot, cents]) => [slot, { value: textOf(cents), revision: 0 }]));
}

function textOf(cents: number): string {
  return cents === 0 ? 'null' : String(cents);
}

/**
 * The commissioner notes what an entry paid, or was paid, on the page that they see or an older one, and sometimes two amounts at the same
 * moment. @throws if a note is refused on the current page, or accepted on another one
 */
export async function notePayment(stage: Stage): Promise<void> {
  const { scene, dice, runner: as } = stage;
  const { id: poolId, name } = dice.oneOf(scene.pools);
  const { entries, prizes } = (
    await scene.league.call('GET /api/pools/:poolId/money', { as, params: { poolId } })
  ).ok();
  const rows = [
    ...entries.map(({ id, due, paid }) => ({ id, purpose: FEE, due, paid })),
    ...prizes.flatMap(({ of, shares }) => shares.map(({ id, cents: due, paid }) => ({ id, purpose: of, due, paid }))),
  ];
  const { id: entryId, purpose, due, paid } = dice.oneOf(rows.toSorted((a, b) => compare(a.id, b.id)));
  const isStale = dice.chance(0.15);
  const seen = isStale ? { due: due + 1, paid } : { due, paid };
  const amounts = [dice.oneOf([due, due, 0, Math.floor(due / 2)]), ...(dice.chance(0.2) ? [due + 5] : [])];
  const codes = await Promise.all(
    amounts.map((cents) =>
      sendChange(stage, {
        what: `the runner notes ${cents} cents of ${entryId} for ${purpose} in ${name}`,
        slot: slotOf(entryId, purpose),
        value: textOf(cents),
        call: () =>
          scene.league.call('PUT /api/pools/:poolId/money/payments/:entryId', {
            as,
            params: { poolId, entryId },
            body: { purpose, cents, seen },
          }),
      }),
    ),
  );
  if (codes.includes(null)) return;
  const stored = amounts.filter((cents, at) => codes[at] === 'ok' && cents !== paid);
  const most = isStale ? 0 : 1;
  if (stored.length > most || (stored.length === 0 && !isStale && amounts.some((cents) => cents !== paid)))
    throw new Error(`${name}: of ${amounts} after ${paid} for ${purpose}, ${stored} were stored: ${codes}`);
}

/** What the pages of decided prizes said first: what a prize is of stays as it was then. */
export type FixedPrizes = Map<string, number>;

/**
 * Prizes of which more is shared out than they have, fees that differ from those of the plan, and prizes of the season that are not all of
 * the fees that were due when it was decided. Once the season is over, they are shared out to the cent.
 * @param survived the entries of survivor pools @param fixed filled here
 */
export function wrongMoney(
  { pools, entries }: Scene,
  pages: MoneyPages,
  survived: ReadonlyMap<string, Survived>,
  fixed: FixedPrizes,
  isOver: boolean,
): string[] {
  const found: string[] = [];
  for (const { id: poolId, name, plan } of pools) {
    const page = pages.get(poolId);
    if (page === undefined) continue;
    const own = entries.filter((entry) => entry.poolId === poolId);
    const dues = own.map(({ id }) => plan.fee + (plan.buyBack ?? 0) * (survived.get(id)?.boughtBack.length ?? 0));
    for (const [at, { id }] of own.entries()) {
      const due = page.entries.find((entry) => entry.id === id)?.due;
      if (due !== dues[at]) found.push(`${name}: ${due} cents are due of ${id}, not ${dues[at]}`);
    }
    const season = page.prizes.find(({ of }) => of === SEASON);
    if (season !== undefined && season.isAbout === undefined && !fixed.has(poolId)) fixed.set(poolId, season.cents);
    if (plan.buyBack !== undefined && season?.cents !== (fixed.get(poolId) ?? sum(dues)))
      found.push(`${name}: the prize of the season is ${season?.cents}, not ${fixed.get(poolId) ?? sum(dues)}`);
    const all = plan.buyBack === undefined ? sum(dues) : (season?.cents ?? 0);
    const shared = page.prizes.map(({ shares }) => sum(shares.map(({ cents }) => cents)));
    for (const [at, { of, cents, rolled }] of page.prizes.entries())
      if ((shared[at] ?? 0) > cents + rolled)
        found.push(`${name}: ${shared[at]} cents are shared out of the prize of ${of}, ${cents}`);
    if (sum(shared) > all) found.push(`${name}: ${sum(shared)} cents are won, more than the fees of ${all}`);
    if (isOver && sum(shared) !== all)
      found.push(`${name}: ${sum(shared)} cents are won of fees of ${all}: ${JSON.stringify(page.prizes)}`);
  }
  return found;
}

function sum(cents: readonly number[]): number {
  return cents.reduce((total, each) => total + each, 0);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}
