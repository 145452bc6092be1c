import { memo } from 'react';
import type { MatchupRow } from '#contract/scores.ts';
import { Helmet } from '#web/parts/helmet.tsx';
import { PickMark } from '#web/parts/pick-mark.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Column } from './cells.ts';
import { choiceOf } from './cells.ts';

interface MatchupLineProps {
  readonly row: MatchupRow;
  /** Its place in the whole table, from 1; none for the pinned copy. */
  readonly place?: number;
  readonly columns: readonly Column[];
  readonly isOwn: boolean;
  /** The copy of the own line that stays in view on phones. */
  readonly pinned?: boolean;
  readonly withBus: boolean;
}

/** One member. Only lines whose data changed are drawn again. */
export const MatchupLine = memo(function MatchupLine(props: MatchupLineProps) {
  const { row, place, columns, pinned = false, withBus } = props;
  return (
    <tr aria-rowindex={place} className={lookOf(props)}>
      <th scope="row" className="name-column text-left">
        <span className="block truncate" title={row.name}>
          {pinned ? 'YOU' : row.name}
        </span>
        <span className="block text-xs font-normal text-ink-faint md:hidden">
          Wk {row.week} · All {row.overall}
        </span>
      </th>
      {columns.map((column) => (
        <td key={column.game.gid}>
          <PickCell
            column={column}
            letter={row.picks[column.place]}
            byBus={row.bus?.includes(column.game.gid) ?? false}
          />
        </td>
      ))}
      {withBus && <td className="text-ink-soft">{row.bus?.length ?? 0}</td>}
      <td className="score text-lg">{row.week}</td>
      <td className="score text-lg">{row.overall}</td>
    </tr>
  );
});

/** Every other line is shaded by its place in the whole table: those in view come and go. */
function lookOf({ place = 0, isOwn, pinned = false }: MatchupLineProps): string {
  if (pinned) return 'own pinned';
  if (isOwn) return 'own';
  return place % 2 === 0 ? '' : 'shaded';
}

interface PickCellProps {
  readonly column: Column;
  readonly letter: string | undefined;
  readonly byBus: boolean;
}

const PickCell = memo(function PickCell({ column, letter, byBus }: PickCellProps) {
  const choice = choiceOf(letter);
  if (choice === 'none') return <span className="text-ink-faint">–</span>;
  if (choice === 'sealed') {
    return (
      <span title="Pick made, sealed until the game locks" className="sealed">
        <Icon name="lock" label="Pick made, sealed until the game locks" className="size-4 text-amber" />
      </span>
    );
  }
  const result = column.results[choice];
  const team = column.game[choice];
  return (
    <span className={`pick ${result} ${column.leading === choice ? 'leading' : ''}`}>
      <Helmet team={team} side={choice} className="h-7.5 w-9" />
      <span className="flex items-center gap-0.5">
        {team}
        {result !== 'none' && <PickMark result={result} className="size-3" />}
        {byBus && <span title="Bus pick">🚌</span>}
      </span>
    </span>
  );
});
