import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useMemo, useState } from 'react';
import type { GamesReply } from '#contract/games.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { MatchupReply, MatchupRow } from '#contract/standings.ts';
import { admits } from '#core/permissions.ts';
import type { MatchupSort } from '#core/standings.ts';
import { DEFAULT_MATCHUP_SORT, nextMatchupSort, sortMatchup, weekWinners } from '#core/standings.ts';
import type { Picks } from '#core/types.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import type { BusPicksDialogProps } from '#web/parts/bus-picks/bus-picks-dialog.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import { gamesIn, gamesQuery } from '#web/parts/queries.ts';
import { useRequester } from '#web/parts/requester.ts';
import type { Column } from './cells.ts';
import { columnsOf, pickersOf } from './cells.ts';
import { useConfidence } from './confidence.ts';
import { MatchupTable } from './matchup-table.tsx';
import { Legend, MatchupTools } from './matchup-tools.tsx';
import { ownRows, storedEntry } from './own-rows.ts';

const BusPicksDialog = lazyPart<BusPicksDialogProps>(
  async () => (await import('#web/parts/bus-picks/bus-picks-dialog.tsx')).BusPicksDialog,
);

interface MatchupBoardProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly matchup: MatchupReply;
  /** Those of the chosen own entry. */
  readonly picks: Picks;
  /** Whether all games of the week are over. */
  readonly isFinished: boolean;
}

/** One more point changes nothing here but the head, which looks at the games by itself. */
export const MatchupBoard = memo(function MatchupBoard({
  pool,
  weekId,
  matchup,
  picks,
  isFinished,
}: MatchupBoardProps) {
  const { entries, entry } = useEntries();
  const withBus = admits('commissioner', useRequester());
  const [sort, setSort] = useState(DEFAULT_MATCHUP_SORT);
  const [search, setSearch] = useState('');
  const [busFor, setBusFor] = useState<MatchupRow | null>(null);
  const sortBy = (column: MatchupSort['column']) => setSort(nextMatchupSort(sort, column));
  const { games: gids, rows } = matchup;
  const columns = useColumns(pool, weekId, gids);
  const sorted = useMemo(() => sortMatchup(rows, sort), [rows, sort]);
  const found = useMemo(() => sorted.filter(({ name }) => matches(name, search)), [sorted, search]);
  const decided = matchup.winners;
  const winners = useMemo(
    () => new Set(isFinished ? (decided ?? weekWinners(pickersOf(rows, columns))) : []),
    [columns, decided, isFinished, rows],
  );
  const confidence = useConfidence(pool, weekId);
  const own = useMemo(() => {
    const chosen = entry && { id: entry.id, picks, order: confidence?.order ?? [] };
    const others = entries.filter(({ id }) => id !== entry?.id).map((each) => storedEntry(each, weekId));
    return ownRows(matchup, [...(chosen ? [chosen] : []), ...others], pool.rules, confidence);
  }, [matchup, entries, entry, picks, pool.rules, confidence, weekId]);
  return (
    <>
      <MatchupTools
        entries={rows.length}
        hasSeveral={new Set(rows.map(({ ownerId }) => ownerId)).size < rows.length}
        found={found.length}
        search={search}
        onSearch={setSearch}
        sort={sort}
        onSort={sortBy}
      />
      <MatchupTable
        columns={columns}
        poolId={pool.id}
        weekId={weekId}
        rows={found}
        own={own}
        chosenId={entry?.id}
        confidence={confidence}
        winners={winners}
        withBus={withBus}
        onName={withBus ? setBusFor : undefined}
        sort={sort}
        onSort={sortBy}
      />
      {busFor && (
        <BusPicksDialog
          poolId={pool.id}
          weekId={weekId}
          entryId={busFor.id}
          name={busFor.name}
          onClose={() => setBusFor(null)}
        />
      )}
      <Legend
        live={columns.some(({ leading }) => leading !== null)}
        withHalves={columns.some(({ results }) => results.home === 'split')}
        withValues={pool.rules.format === 'confidence'}
        withBestBets={pool.rules.bestBets > 0}
        withAuto={pool.rules.missed !== 'nothing'}
        withBus={withBus}
      />
      <p className="no-print mt-2 text-sm text-ink-soft">Tap a score or a pick to see why.</p>
    </>
  );
});

/** The columns, the same objects as before where nothing changed: the cache of queries sees to that. */
function useColumns(pool: PoolReply, weekId: string, gids: readonly string[]): readonly Column[] {
  const select = useCallback((reply: GamesReply) => columnsOf(gids, gamesIn(pool, reply), pool.rules), [gids, pool]);
  return useQuery({ ...gamesQuery(pool.id, weekId), select }).data ?? [];
}

function matches(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.trim().toLowerCase());
}
