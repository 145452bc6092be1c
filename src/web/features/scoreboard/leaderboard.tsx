import './leaderboard.css';
import type { ToggleEvent } from 'react';
import { memo, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PoolReply } from '#contract/pools.ts';
import type { StandingsReply } from '#contract/standings.ts';
import { formatAverage, formatPoints } from '#core/scoring.ts';
import { pinnedRow, SCOREBOARD_WEEKS } from '#core/standings.ts';
import { weekName, weekShortName } from '#core/weeks.ts';
import { useSearchValue } from '#web/lib/navigation.tsx';
import { usePrinting } from '#web/lib/printing.ts';
import { prefersReducedMotion } from '#web/lib/reduced-motion.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { useWide } from '#web/lib/wide.ts';
import { SharePicture } from '#web/parts/picture/share-picture.tsx';
import { RecapLink } from '#web/parts/recap-link.tsx';
import { Why, whyMark } from '#web/parts/why/why.tsx';
import { Button } from '#web/ui/button.tsx';
import type { BoardColumn, BoardSort } from './board-sort.ts';
import { BY_RANK, rankedByWeek, sortBoard, sortBy, weekColumn, weekOfColumn } from './board-sort.ts';
import { ColumnStepper, columnBeside, TOTAL } from './column-stepper.tsx';
import { FoundNote, MemberSearchField, useMemberSearch } from './member-search.tsx';
import type { NowColumn } from './now-column.tsx';
import { TotalNow, WeekCellNow } from './now-column.tsx';
import { RankMark } from './rank-mark.tsx';
import type { RankedRow } from './ranked-rows.ts';
import { rankedRows } from './ranked-rows.ts';
import { SortHead, SortSelect } from './sort-controls.tsx';
import { useSwipe } from './swipe.ts';
import { columnsNeeded, MIN_COLUMNS } from './week-columns.ts';
import { WeekScore } from './week-score.tsx';
import type { WeekWinners } from './week-winners.ts';
import { tiebreakNotes, winnersByWeek } from './week-winners.ts';

/** How many rows of the list are rendered at first: as many as fit on a phone. */
const FIRST_ROWS = 8;
/** How many weeks the rows have on phones. */
const RECENT_WEEKS = 3;

interface LeaderboardProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
  readonly now: NowColumn | null;
}

export function Leaderboard({ pool, standings, now }: LeaderboardProps) {
  const me = useMe();
  const area = useRef<HTMLElement>(null);
  const asked = useSearchValue('week') ?? null;
  const [allWeeks, setAllWeeks] = useState(false);
  const [wanted, setSort] = useState(BY_RANK);
  const [column, setColumn] = useState(TOTAL);
  const { weeks } = standings;
  const ranked = useMemo(() => rankedRows(standings.rows), [standings.rows]);
  const sort = wanted.column === 'now' && now === null ? BY_RANK : wanted;
  const sorted = useMemo(() => sortBoard(ranked, sort, weeks, now), [ranked, sort, weeks, now]);
  const pinned = pinnedRow(ranked, me.id);
  const search = useMemberSearch(sorted);
  const winners = useMemo(() => winnersByWeek(standings), [standings]);
  const isPrinting = usePrinting();
  const isWide = useWide();
  const latest = latestPlace(standings);
  const columns = useMemo(() => [...weeks.slice(0, latest + 1), TOTAL], [weeks, latest]);
  const tableWeeks = useMemo(
    () => weekHeads(standings, isPrinting ? 'paper' : allWeeks ? 'all' : 'latest'),
    [standings, isPrinting, allWeeks],
  );
  const recent = useMemo(() => weeks.slice(0, latest + 1).slice(-RECENT_WEEKS), [weeks, latest]);
  const list = useMemo(() => {
    if (column === TOTAL) return { ranked, rows: search.shown };
    const ofWeek = rankedByWeek(ranked, weeks.indexOf(column));
    const order = weekOfColumn(sort.column) === null ? sort : BY_RANK;
    return { ranked: ofWeek, rows: search.find(sortBoard(ofWeek, order, weeks, now)) };
  }, [column, ranked, search.shown, search.find, sort, weeks, now]);
  const views = { weeks, winners, now };

  const choose = (chosen: BoardColumn) => {
    setSort(sortBy(chosen));
    setColumn(weekOfColumn(chosen) ?? column);
  };

  return (
    <section ref={area} className="mt-6" aria-label="Leaderboard">
      <div className="board-tools no-print mb-3 flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-1">
        <RecapLink finishedWeeks={standings.finishedWeeks} />
        <SharePicture
          make={({ standingsPicture, weekStandingsPicture }) => {
            const shown = { pool: pool.name, standings, viewer: me.id };
            return isPicturedWeek(column, standings)
              ? weekStandingsPicture({ ...shown, weekId: column })
              : standingsPicture(shown);
          }}
          className="-mx-2.5 text-turf"
        />
        <SortSelect column={sort.column} latestWeek={weeks[latest] ?? null} hasNow={now !== null} onChoose={choose} />
        <MemberSearchField search={search} />
        <div className="ml-auto md:hidden">
          <ColumnStepper columns={columns} shown={column} onShow={setColumn} />
        </div>
        {weeks.length > MIN_COLUMNS && (
          <Button
            tone="plain"
            aria-pressed={allWeeks}
            onClick={() => setAllWeeks(!allWeeks)}
            className={weeks.length > SCOREBOARD_WEEKS ? 'max-md:hidden' : 'max-md:hidden lg:hidden'}
          >
            {allWeeks ? 'Show fewer weeks' : `Show all ${weeks.length} weeks`}
          </Button>
        )}
      </div>
      {isWide ? (
        <LeaderTable
          {...views}
          rows={search.shown}
          pinnedId={pinned?.id}
          heads={tableWeeks}
          isCut={!allWeeks}
          sort={sort}
          onSort={(next) => {
            setSort(next);
            setColumn(TOTAL);
          }}
        />
      ) : (
        <LeaderList
          {...views}
          rows={list.rows}
          pinnedId={pinnedRow(list.ranked, me.id)?.id}
          recent={recent}
          columns={columns}
          column={column}
          onColumn={setColumn}
        />
      )}
      <FoundNote search={search} />
      <TiebreakNotes rows={ranked} weeks={weeks} winners={winners} />
      <p className="no-print mt-3 px-1 text-sm text-ink-soft">Tap a score, a total or a rank to see why.</p>
      <Why poolId={pool.id} usual={asked} area={area} />
    </section>
  );
}

/** Whether the chosen column is a week with a score. */
function isPicturedWeek(column: string, { weeks, rows }: StandingsReply): boolean {
  const place = weeks.indexOf(column);
  return rows.some(({ halves }) => (halves[place] ?? null) !== null);
}

/** The index of the latest week: the active one, or a later one with a score; -1 before the first. */
function latestPlace(standings: StandingsReply): number {
  const active = standings.activeWeekId === null ? -1 : standings.weeks.indexOf(standings.activeWeekId);
  return Math.max(active, weeksWithScores(standings) - 1);
}

/** A week of the table. */
interface WeekHead {
  readonly week: string;
  /** The index of the week in the pool. */
  readonly place: number;
  /** Hides the week where the table is too narrow for it. */
  readonly look: string;
}

/** The weeks of the table: the latest ones, as many as fit; all; or on paper, those with a score. */
function weekHeads(standings: StandingsReply, which: 'latest' | 'all' | 'paper'): readonly WeekHead[] {
  const { weeks } = standings;
  const heads = weeks.map((week, place) => ({ week, place, look: '' }));
  if (which === 'all') return heads;
  if (which === 'paper') return heads.slice(0, weeksWithScores(standings));
  const needed = columnsNeeded(weeks.length, latestPlace(standings));
  return heads.flatMap((head) => {
    const columns = needed[head.place] ?? 0;
    if (columns > SCOREBOARD_WEEKS) return [];
    return [columns > MIN_COLUMNS ? { ...head, look: `needs-${columns}` } : head];
  });
}

/** The number of weeks up to the last one with a score: paper has no room for the others. */
function weeksWithScores({ weeks, rows }: StandingsReply): number {
  return weeks.findLastIndex((_, place) => rows.some(({ halves }) => halves[place] !== null)) + 1;
}

type TiebreakNotesProps = Pick<StandingsViewProps, 'rows' | 'weeks' | 'winners'>;

/** The weeks decided by a tiebreak, and how close the winning guess was. */
function TiebreakNotes(props: TiebreakNotesProps) {
  const notes = tiebreakNotes(props);
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Won on the tiebreak" className="mt-3 grid gap-1 px-1 text-sm text-ink-soft">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

interface StandingsViewProps {
  readonly rows: readonly RankedRow[];
  readonly weeks: readonly string[];
  /** The winners, by index of the week. */
  readonly winners: readonly WeekWinners[];
  readonly now: NowColumn | null;
  /** The own row that stays in view; undefined for a person who does not play. */
  readonly pinnedId: string | undefined;
}

interface LeaderListProps extends StandingsViewProps {
  /** The weeks up to the latest, then the total. */
  readonly columns: readonly string[];
  /** The latest weeks, which stand below the names. */
  readonly recent: readonly string[];
  /** The score that each row shows; by that of a week the rows are ranked, too. */
  readonly column: string;
  readonly onColumn: (column: string) => void;
}

/**
 * The leaderboard on phones: a row for each player, which unfolds to their weeks. The best own row stays in view, at the edge that its place is
 * beyond. A swipe shows another week.
 */
function LeaderList({ rows, columns, column, onColumn, pinnedId, ...rest }: LeaderListProps) {
  const me = useMe();
  const list = useRef<HTMLOListElement>(null);
  const step = useCallback(
    (by: -1 | 1) => onColumn(columnBeside(columns, column, by) ?? column),
    [columns, column, onColumn],
  );
  useSwipe(list, step);
  // The rows in view come first; those below are rendered in small steps.
  const drawn = useDeferredValue(rows.length, FIRST_ROWS);
  return (
    <ol ref={list} className="leader-list leader-swipe no-print panel overflow-clip md:hidden">
      {rows.slice(0, drawn).map((row) => (
        <LeaderItem
          key={row.id}
          row={row}
          isOwn={row.ownerId === me.id}
          isPinned={row.id === pinnedId}
          column={column}
          {...rest}
        />
      ))}
    </ol>
  );
}

interface LeaderRowProps extends Pick<StandingsViewProps, 'winners' | 'now'> {
  readonly row: RankedRow;
  /** Whether it is an entry of the viewer. */
  readonly isOwn: boolean;
  readonly isPinned: boolean;
}

function rowLook({ isOwn, isPinned }: LeaderRowProps): string {
  return `${isOwn ? 'own-row' : 'striped-row'} ${isPinned ? 'pinned-row' : ''}`;
}

type LeaderItemProps = LeaderRowProps & Pick<LeaderListProps, 'weeks' | 'recent' | 'column'>;

/** One player on phones, whose weeks are rendered once they are unfolded. Renders again only if its data changed. */
const LeaderItem = memo(function LeaderItem(props: LeaderItemProps) {
  const { row, isOwn, weeks, recent, column, winners, now } = props;
  const [hasWeeks, setHasWeeks] = useState(false);
  const shownPlace = weeks.indexOf(column);

  /** Scrolls to the weeks, if they are out of view. */
  function open({ currentTarget, newState }: ToggleEvent<HTMLDetailsElement>): void {
    if (newState !== 'open') return;
    flushSync(() => setHasWeeks(true));
    currentTarget.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  }

  const shownNow =
    shownPlace < 0 ? <TotalNow now={now} entryId={row.id} /> : <WeekCellNow now={now} entryId={row.id} week={column} />;
  return (
    <li className={`leader-row ${rowLook(props)}`}>
      <details onToggle={open}>
        <summary className="leader-line flex min-h-15 items-center gap-2 py-1 pl-1 max-narrow:flex-wrap">
          <RankMark
            rank={shownPlace >= 0 && row.halves[shownPlace] === null ? null : row.rank}
            medal={row.medal}
            isLast={row.isLast}
          />
          <span className="leader-name min-w-0 flex-1">
            <span className="leader-title flex items-center gap-x-2">
              <span className="min-w-0 truncate font-medium">{row.name}</span>
              {isOwn && <span className="label shrink-0 rounded bg-turf-fill px-1.5 text-white">YOU</span>}
            </span>
            <span className="leader-figures text-ink-soft">
              {shownPlace < 0 ? (
                <RecentWeeks row={row} weeks={weeks} recent={recent} winners={winners} />
              ) : (
                <span>{formatPoints(row.totalHalves)} in all</span>
              )}
              <span className="max-narrow:hidden">{shownNow}</span>
            </span>
          </span>
          <span className="basis-full pl-3 text-xs narrow:hidden">{shownNow}</span>
        </summary>
        {hasWeeks && <WeeksOfRow {...{ row, weeks, winners, now }} />}
      </details>
      {shownPlace < 0 ? (
        <button
          type="button"
          {...whyMark(row.id, null)}
          className="leader-total font-display text-3xl font-semibold text-amber"
        >
          {formatPoints(row.totalHalves)}
        </button>
      ) : (
        <span className="leader-total leader-week">
          <WeekScore row={row} week={column} place={shownPlace} won={winners[shownPlace]?.get(row.id)} />
        </span>
      )}
    </li>
  );
});

/** What a row unfolds: the average, and each week. */
function WeeksOfRow({ row, weeks, winners, now }: Pick<LeaderItemProps, 'row' | 'weeks' | 'winners' | 'now'>) {
  return (
    <>
      <p className="px-4 text-sm text-ink-soft">Average {formatAverage(row.average)}</p>
      <dl className="grid grid-cols-6 gap-y-2 px-3 pt-1 pb-4 text-center">
        {weeks.map((week, place) => (
          <div key={week}>
            <dt className="text-xs text-ink-soft">{weekShortName(week)}</dt>
            <dd>
              <WeekScore {...{ row, week, place }} won={winners[place]?.get(row.id)} />
            </dd>
            <dd className="text-xs">
              <WeekCellNow now={now} entryId={row.id} week={week} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The latest scores below a name. */
function RecentWeeks({ row, weeks, recent, winners }: Pick<LeaderItemProps, 'row' | 'weeks' | 'recent' | 'winners'>) {
  return (
    <>
      {recent.map((week) => {
        const place = weeks.indexOf(week);
        const score = row.halves[place] ?? null;
        const Score = row.dropped?.includes(week) ? 's' : 'span';
        return (
          <span key={week} className="recent-week">
            {weekShortName(week)}{' '}
            <Score className={winners[place]?.has(row.id) ? 'font-semibold text-amber' : 'text-ink'}>
              {score === null ? '–' : formatPoints(score)}
            </Score>
          </span>
        );
      })}
    </>
  );
}

const headCellLook = 'h-12 font-display font-medium';

interface LeaderTableProps extends StandingsViewProps {
  readonly heads: readonly WeekHead[];
  /** Whether it has only the weeks that fit. */
  readonly isCut: boolean;
  readonly sort: BoardSort;
  readonly onSort: (sort: BoardSort) => void;
}

/** The leaderboard on wide screens, with a column for each week. */
function LeaderTable({ rows, heads, winners, now, pinnedId, isCut, sort, onSort }: LeaderTableProps) {
  const me = useMe();
  return (
    <div className={`standings panel max-md:hidden ${isCut ? 'leader-table overflow-clip' : 'overflow-x-auto'}`}>
      <table
        className={`w-full border-separate border-spacing-0 text-center ${isCut ? 'table-fixed print:table-auto' : ''}`}
      >
        <thead className="standings-head">
          <tr>
            <SortHead column="rank" sort={sort} onSort={onSort} look={`${headCellLook} w-20`}>
              Rank
            </SortHead>
            <SortHead
              column="name"
              sort={sort}
              onSort={onSort}
              look={`${headCellLook} min-w-40`}
              buttonLook="justify-start"
            >
              Player
            </SortHead>
            {heads.map(({ week, look }) => (
              <SortHead
                key={week}
                column={weekColumn(week)}
                sort={sort}
                onSort={onSort}
                title={weekName(week)}
                look={`${headCellLook} w-14 ${look}`}
              >
                {weekShortName(week)}
              </SortHead>
            ))}
            <SortHead column="average" sort={sort} onSort={onSort} look={`${headCellLook} w-20`}>
              Avg
            </SortHead>
            <SortHead column="total" sort={sort} onSort={onSort} look={`${headCellLook} w-28 text-led`}>
              Total
            </SortHead>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <LeaderLine
              key={row.id}
              row={row}
              isOwn={row.ownerId === me.id}
              isPinned={row.id === pinnedId}
              heads={heads}
              winners={winners}
              now={now}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One player on wide screens. Renders again only if its data changed. */
const LeaderLine = memo(function LeaderLine(props: LeaderRowProps & Pick<LeaderTableProps, 'heads'>) {
  const { row, isOwn, heads, winners, now } = props;
  return (
    <tr className={rowLook(props)}>
      <td className="relative">
        <button type="button" {...whyMark(row.id, null)} className="before:absolute before:inset-0">
          <RankMark rank={row.rank} medal={row.medal} isLast={row.isLast} />
        </button>
      </td>
      <th scope="row" className="h-15 max-w-0 px-2 text-left font-medium">
        <span className="flex items-center gap-2">
          <span className="truncate">{row.name}</span>
          {isOwn && <span className="label rounded bg-turf-fill px-1.5 text-white">YOU</span>}
        </span>
      </th>
      {heads.map(({ week, place, look }) => (
        <td key={week} className={`relative ${look}`}>
          <WeekScore {...{ row, week, place }} won={winners[place]?.get(row.id)} />
          <span className="cell-now">
            <WeekCellNow now={now} entryId={row.id} week={week} />
          </span>
        </td>
      ))}
      <td className="text-ink-soft">{formatAverage(row.average)}</td>
      <td className="relative font-display text-2xl font-semibold text-amber">
        <button type="button" {...whyMark(row.id, null)} className="min-w-6 before:absolute before:inset-0">
          {formatPoints(row.totalHalves)}
        </button>
        <span className="cell-now">
          <TotalNow now={now} entryId={row.id} />
        </span>
      </td>
    </tr>
  );
});
