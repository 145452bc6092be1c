import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import { confirmLeave, useUnsavedChanges } from '#web/lib/unsaved-changes.ts';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { gamesQuery } from '#web/parts/queries.ts';
import { Screen } from '#web/parts/screen.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { useWeekChoice } from '#web/parts/week-choice.ts';
import { WeekSelect, WeekSelectSkeleton } from '#web/parts/week-select.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ScoreRow } from './score-row.tsx';
import { useWeekEdit } from './use-week-edit.ts';

const TITLE = 'Scores and lines';

/** Where an admin enters the scores and lines of a whole week. */
export function ScoresScreen() {
  return (
    <PoolGate
      title={TITLE}
      noPool="No Pool Selected"
      skeleton={<Skeleton className="h-96" />}
      toolsSkeleton={<WeekSelectSkeleton />}
    >
      {(pool) => <ScoresOfPool pool={pool} />}
    </PoolGate>
  );
}

function ScoresOfPool({ pool }: { readonly pool: PoolReply }) {
  const { weekId, setWeek } = useWeekChoice(pool);
  return (
    <Screen
      title={TITLE}
      over={pool.name}
      tools={
        weekId !== null && (
          <div className="max-md:w-full">
            <WeekSelect weeks={pool.weeks} value={weekId} onChange={(other) => confirmLeave() && setWeek(other)} />
          </div>
        )
      }
    >
      {weekId === null ? (
        <Notice icon="ball" title="This pool has no weeks yet" />
      ) : (
        <Games key={weekId} poolId={pool.id} weekId={weekId} />
      )}
    </Screen>
  );
}

interface WeekProps {
  readonly poolId: string;
  readonly weekId: string;
}

function Games({ poolId, weekId }: WeekProps) {
  const games = useQuery(gamesQuery(poolId, weekId));
  return (
    <Loaded query={games} failure="Couldn't load games" skeleton={<Skeleton className="h-96" />}>
      {(loaded) =>
        loaded.length === 0 ? (
          <Notice icon="ball" title="No games found for this week." />
        ) : (
          <WeekForm poolId={poolId} weekId={weekId} games={loaded} />
        )
      }
    </Loaded>
  );
}

function WeekForm({ poolId, weekId, games }: WeekProps & { readonly games: readonly GameReply[] }) {
  const toast = useToast();
  const editing = useWeekEdit(poolId, weekId, games, (count) =>
    toast({ type: 'success', title: 'Saved', message: `${gamesText(count)} updated` }),
  );
  const { count, saving, failure } = editing;
  useUnsavedChanges(count > 0);

  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (!editing.save()) event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }

  return (
    <form onSubmit={save} noValidate>
      <p className="mb-3 text-ink-soft">
        Type a score, and a game that should be over turns Final. What you set stays: the feed leaves it alone.
      </p>
      <ul className="panel overflow-clip">
        {games.map((game) => (
          <ScoreRow key={game.gid} game={game} editing={editing} />
        ))}
      </ul>
      <div className="panel score-save no-print">
        <Refusal text={failure} />
        <Button type="submit" disabled={saving || count === 0} className="w-full md:w-auto">
          {saving ? 'Saving...' : count === 0 ? 'Save' : `Save ${gamesText(count)}`}
        </Button>
      </div>
    </form>
  );
}

function gamesText(count: number): string {
  return count === 1 ? '1 game' : `${count} games`;
}
