import type { Static } from 'typebox';
import { Type } from 'typebox';
import { MAX_CENTS, MAX_PLACES } from '#core/money.ts';
import { MAX_WEEK_PLACES } from '#core/prize-shares.ts';
import { Maybe, Named } from './log.ts';
import { routes } from './route.ts';
import { Done, Id, PoolParams, shape, Time } from './shapes.ts';

/** An amount in the API: US dollars in whole cents. */
const CentsShape = Type.Integer({ minimum: 0, maximum: MAX_CENTS });
/** The sum of several amounts. */
const Sum = Type.Integer({ minimum: 0 });

/** The prize of a place: an amount, or a share of the fees; `planFlaw` of the core refuses more than 100 percent in all. */
const PlaceShape = Type.Union([CentsShape, shape({ percent: Type.Integer({ minimum: 0, maximum: 100 }) })]);

/** The fields are those of `MoneyPlan` in `core/money.ts`. */
export const PlanShape = shape({
  fee: CentsShape,
  /** The fee of a buy-back in a survivor pool. */
  buyBack: Type.Optional(CentsShape),
  /** An amount for the first place of each week, or the prizes of its places. */
  week: Type.Union([CentsShape, Type.Array(PlaceShape, { maxItems: MAX_WEEK_PLACES })]),
  places: Type.Array(PlaceShape, { maxItems: MAX_PLACES }),
});

/** Who recorded a payment last, and when. */
const Noted = shape({ by: Named, at: Time });
export type Noted = Static<typeof Noted>;

/** An entry that plays, has a recorded payment, or left after it played a week of a pool with weekly play. */
const MoneyEntry = shape({
  id: Id,
  ownerId: Id,
  name: Type.String(),
  /** False for entries that left the standings. */
  isPlaying: Type.Boolean(),
  /** Its fees; 0 for entries that left the standings, except for weeks that they played with weekly play. */
  due: Sum,
  /** With weekly play: how many weeks it plays, which cost a fee each. */
  weeks: Type.Optional(Type.Integer()),
  /** The recorded payment of its fee. */
  paid: Sum,
  noted: Maybe(Noted),
});

/**
 * An entry's share of a prize, and what it was paid of it. A share that was paid is kept with an amount of 0 if a corrected score gives the
 * prize to others.
 */
const PrizeShare = shape({
  id: Id,
  cents: Sum,
  /** Its place, if the prize is for a place. */
  rank: Type.Optional(Type.Integer()),
  paid: Sum,
  noted: Maybe(Noted),
});

export const PrizeReply = shape({
  /** A week, a side table (`sidePurpose` of the core), or `SEASON`. */
  of: Id,
  /** The name of the side table; none if it was removed. */
  name: Type.Optional(Type.String()),
  cents: Sum,
  rolled: Sum,
  isDecided: Type.Boolean(),
  /** Whether the amount has a share of fees that is not fixed yet. */
  isAbout: Type.Optional(Type.Literal(true)),
  shares: Type.Array(PrizeShare),
});
export type PrizeReply = Static<typeof PrizeReply>;

export const MoneyReply = shape({
  plan: PlanShape,
  /** By name. */
  entries: Type.Array(MoneyEntry),
  /** The prizes of the weeks in playing order, those of the side tables, then that of the season; only prizes with an amount. */
  prizes: Type.Array(PrizeReply),
  /** How many weeks a prize of each week is for (`prizeWeeks` of the core). */
  weeks: Type.Integer(),
});
export type MoneyReply = Static<typeof MoneyReply>;

export const money = routes({
  'GET /api/pools/:poolId/money': {
    summary: "Get a pool's money: the plan, the payments and the prizes",
    access: 'member',
    params: PoolParams,
    reply: MoneyReply,
    errors: ['pool_not_found'],
  },
  'GET /api/pools/:poolId/money.csv': {
    summary: 'Download the money of a pool as CSV with a header: a line for each fee and each share of a prize',
    access: 'member',
    isCostly: true,
    params: PoolParams,
    reply: Type.String(),
    errors: ['pool_not_found'],
  },
  'PUT /api/pools/:poolId/money/plan': {
    summary: 'Set the fee and the prizes of a pool for the whole season',
    access: 'commissioner',
    isCostly: true,
    params: PoolParams,
    /** `seen` is the plan that the form was filled with: nothing is written if the stored plan is different. */
    body: shape({ plan: PlanShape, seen: PlanShape }),
    reply: Done,
    errors: ['pool_not_found', 'changed_meanwhile'],
  },
  'PUT /api/pools/:poolId/money/payments/:entryId': {
    summary: 'Note a paid fee or prize of an entry; 0 clears it',
    access: 'commissioner',
    params: shape({ poolId: Id, entryId: Id }),
    body: shape({
      /** `FEE` or `SEASON` of the core, a week, or a side table (`sidePurpose`). */
      purpose: Id,
      cents: CentsShape,
      /** The paid amount and the due amount that the admin saw: nothing is written if either has changed. */
      seen: shape({ paid: Sum, due: Sum }),
    }),
    reply: Done,
    errors: ['pool_not_found', 'entry_not_found', 'week_not_found', 'changed_meanwhile'],
  },
});
