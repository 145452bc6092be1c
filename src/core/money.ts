import type { Named } from './name-order.ts';
import { compareNames } from './name-order.ts';

/** US dollars as whole cents. */
export type Cents = number;

/** No single amount is more: a million dollars. */
export const MAX_CENTS: Cents = 100_000_000;
/** So many places of the season can have a prize. */
export const MAX_PLACES = 20;

/** What everybody pays into a pool, and what it pays out (decision 035). */
export interface MoneyPlan {
  /** The entry fee of one player. */
  readonly fee: Cents;
  /** The prize of each week. */
  readonly week: Cents;
  /** The prizes of the season's places, from the first on. */
  readonly places: readonly Cents[];
}

/** A pool without money. */
export const NO_MONEY: MoneyPlan = { fee: 0, week: 0, places: [] };

/**
 * A week of a pool as prizes look at it: `decided` with those who won it, perhaps nobody; `off` where all its games are, so that nobody
 * will; else `open`.
 */
export interface MoneyWeek {
  readonly id: string;
  readonly state: 'open' | 'decided' | 'off';
  readonly winners: readonly string[];
}

/** How far a pool's season is. */
export interface MoneySeason {
  /** In playing order. */
  readonly weeks: readonly MoneyWeek[];
  /** Where everybody stands once the season is over; null until then. Those who are level share a rank. */
  readonly final: readonly { readonly id: string; readonly rank: number }[] | null;
  /** At least those who win something: odd cents go in the order of their names. */
  readonly players: readonly Named[];
}

/** What one player gets of a prize; never nothing. */
export interface Share {
  readonly id: string;
  readonly cents: Cents;
}

/** What a payment is for, where it is no week: the entry fee, or the prizes of the season's places, which are told together. */
export const FEE = 'fee';
export const SEASON = 'season';

/** The prize of a week, or those of the season's places. */
export interface Prize {
  /** A week, or `SEASON`. */
  readonly of: string;
  readonly cents: Cents;
  /** How much of it earlier weeks left. */
  readonly rolled: Cents;
  /** Whether it is settled who gets it. */
  readonly isDecided: boolean;
  /** By place, then by name; empty where nobody wins it. */
  readonly shares: readonly Share[];
}

/**
 * The prizes of a pool, those of the weeks in playing order, then that of the season. A week that nobody wins leaves its prize to the next; what the
 * last one leaves goes to the season's first place. Those who are level pool the prizes of the places that they take. A prize for a place
 * that nobody takes stays in the pot.
 */
export function prizesOf(plan: MoneyPlan, season: MoneySeason): Prize[] {
  const { weeks, left } = weekPrizes(plan, season);
  return [...weeks, seasonPrize(plan, season, left)];
}

/** A plan as a format plays it: nobody wins a week of a survivor pool, so none has a prize. */
export function planFor(plan: MoneyPlan, format: string): MoneyPlan {
  return format === 'survivor' ? { ...plan, week: 0 } : plan;
}

/** What a plan pays out in all. @param weeks how many weeks have prizes */
export function planTotal({ week, places }: MoneyPlan, weeks: number): Cents {
  return week * weeks + sum(places);
}

/** Whether a pool has anything to do with money. */
export function hasMoney({ fee, week, places }: MoneyPlan): boolean {
  return fee > 0 || week > 0 || places.length > 0;
}

/** A plan as it is stored: places without a prize after the last one that has one are left out. */
export function tidyPlan({ fee, week, places }: MoneyPlan): MoneyPlan {
  return { fee, week, places: places.slice(0, places.findLastIndex((cents) => cents > 0) + 1) };
}

/** Something due to somebody or by somebody, and what was paid of it. */
export interface Due {
  readonly cents: Cents;
  readonly paid: Cents;
}

/** A pool's money as a whole. */
export interface MoneyTotals {
  /** The entry fees that were paid. */
  readonly pot: Cents;
  /** All that the plan pays out over the season. */
  readonly prizes: Cents;
  readonly paidOut: Cents;
  /** In the pot and not paid out; below 0 where somebody advanced money. */
  readonly left: Cents;
  /** What the pot lacks for all prizes. */
  readonly missing: Cents;
}

/** Adds up a pool's money. @param fees those of all who paid something */
export function totalsOf(
  fees: readonly Pick<Due, 'paid'>[],
  prizes: readonly { readonly cents: Cents; readonly rolled: Cents; readonly shares: readonly Pick<Due, 'paid'>[] }[],
): MoneyTotals {
  const pot = sum(fees.map(({ paid }) => paid));
  const promised = sum(prizes.map(({ cents, rolled }) => cents - rolled));
  const paidOut = sum(prizes.flatMap(({ shares }) => shares.map(({ paid }) => paid)));
  return { pot, prizes: promised, paidOut, left: pot - paidOut, missing: Math.max(0, promised - pot) };
}

/** What somebody has won and was paid. What was paid too much for one prize is set against what another one owes. */
export interface Balance {
  readonly won: Cents;
  readonly paid: Cents;
  /** Still to be paid. */
  readonly owed: Cents;
  /** Paid beyond what was won, because a score was corrected afterward. */
  readonly over: Cents;
}

/** What somebody is owed. @param shares theirs of all prizes */
export function balanceOf(shares: readonly Due[]): Balance {
  const [won, paid] = [sum(shares.map(({ cents }) => cents)), sum(shares.map((share) => share.paid))];
  return { won, paid, owed: Math.max(0, won - paid), over: Math.max(0, paid - won) };
}

/** Splits an amount evenly; cents that are left over go one each to the first by name. */
export function splitCents(cents: Cents, players: readonly Named[]): Share[] {
  const odd = cents % players.length;
  const even = (cents - odd) / players.length;
  return players
    .toSorted(compareNames)
    .map(({ id }, at) => ({ id, cents: even + (at < odd ? 1 : 0) }))
    .filter((share) => share.cents > 0);
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount as people read it: `$1,234.50`. */
export function formatDollars(cents: Cents): string {
  return dollars.format(cents / 100);
}

/** An amount as somebody types it: `20`, `$12.50`, `1,000`; nothing is 0. Null where it is none, or more than `MAX_CENTS`. */
export function parseDollars(text: string): Cents | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{0,7})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (match === null) return null;
  const [, whole = '', part = ''] = match;
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'));
  return cents <= MAX_CENTS ? cents : null;
}

/** An amount as a form has it, for `parseDollars`: `20`, `12.50`. */
export function typedDollars(cents: Cents): string {
  return (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2);
}

/** The prizes of the weeks, and what the last of them leaves. What a week leaves waits at the next one that is open. */
function weekPrizes({ week }: MoneyPlan, { weeks, players }: MoneySeason): { weeks: Prize[]; left: Cents } {
  let left = 0;
  const prizes = weeks.map(({ id, state, winners }): Prize => {
    const [rolled, cents] = [left, week + left];
    const shares = state === 'decided' ? splitCents(cents, named(winners, players)) : [];
    left = state === 'open' || winners.length > 0 ? 0 : cents;
    return { of: id, cents, rolled, isDecided: state !== 'open', shares };
  });
  return { weeks: prizes, left };
}

function seasonPrize({ places }: MoneyPlan, { final, players }: MoneySeason, left: Cents): Prize {
  if (final === null) return { of: SEASON, cents: sum(places), rolled: 0, isDecided: false, shares: [] };
  const prizes = [left + (places[0] ?? 0), ...places.slice(1)];
  const levels = [...Map.groupBy(final, ({ rank }) => rank)].sort(([a], [b]) => a - b);
  const shares = levels.flatMap(([rank, level]) => {
    const taken = prizes.slice(rank - 1, rank - 1 + level.length);
    const ids = level.map(({ id }) => id);
    return splitCents(sum(taken), named(ids, players));
  });
  return { of: SEASON, cents: sum(prizes), rolled: left, isDecided: true, shares };
}

function named(ids: readonly string[], players: readonly Named[]): Named[] {
  const wanted = new Set(ids);
  return players.filter(({ id }) => wanted.has(id));
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, cents) => total + cents, 0);
}
