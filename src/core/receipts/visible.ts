/** What a lock makes visible, as the lines of its receipt. */
import type { WeekScale } from '#core/formats/confidence/confidence.ts';
import { placedValues } from '#core/formats/confidence/confidence.ts';
import { isLocked, isWeekLocked, NO_LOCK } from '#core/locks.ts';
import type { Slot, SlotKind, SlotPick } from '#core/pick.ts';
import { amongGames, opensAt, slotWeek, textOf } from '#core/slots.ts';
import type { Game } from '#core/types.ts';
import type { ReceiptLine } from './receipts.ts';

/** A pick as it is stored, with hashed ids. */
export type StoredPick = SlotPick & {
  /** The hashed id of its entry. */
  readonly entry: string;
  readonly madeAt: number;
  /** The hashed id of who entered it; null if its owner made it. */
  readonly enteredBy: string | null;
};

/** A slot as lines call it. */
export function lineSlot({ kind, about }: Slot): string {
  return `${names[kind]}:${about}`;
}

/** What lines call the kinds of slots. */
const names: Readonly<Record<SlotKind, string>> = { pick: 'game', guess: 'tiebreak', order: 'order', team: 'team' };

type LockedGame = Pick<Game, 'gid' | 'lockAt' | 'void'>;
type ListedGame = LockedGame & Pick<Game, 'home' | 'away'>;

/** A pool's week. */
export interface ReceiptWeek {
  readonly id: string;
  /** With the pool's locks. */
  readonly games: readonly ListedGame[];
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
  const whole = wholeLockReached(wholeWeek, now);
  return [...new Set(whole <= now ? [...locks, whole] : locks)].toSorted((a, b) => a - b);
}

/** The moment (ms) from which no game of a week can be picked; infinite until then, and for a week without games. */
function wholeLockReached(wholeWeek: readonly LockedGame[], now: number): number {
  if (!isWeekLocked(wholeWeek, now)) return Number.POSITIVE_INFINITY;
  const reached = wholeWeek.map(({ lockAt }) => lockAt).filter((lockAt) => lockAt <= now && lockAt < NO_LOCK);
  return reached.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...reached);
}

/**
 * Everything that the locks of a week have made visible: the locked games themselves, and what entries had stored. In a confidence pool, each
 * lock lists the values of picked games as members see them; the order itself, and what was taken back for the week, are listed once the
 * whole week is locked.
 */
export function visibleLines(week: ReceiptWeek, picks: readonly StoredPick[], now: number): VisibleLine[] {
  return [...gameLines(week, now), ...entryLines(week, picks, now)];
}

/** The locks and teams of games, so that neither can be changed, and games without picks are listed, too. */
export function gameLines({ games }: ReceiptWeek, now: number): VisibleLine[] {
  const locked = games.filter((game) => isLocked(game, now));
  return locked.flatMap(({ gid, lockAt, home, away }): VisibleLine[] => [
    { lockAt, line: ['', `lock:${gid}`, String(lockAt), null, null, null] },
    { lockAt, line: ['', `teams:${gid}`, `${away} at ${home}`, null, null, null] },
  ]);
}

/** What is visible of entries. @param picks all those of some entries */
export function entryLines(week: ReceiptWeek, picks: readonly StoredPick[], now: number): VisibleLine[] {
  const opening = slotWeek(week.games, wholeLockReached(week.wholeWeek, now), week.tiebreakGid);
  // Entries share the names of games' slots: a text that is shared is compared faster.
  const gameSlots = new Map(week.games.map(({ gid }) => [gid, lineSlot({ kind: 'pick', about: gid })]));
  const lines: VisibleLine[] = [];
  for (const pick of picks) {
    const lockAt = opensAt(pick, opening);
    if (lockAt > now || isOtherGuess(pick, week)) continue;
    const { entry, kind, about, revision, madeAt, enteredBy } = pick;
    const slot = (kind === 'pick' && gameSlots.get(about)) || lineSlot(pick);
    const value = textOf(amongGames(pick, week.games));
    lines.push({ lockAt, line: [entry, slot, value, revision, madeAt, enteredBy] });
  }
  return [...lines, ...(week.scale === null ? [] : valueLines(week.games, week.scale, picks, now))];
}

/** A guess of a game that is not the tiebreak counts as none. */
function isOtherGuess({ kind, value }: StoredPick, { tiebreakGid }: ReceiptWeek): boolean {
  return kind === 'guess' && value?.gid !== tiebreakGid;
}

/** The values of the locked games that each entry picked. An entry that stored no order has the one that scores it. */
function valueLines(
  games: readonly LockedGame[],
  scale: WeekScale,
  picks: readonly StoredPick[],
  now: number,
): VisibleLine[] {
  const locked = new Map(
    games.flatMap((game, at) =>
      isLocked(game, now) ? [[game.gid, { at, lockAt: game.lockAt, slot: `value:${game.gid}` }] as const] : [],
    ),
  );
  const orders = new Map(
    picks.flatMap(({ entry, kind, value }) => (kind === 'order' && value ? [[entry, value.order] as const] : [])),
  );
  const sided = picks.filter(({ kind, value }) => kind === 'pick' && value !== null);
  const valuesBy = placedValues(games, scale);
  const lines: VisibleLine[] = [];
  for (const [entry, own] of Map.groupBy(sided, (pick) => pick.entry)) {
    const values = valuesBy(orders.get(entry) ?? []);
    for (const { about } of own) {
      const game = locked.get(about);
      if (game === undefined) continue;
      lines.push({ lockAt: game.lockAt, line: [entry, game.slot, String(values[game.at]), null, null, null] });
    }
  }
  return lines;
}
