import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { OwnEntry } from '#contract/entries.ts';
import { slotIn } from '#contract/live.ts';
import type { OwnSlot } from '#contract/picks.ts';
import type { TeamSlot } from '#core/formats/survivor/survivor.ts';
import type { SlotWish } from '#core/pick.ts';
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
  readonly choice: SlotWish<K> | null;
  /** The stored one; null if there is none. */
  readonly stored: SlotWish<K> | null;
  /** The reason, if an admin entered it for the player and nothing newer is pending. */
  readonly bus: string | undefined;
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
  const week = useOwnWeek(poolId, weekId, slot).data;
  const own = week && slotIn(week, kind, slot);
  const saving = usePickSaving(poolId, weekId);
  const stored = own?.value ? (own as SlotWish<K>) : null;
  const pending = pendingOf(saving, kind, slot);
  const isSending = pending !== undefined;
  return {
    choice: pending ?? stored,
    stored,
    bus: isSending ? undefined : own?.reason,
    isAuto: !isSending && own?.value != null && 'auto' in own.value,
    isSending,
    isWaiting: isWaiting(saving, kind, slot),
    failure: failureOf(saving, kind, slot),
    pick: saving.pick,
  };
}

/** A pick of the viewer; with a reason if an admin entered it, which is empty if none was given. */
export type OwnPick = CountedPick & { readonly reason: string | undefined };
export type OwnPicks = Readonly<Record<string, OwnPick>>;

/** One object for each side, mark and reason, so that a card whose pick stays the same does not render again. */
const knownPicks = new Map<string, OwnPick>();

function shownPick(value: OwnSlot<'pick'>['value'] | SlotWish<'pick'>['value'], reason?: string): OwnPick[] {
  if (value === null) return [];
  const { side, best, auto }: Pick<CountedPick, 'side' | 'best' | 'auto'> = value;
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
  stored: OwnSlot<'guess'> | undefined,
  pending: SlotWish<'guess'> | undefined,
): number | null {
  if (pending?.value.gid === gid) return pending.value.total;
  return stored?.value?.gid === gid ? stored.value.total : null;
}

/** The viewer's picks of games as shown, by gid: confirmed picks, overlaid with pending ones. */
export function shownPicks(confirmed: OwnEntry['picks'], pending: SavingState['pending'] = new Map()): OwnPicks {
  const shown = new Map<string, OwnPick[]>();
  for (const pick of Object.values(confirmed))
    if (pick.kind === 'pick') shown.set(pick.about, shownPick(pick.value, pick.reason));
  for (const wish of pending.values()) if (wish.kind === 'pick') shown.set(wish.about, shownPick(wish.value));
  return Object.fromEntries([...shown].flatMap(([gid, pick]) => pick.map((each) => [gid, each])));
}
