import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import type { MatchupRow } from '#contract/standings.ts';
import type { GameReply } from '#contract/shapes.ts';
import { kickoffText, kickoffZones, splitZone } from '#core/kickoff-text.ts';
import type { MatchupSort } from '#core/standings.ts';
import { isLive } from '#web/parts/game-status.tsx';
import { gamesQuery } from '#web/parts/queries.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { Column } from './cells.ts';
import { columnNames } from './column-names.ts';
import type { ConfidenceWeek } from './confidence.ts';
import type { Thumbs } from './helmet-thumbs.ts';
import { MatchupLine } from './matchup-line.tsx';

interface MatchupHeadProps {
  readonly columns: readonly Column[];
  readonly poolId: string;
  readonly weekId: string;
  readonly thumbs: Thumbs;
  readonly own: MatchupRow | null;
  readonly confidence: ConfidenceWeek | null;
  /** Whether the player won the week. */
  readonly won: boolean;
  readonly withBus: boolean;
  readonly sort: MatchupSort;
  readonly onSort: (column: MatchupSort['column']) => void;
}

const voids = { postponed: 'Postp.', cancelled: 'Canc.' } as const;

export function MatchupHead(props: MatchupHeadProps) {
  const { columns, poolId, weekId, thumbs, own, confidence, won, withBus, sort, onSort } = props;
  const { data: games = [] } = useQuery(gamesQuery(poolId, weekId));
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="name-column text-left">
          Member
          <TimeZone games={games} />
        </th>
        {columns.map(({ gid }) => (
          <th key={gid} scope="col" className="game-column">
            <GameHead game={games.find((game) => game.gid === gid)} />
          </th>
        ))}
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

/** Only the head of the game that changed is drawn again. */
const GameHead = memo(function GameHead({ game }: { readonly game: GameReply | undefined }) {
  if (game === undefined) return null;
  const { day, time } = kickoffText(game);
  const [weekday = ''] = day.split(',');
  return (
    <span title={`${day}, ${time}`} className="game-head">
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
    </span>
  );
});

/** Named once for all columns that show a time. */
function TimeZone({ games }: { readonly games: readonly GameReply[] }) {
  const zone = kickoffZones(games.filter((game) => game.status === 'Not Started' && game.void === null));
  return zone !== '' && <span className="block text-[0.6875rem] font-normal text-board-soft">Times in {zone}</span>;
}

function GameState({ game, time }: { readonly game: GameReply; readonly time: string }) {
  if (game.void) return <span className="text-[0.6875rem] text-led-red">{voids[game.void]}</span>;
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
  readonly column: MatchupSort['column'];
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
