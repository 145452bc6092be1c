import { traitsOf } from '#core/formats/traits.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import { lazily } from './lazily.ts';
import type { Named } from './name-order.ts';
import { compareNames } from './name-order.ts';
import type { FixedFees, PlacePrize, PlanFlaw } from './prize-shares.ts';
import {
  dollarsOf,
  feesPaying,
  isSeasonFixed,
  NOT_FIXED,
  percentOf,
  placeCents,
  sharedFees,
  tidyPlaces,
  weekPlaces,
} from './prize-shares.ts';
import type { PoolRules } from './rules/pool-rules.ts';

/** US dollars as whole cents. */
export type Cents = number;

/** The highest single amount: a million dollars. */
export const MAX_CENTS: Cents = 100_000_000;
/** The most places of the season that a stored plan has; see `MAX_SEASON_PLACES`. */
export const MAX_PLACES = 20;

/** What each entry pays into a pool, and what the pool pays out (decision 035). */
export interface MoneyPlan {
  /** The entry fee of one player; with weekly play, of each week that an entry plays. */
  readonly fee: Cents;
  /** The fee of each buy-back in a survivor pool; none if left out. */
  readonly buyBack?: Cents | undefined;
  /**
   * The prize of each week: an amount for its first place, or the prizes of its places. With weekly play an amount alone does not count: the
   * first place gets the week's fees, unless places are listed.
   */
  readonly week: Cents | readonly PlacePrize[];
  /** The prizes of the season's places, from the first on. */
  readonly places: readonly PlacePrize[];
}

/** A pool without money. */
export const NO_MONEY: MoneyPlan = { fee: 0, week: 0, places: [] };

/**
 * A week of a pool for prizes: `decided` with its winners, perhaps none; `off` if all its games are off, so nobody will win it; otherwise
 * `open`.
 */
export interface MoneyWeek {
  readonly id: string;
  readonly state: 'open' | 'decided' | 'off';
  readonly winners: readonly string[];
  /** Who takes the places after the winners, up to `MAX_WEEK_PLACES`. Entries that are level share a rank. */
  readonly others?: readonly Placed[];
  /** With weekly play: how many entries play it so far. Their fees are its prize. */
  readonly players?: number;
}

/** An entry at a place. */
export interface Placed {
  readonly id: string;
  readonly rank: number;
}

/** A side table with a prize. */
export interface MoneySide {
  readonly id: string;
  readonly name: string;
  readonly cents: Cents;
  readonly isDecided: boolean;
  readonly winners: readonly string[];
}

/** The progress of a pool's season. */
export interface MoneySeason {
  /** The weeks that can have a prize (`prize-weeks.ts`), in playing order. */
  readonly weeks: readonly MoneyWeek[];
  /** The side tables with a prize, in their order. */
  readonly sides?: readonly MoneySide[];
  /** The final places once the season is over; null until then. Entries that are level share a rank. */
  readonly final: readonly Placed[] | null;
  /** Must include everyone who wins something: odd cents are assigned in the order of names. */
  readonly players: readonly Named[];
  /** All fees that are due, of which shares are; 0 if left out. */
  readonly due?: Cents;
  /** What some shares are of for good; nothing if left out. */
  readonly fixed?: FixedFees;
}

/** One player's share of a prize; never zero. */
export interface Share {
  readonly id: string;
  readonly cents: Cents;
}

/** What a payment is for if it is not a week: the entry fee, or the prizes of the season's places, which are paid as one. */
export const FEE = 'fee';
export const SEASON = 'season';

const SIDE = 'side:';

/** What a payment of a side table's prize is for. */
export function sidePurpose(tableId: string): string {
  return `${SIDE}${tableId}`;
}

/** Whether a payment or a prize is of a side table. */
export function isSidePurpose(purpose: string): boolean {
  return purpose.startsWith(SIDE);
}

/** The prize of a week or a side table, or the prizes of the season's places. */
export interface Prize {
  /** A week, a side table (`sidePurpose`), or `SEASON`. */
  readonly of: string;
  /** The name of the side table. */
  readonly name?: string;
  readonly cents: Cents;
  /** How much of it was carried over from earlier weeks. */
  readonly rolled: Cents;
  /** Whether it is final who gets it. */
  readonly isDecided: boolean;
  /** Whether the amount has a share of fees that is not fixed yet. */
  readonly isAbout?: true;
  /** By place, then by name; empty if nobody wins it. */
  readonly shares: readonly Share[];
}

/**
 * The prizes of a pool: those of the weeks in playing order, those of the side tables, then that of the season. If nobody wins a week, its prize is carried over to
 * the next; the last week's prize is carried over to the season's first place. Entries that are level pool the prizes of the places that
 * they take, also in a week. A prize for a place that nobody takes stays in the pot, and so does that of a side table that nobody wins.
 */
export function prizesOf(plan: MoneyPlan, season: MoneySeason): Prize[] {
  const sides = sidePrizes(season);
  if (!hasMoney(plan)) return sides;
  const fees = sharedFees(plan, season);
  const { weeks, left } = weekPrizes(plan, season, fees.weeks);
  return [...weeks, ...sides, seasonPrize(plan, season, { left, fees: fees.season })];
}

/**
 * What a week that is not decided would pay to who would win it, and to those at its other places.
 * @param prize its prize, as `prizesOf` has it @param players must include everyone who wins something
 */
export function openWeekShares(
  plan: Pick<MoneyPlan, 'week'>,
  { cents, rolled }: Pick<Prize, 'cents' | 'rolled'>,
  placed: readonly Placed[],
  players: readonly Named[],
): Share[] {
  const places = weekPlaces(plan);
  const own = places.length === 0 ? [cents - rolled] : placeCents(places, feesPaying(places, cents - rolled));
  return placeShares(withFirst(own, rolled), placed, players);
}

/**
 * A plan adapted to the rules: weeks of a survivor pool have no winner, so no prize, and only such a pool can have buy-backs. With weekly play
 * the prize of a week is its fees, unless its places are listed. Elsewhere an amount for the first place alone is not listed.
 */
export function planFor(plan: MoneyPlan, rules: Pick<PoolRules, 'format' | 'weekly' | 'buyBacks'>): MoneyPlan {
  const { buyBack: _, ...others } = plan;
  const own = hasBuyBacks(rules) ? plan : others;
  return { ...own, week: weekFor(plan, rules) };
}

function weekFor({ week }: MoneyPlan, rules: Pick<PoolRules, 'format' | 'weekly'>): MoneyPlan['week'] {
  const { plays } = traitsOf(rules);
  if (plays === 'season') return 0;
  if (typeof week === 'number') return rules.weekly ? 0 : week;
  const [first, ...others] = week;
  return typeof first === 'number' && others.length === 0 && !rules.weekly ? first : week;
}

/** The prices of a pool, each with its name, for those who want to know what it costs to play. A buy-back that costs nothing is free. */
export function pricesOf(
  { fee, buyBack = 0 }: Pick<MoneyPlan, 'fee' | 'buyBack'>,
  rules: Pick<PoolRules, 'format' | 'weekly' | 'buyBacks' | 'entries'>,
): ReadonlyMap<string, string> {
  const { weekly, entries } = rules;
  const prices = new Map<string, string>();
  if (fee > 0) {
    const each = entries > 1 ? `${weekly ? ',' : ''} for each entry` : '';
    prices.set('Entry fee', `${formatDollars(fee)}${weekly ? ' a week played' : ''}${each}`);
  }
  if (hasBuyBacks(rules) && (fee > 0 || buyBack > 0)) {
    prices.set('Buy-back', buyBack > 0 ? formatDollars(buyBack) : 'Free');
  }
  return prices;
}

/** What an entry has to pay into a pool: its fee, with weekly play that of each week, and that of each of its buy-backs. */
export function feeDue({ fee, buyBack = 0 }: MoneyPlan, { weeks = 1, buyBacks = 0 }: FeeCounts): Cents {
  return weeks * fee + buyBacks * buyBack;
}

/** What an entry pays more than one fee for. */
export interface FeeCounts {
  /** With weekly play: the weeks that it plays, which cost a fee each. */
  readonly weeks?: number | undefined;
  readonly buyBacks?: number | undefined;
}

/**
 * The total that a pool pays out, an estimate if it has shares.
 * @param weeks how many weeks have prizes @param sides the prizes of its side tables @param due the fees due, of which shares are
 */
export function planTotal(plan: MoneyPlan, weeks: number, sides: readonly Cents[] = [], due: Cents = 0): Cents {
  const ofWeek = weekPlaces(plan);
  const dollars = dollarsOf(ofWeek) * weeks + sum(sides) + dollarsOf(plan.places);
  const percent = (weeks > 0 ? percentOf(ofWeek) : 0) + percentOf(plan.places);
  return dollars + Math.floor((Math.max(0, due - dollars) * percent) / 100);
}

/** A plan, and the season that it is applied to. */
interface AppliedPlan {
  readonly plan: MoneyPlan;
  readonly season: MoneySeason;
}

/**
 * What is wrong with a plan after something was fixed: its shares would pay more than the fees leave for them. If somebody left, they may do
 * so already, but not by more than before.
 */
export function fixedFlaw(before: AppliedPlan, after: AppliedPlan): PlanFlaw | null {
  const [was, is] = [before, after].map(({ plan, season }) => sharedFees(plan, season));
  if (was === undefined || is === undefined || is.paid - is.left <= Math.max(0, was.paid - was.left)) return null;
  const [paid, left] = [formatDollars(is.paid), formatDollars(is.left)];
  const text = `Shares that are fixed make all shares ${paid}, but after prizes in dollars the fees leave ${left}. Remove the shares and save, then set them again.`;
  return { field: 'places', text };
}

/** Whether a pool uses money. */
export function hasMoney(plan: MoneyPlan): boolean {
  const { fee, buyBack = 0, places } = plan;
  return fee > 0 || buyBack > 0 || weekPlaces(plan).length > 0 || places.length > 0;
}

/** A plan as it is stored, without empty places after the last place with a prize, and without a fee of 0 for buy-backs. */
export function tidyPlan({ fee, buyBack = 0, week, places }: MoneyPlan): MoneyPlan {
  const listed = typeof week === 'number' ? [] : tidyPlaces(week);
  return {
    fee,
    ...(buyBack > 0 && { buyBack }),
    week: typeof week === 'number' ? week : listed.length > 0 ? listed : 0,
    places: tidyPlaces(places),
  };
}

/** An amount due to or from a person, and how much of it was paid. */
export interface Due {
  readonly cents: Cents;
  readonly paid: Cents;
}

/** The money of a pool as a whole. */
export interface MoneyTotals {
  /** The entry fees that were paid. */
  readonly pot: Cents;
  /** All that the plan pays out over the season. */
  readonly prizes: Cents;
  readonly paidOut: Cents;
  /** In the pot and not paid out; negative if somebody advanced money. */
  readonly left: Cents;
  /** What the pot lacks to pay all prizes; with weekly play without the season's dollars and side tables, as no fee pays for them. */
  readonly missing: Cents;
}

/** Adds up a pool's money. @param fees of all entries that paid something */
export function totalsOf(
  fees: readonly Pick<Due, 'paid'>[],
  prizes: readonly (Omit<Prize, 'shares' | 'isDecided'> & { readonly shares: readonly Pick<Due, 'paid'>[] })[],
  { weekly }: Pick<PoolRules, 'weekly'>,
  { places }: Pick<MoneyPlan, 'places'>,
): MoneyTotals {
  const pot = sum(fees.map(({ paid }) => paid));
  const added = (some: typeof prizes) => sum(some.map(({ cents, rolled }) => cents - rolled));
  const promised = added(prizes);
  const apart = weekly ? added(prizes.filter(({ of }) => isSidePurpose(of))) + dollarsOf(places) : 0;
  const paidOut = sum(prizes.flatMap(({ shares }) => shares.map(({ paid }) => paid)));
  return { pot, prizes: promised, paidOut, left: pot - paidOut, missing: Math.max(0, promised - apart - pot) };
}

/** What an entry has won and was paid. An overpaid prize is set against what another prize owes. */
export interface Balance {
  readonly won: Cents;
  readonly paid: Cents;
  /** Still to be paid. */
  readonly owed: Cents;
  /** Paid beyond what was won, because a score was corrected later. */
  readonly over: Cents;
}

/** What an entry is owed. @param shares its shares of all prizes */
export function balanceOf(shares: readonly Due[]): Balance {
  const [won, paid] = [sum(shares.map(({ cents }) => cents)), sum(shares.map((share) => share.paid))];
  return { won, paid, owed: Math.max(0, won - paid), over: Math.max(0, paid - won) };
}

/** Splits an amount evenly; leftover cents go one each to the first by name. */
export function splitCents(cents: Cents, players: readonly Named[]): Share[] {
  const odd = cents % players.length;
  const even = (cents - odd) / players.length;
  return players
    .toSorted(compareNames)
    .map(({ id }, at) => ({ id, cents: even + (at < odd ? 1 : 0) }))
    .filter((share) => share.cents > 0);
}

const dollars = lazily(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', trailingZeroDisplay: 'stripIfInteger' }),
);

/** Formats an amount for display, whole dollars without cents: `$1,234`, `$12.50`. */
export function formatDollars(cents: Cents): string {
  return dollars().format(cents / 100);
}

/** Formats the prize of a place: `$50`, `60%`. */
export function placeText(place: PlacePrize): string {
  return typeof place === 'number' ? formatDollars(place) : `${place.percent}%`;
}

/** Parses a typed amount: `20`, `$12.50`, `1,000`; empty is 0. Null if it is not an amount, or more than `MAX_CENTS`. */
export function parseDollars(text: string): Cents | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{0,7})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', part = ''] = match;
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
  return cents <= MAX_CENTS ? cents : null;
}

/** Formats an amount for a form field, to be read by `parseDollars`: `20`, `12.50`. */
export function typedDollars(cents: Cents): string {
  return (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
}

/** The prizes of the weeks, and what the last of them carries over. A prize that nobody won waits at the next open week. */
function weekPrizes(
  plan: MoneyPlan,
  { weeks, players, fixed = NOT_FIXED }: MoneySeason,
  fees: readonly Cents[],
): { weeks: Prize[]; left: Cents } {
  const places = weekPlaces(plan);
  let left = 0;
  const prizes = weeks.map(({ id, state, winners, others = [], players: playing = 0 }, at): Prize => {
    const own = places.length === 0 ? [playing * plan.fee] : placeCents(places, fees[at] ?? 0);
    const [rolled, cents] = [left, left + sum(own)];
    const isWon = state === 'decided' && winners.length > 0;
    const placed = [...winners.map((winner) => ({ id: winner, rank: 1 })), ...others];
    const shares = isWon ? placeShares(withFirst(own, rolled), placed, players) : [];
    const isAbout = percentOf(places) > 0 && fixed.weeks[id] === undefined;
    left = state === 'open' || winners.length > 0 ? 0 : cents;
    return { of: id, cents, rolled, isDecided: state !== 'open', ...(isAbout && { isAbout }), shares };
  });
  return { weeks: prizes, left };
}

function sidePrizes({ sides = [], players }: MoneySeason): Prize[] {
  return sides.map(({ id, name, cents, isDecided, winners }) => {
    const shares = isDecided ? splitCents(cents, named(winners, players)) : [];
    return { of: sidePurpose(id), name, cents, rolled: 0, isDecided, shares };
  });
}

/** @param left what the last weeks carry over @param fees what the shares are of */
function seasonPrize(
  { places }: MoneyPlan,
  { weeks, final, players, fixed }: MoneySeason,
  { left, fees }: { readonly left: Cents; readonly fees: Cents },
): Prize {
  const own = placeCents(places, fees);
  const isOver = final !== null;
  const isAbout = percentOf(places) > 0 && !(isOver && isSeasonFixed({ weeks, fixed }));
  const about = isAbout && ({ isAbout } as const);
  if (!isOver) return { of: SEASON, cents: sum(own), rolled: 0, isDecided: false, ...about, shares: [] };
  const prizes = withFirst(own, left);
  const shares = placeShares(prizes, final, players);
  return { of: SEASON, cents: sum(prizes), rolled: left, isDecided: true, ...about, shares };
}

/** Adds what was carried over to the prize of the first place. */
function withFirst([first = 0, ...others]: readonly Cents[], rolled: Cents): Cents[] {
  return [first + rolled, ...others];
}

/** Entries that are level share the sum of the prizes of the places that they take. */
function placeShares(prizes: readonly Cents[], placed: readonly Placed[], players: readonly Named[]): Share[] {
  const levels = [...Map.groupBy(placed, ({ rank }) => rank)].sort(([a], [b]) => a - b);
  return levels.flatMap(([rank, level]) => {
    const taken = prizes.slice(rank - 1, rank - 1 + level.length);
    const ids = level.map(({ id }) => id);
    return splitCents(sum(taken), named(ids, players));
  });
}

function named(ids: readonly string[], players: readonly Named[]): Named[] {
  const wanted = new Set(ids);
  return players.filter(({ id }) => wanted.has(id));
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, cents) => total + cents, 0);
}
