import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { PoolReply } from '#contract/pools.ts';
import { Link } from '#web/lib/navigation.tsx';
import { confirmLeave } from '#web/lib/unsaved-changes.ts';
import { BusForms } from '#web/parts/bus-picks/bus-forms.tsx';
import { useBusEntry } from '#web/parts/bus-picks/use-bus-entry.ts';
import { busPicksQuery, entrySaved, picksSaved, useBusPicks } from '#web/parts/bus-picks/use-bus-picks.ts';
import { poolQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { useWeekChoice } from '#web/parts/week-choice.ts';
import { WeekSelect } from '#web/parts/week-select.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Where an admin enters a player's picks, week by week. */
export function BusPicksScreen() {
  const { poolId = '', userId = '' } = useParams();
  const pool = useQuery(poolQuery(poolId));
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={<Skeleton className="h-96" />}>
      {(loaded) => <BusPicksOfPool pool={loaded} userId={userId} />}
    </Loaded>
  );
}

function BusPicksOfPool({ pool, userId }: { readonly pool: PoolReply; readonly userId: string }) {
  const { weekId, setWeek } = useWeekChoice(pool);
  if (weekId === null) {
    return (
      <Screen title="Enter picks" over={pool.name}>
        <Notice icon="ball" title="This pool has no weeks yet" />
      </Screen>
    );
  }
  return <BusPicksOfWeek key={weekId} pool={pool} weekId={weekId} userId={userId} onWeek={setWeek} />;
}

interface BusPicksOfWeekProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly userId: string;
  readonly onWeek: (weekId: string) => void;
}

function BusPicksOfWeek({ pool, weekId, userId, onWeek }: BusPicksOfWeekProps) {
  const toast = useToast();
  const week = { poolId: pool.id, weekId, userId };
  const name = useQuery(busPicksQuery(week)).data?.player.name;
  const state = useBusPicks(week, (count) => toast(picksSaved(count, name ?? '')));
  const entry = useBusEntry(week, () => toast(entrySaved(name ?? '')));
  const mayGo = (): boolean => (state.changes.size === 0 && !entry.isDirty) || confirmLeave();
  return (
    <div className="mx-auto max-w-2xl">
      <Screen
        title={name === undefined ? 'Enter picks' : `Enter picks for ${name}`}
        over={pool.name}
        tools={
          <div className="max-md:w-full">
            <WeekSelect weeks={pool.weeks} value={weekId} onChange={(other) => mayGo() && onWeek(other)} />
          </div>
        }
      >
        <div className="panel p-5 sm:p-6">
          <BusForms week={week} entry={entry} picks={state} />
        </div>
        <Link
          to={`/admin/pools/edit/${pool.id}`}
          className="mt-5 inline-flex min-h-11 items-center gap-1 rounded-lg text-ink-soft hover:text-ink"
        >
          <Icon name="chevronLeft" />
          Back to the pool
        </Link>
      </Screen>
    </div>
  );
}
