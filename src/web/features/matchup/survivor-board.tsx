import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { useEntries } from '#web/parts/entries.tsx';
import { gamesQuery } from '#web/parts/queries.ts';
import { ownTeams } from '#web/parts/survivor/own-teams.ts';
import { Icon } from '#web/ui/icon.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { liveScores, survivorRows, winnersText } from './survivor-cells.ts';
import { SurvivorLegend } from './survivor-legend.tsx';
import { SurvivorTable } from './survivor-table.tsx';

interface SurvivorBoardProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
}

/** Players by weeks, in the order of the standings. */
export function SurvivorBoard({ pool, standings }: SurvivorBoardProps) {
  const { entries, entry } = useEntries();
  const [search, setSearch] = useState('');
  const [onlyAlive, setOnlyAlive] = useState(false);
  const own = useMemo(() => new Map(entries.map((each) => [each.id, ownTeams(each)])), [entries]);
  const { data: games = [] } = useQuery({
    ...gamesQuery(pool.id, standings.activeWeekId ?? '', pool),
    enabled: standings.activeWeekId !== null,
  });
  const rows = survivorRows(standings, own);
  const alive = rows.filter(({ survival }) => survival.lives > 0);
  const found = (onlyAlive ? alive : rows).filter(({ name }) =>
    name.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const won = winnersText(standings);
  return (
    <>
      {won !== null && (
        <p className="board mb-3 flex min-h-16 items-center gap-3 px-4 py-2.5 text-xl">
          <Icon name="trophy" className="size-7 text-led" />
          <span className="led min-w-0 break-words">{won}</span>
        </p>
      )}
      <div className="matchup-tools mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SearchField label="Find a member" value={search} onChange={setSearch} />
        <button
          type="button"
          aria-pressed={onlyAlive}
          onClick={() => setOnlyAlive(!onlyAlive)}
          className="panel flex h-11 items-center gap-1 px-3 font-display font-medium text-ink-soft aria-pressed:text-amber"
        >
          Still in
        </button>
        <p role="status" className="text-sm text-ink-soft">
          {alive.length} of {rows.length} still in
        </p>
      </div>
      <SurvivorTable
        poolId={pool.id}
        weeks={standings.weeks}
        activeWeekId={standings.activeWeekId}
        lives={pool.rules.lives}
        rows={found}
        chosenId={entry?.id}
        winners={standings.survivors ?? []}
        live={liveScores(games)}
      />
      <SurvivorLegend isLive={liveScores(games).size > 0} />
    </>
  );
}
