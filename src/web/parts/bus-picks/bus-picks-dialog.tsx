import { weekName } from '#core/weeks.ts';
import { confirmLeave } from '#web/lib/unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { BusForm } from './bus-form.tsx';
import { useBusForm } from './use-bus-form.ts';
import type { PlayerWeek } from './use-bus-picks.ts';

export interface BusPicksDialogProps extends PlayerWeek {
  readonly name: string;
  readonly onClose: () => void;
}

/** An admin enters a player's picks of a week over the Matchup. */
export function BusPicksDialog({ name, onClose, ...week }: BusPicksDialogProps) {
  const state = useBusForm(week, name, onClose);

  function close(): void {
    if (!state.isDirty || confirmLeave()) onClose();
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
      <BusForm state={state} />
    </Dialog>
  );
}
