import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { useToast } from '#web/parts/toasts.tsx';
import type { BusEntryState } from './use-bus-entry.ts';
import { useBusEntry } from './use-bus-entry.ts';
import type { BusPicksState, PlayerWeek } from './use-bus-picks.ts';
import { useBusPicks } from './use-bus-picks.ts';

/** All that somebody is about to enter for a player's week, under one reason. */
export interface BusFormState {
  readonly week: PlayerWeek;
  readonly entry: BusEntryState;
  readonly picks: BusPicksState;
  readonly reason: string;
  /** Whether saving was tried without a reason. */
  readonly lacksReason: boolean;
  readonly isDirty: boolean;
  readonly saving: boolean;
  readonly setReason: (reason: string) => void;
  readonly save: () => void;
}

/** @param name of the player. @param onSaved hears when everything was entered */
export function useBusForm(week: PlayerWeek, name: string, onSaved?: () => void): BusFormState {
  const toast = useToast();
  const entry = useBusEntry(week);
  const picks = useBusPicks(week);
  const [reason, setReason] = useState('');
  const [lacksReason, setLacksReason] = useState(false);
  const count = picks.changes.size;
  const isDirty = entry.isDirty || count > 0;
  useUnsavedChanges(isDirty);
  const saving = useMutation({
    mutationFn: async (why: string) => {
      const what = entry.isDirty ? 'Entered' : `${count} ${count === 1 ? 'pick' : 'picks'} changed`;
      const isEntered = !entry.isDirty || (await entry.send(why));
      const isPicked = await picks.send(why);
      return isEntered && isPicked ? what : null;
    },
    onSuccess: (what) => {
      if (what === null) return;
      toast({ type: 'success', title: 'Saved', message: `${what} for ${name}` });
      onSaved?.();
    },
  });
  return {
    week,
    entry,
    picks,
    reason,
    lacksReason,
    isDirty,
    saving: saving.isPending,
    setReason: (text) => {
      setReason(text);
      setLacksReason(false);
    },
    save: () => {
      if (saving.isPending || !isDirty) return;
      if (reason.trim() === '') setLacksReason(true);
      else saving.mutate(reason.trim());
    },
  };
}
