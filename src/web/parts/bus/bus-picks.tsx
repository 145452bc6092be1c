import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { MAX_BUS_REASON } from '#contract/bus.ts';
import { useUnsaved } from '#web/lib/leaving.ts';
import { gamesQuery } from '#web/parts/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFoot } from '#web/ui/dialog-foot.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { BusRow } from './bus-row.tsx';
import type { BusDesk, BusPlace } from './use-bus-picks.ts';
import { busQuery } from './use-bus-picks.ts';

const longestReason: typeof MAX_BUS_REASON = 200;

interface BusPicksProps {
  readonly place: BusPlace;
  readonly desk: BusDesk;
}

/** The games of a week, with what an admin may enter for a player. */
export function BusPicks({ place, desk }: BusPicksProps) {
  const picks = useQuery(busQuery(place));
  const games = useQuery(gamesQuery(place.poolId, place.weekId));
  useUnsaved(desk.wishes.size > 0);
  const skeleton = <Skeleton className="h-96" />;

  function save(event: FormEvent): void {
    event.preventDefault();
    desk.save();
  }

  return (
    <Loaded query={picks} failure="The picks could not be loaded" skeleton={skeleton}>
      {(reply) => (
        <Loaded query={games} failure="The games could not be loaded" skeleton={skeleton}>
          {(loaded) =>
            loaded.length === 0 ? (
              <Notice icon="ball" title="No games found for this week." />
            ) : (
              <form onSubmit={save}>
                <ul className="-mx-2 overflow-hidden rounded-lg">
                  {loaded.map((game) => {
                    const pick = reply.games.find(({ gid }) => gid === game.gid);
                    if (pick === undefined) return null;
                    const { gid } = game;
                    const [wish, refused] = [desk.wishes.get(gid), desk.refusals.get(gid)];
                    return (
                      <BusRow key={gid} {...{ game, pick, wish, refused }} onWish={(next) => desk.wish(gid, next)} />
                    );
                  })}
                </ul>
                <DialogFoot>
                  <TextField
                    label="Reason"
                    value={desk.reason}
                    maxLength={longestReason}
                    autoComplete="off"
                    onChange={(event) => desk.setReason(event.target.value)}
                    note="Kept in the log with each pick."
                  />
                  <Button type="submit" disabled={desk.saving || desk.wishes.size === 0} className="mt-1 w-full">
                    {desk.saving ? 'Saving...' : saveText(desk.wishes.size)}
                  </Button>
                </DialogFoot>
              </form>
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}

function saveText(count: number): string {
  if (count === 0) return 'Save Picks';
  return count === 1 ? 'Save 1 Pick' : `Save ${count} Picks`;
}
