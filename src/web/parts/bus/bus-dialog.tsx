import { weekName } from '#core/weeks.ts';
import { mayLeave } from '#web/lib/leaving.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { BusPicks } from './bus-picks.tsx';
import { picksSaved } from './picks-saved.ts';
import type { BusPlace } from './use-bus-picks.ts';
import { useBusPicks } from './use-bus-picks.ts';

export interface BusDialogProps extends BusPlace {
  readonly name: string;
  readonly onClose: () => void;
}

/** An admin enters a player's picks of a week over the Matchup. */
export function BusDialog({ name, onClose, ...place }: BusDialogProps) {
  const toast = useToast();
  const desk = useBusPicks(place, (count) => {
    toast(picksSaved(count, name));
    onClose();
  });

  function close(): void {
    if (desk.wishes.size === 0 || mayLeave()) onClose();
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
      <p className="-mt-4 mb-3 text-ink-soft">{weekName(place.weekId)}</p>
      <BusPicks place={place} desk={desk} />
    </Dialog>
  );
}
