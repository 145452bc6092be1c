import { useQuery } from '@tanstack/react-query';
import { weekName } from '#core/weeks.ts';
import { confirmLeave } from '#web/lib/unsaved-changes.ts';
import { poolQuery } from '#web/parts/queries.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { BusEntryForm } from './bus-entry-form.tsx';
import { BusPicksForm } from './bus-picks-form.tsx';
import { useBusEntry } from './use-bus-entry.ts';
import type { PlayerWeek } from './use-bus-picks.ts';
import { entrySaved, picksSaved, useBusPicks } from './use-bus-picks.ts';

export interface BusPicksDialogProps extends PlayerWeek {
  readonly name: string;
  readonly onClose: () => void;
}

/** An admin enters a player's picks of a week over the Matchup. */
export function BusPicksDialog({ name, onClose, ...week }: BusPicksDialogProps) {
  const toast = useToast();
  const state = useBusPicks(week, (count) => {
    toast(picksSaved(count, name));
    if (!entry.isDirty) onClose();
  });
  const entry = useBusEntry(week, () => {
    toast(entrySaved(name));
    if (state.changes.size === 0) onClose();
  });
  const format = useQuery(poolQuery(week.poolId)).data?.rules.format;

  function close(): void {
    if ((state.changes.size === 0 && !entry.isDirty) || confirmLeave()) onClose();
  }

  return (
    <Dialog
      title={`Enter picks for ${name}`}
      tools={
        <Button tone="plain" onClick={close}>
          Close
        </Button>
      }
      onClose={close}
    >
      <p className="-mt-4 mb-3 text-ink-soft">{weekName(week.weekId)}</p>
      <BusEntryForm week={week} state={entry} />
      {format !== 'survivor' && <BusPicksForm week={week} state={state} />}
    </Dialog>
  );
}
