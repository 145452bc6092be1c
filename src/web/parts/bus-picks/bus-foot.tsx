import { useQuery } from '@tanstack/react-query';
import { MAX_BUS_PICK_REASON } from '#contract/picks.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFoot } from '#web/ui/dialog-foot.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { busEntryQuery } from './use-bus-entry.ts';
import type { BusFormState } from './use-bus-form.ts';
import { busPicksQuery } from './use-bus-picks.ts';

interface BusFootProps {
  readonly state: BusFormState;
  /** What the week of the pool asks for. */
  readonly asks: { readonly entry: boolean; readonly picks: boolean };
}

/** The reason and the button, where anything of the week can be entered. */
export function BusFoot({ state, asks }: BusFootProps) {
  const { data: held } = useQuery({ ...busEntryQuery(state.week), enabled: asks.entry });
  const { data: sides } = useQuery({ ...busPicksQuery(state.week), enabled: asks.picks });
  const all = [held?.entry, held?.guess, ...((asks.picks && sides?.games) || [])];
  if (!all.some((each) => each?.refusal === null)) return null;
  return (
    <DialogFoot>
      <TextField
        label="Reason"
        name="reason"
        value={state.reason}
        maxLength={MAX_BUS_PICK_REASON}
        autoComplete="off"
        onChange={(event) => state.setReason(event.target.value)}
        error={state.lacksReason ? 'Say why, in a few words' : null}
        note="The player reads it."
      />
      <Button type="submit" disabled={state.saving || !state.isDirty} className="mt-1 w-full">
        {state.saving ? 'Saving...' : saveText(state)}
      </Button>
    </DialogFoot>
  );
}

const list = new Intl.ListFormat('en-GB');

function saveText({ entry: { entry, guess }, picks }: BusFormState): string {
  const isOrder = entry !== null && entry !== undefined && 'order' in entry;
  const count = picks.changes.size;
  const parts = [
    ...(entry === undefined ? [] : [isOrder ? 'Points' : 'Team']),
    ...(guess === undefined ? [] : ['Tiebreak']),
    ...(count === 0 ? [] : [count === 1 ? '1 Pick' : `${count} Picks`]),
  ];
  return `Save ${list.format(parts)}`.trim();
}
