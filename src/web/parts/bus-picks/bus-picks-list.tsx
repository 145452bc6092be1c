import { useQuery } from '@tanstack/react-query';
import type { GameReply } from '#contract/shapes.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BusPickRow } from './bus-pick-row.tsx';
import type { BusPicksState, PlayerWeek } from './use-bus-picks.ts';
import { busPicksQuery } from './use-bus-picks.ts';

interface BusPicksListProps {
  readonly week: PlayerWeek;
  readonly games: readonly GameReply[];
  readonly state: BusPicksState;
}

/** The games of a week, with the sides that may be entered for a player. */
export function BusPicksList({ week, games, state }: BusPicksListProps) {
  const picks = useQuery(busPicksQuery(week));
  return (
    <Loaded query={picks} failure="Couldn't load picks" skeleton={<Skeleton className="h-96" />}>
      {(reply) => (
        <ul className="-mx-2 overflow-hidden rounded-lg">
          {games.map((game) => {
            const pick = reply.games.find(({ gid }) => gid === game.gid);
            if (pick === undefined) return null;
            const { gid } = game;
            const [change, refused] = [state.changes.get(gid), state.refusals.get(gid)];
            return (
              <BusPickRow key={gid} {...{ game, pick, change, refused }} onChange={(next) => state.change(gid, next)} />
            );
          })}
        </ul>
      )}
    </Loaded>
  );
}
