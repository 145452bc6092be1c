import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PoolEditReply, PoolWeek } from '#contract/pools.ts';
import { parseWeekId, weekName } from '#core/weeks.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useOptimisticAct, useSending } from '#web/parts/panel/optimistic.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { poolEditQuery } from '#web/parts/pool-edit/pool-edit.ts';
import { poolQuery } from '#web/parts/queries.ts';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

/** The weeks that are played. Each checkbox saves at once. */
export function WeeksPanel({ pool }: { readonly pool: PoolEditReply }) {
  const { id, weeks } = pool;
  const [clears, setClears] = useState(false);
  const setWeeks = useSetWeeks(id);
  const isSending = useSending(poolEditQuery(id).queryKey);
  const seasons = [...Map.groupBy(weeks, (week) => parseWeekId(week.id)?.season ?? null)];
  const isAnyOn = weeks.some(isEnabled);
  return (
    <PanelSection title="Weeks">
      {weeks.length === 0 ? (
        <NoSeason />
      ) : (
        <p role="status" className="text-sm text-ink-soft">
          {isSending ? 'Saving...' : 'Each change is saved at once.'}
        </p>
      )}
      {seasons.map(([season, ofSeason], place) => (
        <Season
          key={season}
          season={season}
          weeks={ofSeason}
          isOpen={place === 0 || ofSeason.some(isEnabled)}
          onChange={setWeeks}
        />
      ))}
      {weeks.length > 0 && (
        <Button tone="plain" className="mt-4 text-red!" disabled={!isAnyOn} onClick={() => setClears(true)}>
          Clear All Weeks
        </Button>
      )}
      {clears && <ClearWeeksDialog poolId={id} onClose={() => setClears(false)} />}
    </PanelSection>
  );
}

function isEnabled({ enabled }: PoolWeek): boolean {
  return enabled;
}

function NoSeason() {
  if (!useMe().isAdmin) return <p className="text-ink-soft">No season is loaded yet. An admin loads it.</p>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-soft">No season is loaded yet. Load one, then choose its weeks here.</p>
      <Link to="/admin/season" className={buttonLook('primary')}>
        Load season
      </Link>
    </div>
  );
}

interface SeasonProps {
  readonly season: number | null;
  /** The latest first. */
  readonly weeks: readonly PoolWeek[];
  /** Whether it is initially unfolded. */
  readonly isOpen: boolean;
  readonly onChange: (weeks: readonly PoolWeek[], enabled: boolean) => void;
}

function Season({ season, weeks, isOpen, onChange }: SeasonProps) {
  const off = weeks.filter(({ enabled }) => !enabled);
  const name = season === null ? 'Other weeks' : `Season ${season}`;
  const [startsOpen] = useState(isOpen);
  return (
    <details open={startsOpen} className="mb-2">
      <summary className="heading min-h-11 py-2 text-lg text-amber">{name}</summary>
      <Button tone="plain" disabled={off.length === 0} className="mb-2" onClick={() => onChange(off, true)}>
        {season === null ? 'All other weeks' : `All weeks of ${season}`}
      </Button>
      <ul className="columns-2 gap-x-4 sm:columns-3 *:break-inside-avoid">
        {weeks.toReversed().map((week) => (
          <li key={week.id}>
            <CheckRow
              label={weekName(week.id)}
              note={week.games === 0 ? 'no games yet' : `${week.games} ${week.games === 1 ? 'game' : 'games'}`}
              checked={week.enabled}
              onChange={(checked) => onChange([week], checked)}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Switches one week on or off; several are added in one call, which makes one log record. */
function useSetWeeks(poolId: string): (weeks: readonly PoolWeek[], enabled: boolean) => void {
  const client = useQueryClient();
  const act = useOptimisticAct<PoolEditReply>(poolEditQuery(poolId).queryKey);
  return (weeks, enabled) => {
    const [first] = weeks;
    if (first === undefined) return;
    const weekIds = weeks.map(({ id }) => id);
    const show = (shown: boolean) => (pool: PoolEditReply) => ({
      ...pool,
      weeks: pool.weeks.map((week) => (weekIds.includes(week.id) ? { ...week, enabled: shown } : week)),
    });
    const name = weeks.length === 1 ? weekName(first.id) : `${weeks.length} weeks`;
    act({
      thing: 'weeks',
      show: show(enabled),
      undo: show(!enabled),
      send: () =>
        weeks.length === 1
          ? call('PUT /api/pools/:poolId/weeks/:weekId', { params: { poolId, weekId: first.id }, body: { enabled } })
          : call('PUT /api/pools/:poolId/weeks', { params: { poolId }, body: { weekIds } }),
      failure: `Couldn't ${enabled ? 'add' : 'remove'} ${name}`,
      done: () => void client.invalidateQueries({ queryKey: poolQuery(poolId).queryKey }),
    });
  };
}

interface ClearWeeksDialogProps {
  readonly poolId: string;
  readonly onClose: () => void;
}

function ClearWeeksDialog({ poolId, onClose }: ClearWeeksDialogProps) {
  const client = useQueryClient();
  const clearing = useMutation({
    mutationFn: () => call('DELETE /api/pools/:poolId/weeks', { params: { poolId } }),
    onSuccess: () => {
      client.setQueryData(
        poolEditQuery(poolId).queryKey,
        (pool) => pool && { ...pool, weeks: pool.weeks.map((week) => ({ ...week, enabled: false })) },
      );
      void client.invalidateQueries({ queryKey: poolQuery(poolId).queryKey });
      onClose();
    },
    onError: (error) => console.error('Error clearing the weeks', error),
    onSettled: () => void client.invalidateQueries({ queryKey: poolEditQuery(poolId).queryKey }),
  });
  return (
    <ConfirmDialog
      title="Clear All Weeks"
      action="Clear All Weeks"
      danger
      isPending={clearing.isPending}
      refusal={clearing.isError ? failureText(clearing.error) : null}
      onConfirm={() => clearing.mutate()}
      onClose={onClose}
    >
      <p>The pool will have no weeks: nobody can pick, and the standings are empty.</p>
      <p>No pick is deleted. Choose a week again, and its picks and scores come back.</p>
    </ConfirmDialog>
  );
}
