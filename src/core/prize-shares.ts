/** Prizes that are shares of the fees (decision 070). */
import type { Cents, MoneyPlan, MoneySeason } from './money.ts';

/** The prize of a place: an amount, or a share of the fees due in whole percent. */
export type PlacePrize = Cents | { readonly percent: number };

/** The most places of a week that can have a prize. */
export const MAX_WEEK_PLACES = 3;
/** The most places of the season that a plan can be given; an earlier plan may have more and keeps them. */
export const MAX_SEASON_PLACES = 10;

/** What the shares of ended weeks, and of a season that is over, are of: later changes of the fees due do not change it. */
export interface FixedFees {
  /** By week. */
  readonly weeks: Readonly<Record<string, Cents>>;
  /** Of a season of this many weeks. */
  readonly season?: { readonly weeks: number; readonly cents: Cents } | undefined;
}

/** Nothing is fixed yet. */
export const NOT_FIXED: FixedFees = { weeks: {} };

/** The prizes of a week's places, from the first on; none with weekly play if the first gets all fees. */
export function weekPlaces({ week }: Pick<MoneyPlan, 'week'>): readonly PlacePrize[] {
  if (typeof week !== 'number') return week;
  return week > 0 ? [week] : [];
}

/** The sum of the shares, in percent. */
export function percentOf(places: readonly PlacePrize[]): number {
  return places.reduce<number>((sum, place) => sum + (typeof place === 'number' ? 0 : place.percent), 0);
}

/** The sum of the amounts. */
export function dollarsOf(places: readonly PlacePrize[]): Cents {
  return places.reduce<Cents>((sum, place) => sum + (typeof place === 'number' ? place : 0), 0);
}

/** Whether some prizes are shares. */
export function hasShares(plan: Pick<MoneyPlan, 'week' | 'places'>): boolean {
  return percentOf(weekPlaces(plan)) + percentOf(plan.places) > 0;
}

/** Without empty places after the last one with a prize; a share of 0 percent is empty. */
export function tidyPlaces(places: readonly PlacePrize[]): PlacePrize[] {
  const tidy = places.map((place) => (typeof place !== 'number' && place.percent === 0 ? 0 : place));
  return tidy.slice(0, tidy.findLastIndex((place) => place !== 0) + 1);
}

/** The prizes of places in cents. Odd cents of the shares go one each to the first places. @param fees what the shares are of */
export function placeCents(places: readonly PlacePrize[], fees: Cents): Cents[] {
  const part = (percent: number) => Math.floor((fees * percent) / 100);
  const parts = places.map((place) => part(percentOf([place])));
  let odd = part(percentOf(places)) - parts.reduce((sum, cents) => sum + cents, 0);
  return places.map((place, at) => {
    if (typeof place === 'number') return place;
    odd -= 1;
    return (parts[at] ?? 0) + (odd >= 0 ? 1 : 0);
  });
}

/** The least fees of which the places pay this much in all; their shares may be a cent more or less than those of the actual fees. */
export function feesPaying(places: readonly PlacePrize[], cents: Cents): Cents {
  const percent = percentOf(places);
  return percent === 0 ? 0 : Math.ceil(((cents - dollarsOf(places)) * 100) / percent);
}

/** What shares are of. */
interface SharedFees {
  /** Of each week, in playing order. */
  readonly weeks: readonly Cents[];
  readonly season: Cents;
  /** What all shares pay; with weekly play also the fees of weeks whose places are not listed. */
  readonly paid: Cents;
  /** What the fees leave for that after the dollars. Only fixed shares can pay more. */
  readonly left: Cents;
}

/**
 * What the shares of a plan are of: the fees due without the prizes in dollars that come from the same fees. With weekly play those of a
 * week are its own, and what its dollars take beyond its fees is missing for shares of the season. Otherwise the weeks have equal parts of
 * the season's; a part of a cent stays in the pot. If fixed shares leave less than that, because somebody left since, the other shares are
 * of as much as is left.
 */
export function sharedFees(
  plan: MoneyPlan,
  { weeks, sides = [], due = 0, fixed = NOT_FIXED }: MoneySeason,
): SharedFees {
  const ofWeek = weekPlaces(plan);
  const dollars = dollarsOf(ofWeek);
  const isWeekly = weeks.some(({ players }) => players !== undefined);
  const fees = weeks.map(({ players = 0 }) => players * plan.fee);
  const own = fees.map((cents) => Math.max(0, cents - dollars));
  const others = dollars * weeks.length + dollarsOf(plan.places) + dollarsOf(sides.map(({ cents }) => cents));
  const left = Math.max(0, isWeekly ? dollarsOf(fees) - dollars * weeks.length : due - others);
  // All fees of a week are its prize if its places have none.
  const percent = isWeekly && ofWeek.length === 0 ? 100 : percentOf(ofWeek);
  const known = weeks.map(({ id }) => (percentOf(ofWeek) > 0 ? fixed.weeks[id] : undefined));
  const given = (bases: readonly (Cents | undefined)[]) =>
    dollarsOf(bases.map((base = 0) => Math.floor((base * percent) / 100)));
  const open = known.filter((base) => base === undefined).length;
  const even = atMost(Math.floor(left / Math.max(1, weeks.length)), left - given(known), percent * open);
  const bases = weeks.map((_, at) => known[at] ?? (isWeekly ? (own[at] ?? 0) : even));
  const ofSeason = atMost(left, left - given(bases), percentOf(plan.places));
  const season = isSeasonFixed({ weeks, fixed }) ? (fixed.season?.cents ?? 0) : ofSeason;
  const paid = given(bases) + Math.floor((season * percentOf(plan.places)) / 100);
  return { weeks: bases, season, paid, left: isWeekly ? dollarsOf(own) : left };
}

/** Whether the season's shares are fixed: another week makes another season. */
export function isSeasonFixed({ weeks, fixed = NOT_FIXED }: Pick<MoneySeason, 'weeks' | 'fixed'>): boolean {
  return fixed.season?.weeks === weeks.length;
}

/** The fees of which this many percent are not more than what is left. */
function atMost(fees: Cents, left: Cents, percent: number): Cents {
  return percent === 0 ? fees : Math.min(fees, Math.floor((Math.max(0, left) * 100) / percent));
}

/** Fixes what the shares of ended weeks, and of a season that is over, are of. What is fixed already stays; without shares nothing is. */
export function fixFees(plan: MoneyPlan, season: MoneySeason): FixedFees {
  const { weeks, final, fixed = NOT_FIXED } = season;
  const fees = sharedFees(plan, season);
  const ended = weeks.flatMap(({ id, state }, at) => (state === 'open' ? [] : [[id, fees.weeks[at] ?? 0] as const]));
  const ofSeason = final === null ? fixed.season : { weeks: weeks.length, cents: fees.season };
  return {
    weeks: percentOf(weekPlaces(plan)) > 0 ? { ...fixed.weeks, ...Object.fromEntries(ended) } : {},
    ...(percentOf(plan.places) > 0 && ofSeason && { season: ofSeason }),
  };
}

/** Why a plan cannot be set: the field, and a text for people. */
export interface PlanFlaw {
  readonly field: 'week' | 'places';
  readonly text: string;
}

/** What is wrong with the prizes of a plan; null if nothing is. @param before the stored plan, which may have more places */
export function planFlaw(
  plan: Pick<MoneyPlan, 'week' | 'places'>,
  { weekly }: { readonly weekly: boolean },
  before: Pick<MoneyPlan, 'places'> = { places: [] },
): PlanFlaw | null {
  const places = tidyPlaces(plan.places);
  const most = Math.max(MAX_SEASON_PLACES, before.places.length);
  if (places.length > most) return { field: 'places', text: `At most ${most} places of the season can have a prize.` };
  const ofWeek = tidyPlaces(weekPlaces(plan));
  const [week, season] = [percentOf(ofWeek), percentOf(places)];
  if (week > 100) return { field: 'week', text: `The shares of a week add up to ${week}%. At most 100% can be won.` };
  if (season > 100)
    return { field: 'places', text: `The shares of the season add up to ${season}%. At most 100% can be won.` };
  if (weekly && ofWeek.length === 0 && season > 0)
    return {
      field: 'places',
      text: "All of a week's fees are its prize. Split them first to leave a share for the season.",
    };
  if (week + season > 100)
    return {
      field: 'places',
      text: `The shares of weeks and season are of the same fees and add up to ${week + season}%. At most 100% can be won.`,
    };
  return null;
}
