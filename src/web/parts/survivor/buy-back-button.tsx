import type { PoolReply } from '#contract/pools.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import type { BuyBackProps } from './buy-back.tsx';
import { weekAfter } from './buy-back-offer.ts';
import type { TeamWeek } from './team-week.ts';

const BuyBack = lazyPart<BuyBackProps>(
  async () => (await import('./buy-back.tsx')).BuyBack,
  <span aria-hidden="true" className="block h-11 max-md:w-full" />,
);

/** Whether the owner of the chosen entry can buy it back, or take that back, by themselves. */
export function hasBuyBack(
  { rules }: Pick<PoolReply, 'rules'>,
  { offer, win }: Pick<TeamWeek, 'offer' | 'win'>,
): boolean {
  return offer !== null && win === null && rules.buyBackBy === 'owner';
}

interface BuyBackButtonProps {
  readonly pool: PoolReply;
  /** The week that the page shows. */
  readonly weekId: string;
  readonly own: TeamWeek;
  /** Whether teams are chosen on this page. */
  readonly choosesHere: boolean;
}

/** The button of `BuyBack`. Its code is loaded only for players who can use it. */
export function BuyBackButton({ pool, weekId, own, choosesHere }: BuyBackButtonProps) {
  const { offer } = own;
  if (offer === null || !hasBuyBack(pool, own)) return null;
  const isSameWeek = weekId === offer.weekId;
  const chosenIn = isSameWeek ? weekAfter(pool.weeks, weekId) : weekId;
  const next = `/picks${chosenIn === undefined ? '' : `?week=${chosenIn}`}`;
  // A new action has a dialog of its own: a tap on an open one never does the opposite.
  return <BuyBack key={offer.act} pool={pool} offer={offer} next={choosesHere && !isSameWeek ? null : next} />;
}
