/** What a lock makes visible, as the lines of its receipt. */
import type { WeekScale } from '#core/formats/confidence/confidence.ts';
import { orderAmong, placedValues } from '#core/formats/confidence/confidence.ts';
import type { TeamChoice } from '#core/formats/survivor/survivor.ts';
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
  /** The same games with the locks of whole weeks (`wholeWeek` of `PoolWeek`). */
  readonly wholeWeek: readonly LockedGame[];
  /** The tiebreak game; null if the pool has no tiebreak. */
  readonly tiebreakGid: string | null;
  /** What its games are worth in a confidence pool; null in other pools. */
  readonly scale: WeekScale | null;
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
 * Everything that the locks of a week have made visible: the locked games themselves, and what entries had stored. In a confidence pool, each
 * lock lists the values of picked games as members see them; the order itself, and what was taken back for the week, are listed once the
 * whole week is locked.
 */
export function visibleLines(week: ReceiptWeek, picks: readonly StoredPick[], now: number): VisibleLine[] {
  return [...gameLines(week, now), ...entryLines(week, picks, now)];
}

/** The locks of games, so that they cannot be moved, and games without picks are listed, too. */
export function gameLines({ games }: ReceiptWeek, now: number): VisibleLine[] {
  const locked = games.filter((game) => isLocked(game, now));
  return locked.map(({ gid, lockAt }) => ({ lockAt, line: ['', `lock:${gid}`, String(lockAt), null, null, null] }));
}

/** What is visible of entries. @param picks all those of some entries */
export function entryLines(week: ReceiptWeek, picks: readonly StoredPick[], now: number): VisibleLine[] {
  const games = new Map(week.games.filter((game) => isLocked(game, now)).map((game) => [game.gid, game]));
  const whole = wholeLock(week.wholeWeek, now);
  const lines = picks.flatMap((pick): VisibleLine[] => {
    const { kind, about, value } = pick.picked;
    if (kind === 'pick') return lineAt(games.get(about)?.lockAt, pick, `game:${about}`, value && sideText(value));
    if (kind === 'team') {
      const lockAt = value === null ? whole : games.get(value.gid)?.lockAt;
      return lineAt(lockAt, pick, `team:${about}`, value && `${value.gid} ${value.team}`);
    }
    if (kind === 'order')
      return lineAt(whole, pick, `order:${week.id}`, value && orderAmong(week.games, value.order).join(' '));
    if (value === null || value.gid !== week.tiebreakGid) return [];
    const text = value.total === null ? null : `${value.gid} ${value.total}`;
    return lineAt(games.get(value.gid)?.lockAt, pick, `tiebreak:${week.id}`, text);
  });
  return [...lines, ...(week.scale === null ? [] : valueLines(week.games, week.scale, games, picks))];
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

/** The values of the locked games that each entry picked. An entry that stored no order has the one that scores it. */
function valueLines(
  games: readonly LockedGame[],
  scale: WeekScale,
  locked: ReadonlyMap<string, LockedGame>,
  picks: readonly StoredPick[],
): VisibleLine[] {
  const orders = new Map(
    picks.flatMap(({ entry, picked }) =>
      picked.kind === 'order' && picked.value !== null ? [[entry, picked.value.order] as const] : [],
    ),
  );
  const sided = picks.filter(({ picked }) => picked.kind === 'pick' && picked.value !== null);
  return [...Map.groupBy(sided, ({ entry }) => entry)].flatMap(([entry, own]) => {
    const values = placedValues(games, orders.get(entry) ?? [], scale);
    const valueByGid = new Map(games.map(({ gid }, at) => [gid, String(values[at])]));
    return own.flatMap(({ picked }): VisibleLine[] => {
      const game = locked.get(picked.about);
      if (game === undefined) return [];
      return [
        { lockAt: game.lockAt, line: [entry, `value:${game.gid}`, valueByGid.get(game.gid) ?? null, null, null, null] },
      ];
    });
  });
}
