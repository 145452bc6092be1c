import { useQuery } from '@tanstack/react-query';
import type { PoolReply } from '#contract/pools.ts';
import { Link } from '#web/lib/navigation.tsx';
import { confirmLeave } from '#web/lib/unsaved-changes.ts';
import { BusForm, entryPicksQuery, useBusForm } from '#web/parts/bus-picks.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { useWeekChoice } from '#web/parts/week-choice.ts';
import { WeekSelect } from '#web/parts/week-select.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** An entry of a pool, and the address to return to. */
interface EnterPicksProps {
  readonly pool: PoolReply;
  readonly entryId: string;
  readonly back: { readonly to: string; readonly text: string };
}

/** Enters a player's picks, week by week. */
export function EnterPicks({ pool, ...props }: EnterPicksProps) {
  const { weekId, setWeek } = useWeekChoice(pool);
  if (weekId === null) {
    return (
      <Screen title="Enter picks" over={pool.name}>
        <Notice icon="ball" title="This pool has no weeks yet" />
      </Screen>
    );
  }
  return <PicksOfWeek key={weekId} pool={pool} weekId={weekId} onWeek={setWeek} {...props} />;
}

interface PicksOfWeekProps extends EnterPicksProps {
  readonly weekId: string;
  readonly onWeek: (weekId: string) => void;
}

function PicksOfWeek({ pool, weekId, entryId, back, onWeek }: PicksOfWeekProps) {
  const week = { poolId: pool.id, weekId, entryId };
  const name = useQuery(entryPicksQuery(week)).data?.entry.name;
  const state = useBusForm(week, name ?? '');
  const mayGo = (): boolean => !state.isDirty || confirmLeave();
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
          <BusForm state={state} />
        </div>
        <Link
          to={back.to}
          className="mt-5 inline-flex min-h-11 items-center gap-1 rounded-lg text-ink-soft hover:text-ink"
        >
          <Icon name="chevronLeft" />
          {back.text}
        </Link>
      </Screen>
    </div>
  );
}
