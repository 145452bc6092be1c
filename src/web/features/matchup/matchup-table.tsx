import { useQuery } from '@tanstack/react-query';
import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { MatchupRow } from '#contract/standings.ts';
import { kickoffText, kickoffZones, splitZone } from '#core/kickoff-text.ts';
import { provisionalWeek, sideOf } from '#core/leading-now.ts';
import { isLocked } from '#core/locks.ts';
import { choiceOf, isAutoLetter, isBestLetter } from '#core/pick-letters.ts';
import type { PickResult } from '#core/picks.ts';
import type { Halves } from '#core/scoring.ts';
import { formatPoints } from '#core/scoring.ts';
import type { MatchupSort } from '#core/standings.ts';
import { useClock } from '#web/lib/clock.ts';
import { isLive } from '#web/parts/game-status.tsx';
import { gamesQuery } from '#web/parts/queries.ts';
import { Why } from '#web/parts/why/why.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Column, ConfidenceWeek } from './cells.ts';
import { possibleWeek } from './cells.ts';
import { EarlierGames } from './earlier-games.tsx';
import type { Helmet, Thumbs } from './helmet-thumbs.ts';
import { thumbOf, useHelmetThumbs } from './helmet-thumbs.ts';
import { Gap, questionAt, useLines } from './lines.tsx';
import { MemberName } from './member-name.tsx';
import { openingGame, showBesideNames } from './opening-column.ts';
import { useSidewaysDrag } from './sideways-drag.ts';
import './matchup.css';
import './matchup-print.css';

/** The sortable columns with their titles (section 2, Matchup). */
export const columnNames = { week: 'Week', overall: 'Overall' } as const;

interface MatchupTableProps {
  readonly columns: readonly Column[];
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly rows: readonly MatchupRow[];
  /** The rows of the viewer's entries by id, with the picks that only their owner sees. */
  readonly own: ReadonlyMap<string, MatchupRow>;
  /** The own entry whose row is pinned; undefined for a person who does not play. */
  readonly chosenId: string | undefined;
  /** The values of the week, if the pool has them. */
  readonly confidence: ConfidenceWeek | null;
  /** Who won the week, once it is finished. */
  readonly winners: ReadonlySet<string>;
  readonly withBus: boolean;
  /** Opens the picks of an entry, for admins. */
  readonly onName: ((row: MatchupRow) => void) | undefined;
  /** Opens who picked whom. */
  readonly onGame: (game: GameReply) => void;
  readonly sort: MatchupSort;
  readonly onSort: (column: MatchupSort['column']) => void;
}

export function MatchupTable(props: MatchupTableProps) {
  const { columns, pool, weekId, rows, own, chosenId, confidence, winners, withBus } = props;
  const { onName, onGame, sort, onSort } = props;
  const chosen = own.get(chosenId ?? '') ?? null;
  const helmets = useMemo(() => pickedHelmets(columns, [...rows, ...own.values()]), [columns, rows, own]);
  const thumbs = useHelmetThumbs(helmets);
  const scroller = useRef<HTMLElement>(null);
  const { above, below, lines } = useLines(rows, scroller);
  useSidewaysDrag(scroller);

  return (
    <section ref={scroller} aria-label="Picks of all members" className="panel matchup relative overflow-auto">
      <table aria-rowcount={rows.length + 1} className="w-full table-fixed border-separate border-spacing-0">
        <MatchupHead
          columns={columns}
          pool={pool}
          weekId={weekId}
          thumbs={thumbs}
          own={chosen}
          confidence={confidence}
          won={chosen !== null && winners.has(chosen.id)}
          withBus={withBus}
          onGame={onGame}
          sort={sort}
          onSort={onSort}
        />
        <tbody>
          <Gap height={above} />
          {lines.map(({ row, place }) => (
            <MatchupLine
              key={row.id}
              row={own.get(row.id) ?? row}
              place={place}
              columns={columns}
              thumbs={thumbs}
              confidence={confidence}
              sort={sort.column}
              isOwn={own.has(row.id)}
              won={winners.has(row.id)}
              withBus={withBus}
              onName={onName}
            />
          ))}
          <Gap height={below} />
        </tbody>
      </table>
      <Why
        poolId={pool.id}
        usual={weekId}
        area={scroller}
        questionAt={(target) => questionAt(target, columns, weekId)}
      />
      {rows.length === 0 && <p className="p-6 text-center text-ink-soft">Nobody by that name in this pool.</p>}
    </section>
  );
}

/** The helmets of the visible picks: most games of a week can be sealed. */
function pickedHelmets(columns: readonly Column[], rows: readonly MatchupRow[]): readonly Helmet[] {
  return columns.flatMap((column) => {
    const sides = new Set(rows.map(({ picks }) => sideOf(choiceOf(picks[column.place]), column)));
    return (['away', 'home'] as const).flatMap((side) => (sides.has(side) ? [{ team: column[side], side }] : []));
  });
}

interface MatchupHeadProps {
  readonly columns: readonly Column[];
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly thumbs: Thumbs;
  readonly own: MatchupRow | null;
  readonly confidence: ConfidenceWeek | null;
  /** Whether the player won the week. */
  readonly won: boolean;
  readonly withBus: boolean;
  readonly onGame: (game: GameReply) => void;
  readonly sort: MatchupSort;
  readonly onSort: (column: MatchupSort['column']) => void;
}

const voidTexts = { postponed: 'Postp.', cancelled: 'Canc.' } as const;

function MatchupHead(props: MatchupHeadProps) {
  const { columns, pool, weekId, thumbs, own, confidence, won, withBus, onGame, sort, onSort } = props;
  const { data: games = [] } = useQuery(gamesQuery(pool.id, weekId, pool));
  const head = useRef<HTMLTableSectionElement>(null);
  const opening = useRef(openingGame(columns, games));
  useLayoutEffect(() => {
    const table = head.current?.closest<HTMLElement>('.matchup');
    const column = head.current?.querySelector<HTMLElement>(`[data-gid="${opening.current}"]`);
    if (table && column) showBesideNames(table, column);
  }, []);
  return (
    <thead ref={head}>
      <tr aria-rowindex={1}>
        <th scope="col" className="name-column">
          Member
          <TimeZone games={games} />
          <EarlierGames columns={columns} />
        </th>
        {columns.map(({ gid }) => {
          const game = games.find((each) => each.gid === gid);
          return (
            <th key={gid} scope="col" data-gid={gid} className="game-column">
              {game && <GameHead game={game} onGame={onGame} />}
            </th>
          );
        })}
        {withBus && (
          <th scope="col" className="bus-column">
            Bus
          </th>
        )}
        <SortHead column="week" sort={sort} onSort={onSort} />
        <SortHead column="overall" sort={sort} onSort={onSort} />
      </tr>
      {own && (
        <MatchupLine
          row={own}
          columns={columns}
          thumbs={thumbs}
          confidence={confidence}
          sort={sort.column}
          isOwn
          pinned
          won={won}
          withBus={withBus}
        />
      )}
    </thead>
  );
}

interface GameHeadProps {
  readonly game: GameReply;
  readonly onGame: (game: GameReply) => void;
}

/** Once the picks are visible, a button that shows who picked whom. Only the head of the game that changed renders again. */
const GameHead = memo(function GameHead({ game, onGame }: GameHeadProps) {
  const locked = useClock((now) => isLocked(game, now));
  const { day, time } = kickoffText(game);
  const [weekday = ''] = day.split(',');
  const head = (
    <>
      <span className="text-xs tracking-tight">
        {game.away}@{game.home}
      </span>
      {game.status === 'Not Started' ? (
        <span className="text-xs text-board-soft">{weekday}</span>
      ) : (
        <span className="led text-base leading-5">
          {game.awayScore}-{game.homeScore}
        </span>
      )}
      <GameState game={game} time={time} />
    </>
  );
  if (!locked) {
    return (
      <span title={`${day}, ${time}`} className="game-head">
        {head}
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={`${day}, ${time}. Who picked whom?`}
      onClick={() => onGame(game)}
      className="game-head w-full outline-offset-[-3px]"
    >
      {head}
    </button>
  );
});

/** Shown once for all columns with a time. */
function TimeZone({ games }: { readonly games: readonly GameReply[] }) {
  const zone = kickoffZones(games.filter((game) => game.status === 'Not Started' && game.void === null));
  return zone !== '' && <span className="block text-[0.6875rem] font-normal text-board-soft">Times in {zone}</span>;
}

function GameState({ game, time }: { readonly game: GameReply; readonly time: string }) {
  if (game.void) return <span className="text-[0.6875rem] text-led-red">{voidTexts[game.void]}</span>;
  if (isLive(game)) {
    return (
      <span className="flex items-center gap-1 text-[0.6875rem] text-led-red">
        <span className="size-1.5 rounded-full bg-current" />
        LIVE
      </span>
    );
  }
  return (
    <span className="text-[0.6875rem] text-board-soft">
      {game.status === 'Final' ? 'Final' : splitZone(time).clock}
    </span>
  );
}

interface SortHeadProps {
  readonly column: keyof typeof columnNames;
  readonly sort: MatchupSort;
  readonly onSort: (column: MatchupSort['column']) => void;
}

function SortHead({ column, sort, onSort }: SortHeadProps) {
  const active = sort.column === column;
  return (
    <th scope="col" aria-sort={active ? sort.direction : 'none'} className="score-column">
      <button
        type="button"
        onClick={() => onSort(column)}
        className={`flex h-full w-full items-center justify-center gap-0.5 ${active ? 'text-led' : ''}`}
      >
        {columnNames[column]}
        {active && <Icon name={sort.direction === 'descending' ? 'arrowDown' : 'arrowUp'} className="size-3.5" />}
      </button>
    </th>
  );
}

interface MatchupLineProps {
  readonly row: MatchupRow;
  /** Its position in the whole table, from 1; undefined for the pinned copy. */
  readonly place?: number;
  readonly columns: readonly Column[];
  readonly thumbs: Thumbs;
  readonly confidence: ConfidenceWeek | null;
  /** The column that the table is sorted by. */
  readonly sort: MatchupSort['column'];
  /** Whether it is an entry of the viewer. */
  readonly isOwn: boolean;
  /** The best of a finished week. */
  readonly won: boolean;
  /** The copy of the viewer's row that stays in view. */
  readonly pinned?: boolean;
  readonly withBus: boolean;
  /** Opens the picks of this entry, for admins. */
  readonly onName?: ((row: MatchupRow) => void) | undefined;
}

/** The text of a pick that the player did not make. */
const AUTO = 'Auto: not picked';
const SEALED = 'Picked, hidden until the game locks';

const resultTitles: Readonly<Record<PickResult, string | undefined>> = {
  correct: 'Correct pick',
  incorrect: 'Incorrect pick',
  split: 'Half right',
  pending: 'Pick made - waiting for result',
  none: undefined,
};

/** An auto pick, and its result once that is known: nobody made the pick. */
function autoTitle(result: PickResult): string {
  const text = result === 'pending' ? undefined : resultTitles[result];
  return text === undefined ? AUTO : `${AUTO}. ${text}`;
}

/** One entry. Renders again only if its data changed. */
const MatchupLine = memo(function MatchupLine(props: MatchupLineProps) {
  const { row, place, columns, thumbs, confidence, sort, pinned = false, won, withBus, onName } = props;
  const provisional = provisionalWeek(row, columns);
  const possible = confidence && possibleWeek(row, columns, confidence);
  return (
    <tr aria-rowindex={place} data-entry={row.id} className={rowLook(props)}>
      <th scope="row" className="name-column">
        {onName ? (
          <button
            type="button"
            aria-haspopup="dialog"
            title={`Enter picks for ${row.name}`}
            onClick={() => onName(row)}
            className="member-name line-clamp-2 max-w-full text-sm text-left underline decoration-dotted underline-offset-4 before:absolute before:inset-0"
          >
            <MemberName name={row.name} />
          </button>
        ) : (
          <span className="member-name line-clamp-2 text-sm" title={row.name}>
            {pinned ? 'YOU' : <MemberName name={row.name} />}
          </span>
        )}
        <Figures row={row} provisional={provisional} possible={possible} sort={sort} />
      </th>
      {columns.map((column) => pickCell(column, row, thumbs))}
      {withBus && <td className="text-ink-soft">{row.bus?.length ?? 0}</td>}
      <td className={`score text-lg font-semibold text-amber ${confidence ? 'leading-5' : ''}`}>
        {sort === 'now' && provisional !== null ? (
          <>
            <LeadingNow halves={provisional} />
            <span className="official">
              <WhyButton text={`${weekText(row)} official`} />
            </span>
          </>
        ) : (
          <>
            <WhyButton text={weekText(row)} />
            {won && <Icon name="star" label="Won the week" className="won ml-0.5 size-3 fill-current" />}
            {provisional !== null && <Provisional halves={provisional} />}
          </>
        )}
        {possible !== null && <Possible halves={possible} />}
      </td>
      <td className="score text-lg font-semibold text-amber">
        <WhyButton text={formatPoints(row.overallHalves)} />
      </td>
    </tr>
  );
});

/** The score of the week; a dash if the entry does not play it. */
function weekText({ isBlank, weekHalves }: MatchupRow): string {
  return isBlank ? '–' : formatPoints(weekHalves);
}

interface FiguresProps extends Pick<MatchupLineProps, 'row' | 'sort'> {
  readonly provisional: Halves | null;
  readonly possible: Halves | null;
}

/** In the condensed face, in which a line of it fits. */
const FIGURES = 'block font-display text-xs leading-4 font-normal whitespace-nowrap text-ink-soft md:hidden';

/** On phones, where the columns of scores are out of view: the score that the table is sorted by, under the name. */
function Figures({ row, provisional, possible, sort }: FiguresProps) {
  if (sort === 'overall') return <span className={FIGURES}>{formatPoints(row.overallHalves)} overall</span>;
  const isByNow = sort === 'now' && provisional !== null;
  return (
    <span className={FIGURES}>
      {isByNow && (
        <>
          <Provisional halves={provisional} />
          {', '}
        </>
      )}
      {weekText(row)}
      <span className={possible === null ? '' : 'sr-only'}> this week</span>
      {!isByNow && provisional !== null && (
        <>
          {', '}
          <Provisional halves={provisional} />
        </>
      )}
      {possible !== null && (
        <>
          {', '}
          <Possible halves={possible} />
        </>
      )}
    </span>
  );
}

function Provisional({ halves }: { readonly halves: Halves }) {
  return (
    <span title="If running games ended now" className="provisional font-medium text-turf">
      now {formatPoints(halves)}
      <span className="sr-only"> (provisional)</span>
    </span>
  );
}

/** The same where the table is sorted by it, in place of the official score. */
function LeadingNow({ halves }: { readonly halves: Halves }) {
  return (
    <span title="If running games ended now" className="leading-score block leading-5 text-turf">
      <span className="text-xs font-medium">now</span> {formatPoints(halves)}
      <span className="sr-only"> (provisional)</span>
    </span>
  );
}

function Possible({ halves }: { readonly halves: Halves }) {
  return (
    <span title="The most that is still possible" className="possible font-display font-medium text-ink-soft">
      max {formatPoints(halves)}
    </span>
  );
}

/** A score that can be explained: the table listens for all of them. */
function WhyButton({ text }: { readonly text: string }) {
  return (
    <button type="button" aria-haspopup="dialog" title="Why?" className="why min-h-6 min-w-6">
      {text}
    </button>
  );
}

/** The value of a game for a member; crossed out if the game does not count. */
function Value({ value, counts }: { readonly value: number; readonly counts: boolean }) {
  const label = counts ? `worth ${value}` : `off, would be worth ${value}`;
  return (
    <span role="img" aria-label={label} title={label} className={counts ? 'value' : 'value off'}>
      {value}
    </span>
  );
}

/** Every other row is shaded by its position in the whole table, because only the rows in view are in the page. */
function rowLook({ place = 0, isOwn, pinned = false }: MatchupLineProps): string {
  if (pinned) return 'own pinned';
  if (isOwn) return 'own';
  return place % 2 === 0 ? '' : 'shaded';
}

/** Uses as few nodes as possible, because hundreds of cells are in view: the marks come from the style sheet. */
function pickCell(column: Column, row: MatchupRow, thumbs: Thumbs) {
  const { place, gid, results, leading } = column;
  const choice = choiceOf(row.picks[place]);
  const value = row.values?.[place] ?? null;
  const worth = value !== null && <Value value={value} counts={column.counts} />;
  if (choice === 'sealed') {
    return (
      <td key={gid} className="relative">
        <span role="img" aria-label={SEALED} title={SEALED} className="sealed">
          In
        </span>
        {worth}
      </td>
    );
  }
  const side = sideOf(choice, column);
  if (side === null) {
    return (
      <td key={gid} className="relative text-ink-faint">
        – {worth}
      </td>
    );
  }
  const team = column[side];
  const result = results[side];
  const thumb = thumbOf(thumbs, team, side);
  const isAuto = isAutoLetter(row.picks[place]);
  const isLeading = leading === side;
  return (
    <td
      key={gid}
      title={isAuto ? autoTitle(result) : resultTitles[result]}
      className={`pick ${result} ${worth ? 'valued' : ''} ${isLeading ? 'leading' : ''} ${isAuto ? 'auto' : ''} ${row.bus?.includes(gid) ? 'bus' : ''}`}
    >
      {thumb !== null && <img src={thumb} alt="" width={36} height={32} />}
      {isAuto && <span className="auto-mark">auto</span>}
      {team}
      {worth && <> {worth}</>}
      {isBestLetter(row.picks[place]) && (
        <>
          {' '}
          <span role="img" aria-label="Best bet" className="best-bet font-bold text-amber">
            ×2
          </span>
        </>
      )}
      {isLeading && (
        <span role="img" aria-label="winning right now" title="Winning right now" className="lead">
          &nbsp;▲
        </span>
      )}
    </td>
  );
}
