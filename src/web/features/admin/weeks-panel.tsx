import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PoolEditReply, PoolWeek } from '#contract/pool-admin.ts';
import { parseWeekId, weekName } from '#core/weeks.ts';
import { call } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { poolQuery } from '#web/parts/queries.ts';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { useAtOnce } from './at-once.ts';
import { ClearWeeksDialog } from './clear-weeks-dialog.tsx';
import { PanelSection } from './panel-section.tsx';
import { poolEditQuery } from './queries.ts';

/** Which weeks are played. Each checkbox saves at once. */
export function WeeksPanel({ pool }: { readonly pool: PoolEditReply }) {
  const { id, weeks } = pool;
  const [clears, setClears] = useState(false);
  const setWeek = useSetWeek(id);
  const seasons = [...Map.groupBy(weeks, (week) => parseWeekId(week.id)?.season ?? null)];
  const isAnyOn = weeks.some(({ enabled }) => enabled);
  return (
    <PanelSection
      title="Weeks"
      tools={
        weeks.length > 0 && (
          <Button tone="plain" disabled={!isAnyOn} onClick={() => setClears(true)}>
            Clear All Weeks
          </Button>
        )
      }
    >
      {weeks.length === 0 && <NoSeason />}
      {seasons.map(([season, ofSeason]) => (
        <Season key={season} season={season} weeks={ofSeason} onChange={setWeek} />
      ))}
      {clears && <ClearWeeksDialog poolId={id} onClose={() => setClears(false)} />}
    </PanelSection>
  );
}

function NoSeason() {
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
  readonly weeks: readonly PoolWeek[];
  readonly onChange: (week: PoolWeek, enabled: boolean) => void;
}

function Season({ season, weeks, onChange }: SeasonProps) {
  const off = weeks.filter(({ enabled }) => !enabled);
  const name = season === null ? 'Other weeks' : `Season ${season}`;
  return (
    <fieldset className="mb-2">
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="heading text-lg text-amber" aria-hidden="true">
          {name}
        </p>
        <Button
          tone="plain"
          disabled={off.length === 0}
          onClick={() => {
            for (const week of off) onChange(week, true);
          }}
        >
          {season === null ? 'All other weeks' : `All weeks of ${season}`}
        </Button>
      </div>
      <ul className="grid max-h-96 grid-cols-2 gap-x-4 overflow-y-auto sm:grid-cols-3">
        {weeks.map((week) => (
          <li key={week.id}>
            <CheckRow
              label={weekName(week.id)}
              note={week.games === 0 ? 'no games yet' : `${week.games} ${week.games === 1 ? 'game' : 'games'}`}
              checked={week.enabled}
              onChange={(checked) => onChange(week, checked)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function useSetWeek(poolId: string): (week: PoolWeek, enabled: boolean) => void {
  const client = useQueryClient();
  const act = useAtOnce<PoolEditReply>(poolEditQuery(poolId).queryKey);
  return ({ id }, enabled) => {
    const show = (shown: boolean) => (pool: PoolEditReply) => ({
      ...pool,
      weeks: pool.weeks.map((week) => (week.id === id ? { ...week, enabled: shown } : week)),
    });
    act({
      show: show(enabled),
      undo: show(!enabled),
      send: () => call('PUT /api/pools/:poolId/weeks/:weekId', { params: { poolId, weekId: id }, body: { enabled } }),
      failure: `${weekName(id)} could not be ${enabled ? 'added' : 'taken out'}`,
      done: () => void client.invalidateQueries({ queryKey: poolQuery(poolId).queryKey }),
    });
  };
}
