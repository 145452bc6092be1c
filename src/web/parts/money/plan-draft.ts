import type { MoneyReply } from '#contract/money.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { listText } from '#core/listed.ts';
import type { Cents } from '#core/money.ts';
import {
  feeDue,
  formatDollars,
  parseDollars,
  placeText,
  planFor,
  pricesOf,
  tidyPlan,
  typedDollars,
} from '#core/money.ts';
import { ordinal } from '#core/ordinal.ts';
import type { PlacePrize } from '#core/prize-shares.ts';
import { dollarsOf, hasShares, weekPlaces } from '#core/prize-shares.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';

export type Plan = MoneyReply['plan'];

/** The prize of a place as typed. */
export interface PlaceDraft {
  readonly amount: string;
  readonly unit: '$' | '%';
}

/** A plan as typed. */
export interface PlanDraft {
  readonly fee: string;
  readonly buyBack: string;
  readonly week: readonly PlaceDraft[];
  readonly places: readonly PlaceDraft[];
}

/** A place that has no prize yet. */
export const NO_PLACE: PlaceDraft = { amount: '', unit: '$' };

/**
 * The form for a plan. Without prizes of places it has one empty row for each list, except for weeks with weekly play: their fees are the
 * prize, and an empty row would say that there is nothing to win.
 */
export function draftOf(plan: Plan, rules: Pick<PoolRules, 'weekly'>): PlanDraft {
  const { fee, buyBack = 0, places } = plan;
  const rows = (own: readonly PlacePrize[]) => own.map(placeDraft);
  const own = { fee: typed(fee), buyBack: typed(buyBack), week: rows(weekPlaces(plan)) };
  return draftUnder({ ...own, places: places.length === 0 ? [NO_PLACE] : rows(places) }, rules);
}

/** The form under other rules; what was typed stays. */
export function draftUnder(draft: PlanDraft, { weekly }: Pick<PoolRules, 'weekly'>): PlanDraft {
  const isEmpty = draft.week.every(({ amount }) => amount === '');
  return isEmpty ? { ...draft, week: weekly ? [] : [NO_PLACE] } : draft;
}

function placeDraft(place: PlacePrize): PlaceDraft {
  return typeof place === 'number' ? { amount: typed(place), unit: '$' } : { amount: String(place.percent), unit: '%' };
}

function typed(cents: Cents): string {
  return cents === 0 ? '' : typedDollars(cents);
}

/** The plan of a form; null if something that was typed is invalid. */
export function planOf(draft: PlanDraft): Plan | null {
  const [fee, buyBack] = [parseDollars(draft.fee), parseDollars(draft.buyBack)];
  const [week, places] = [draft.week.map(placeOf), draft.places.map(placeOf)];
  if (fee === null || buyBack === null || week.includes(null) || places.includes(null)) return null;
  const known = (all: readonly (PlacePrize | null)[]) => all.filter((place) => place !== null);
  return planBody(tidyPlan({ fee, buyBack, week: known(week), places: known(places) }));
}

/** The plan of a form under rules, whatever was typed in fields that they don't have; null if something else that was typed is invalid. */
export function planUnder(draft: PlanDraft, rules: PoolRules): Plan | null {
  const plan = planOf({
    ...draft,
    buyBack: hasBuyBacks(rules) ? draft.buyBack : '',
    week: traitsOf(rules).plays === 'weeks' ? draft.week : [],
  });
  return plan && planBody(tidyPlan(planFor(plan, rules)));
}

/** The prize of a place; null if it is invalid. */
export function placeOf({ amount, unit }: PlaceDraft): PlacePrize | null {
  if (unit === '$') return parseDollars(amount);
  const text = amount.trim().replace(/\s*%$/, '');
  if (text === '') return 0;
  const percent = /^\d{1,3}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  return percent <= 100 ? { percent } : null;
}

/** A plan as it is sent. */
export function planBody(plan: ReturnType<typeof tidyPlan>): Plan {
  const { week, places } = plan;
  return { ...plan, week: typeof week === 'number' ? week : [...week], places: [...places] };
}

/** All fees due if a plan replaced the present one. */
export function dueUnder(plan: Plan, { plan: present, entries }: Pick<MoneyReply, 'plan' | 'entries'>): Cents {
  const { fee, buyBack = 0 } = present;
  const played = entries.filter(({ isPlaying, weeks }) => isPlaying || weeks !== undefined);
  const dues = played.map(({ due, weeks }) => {
    const buyBacks = weeks === undefined && buyBack > 0 ? Math.max(0, due - fee) / buyBack : 0;
    return feeDue(plan, { weeks, buyBacks });
  });
  return dues.reduce((sum, due) => sum + due, 0);
}

/** `$45`, or `about $45` while fees may still change. */
export function aboutText(cents: Cents, isAbout: boolean | undefined): string {
  return `${isAbout ? 'about ' : ''}${formatDollars(cents)}`;
}

/** The side tables of a pool: their prizes come before shares of its fees. */
type SidePrizes = readonly { readonly cents: Cents }[];

/** A plan in words: each price, then the prizes. They end without a period. */
export function planTexts(plan: Plan, rules: PoolRules, tables: SidePrizes): string[] {
  const prices = [...pricesOf(plan, rules)].map(([name, price]) => `${name}: ${price}`);
  return [...prices, ...prizeTexts(plan, rules.weekly, tables)];
}

/**
 * The prizes of a plan, those of each week and those of the season: `For the season, 1st place gets 60% and 2nd 30% of all fees`. Shares of
 * nothing end with that there is no fee.
 */
export function prizeTexts(plan: Plan, isWeekly: boolean, tables: SidePrizes): string[] {
  const { buyBack = 0 } = plan;
  const listed = weekPlaces(plan);
  const week = plan.fee > 0 && isWeekly && listed.length === 0 ? ALL_OF_WEEK : listed;
  // With weekly play no fee pays for the dollars of the season and of side tables.
  const others = isWeekly ? [] : [...plan.places, ...tables.map(({ cents }) => cents)];
  const dollars = dollarsOf([...week, ...others]);
  const left = dollars > 0 ? ' after prizes in dollars' : '';
  const part = isWeekly ? " of that week's fees" : PART;
  return [
    ...(week.length > 0 ? [`Each week, ${placesText(week, `${part}${left}`)}`] : []),
    ...(plan.places.length > 0
      ? [`For the season, ${placesText(plan.places, ` of ${allFees(buyBack > 0)}${left}`)}`]
      : []),
    ...(plan.fee === 0 && buyBack === 0 && hasShares(plan) ? ['There is no entry fee yet'] : []),
  ];
}

/** With weekly play the first place gets the fees of a week if its places are not listed. */
const ALL_OF_WEEK: readonly PlacePrize[] = [{ percent: 100 }];

/** What the shares of a season are of. */
function allFees(withBuyBacks: boolean): string {
  return withBuyBacks ? 'all fees and buy-backs' : 'all fees';
}

/** Weeks share the fees of a season equally. */
const PART = " of the week's part of the fees";

/** Dollars first: `3rd place gets $40, and 1st 60% and 2nd 30% of all fees`. @param ofFees what a percentage is of */
function placesText(places: readonly PlacePrize[], ofFees: string): string {
  const ranked = places.map((place, at) => ({ place, rank: ordinal(at + 1) }));
  const dollars = ranked.filter(({ place }) => typeof place === 'number' && place > 0);
  const shares = ranked.filter(({ place }) => typeof place !== 'number');
  const [first] = [...dollars, ...shares];
  const listed = [dollars, shares].map((some) =>
    listText(some.map((each) => `${each.rank} ${each === first ? 'place gets ' : ''}${placeText(each.place)}`)),
  );
  return [listed[0], listed[1] && `${listed[1]}${ofFees}`].filter(Boolean).join(', and ');
}
