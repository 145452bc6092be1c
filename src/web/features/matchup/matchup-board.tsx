import { useMemo, useState } from 'react';
import type { MatchupReply } from '#contract/scores.ts';
import { DEFAULT_MATCHUP_SORT, nextMatchupSort, sortMatchup } from '#core/standings.ts';
import type { SpreadRule } from '#core/types.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import type { WeekData } from '#web/parts/week-data.tsx';
import { columnsOf, withOwnPicks } from './cells.ts';
import { MatchupTable } from './matchup-table.tsx';
import { Legend, MatchupTools } from './matchup-tools.tsx';

interface MatchupBoardProps {
  readonly matchup: MatchupReply;
  readonly week: WeekData;
  readonly rule: SpreadRule;
}

export function MatchupBoard({ matchup, week, rule }: MatchupBoardProps) {
  const me = useMe();
  const [sort, setSort] = useState(DEFAULT_MATCHUP_SORT);
  const [search, setSearch] = useState('');
  const { games: gids, rows } = matchup;
  const columns = useMemo(() => columnsOf(gids, week.games, rule), [gids, week.games, rule]);
  const sorted = useMemo(() => sortMatchup(rows, sort), [rows, sort]);
  const found = useMemo(() => sorted.filter(({ name }) => matches(name, search)), [sorted, search]);
  const ownRow = rows.find((row) => row.id === me.id);
  return (
    <>
      <MatchupTools
        members={rows.length}
        found={found.length}
        search={search}
        onSearch={setSearch}
        sort={sort}
        onSort={(column) => setSort(nextMatchupSort(sort, column))}
      />
      <MatchupTable
        columns={columns}
        rows={found}
        own={ownRow ? withOwnPicks(ownRow, gids, week.picks) : null}
        withBus={me.isAdmin}
        sort={sort}
        onSort={(column) => setSort(nextMatchupSort(sort, column))}
      />
      <Legend />
    </>
  );
}

function matches(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.trim().toLowerCase());
}
