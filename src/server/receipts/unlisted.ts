import { goneLine, isSameLine, listedBy, slotKey } from '#core/receipts/check.ts';
import type { ReceiptLine } from '#core/receipts/receipts.ts';
import type { ReceiptWeek, StoredPick } from '#core/receipts/visible.ts';
import { lineSlot, reachedLocks, visibleLines } from '#core/receipts/visible.ts';
import type { GameChange, WrittenReceipts } from './reads.ts';

/** Lines by entry and slot. */
export type Listed = ReadonlyMap<string, ReceiptLine>;

/** What is visible of a pool's week and not listed. */
export interface UnlistedLines {
  /** What is to be corrected of locks that have a receipt, step by step. */
  readonly steps: readonly UnlistedStep[];
  /** The locks without a receipt, in order, with the lines that they made visible. */
  readonly ofLocks: readonly { readonly lockAt: number; readonly lines: readonly ReceiptLine[] }[];
  /** Whether no receipt of the week has the current version, and whether there is an older one. */
  readonly isOlder: boolean;
  readonly isUpgraded: boolean;
}

/** What differs from the lines that are listed until then. */
export interface UnlistedStep {
  readonly listed: Listed;
  readonly lines: readonly ReceiptLine[];
  /** The changes of games until then, in order. */
  readonly made: readonly GameChange[];
  /** When it ended, ms; null for the last one, which is now. */
  readonly at: number | null;
}

/**
 * What is visible of a pool's week and not listed, by the changes of games since. None of them made what differs already from the week before
 * the first one.
 * @param changes in order @param picks also those of games that were in the week before a change @param now ms
 */
export function unlistedLines(
  week: ReceiptWeek,
  picks: readonly StoredPick[],
  written: WrittenReceipts,
  changes: readonly GameChange[],
  isSettled: boolean,
  now: number,
): UnlistedLines {
  const known = new Set(written.map(({ lockAt }) => lockAt));
  // A lock with a receipt was reached, even if the caller began before it.
  const lastKnown = Math.max(...written.map(({ lockAt }) => lockAt ?? 0), 0);
  const steps: UnlistedStep[] = [];
  let listed: Listed = listedBy(written);
  for (const [count, change] of changes.entries()) {
    const lines = linesBefore(change, picks, listed, known, Math.max(change.at, lastKnown));
    if (lines.length > 0) steps.push({ listed, lines, made: changes.slice(0, count), at: change.at });
    if (lines.length > 0) listed = listedBy([{ list: [...listed.values()] }, { list: lines }]);
  }
  const visible = visibleLines(week, picks, Math.max(now, lastKnown));
  const { added, changed, gone } = differences(listed, visible, ({ line }) => line);
  const byLock = Map.groupBy(added, ({ lockAt }) => (known.has(lockAt) ? undefined : lockAt));
  const linesOf = (lockAt?: number) => byLock.get(lockAt)?.map(({ line }) => line) ?? [];
  // The lock of a game that is off may only move the moment at which the whole week locked: an order that is listed stays so.
  const corrected = [...linesOf(), ...changed.map(({ line }) => line), ...gone];
  const missing = isSettled ? reachedLocks(week, now).filter((lockAt) => !known.has(lockAt)) : [];
  const isOlder = written.every(({ version }) => version === 1);
  return {
    steps: [...steps, { listed, lines: corrected, made: changes, at: null }],
    ofLocks: missing.map((lockAt) => ({ lockAt, lines: linesOf(lockAt) })),
    isOlder,
    isUpgraded: isOlder && written.length > 0,
  };
}

/**
 * How what was visible before a change of games differs from what is listed. Picks that were stored since it began say nothing about that.
 * @param known the locks that have receipts
 */
function linesBefore(
  { week, at }: GameChange,
  picks: readonly StoredPick[],
  listed: Listed,
  known: ReadonlySet<number | null>,
  reached: number,
): ReceiptLine[] {
  const isNewDefault = (pick: StoredPick) =>
    pick.value !== null && 'auto' in pick.value && !listed.has(`${pick.entry} ${lineSlot(pick)}`);
  const since = picks.filter((pick) => pick.madeAt >= at || isNewDefault(pick));
  const unknown = new Set(
    since.flatMap(({ entry, ...slot }) => [`${entry} ${lineSlot(slot)}`, `${entry} value:${slot.about}`]),
  );
  const visible = visibleLines(week, picks, reached).filter(({ lockAt }) => known.has(lockAt));
  const { added, changed, gone } = differences(listed, visible, ({ line }) => line);
  return [...[...added, ...changed].map(({ line }) => line), ...gone].filter((line) => !unknown.has(slotKey(line)));
}

/** What is visible: `added` if nothing is listed of its slot, `changed` if something else is; and the lines that are no longer visible. */
export function differences<T>(listed: Listed, visible: readonly T[], lineOf: (each: T) => ReceiptLine) {
  // Most lines are of games that no receipt lists yet.
  const slots = new Set([...listed.values()].map(([, slot]) => slot));
  const seen = new Set<string>();
  const added: T[] = [];
  const changed: T[] = [];
  for (const each of visible) {
    const line = lineOf(each);
    const key = slots.has(line[1]) ? slotKey(line) : null;
    const before = key === null ? undefined : listed.get(key);
    if (key !== null) seen.add(key);
    if (before === undefined) added.push(each);
    else if (!isSameLine(before, line)) changed.push(each);
  }
  const gone = [...listed].flatMap(([key, line]) => (seen.has(key) ? [] : [goneLine(line)]));
  return { added, changed, gone };
}
