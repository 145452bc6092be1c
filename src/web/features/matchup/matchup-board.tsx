import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useMemo, useState } from 'react';
import type { GamesReply } from '#contract/games.ts';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { MatchupReply, MatchupRow } from '#contract/standings.ts';
import { traitsOf } from '#core/formats/traits.ts';
import type { LeadingNow } from '#core/leading-now.ts';
import { leadingNow, provisionalWeek } from '#core/leading-now.ts';
import { nameContains } from '#core/names.ts';
import { admits } from '#core/permissions.ts';
import type { MatchupSort } from '#core/standings.ts';
import { DEFAULT_MATCHUP_SORT, nextMatchupSort, sortMatchup } from '#core/standings.ts';
import type { Picks } from '#core/types.ts';
import { weekWinners } from '#core/week-winners.ts';
import { lazyPart } from '#web/lib/lazy.tsx';
import type { BusPicksDialogProps } from '#web/parts/bus-picks.tsx';
import { useEntries } from '#web/parts/entries.tsx';
import { PickMark } from '#web/parts/pick-mark.tsx';
import { gamesQuery, weekIn } from '#web/parts/queries.ts';
import { ReceiptNote } from '#web/parts/receipts/receipt-note.tsx';
import { useRequester } from '#web/parts/requester.ts';
import { WhoPicked } from '#web/parts/who-picked/who-picked.tsx';
import { Emoji } from '#web/ui/emoji.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import type { Column } from './cells.ts';
import { columnsOf, ownRows, pickersOf, storedEntry, useConfidence } from './cells.ts';
import { columnNames, MatchupTable } from './matchup-table.tsx';

const BusPicksDialog = lazyPart<BusPicksDialogProps>(
  async () => (await import('#web/parts/bus-picks.tsx')).BusPicksDialog,
);

interface MatchupBoardProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly matchup: MatchupReply;
  /** Those of the viewer's chosen entry. */
  readonly picks: Picks;
  /** Whether all games of the week are over. */
  readonly isFinished: boolean;
}

/** A new point renders only the head again, which reads the games itself. */
export const MatchupBoard = memo(function MatchupBoard({
  pool,
  weekId,
  matchup,
  picks,
  isFinished,
}: MatchupBoardProps) {
  const { entries, entry } = useEntries();
  const withBus = admits('commissioner', useRequester());
  const [wanted, setSort] = useState(DEFAULT_MATCHUP_SORT);
  const [search, setSearch] = useState('');
  const [busFor, setBusFor] = useState<MatchupRow | null>(null);
  const [whoOf, setWhoOf] = useState<GameReply | null>(null);
  const { games: gids, rows } = matchup;
  const columns = useColumns(pool, weekId, gids);
  const leading = useMemo(() => leadingNow(rows, columns), [rows, columns]);
  const sort = wanted.column === 'now' && leading === null ? DEFAULT_MATCHUP_SORT : wanted;
  const sortBy = (column: MatchupSort['column']) => setSort(nextMatchupSort(sort, column));
  const isByNow = sort.column === 'now';
  // In the official order no running game matters.
  const running = isByNow ? columns : NO_COLUMNS;
  const sorted = useMemo(
    () => sortMatchup(rows, sort, (row) => provisionalWeek(row, running) ?? row.weekHalves),
    [rows, sort, running],
  );
  const found = useMemo(() => sorted.filter(({ name }) => nameContains(name, search)), [sorted, search]);
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
        leading={leading}
        onLeading={() => (isByNow ? setSort(DEFAULT_MATCHUP_SORT) : sortBy('now'))}
        search={search}
        onSearch={setSearch}
        sort={sort}
        onSort={sortBy}
      />
      <MatchupTable
        columns={columns}
        pool={pool}
        weekId={weekId}
        rows={found}
        own={own}
        chosenId={entry?.id}
        confidence={confidence}
        winners={winners}
        withBus={withBus}
        onName={withBus ? setBusFor : undefined}
        onGame={setWhoOf}
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
      {whoOf && <WhoPicked poolId={pool.id} game={whoOf} onClose={() => setWhoOf(null)} />}
      <Legend
        live={columns.some(({ leading }) => leading !== null)}
        withHalves={columns.some(({ results }) => results.home === 'split')}
        withValues={traitsOf(pool.rules).hasValues}
        withBestBets={pool.rules.bestBets > 0}
        withAuto={pool.rules.missed !== 'nothing'}
        withBus={withBus}
      />
      <p className="no-print mt-2 text-sm text-ink-soft">
        Tap a score or a pick to see why, a locked game to see who picked whom.
      </p>
      <ReceiptNote pool={pool} on="paper" />
    </>
  );
});

const NO_COLUMNS: readonly Column[] = [];

/** The columns; the same objects as before if nothing changed, which the query cache ensures. */
function useColumns(pool: PoolReply, weekId: string, gids: readonly string[]): readonly Column[] {
  const select = useCallback(
    (reply: GamesReply) => columnsOf(gids, weekIn(pool, weekId, reply).games, pool.rules),
    [gids, pool, weekId],
  );
  return useQuery({ ...gamesQuery(pool.id, weekId), select }).data ?? [];
}

interface MatchupToolsProps {
  /** How many entries there are, and whether any member has more than one. */
  readonly entries: number;
  readonly hasSeveral: boolean;
  readonly found: number;
  /** Who leads if the running games ended now. */
  readonly leading: LeadingNow | null;
  /** Sorts by the numbers now, or officially again. */
  readonly onLeading: () => void;
  readonly search: string;
  readonly onSearch: (text: string) => void;
  readonly sort: MatchupSort;
  readonly onSort: (column: MatchupSort['column']) => void;
}

/** A search for a member, and the sort controls for screens that show only part of the table. */
function MatchupTools(props: MatchupToolsProps) {
  const { entries, hasSeveral, found, leading, onLeading, search, onSearch, sort, onSort } = props;
  const all = `${entries} ${hasSeveral ? 'entries' : entries === 1 ? 'member' : 'members'}`;
  return (
    <div className="matchup-tools mb-3 flex flex-wrap items-center gap-x-2 gap-y-3 md:gap-x-4">
      <SearchField label="Find a member" value={search} onChange={onSearch} />
      <fieldset aria-label="Sort by" className="flex gap-1.5 md:hidden">
        {(['week', 'overall'] as const).map((column) => (
          <button
            key={column}
            type="button"
            aria-pressed={sort.column === column}
            onClick={() => onSort(column)}
            className="panel flex h-11 items-center gap-1 px-3 font-display font-medium text-ink-soft aria-pressed:text-amber"
          >
            {columnNames[column]}
            {sort.column === column && (
              <Icon name={sort.direction === 'descending' ? 'arrowDown' : 'arrowUp'} className="size-4" />
            )}
          </button>
        ))}
      </fieldset>
      <p role="status" className="text-sm text-ink-faint max-md:sr-only">
        {found === entries ? all : `${found} of ${all}`}
      </p>
      {leading !== null && (
        <button
          type="button"
          aria-pressed={sort.column === 'now'}
          title="Sort by the points now"
          onClick={onLeading}
          className="panel leading-now relative flex min-w-0 items-center gap-2 px-3 text-left text-sm text-turf"
        >
          <span className="size-1.5 shrink-0 rounded-full bg-live" aria-hidden="true" />
          <span className="leading-text min-w-0 flex-1 leading-tight">
            <span className="whitespace-nowrap max-md:text-xs">Leading now: </span>
            <span className="flex min-w-0 gap-1">
              <span className="truncate">{leading.names},</span>
              <b>{leading.points}</b>
            </span>
          </span>
          <Icon name="arrowDown" className="sort-now size-4 shrink-0 max-md:hidden" />
        </button>
      )}
    </div>
  );
}

interface LegendProps {
  /** Whether a game is running. */
  readonly live: boolean;
  /** Whether a pick can be half right. */
  readonly withHalves: boolean;
  /** Whether games have values. */
  readonly withValues: boolean;
  /** Whether picks may be marked as best bet. */
  readonly withBestBets: boolean;
  /** Whether the pool counts missed games. */
  readonly withAuto: boolean;
  readonly withBus: boolean;
}

/** What the marks in the table mean. */
function Legend({ live, withHalves, withValues, withBestBets, withAuto, withBus }: LegendProps) {
  return (
    <ul aria-label="Legend" className="matchup-legend mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      <li>
        <span className="font-display font-medium text-ink">Helmet</span> the side picked
      </li>
      <li className="flex items-center gap-1">
        <PickMark result="correct" /> right
      </li>
      <li className="flex items-center gap-1">
        <PickMark result="incorrect" /> wrong
      </li>
      {withHalves && (
        <li className="flex items-center gap-1">
          <PickMark result="split" /> half right
        </li>
      )}
      <li className="flex items-center gap-1">
        <PickMark result="pending" /> Pick made - waiting for result
      </li>
      {live && (
        <li className="flex items-center gap-1.5">
          <span className="leading-sample" aria-hidden="true" /> winning right now
        </li>
      )}
      <li className="flex items-center gap-1.5">
        <span className="sealed">In</span> picked, hidden until the game locks
      </li>
      <li className="flex items-center gap-1.5">
        <span className="text-ink-faint">–</span> no pick
      </li>
      {withValues && (
        <>
          <li className="flex items-center gap-1.5">
            <span className="value">12</span> what it is worth
          </li>
          <li>
            <span className="possible font-display font-medium text-ink-soft">max 98</span> the most still possible this
            week
          </li>
        </>
      )}
      {withBestBets && (
        <li className="flex items-center gap-1.5">
          <span className="best-bet font-bold text-amber">×2</span> best bet, counts double
        </li>
      )}
      {withAuto && (
        <li className="flex items-center gap-1.5">
          <span className="auto-mark">auto</span> not picked, counts by the pool's rules or the player's default
        </li>
      )}
      {live && (
        <li>
          <span className="font-display font-medium text-turf">now 7</span> provisional, if running games ended now
        </li>
      )}
      {withBus && (
        <li className="flex items-center gap-1">
          <Emoji className="size-4">🚌</Emoji> entered for the player
        </li>
      )}
    </ul>
  );
}
