import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { OwnEntry } from '#contract/entries.ts';
import type { OwnGuess, OwnPick, OwnWeekChoice, WeekChoice } from '#contract/picks.ts';
import type { ChoiceOf } from '#core/choice.ts';
import { isOfKind } from '#core/choice.ts';
import type { TeamSlot } from '#core/formats/survivor/survivor.ts';
import type { CountedPick } from '#core/types.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { useEntries, useOwnWeek } from '#web/parts/entries.tsx';
import type { PickQueue, SavingState } from './pick-queue.ts';
import { emptyQueue, failureOf, isWaiting, pendingOf } from './pick-queue.ts';
import type { PickSync } from './pick-sync.ts';
import { createPickSync } from './pick-sync.ts';

const PickSyncContext = createContext<PickSync | null>(null);

/** Wraps all screens, so that saving continues, and failures are shown, after the person leaves a screen. */
export function PickSyncProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const { id } = useMe();
  const sync = useMemo(() => createPickSync(client, id), [client, id]);
  useEffect(() => sync.start(), [sync]);
  return <PickSyncContext value={sync}>{children}</PickSyncContext>;
}

export function usePickSync(): PickSync {
  const sync = use(PickSyncContext);
  if (sync === null) throw new Error('usePickSync must be used within a PickSyncProvider');
  return sync;
}

/** Saving picks of the chosen entry in one week of a pool. */
export function usePickSaving(poolId: string, weekId: string): SavingState & { readonly pick: PickQueue['pick'] } {
  const { entry } = useEntries();
  const sync = usePickSync();
  const queue = entry ? sync.queueOf({ poolId, weekId, entryId: entry.id }) : emptyQueue;
  return { ...useSyncExternalStore(queue.subscribe, queue.state), pick: queue.pick };
}

type WeekKind = 'order' | 'team';

/** A week's order or team as its player sees it, and the state of its saving. */
export interface ShownWeekChoice<K extends WeekKind> {
  /** The last one entered, pending or stored; null if there is none. */
  readonly choice: ChoiceOf<K> | null;
  /** The stored one; null if there is none. */
  readonly stored: ChoiceOf<K> | null;
  /** The reason, if an admin entered it for the player and nothing newer is pending. */
  readonly bus: OwnWeekChoice['bus'];
  /** Whether its player forgot it, and this is what they want then. */
  readonly isAuto: boolean;
  readonly isSending: boolean;
  /** It could not be sent so far. */
  readonly isWaiting: boolean;
  /** Why the last one was not saved. */
  readonly failure: string | undefined;
  readonly pick: PickQueue['pick'];
}

/** The order or a team of a week: shown at once, and saved as picks are. @param slot of the team; the week of an order */
export function useOwnWeekChoice<K extends WeekKind>(
  poolId: string,
  weekId: string,
  kind: K,
  slot: TeamSlot = weekId,
): ShownWeekChoice<K> {
  const own = useOwnWeek(poolId, weekId, slot).data?.entry;
  const saving = usePickSaving(poolId, weekId);
  const entered = own?.entry ? weekChoiceOf(weekId, own.entry, slot) : null;
  const stored = isOfKind(kind, entered) ? entered : null;
  const pending = pendingOf(saving, kind, slot);
  const isSending = pending !== undefined;
  return {
    choice: pending ?? stored,
    stored,
    bus: isSending ? undefined : own?.bus,
    isAuto: !isSending && own?.auto === true,
    isSending,
    isWaiting: isWaiting(saving, kind, slot),
    failure: failureOf(saving, kind, slot),
    pick: saving.pick,
  };
}

function weekChoiceOf(weekId: string, entry: WeekChoice, slot: TeamSlot): ChoiceOf<WeekKind> {
  if ('order' in entry) return { kind: 'order', weekId, order: entry.order };
  return { kind: 'team', weekId, team: entry, ...(slot !== weekId && { second: true }) };
}

/** A pick of the viewer; with a reason if an admin entered it, which is empty if none was given. */
export type ShownPick = CountedPick & { readonly reason: string | undefined };
export type ShownPicks = Readonly<Record<string, ShownPick>>;

/** One object for each side, mark and reason, so that a card whose pick stays the same does not render again. */
const knownPicks = new Map<string, ShownPick>();

function shownPick({ side, best, auto, bus: reason }: Omit<OwnPick, 'revision'>): ShownPick[] {
  if (side === null) return [];
  const key = [side, best, auto, reason].join();
  const pick = knownPicks.get(key) ?? { side, best, bus: reason !== undefined, reason, ...(auto && { auto }) };
  knownPicks.set(key, pick);
  return [pick];
}

/**
 * The viewer's guess of a tiebreak game as shown: the pending one, otherwise the stored one. A guess of another game, which was the tiebreak
 * when it was made, does not count.
 */
export function shownGuess(
  gid: string,
  stored: OwnGuess | undefined,
  pending: ChoiceOf<'guess'> | undefined,
): number | null {
  if (pending?.gid === gid) return pending.total;
  return stored?.gid === gid ? stored.guess : null;
}

/** The viewer's picks as shown: confirmed picks, overlaid with pending ones. */
export function shownPicks(confirmed: OwnEntry['picks'], pending: SavingState['pending'] = new Map()): ShownPicks {
  const shown = new Map<string, Omit<OwnPick, 'revision'>>(Object.entries(confirmed));
  for (const choice of pending.values()) if (choice.kind === 'pick') shown.set(choice.gid, choice);
  return Object.fromEntries([...shown].flatMap(([gid, pick]) => shownPick(pick).map((each) => [gid, each])));
}
