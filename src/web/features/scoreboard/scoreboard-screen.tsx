import { traitsOf } from '#core/formats/traits.ts';
import './leaderboard.css';
import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode, ToggleEvent } from 'react';
import { memo, useCallback, useMemo, useRef, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { SideTableShape } from '#contract/side-tables.ts';
import type { StandingRow, StandingsReply, WeekWinner } from '#contract/standings.ts';
import { ordinal } from '#core/ordinal.ts';
import { bestOfWeek } from '#core/recap/decided-week.ts';
import { formatAverage, formatPoints, hasScores, meanScore } from '#core/scoring.ts';
import type { Rank } from '#core/standings.ts';
import { pinnedRow, SCOREBOARD_WEEKS, withMarks } from '#core/standings.ts';
import { weekName, weekShortName } from '#core/weeks.ts';
import { useSearchValue } from '#web/lib/navigation.tsx';
import { usePrinting } from '#web/lib/printing.ts';
import { prefersReducedMotion } from '#web/lib/reduced-motion.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { useWide } from '#web/lib/wide.ts';
import { NowMark } from '#web/parts/now/now-mark.tsx';
import { useNow } from '#web/parts/now/use-now.ts';
import { SectionTabs } from '#web/parts/panel/section-tabs.tsx';
import { SharePicture } from '#web/parts/picture/share-picture.tsx';
import { PoolGate } from '#web/parts/pool-gate.tsx';
import { PoolName } from '#web/parts/pool-name.tsx';
import { activePlayersQuery, sideTablesQuery, standingsQuery } from '#web/parts/queries.ts';
import { RecapLink } from '#web/parts/recap-link.tsx';
import { Screen } from '#web/parts/screen.tsx';
import { Why, whyMark } from '#web/parts/why/why.tsx';
import { Button } from '#web/ui/button.tsx';
import { Digits } from '#web/ui/digits.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { BoardColumn, BoardSort } from './board-sort.ts';
import { BY_RANK, rankedByWeek, sortBoard, sortBy, weekColumn, weekOfColumn } from './board-sort.ts';
import { ColumnStepper, columnBeside, TOTAL } from './column-stepper.tsx';
import { FoundNote, MemberSearchField, useMemberSearch } from './member-search.tsx';
import type { NowColumn } from './now-column.tsx';
import { TotalNow, useNowColumn, WeekCellNow } from './now-column.tsx';
import { RankMark } from './rank-mark.tsx';
import { SideTable } from './side-table.tsx';
import { SortHead, SortSelect } from './sort-controls.tsx';
import { SurvivorStandings } from './survivor-standings.tsx';
import { useSwipe } from './swipe.ts';
import { columnsNeeded, MIN_COLUMNS } from './week-columns.ts';

/** How many weeks the rows have on phones. */
const RECENT_WEEKS = 3;

interface LeaderboardProps {
  readonly pool: PoolReply;
  readonly standings: StandingsReply;
  readonly now: NowColumn | null;
}

function Leaderboard({ pool, standings, now }: LeaderboardProps) {
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
  return (
    <ol ref={list} className="leader-list leader-swipe no-print panel overflow-clip md:hidden">
      {rows.map((row) => (
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

/** One player on phones. Renders again only if its data changed. */
const LeaderItem = memo(function LeaderItem(props: LeaderItemProps) {
  const { row, isOwn, weeks, recent, column, winners, now } = props;
  const shownPlace = weeks.indexOf(column);
  const shownNow =
    shownPlace < 0 ? <TotalNow now={now} entryId={row.id} /> : <WeekCellNow now={now} entryId={row.id} week={column} />;
  return (
    <li className={`leader-row ${rowLook(props)}`}>
      <details onToggle={goToOpened}>
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

/** An unfolded row is not pinned, as it would cover the others: the page goes to its place. */
function goToOpened({ currentTarget, newState }: ToggleEvent<HTMLDetailsElement>): void {
  if (newState !== 'open') return;
  currentTarget.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
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

interface WeekScoreProps {
  readonly row: RankedRow;
  readonly week: string;
  /** The index of the week in the pool. */
  readonly place: number;
  /** Undefined if they did not win it. */
  readonly won: WeekWinner | undefined;
}

/** A week's score. The winner of a finished week has a star; a dropped score is struck through. */
export function WeekScore({ row, week, place, won }: WeekScoreProps) {
  const score = row.halves[place];
  if (score === null || score === undefined) return <span className="text-ink-faint">–</span>;
  const isDropped = row.dropped?.includes(week) ?? false;
  const note = noteOf(isDropped, row.late?.includes(week) ?? false);
  const Score = isDropped ? 's' : 'span';
  return (
    <span className={`week-score relative font-display text-lg ${won ? 'font-semibold text-amber' : ''}`}>
      <button type="button" {...whyMark(row.id, week)} {...(note && { title: note })}>
        <Score className={note && 'text-ink-soft'}>
          {formatPoints(score)}
          {note && <span className="sr-only"> ({note})</span>}
        </Score>
      </button>
      {won && <Icon name="star" label={wonText(won)} className="absolute -top-0.5 left-full size-3 fill-current" />}
    </span>
  );
}

function noteOf(isDropped: boolean, isLate: boolean): string | undefined {
  if (isLate) return isDropped ? 'lowest of the week, dropped' : 'lowest of the week';
  return isDropped ? 'dropped' : undefined;
}

type RankedRow = StandingRow & Rank;

/** The rows as the server ranks them, with medals and the last place. */
export function rankedRows(rows: readonly StandingRow[]): readonly RankedRow[] {
  return withMarks(rows);
}

/** The winners of a week by entry id, each with the winning guess, if a guess decided it. */
type WeekWinners = ReadonlyMap<string, WeekWinner>;

/**
 * The winners of each finished week, by index of the week; a week that is not decided has none yet. In a pool with a tiebreak the server
 * knows the guesses and sends the winners.
 */
export function winnersByWeek(standings: StandingsReply): readonly WeekWinners[] {
  const { weeks, finishedWeeks, winners } = standings;
  return weeks.map((week) => {
    if (!finishedWeeks.includes(week)) return new Map();
    const won = winners?.[week] ?? bestOfWeek(week, standings).map((id): WeekWinner => ({ id }));
    return new Map(won.map((winner) => [winner.id, winner]));
  });
}

/** How a week was won: `Won the week`, or on the tiebreak, with the winning guess. */
export function wonText(winner: WeekWinner): string {
  return winner.guess === undefined ? 'Won the week' : `Won the week on the tiebreak: ${guessText(winner)}`;
}

/** For each week decided by a guess, the winner and the difference: `Week 3: Ann won on the tiebreak: 43, off by 2`. */
export function tiebreakNotes({
  rows,
  weeks,
  winners,
}: {
  readonly rows: readonly Pick<StandingRow, 'id' | 'name'>[];
  readonly weeks: readonly string[];
  readonly winners: readonly WeekWinners[];
}): string[] {
  return weeks.flatMap((week, place) =>
    rows.flatMap(({ id, name }) => {
      const won = winners[place]?.get(id);
      if (won?.guess === undefined) return [];
      return [`${weekName(week)}: ${name} won on the tiebreak: ${guessText(won)}`];
    }),
  );
}

function guessText({ guess, difference = 0 }: WeekWinner): string {
  return `${guess}, ${difference === 0 ? 'right on' : `off by ${Math.abs(difference)}`}`;
}

export function ScoreboardScreen() {
  return (
    <PoolGate title="Scoreboard" noPool="Please select a pool" skeleton={<ScoreboardSkeleton />}>
      {(pool) => <ScoreboardOfPool pool={pool} />}
    </PoolGate>
  );
}

function ScoreboardOfPool({ pool }: { readonly pool: PoolReply }) {
  const standings = useQuery(standingsQuery(pool.id));
  const activePlayers = useActivePlayers(pool);
  const asked = useSearchValue('table');
  const { sideTables = [] } = pool;
  const shown = sideTables.find(({ id }) => id === asked);
  return (
    <Screen title="Scoreboard" over={<PoolName> · {overline(pool)}</PoolName>}>
      {sideTables.length > 0 && <TableTabs tables={sideTables} shown={shown} />}
      {shown === undefined ? (
        <Season {...{ pool, standings, activePlayers }} />
      ) : (
        <OneTable key={shown.id} pool={pool} tableId={shown.id} />
      )}
    </Screen>
  );
}

/** A side table with its standings, which only its tab loads. */
function OneTable({ pool, tableId }: { readonly pool: PoolReply; readonly tableId: string }) {
  const query = useQuery(sideTablesQuery(pool.id));
  return (
    <Loaded query={query} failure="Couldn't load the side tables" skeleton={<Skeleton className="h-144" />}>
      {({ tables }) => {
        const table = tables.find(({ id }) => id === tableId);
        return table && <SideTable table={table} format={pool.rules.format} />;
      }}
    </Loaded>
  );
}

interface TableTabsProps {
  readonly tables: readonly SideTableShape[];
  /** Undefined for the season. */
  readonly shown: SideTableShape | undefined;
}

/** The season, and each side table. */
function TableTabs({ tables, shown }: TableTabsProps) {
  const tabs = tables.map(({ id, name }) => ({ to: tableAddress(id), text: name }));
  return (
    <div className="no-print">
      <SectionTabs
        label="Tables"
        tabs={[{ to: SCOREBOARD, text: 'Season' }, ...tabs]}
        shown={shown === undefined ? SCOREBOARD : tableAddress(shown.id)}
      />
    </div>
  );
}

const SCOREBOARD = '/scoreboard';

function tableAddress(id: string): string {
  return `${SCOREBOARD}?table=${encodeURIComponent(id)}`;
}

interface SeasonProps {
  readonly pool: PoolReply;
  readonly standings: UseQueryResult<StandingsReply>;
  /** Undefined until it is known. */
  readonly activePlayers: number | undefined;
}

/** The main standings. */
function Season({ pool, standings, activePlayers }: SeasonProps) {
  return (
    <Loaded query={standings} failure="Couldn't load scores" skeleton={<ScoreboardSkeleton />}>
      {(reply) =>
        traitsOf(pool.rules).plays === 'season' ? (
          <SurvivorStandings pool={pool} standings={reply} />
        ) : !hasScores(reply.rows) ? (
          <Notice icon="trophy" title="No scores available yet">
            <p>Scores show up with the first final game.</p>
          </Notice>
        ) : (
          <ScoredSeason pool={pool} standings={reply} activePlayers={activePlayers} />
        )
      }
    </Loaded>
  );
}

interface ScoredSeasonProps extends Pick<SeasonProps, 'pool' | 'activePlayers'> {
  readonly standings: StandingsReply;
}

function ScoredSeason({ pool, standings, activePlayers }: ScoredSeasonProps) {
  const now = useNowColumn(useNow(pool), standings);
  return (
    <>
      <ScoreCards rows={standings.rows} activePlayers={activePlayers} now={now} />
      <Leaderboard pool={pool} standings={standings} now={now} />
    </>
  );
}

/** How many players have picked in the active week; undefined until it is known. */
function useActivePlayers({ id, activeWeekId }: PoolReply): number | undefined {
  const { data } = useQuery({ ...activePlayersQuery(id, activeWeekId ?? ''), enabled: activeWeekId !== null });
  return activeWeekId === null ? 0 : data?.activePlayers;
}

function overline({ memberCount, activeWeekId }: PoolReply): string {
  const players = `${memberCount} ${memberCount === 1 ? 'player' : 'players'}`;
  return [players, ...(activeWeekId === null ? [] : [weekName(activeWeekId)])].join(' · ');
}

function ScoreboardSkeleton() {
  return (
    <>
      <div className="score-cards">
        <Skeleton className="score-card" />
        <Skeleton className="score-card" />
        <Skeleton className="score-card" />
      </div>
      <Skeleton className="mt-6 h-144" />
    </>
  );
}

interface ScoreCardsProps {
  readonly rows: StandingsReply['rows'];
  /** Undefined until it is known. */
  readonly activePlayers: number | undefined;
  readonly now: NowColumn | null;
}

/** Leader, the viewer if they play, Average Score and Active Players. */
function ScoreCards({ rows, activePlayers, now }: ScoreCardsProps) {
  const me = useMe();
  const best = Math.max(...rows.map(({ totalHalves }) => totalHalves));
  const leaders = best > 0 ? rows.filter(({ rank }) => rank === 1) : [];
  const own = pinnedRow(rows, me.id);
  const average = formatAverage(meanScore(rows.map(({ totalHalves }) => totalHalves)));
  const active = <span className="text-sm text-board-soft">of {new Set(rows.map(({ ownerId }) => ownerId)).size}</span>;
  return (
    <div className={`score-cards ${own ? 'with-own' : ''}`}>
      <Card title={leaders.length > 1 ? `Leader · ${leaders.length} tied` : 'Leader'} value={formatPoints(best)}>
        <span className="flex min-w-0 items-center gap-2 font-display font-semibold md:text-2xl">
          <Icon name="trophy" className="size-7 shrink-0 text-led max-md:hidden" />
          <span className="line-clamp-2 break-words max-md:leading-tight">
            {leaders.map(({ name }) => name).join(', ') || 'Nobody yet'}
          </span>
        </span>
      </Card>
      {own ? (
        <>
          <Card title="You" value={formatPoints(own.totalHalves)}>
            <span className="block font-display font-semibold md:text-xl">{placeText(own, rows)}</span>
            <span className="own-now block text-xs md:text-sm">
              <PlaceNow now={now} own={own} />
            </span>
          </Card>
          <section className="board score-card flex flex-col justify-between px-2.5 py-2 md:p-4">
            <CardFigure title="Average Score">
              <Digits value={average} />
            </CardFigure>
            <CardFigure title="Active Players">
              <Digits value={activePlayers ?? '–'} /> {active}
            </CardFigure>
          </section>
        </>
      ) : (
        <>
          <Card title="Average Score" value={average} />
          <Card title="Active Players" value={activePlayers ?? '–'}>
            {active}
          </Card>
        </>
      )}
    </div>
  );
}

/** A place, and how far it is from the best of the others: `11th, 16 behind`. */
export function placeText(own: StandingRow, rows: readonly StandingRow[]): string {
  const others = rows.filter(({ id }) => id !== own.id).map(({ totalHalves }) => totalHalves);
  const place = ordinal(own.rank);
  if (others.length === 0) return place;
  const gap = own.totalHalves - Math.max(...others);
  if (gap === 0) return `${place}, level`;
  return `${place}, ${formatPoints(Math.abs(gap))} ${gap < 0 ? 'behind' : 'ahead'}`;
}

/** The viewer's points and place if the running games ended now; nothing while none is played. */
function PlaceNow({ now, own }: { readonly now: NowColumn | null; readonly own: StandingRow }) {
  const season = now?.season.get(own.id);
  if (season === undefined) return null;
  const change = season.rank === own.rank ? 'still' : season.rank < own.rank ? 'up to' : 'down to';
  return (
    <NowMark>
      {formatPoints(season.halves)}, {change} {ordinal(season.rank)}
    </NowMark>
  );
}

/** One of two figures of a card. */
function CardFigure({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <h2 className="label whitespace-nowrap text-board-soft">{title}</h2>
      <p className="led text-2xl leading-tight">{children}</p>
    </div>
  );
}

interface CardProps {
  readonly title: string;
  readonly value: number | string;
  readonly children?: ReactNode;
}

function Card({ title, value, children }: CardProps) {
  return (
    <section className="board score-card flex flex-col px-2.5 py-2 md:justify-between md:p-4">
      <h2 className="label whitespace-nowrap text-board-soft">{title}</h2>
      <div className="flex items-end justify-between gap-x-4 max-md:flex-col max-md:items-start">
        <div className="order-2 min-w-0 max-md:min-h-10 max-md:w-full md:flex-1 md:text-right">{children}</div>
        <span className="led text-4xl md:text-5xl">
          <Digits value={value} />
        </span>
      </div>
    </section>
  );
}
