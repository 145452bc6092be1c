import { useQuery } from '@tanstack/react-query';
import type { Entry, OwnEntry } from '#contract/entries.ts';
import { ownPicksQuery } from '#web/parts/queries.ts';
import { usePickSaving } from './pick-context.tsx';
import { ENTRY_KEY, failureOf } from './pick-queue.ts';

/** What a player has entered for a week as a whole, as they see it, and how far it has come. */
export interface EntryState {
  /** What was entered last, on its way or stored; null where there is none. */
  readonly entry: Entry | null;
  /** What is stored; null where there is none. */
  readonly stored: Entry | null;
  /** Where somebody entered it for the player, and nothing newer is on its way: their reason. */
  readonly bus: OwnEntry['bus'];
  readonly isSending: boolean;
  /** It could not be sent so far. */
  readonly isWaiting: boolean;
  /** Why the last one did not count. */
  readonly failure: string | undefined;
  /** Null takes it back. */
  readonly enter: (entry: Entry | null) => void;
}

/** The order or the team of a week: shown at once, and saved as picks are. */
export function useEntry(poolId: string, weekId: string): EntryState {
  const own = useQuery(ownPicksQuery(poolId, weekId)).data?.entry;
  const saving = usePickSaving(poolId, weekId);
  const isSending = Object.hasOwn(saving.pending, ENTRY_KEY);
  return {
    stored: own?.entry ?? null,
    entry: isSending ? (JSON.parse(String(saving.pending[ENTRY_KEY])) as Entry | null) : (own?.entry ?? null),
    bus: isSending ? undefined : own?.bus,
    isSending,
    isWaiting: saving.waiting.includes(ENTRY_KEY),
    failure: failureOf(saving, ENTRY_KEY),
    enter: (entry) => saving.pick(ENTRY_KEY, entry && (JSON.stringify(entry) as `{${string}`)),
  };
}
