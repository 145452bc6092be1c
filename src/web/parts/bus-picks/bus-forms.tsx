import { useQuery } from '@tanstack/react-query';
import { gamesQuery, poolQuery } from '#web/parts/queries.ts';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BusEntryForm } from './bus-entry-form.tsx';
import { BusPicksForm } from './bus-picks-form.tsx';
import type { BusEntryState } from './use-bus-entry.ts';
import type { BusPicksState, PlayerWeek } from './use-bus-picks.ts';

interface BusFormsProps {
  readonly week: PlayerWeek;
  readonly entry: BusEntryState;
  readonly picks: BusPicksState;
}

/** All that somebody who runs a pool may enter for a player's week, by the format of the pool. */
export function BusForms({ week, entry, picks }: BusFormsProps) {
  const pool = useQuery(poolQuery(week.poolId));
  const games = useQuery(gamesQuery(week.poolId, week.weekId));
  const skeleton = <Skeleton className="h-96" />;
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={skeleton}>
      {({ rules }) => (
        <Loaded query={games} failure="Couldn't load games" skeleton={skeleton}>
          {(loaded) =>
            loaded.length === 0 ? (
              <Notice icon="ball" title="No games found for this week." />
            ) : (
              <>
                {(rules.format !== 'pickem' || rules.tiebreak !== 'none') && (
                  <BusEntryForm week={week} rules={rules} games={loaded} state={entry} />
                )}
                {rules.format !== 'survivor' && <BusPicksForm week={week} games={loaded} state={picks} />}
              </>
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}
