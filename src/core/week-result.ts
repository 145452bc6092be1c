import type { VisibleStandings } from './recap/decided-week.ts';
import { lateMembers, leadersOf, survivorWin, wentOutIn, winnersOf } from './recap/decided-week.ts';
import type { Halves } from './scoring.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts';
import type { Game } from './types.ts';

/** A result is announced once it has been stable for this long, in ms (decisions, Announcing). */
export const SETTLE_MS = 15 * MINUTE_MS;
/** A cancelled game counts as decided once the feed has reported it for this long, in ms (decisions, Announcing). */
const CANCELLED_MS = 2 * HOUR_MS;
/** A week decided, or a result announced, longer ago than this is corrected only in the log, in ms (decisions, Announcing). */
export const CORRECTED_MS = 7 * DAY_MS;

/** The result of a decided week of a pool; entries by id. Two results with equal JSON are the same. */
export interface WeekResult {
  /** The winners of the week; in a survivor pool, the winners of the pool if this week decided it. */
  readonly winners: readonly string[];
  /** The score of every entry that played the week, by id, in the order of the ids: an entry that joins later changes nothing. */
  readonly points: Readonly<Record<string, Halves>>;
  /** In a survivor pool: the entries that went out in the week, with those that were bought back since. */
  readonly out?: readonly string[];
  /** In a survivor pool: how many entries were still in after the week, without those. */
  readonly left?: number;
}

/** The result of a decided week; null for a week of a survivor pool that was won before. */
export function weekResult(weekId: string, standings: VisibleStandings): WeekResult | null {
  const { weeks, rows } = standings;
  const at = weeks.indexOf(weekId);
  const late = lateMembers(weekId, rows);
  const scored = rows.flatMap(({ id, halves }) => (halves[at] && !late.has(id) ? [[id, halves[at]] as const] : []));
  const points = Object.fromEntries(scored.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  if (!rows.some(({ survival }) => survival !== undefined))
    return { winners: winnersOf(weekId, standings).toSorted(), points };
  const won = survivorWin(standings);
  if (won !== null && at > won.at) return null;
  const out = rows.filter((row) => wentOutIn(weekId, row)).map(({ id }) => id);
  const stayed = rows.filter(({ id, survival }) => {
    const outAt = weeks.indexOf(survival?.outWeekId ?? '');
    return (outAt === -1 || outAt > at) && !out.includes(id);
  });
  return {
    winners: won?.at === at ? won.winners.toSorted() : [],
    points,
    out: out.toSorted(),
    left: stayed.length,
  };
}

/** The points of the winners of a week; 0 if nobody won. */
export function winningHalves({ winners: [winner], points }: WeekResult): Halves {
  return winner === undefined ? 0 : (points[winner] ?? 0);
}

/**
 * The part of a week's result that everybody is sent: the winners and their points, or how many went out. The same text for the same facts.
 */
export function headlineOf(result: WeekResult): string {
  const { winners, out } = result;
  return JSON.stringify(out === undefined ? [winners, winningHalves(result)] : [winners, out]);
}

/**
 * The part of a week's result that one member is sent: the headline and the points of their entries, except entries added since. The same
 * text for the same facts.
 */
export function factsOf(result: WeekResult, entryIds: readonly string[]): string {
  const [first = ''] = entryIds;
  const valuesOf = (id: string) => [result.points[id] ?? 0, result.out?.includes(id) ?? false];
  const told = entryIds.filter((id) => result.points[id] !== undefined || result.out?.includes(id) === true);
  const isFirstAlone = told.every((id) => id === first);
  const own = isFirstAlone ? valuesOf(first) : told.toSorted().flatMap((id) => [id, ...valuesOf(id)]);
  return JSON.stringify([headlineOf(result), ...own]);
}

/** The leaders of a pool, by id, in order. */
export function leaderIds(standings: Pick<VisibleStandings, 'rows'>): string[] {
  return leadersOf(standings).toSorted();
}

/** The fields of a game that decide whether its week may be announced. */
export type DecidingGame = Pick<Game, 'status' | 'void' | 'setByAdmin'> & {
  /** The moment (ms) at which it was called off; null if it was not. */
  readonly voidSince: number | null;
};

/**
 * The moment (ms) from which a finished week counts as decided for announcements; infinite while that is open.
 * @param since when its result last changed, ms
 * @param nextWeekLock the first lock of the pool's next week, ms; null if there is none
 */
export function decidedAt(games: readonly DecidingGame[], since: number, nextWeekLock: number | null): number {
  return Math.max(since, ...games.map((game) => calledOffAt(game, nextWeekLock)));
}

function calledOffAt({ void: why, setByAdmin, voidSince }: DecidingGame, nextWeekLock: number | null): number {
  if (why === null) return Number.NEGATIVE_INFINITY;
  if (setByAdmin.includes('status')) return voidSince ?? Number.NEGATIVE_INFINITY;
  if (why === 'cancelled') return (voidSince ?? Number.NEGATIVE_INFINITY) + CANCELLED_MS;
  return nextWeekLock ?? Number.POSITIVE_INFINITY;
}
