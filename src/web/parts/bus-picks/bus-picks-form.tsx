import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { MAX_BUS_PICK_REASON } from '#contract/bus-picks.ts';
import type { GameReply } from '#contract/shapes.ts';
import { useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFoot } from '#web/ui/dialog-foot.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { BusPickRow } from './bus-pick-row.tsx';
import type { BusPicksState, PlayerWeek } from './use-bus-picks.ts';
import { busPicksQuery } from './use-bus-picks.ts';

const longestReason: typeof MAX_BUS_PICK_REASON = 200;

interface BusPicksFormProps {
  readonly week: PlayerWeek;
  readonly games: readonly GameReply[];
  readonly state: BusPicksState;
}

/** The games of a week, with what an admin may enter for a player. */
export function BusPicksForm({ week, games, state }: BusPicksFormProps) {
  const picks = useQuery(busPicksQuery(week));
  useUnsavedChanges(state.changes.size > 0);

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (state.changes.size > 0 && state.reason.trim() === '') event.currentTarget.querySelector('input')?.focus();
    state.save();
  }

  return (
    <Loaded query={picks} failure="Couldn't load picks" skeleton={<Skeleton className="h-96" />}>
      {(reply) => (
        <form onSubmit={save}>
          <ul className="-mx-2 overflow-hidden rounded-lg">
            {games.map((game) => {
              const pick = reply.games.find(({ gid }) => gid === game.gid);
              if (pick === undefined) return null;
              const { gid } = game;
              const [change, refused] = [state.changes.get(gid), state.refusals.get(gid)];
              return (
                <BusPickRow
                  key={gid}
                  {...{ game, pick, change, refused }}
                  onChange={(next) => state.change(gid, next)}
                />
              );
            })}
          </ul>
          <DialogFoot>
            <TextField
              label="Reason"
              value={state.reason}
              maxLength={longestReason}
              autoComplete="off"
              onChange={(event) => state.setReason(event.target.value)}
              error={state.lacksReason ? 'Say why, in a few words' : null}
              note="The player reads it with the pick."
            />
            <Button type="submit" disabled={state.saving || state.changes.size === 0} className="mt-1 w-full">
              {state.saving ? 'Saving...' : saveText(state.changes.size)}
            </Button>
          </DialogFoot>
        </form>
      )}
    </Loaded>
  );
}

function saveText(count: number): string {
  if (count === 0) return 'Save Picks';
  return count === 1 ? 'Save 1 Pick' : `Save ${count} Picks`;
}
