import { gameCounts } from '#core/game.ts';
import { NO_LOCK } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { hasBuyBacks, ruleChoices } from '#core/rules/pool-rules.ts';
import { HOUR_MS } from '#core/time.ts';
import type { Game } from '#core/types.ts';
import { isPostSeason, parseWeekId } from '#core/weeks.ts';

/** The rules of buy-backs (decision 052); one that is left out has its default. */
export type BuyBackRules = Partial<Pick<PoolRules, 'buyBacks' | 'buyBackUntil'>>;

/** A stored buy-back. */
export interface BuyBack {
  /** ms */
  readonly madeAt: number;
  /** When pages showed that the week had put the entry out, ms. */
  readonly shownAt: number;
}

/** The buy-backs of an entry, by the week after which it was bought back; a week that did not put it out has no effect. */
export type BuyBacks = ReadonlyMap<string, BuyBack>;

export const NO_BUY_BACKS: BuyBacks = new Map();

/** Whether an entry that goes out in a week can be bought back. @param used how often it was bought back before */
export function canBuyBack(weekId: string, used: number, { buyBacks = 0, buyBackUntil = 4 }: BuyBackRules): boolean {
  return used < buyBacks && !isPostSeason(weekId) && (parseWeekId(weekId)?.number ?? 0) <= buyBackUntil;
}

/**
 * Why buy-backs are impossible in a pool, in words: they end before it begins; null if they aren't.
 * @param weekIds of the pool, in order
 */
export function buyBacksTooEarly(
  rules: Pick<PoolRules, 'format' | 'buyBacks' | 'buyBackUntil'>,
  [first]: readonly string[],
): string | null {
  if (!hasBuyBacks(rules) || first === undefined || canBuyBack(first, 0, rules)) return null;
  return `Buy-backs end with Week ${rules.buyBackUntil}, before this pool begins.`;
}

/**
 * The last week for buy-backs in a pool that begins late: its fourth regular week, as in a whole season, or the last before it; undefined if
 * it has none.
 */
export function lastBuyBackWeek(weekIds: readonly string[]): PoolRules['buyBackUntil'] | undefined {
  const regular = weekIds.filter((id) => !isPostSeason(id)).slice(0, 4);
  const number = parseWeekId(regular.at(-1) ?? '')?.number;
  return ruleChoices.buyBackUntil.find((week) => week === number);
}

/** Rules whose buy-backs end as in a whole season, if they would end before the pool begins. @param weekIds of the pool, in order */
export function withPossibleBuyBacks(rules: PoolRules, weekIds: readonly string[]): PoolRules {
  const buyBackUntil = lastBuyBackWeek(weekIds);
  return buyBackUntil === undefined || buyBacksTooEarly(rules, weekIds) === null ? rules : { ...rules, buyBackUntil };
}

/** A week of a survivor pool, with the pool's locks. */
export interface LockedWeek {
  readonly id: string;
  readonly games: readonly Pick<Game, 'lockAt' | 'void'>[];
}

/** A correction leaves at least this time before the lock that closes its window, in ms. */
const CORRECTION_MS = 2 * HOUR_MS;

/** When pages showed that a week put an entry out, and until when the entry can be bought back after it (decision 052). */
export interface BuyBackWindow {
  /** ms; of a window that a correction opened, when it did. */
  readonly shownAt: number;
  /** ms; null as long as no later week of the pool is known. Nothing that changes a game moves it. */
  readonly closesAt: number | null;
  /** Whether a correction opened it: that happens once for each entry and week. */
  readonly isCorrected: boolean;
  /** Whether the week still puts the entry out, bought back or not. */
  readonly stands: boolean;
}

/**
 * The window of a week that puts an entry out. It closes at the first lock of the pool's next week that begins after pages showed it; if a
 * correction put the entry out, of the next one that begins at least two hours later.
 * @param weeks of the pool, in order @param before the stored window, if there is one
 * @param wasDecided whether pages showed the week as decided before, with the entry still in
 * @param isBoughtBack whether the entry is bought back after the week: then it needs no other window, and the weeks without a chance stay
 */
export function windowOf(
  weeks: readonly LockedWeek[],
  weekId: string,
  before: BuyBackWindow | undefined,
  wasDecided: boolean,
  now: number,
  isBoughtBack = false,
): BuyBackWindow {
  if (before !== undefined && (before.stands || before.isCorrected || isBoughtBack)) {
    const { shownAt, closesAt, isCorrected } = before;
    return { ...before, closesAt: closesAt ?? closeAfter(weeks, weekId, shownAt, isCorrected), stands: true };
  }
  const isCorrected = before !== undefined || wasDecided;
  return { shownAt: now, closesAt: closeAfter(weeks, weekId, now, isCorrected), isCorrected, stands: true };
}

function closeAfter(
  weeks: readonly LockedWeek[],
  weekId: string,
  shownAt: number,
  isCorrected: boolean,
): number | null {
  const starts = laterWeeks(weeks, weekId).flatMap(({ games }) => locksOf(games).slice(0, 1));
  return starts.find((start) => (isCorrected ? start >= shownAt + CORRECTION_MS : start > shownAt)) ?? null;
}

/**
 * The window of a week that put an entry out before windows were stored: as if pages had shown it with the last lock of that week.
 * @param now when it is stored, ms
 */
export function pastWindow(weeks: readonly LockedWeek[], weekId: string, now: number): BuyBackWindow {
  const own = weeks.find(({ id }) => id === weekId)?.games ?? [];
  const shownAt = Math.min(now, locksOf(own).at(-1) ?? now);
  return { shownAt, closesAt: closeAfter(weeks, weekId, shownAt, false), isCorrected: false, stands: true };
}

/** Until when a buy-back that was made at a moment (ms) can be taken back: the next lock of a later week; null if there is none. */
export function undoEnd(weeks: readonly LockedWeek[], weekId: string, madeAt: number): number | null {
  const locks = laterWeeks(weeks, weekId).flatMap(({ games }) => locksOf(games));
  return locks.toSorted((a, b) => a - b).find((lock) => lock > madeAt) ?? null;
}

/**
 * The weeks in which an entry could not choose a team: they closed between the moment when pages showed it out and the one when it was bought
 * back. Such a week costs nothing.
 */
export function weeksWithoutChance(weeks: readonly LockedWeek[], buyBacks: BuyBacks): ReadonlySet<string> {
  const closed = [...buyBacks].flatMap(([weekId, { shownAt, madeAt }]) =>
    laterWeeks(weeks, weekId).filter(({ games }) => {
      const last = locksOf(games).at(-1);
      return last !== undefined && last > shownAt && last <= madeAt;
    }),
  );
  return new Set(closed.map(({ id }) => id));
}

function laterWeeks(weeks: readonly LockedWeek[], weekId: string): readonly LockedWeek[] {
  return weeks.slice(weeks.findIndex(({ id }) => id === weekId) + 1);
}

/** The known locks of the games that count, in order, ms. */
function locksOf(games: LockedWeek['games']): number[] {
  const locks = games.filter(gameCounts).map(({ lockAt }) => lockAt);
  return locks.filter((lock) => lock < NO_LOCK).toSorted((a, b) => a - b);
}

/**
 * Whether the week that put an entry out comes after the one that decided the pool: the first week that put somebody out and left at most
 * one player. What happens to the winner later doesn't count. It isn't decided while somebody who went out by then can be bought back.
 * @param outAt the week that put out each entry, by its index; -1 for those that are in @param own that of the entry
 * @param open the first of those weeks after which somebody can still be bought back
 */
export function isAfterTheEnd(outAt: readonly number[], own: number, open = Number.POSITIVE_INFINITY): boolean {
  const left = (week: number) => outAt.filter((at) => at === -1 || at > week).length;
  return outAt.some((at) => at !== -1 && at < own && at < open && left(at) <= 1);
}

/** An entry of a survivor pool: the week that put it out, if one did, and those after which it was bought back. */
export interface Outcome {
  readonly id: string;
  readonly outWeekId: string | null;
  readonly boughtBack: readonly string[];
}

/** Whether the rules allow an entry that is out to be bought back, whenever that is. */
export function isOutForNow({ outWeekId, boughtBack }: Outcome, rules: BuyBackRules): boolean {
  return outWeekId !== null && canBuyBack(outWeekId, boughtBack.length, rules);
}

/**
 * Until when each of the entries that are out can be bought back, ms; that may have passed.
 * @param weekIds of the pool, in order @param entries all of the pool
 * @param closesAt when the window of an entry and week closes, ms; null as long as no later week is known
 */
export function buyBackEnds(
  weekIds: readonly string[],
  entries: readonly Outcome[],
  rules: BuyBackRules,
  closesAt: (entryId: string, weekId: string) => number | null,
  now: number,
): ReadonlyMap<string, number> {
  const weekOf = ({ outWeekId }: Outcome) => weekIds.indexOf(outWeekId ?? '');
  const outAt = entries.map(weekOf);
  const out = entries.filter((entry) => isOutForNow(entry, rules)).toSorted((a, b) => weekOf(a) - weekOf(b));
  const ends = new Map<string, number>();
  let open = Number.POSITIVE_INFINITY;
  for (const entry of out) {
    const end = closesAt(entry.id, entry.outWeekId ?? '');
    if (end === null || isAfterTheEnd(outAt, weekOf(entry), open)) continue;
    ends.set(entry.id, end);
    if (now < end) open = Math.min(open, weekOf(entry));
  }
  return ends;
}
