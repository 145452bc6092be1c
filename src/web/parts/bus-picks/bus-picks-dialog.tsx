import { weekName } from '#core/weeks.ts';
import { confirmLeave } from '#web/lib/unsaved-changes.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { BusForms } from './bus-forms.tsx';
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
      <BusForms week={week} entry={entry} picks={state} />
    </Dialog>
  );
}
