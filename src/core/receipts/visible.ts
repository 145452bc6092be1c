/** What a lock makes visible, as the lines of its receipt. */
import type { Order } from '#core/formats/confidence.ts';
import { wholeOrder } from '#core/formats/confidence.ts';
import type { TeamChoice } from '#core/formats/survivor.ts';
import type { GuessValue, OrderValue, PickValue } from '#core/judge.ts';
import { isLocked, isWeekLocked, NO_LOCK } from '#core/locks.ts';
import type { Game } from '#core/types.ts';
import type { ReceiptLine } from './receipts.ts';

/** A pick as it is stored, with hashed ids. */
export interface StoredPick {
  /** The hashed id of its entry. */
  readonly entry: string;
  readonly revision: number;
  readonly madeAt: number;
  /** The hashed id of who entered it; null if its owner made it. */
  readonly enteredBy: string | null;
  readonly picked:
    | { readonly kind: 'pick'; readonly about: string; readonly value: PickValue | null }
    | { readonly kind: 'guess'; readonly about: string; readonly value: GuessValue | null }
    | { readonly kind: 'order'; readonly about: string; readonly value: OrderValue | null }
    | { readonly kind: 'team'; readonly about: string; readonly value: TeamChoice | null };
}

type LockedGame = Pick<Game, 'gid' | 'lockAt' | 'void'>;

/** A pool's week. */
export interface ReceiptWeek {
  readonly id: string;
  /** With the pool's locks. */
  readonly games: readonly LockedGame[];
  /** The same games with the locks of whole weeks (`withWeekLocks`). */
  readonly wholeWeek: readonly LockedGame[];
  /** The tiebreak game; null if the pool has no tiebreak. */
  readonly tiebreakGid: string | null;
}

/** A visible line with the lock (ms) that made it visible. */
export interface VisibleLine {
  readonly lockAt: number;
  readonly line: ReceiptLine;
}

/** The locks (ms) of a week that were reached, in order: those of its games, and the one from which the whole week is locked. */
export function reachedLocks({ games, wholeWeek }: ReceiptWeek, now: number): number[] {
  const locks = games.filter((game) => isLocked(game, now)).map(({ lockAt }) => lockAt);
  const whole = wholeLock(wholeWeek, now);
  return [...new Set(whole === null ? locks : [...locks, whole])].toSorted((a, b) => a - b);
}

/** The moment (ms) from which no game of a week can be picked; null until then, and for a week without games. */
function wholeLock(wholeWeek: readonly LockedGame[], now: number): number | null {
  if (!isWeekLocked(wholeWeek, now)) return null;
  const reached = wholeWeek.map(({ lockAt }) => lockAt).filter((lockAt) => lockAt <= now && lockAt < NO_LOCK);
  return reached.length === 0 ? null : Math.max(...reached);
}

/**
 * Everything that the locks of a week have made visible. Of an order, each lock lists the values of picked games; the order itself, and what
 * was taken back for the week, are listed once the whole week is locked.
 */
export function visibleLines(week: ReceiptWeek, picks: readonly StoredPick[], now: number): VisibleLine[] {
  const games = new Map(week.games.filter((game) => isLocked(game, now)).map((game) => [game.gid, game]));
  const whole = wholeLock(week.wholeWeek, now);
  const sides = new Map<string, Set<string>>();
  for (const { entry, picked } of picks) {
    if (picked.kind !== 'pick' || picked.value === null) continue;
    sides.set(entry, (sides.get(entry) ?? new Set()).add(picked.about));
  }
  return picks.flatMap((pick): VisibleLine[] => {
    const { entry, picked } = pick;
    const { kind, about, value } = picked;
    if (kind === 'pick') return lineAt(games.get(about)?.lockAt, pick, `game:${about}`, value && sideText(value));
    if (kind === 'team') {
      const lockAt = value === null ? whole : games.get(value.gid)?.lockAt;
      return lineAt(lockAt, pick, `team:${week.id}`, value && `${value.gid} ${value.team}`);
    }
    if (kind === 'order') {
      const slot = `order:${week.id}`;
      if (value === null) return lineAt(whole, pick, slot, null);
      const values = valueLines(week, [...games.values()], entry, value.order, sides.get(entry));
      return [...values, ...lineAt(whole, pick, slot, value.order.join(' '))];
    }
    if (value === null || value.gid !== week.tiebreakGid) return [];
    const text = value.total === null ? null : `${value.gid} ${value.total}`;
    return lineAt(games.get(value.gid)?.lockAt, pick, `tiebreak:${week.id}`, text);
  });
}

function lineAt(
  lockAt: number | null | undefined,
  { entry, revision, madeAt, enteredBy }: StoredPick,
  slot: string,
  value: string | null,
): VisibleLine[] {
  return lockAt === null || lockAt === undefined
    ? []
    : [{ lockAt, line: [entry, slot, value, revision, madeAt, enteredBy] }];
}

function sideText({ side, best }: PickValue): string {
  return best ? `${side} best` : side;
}

/** The stored values of the locked games that an entry picked: the places in its order, from 1. */
function valueLines(
  { games }: ReceiptWeek,
  locked: readonly LockedGame[],
  entry: string,
  order: Order,
  picked: ReadonlySet<string> = new Set(),
): VisibleLine[] {
  const places = new Map(wholeOrder(games, order).map((gid, at) => [gid, String(at + 1)]));
  return locked
    .filter(({ gid }) => picked.has(gid))
    .map(({ gid, lockAt }) => ({ lockAt, line: [entry, `value:${gid}`, places.get(gid) ?? null, null, null, null] }));
}
