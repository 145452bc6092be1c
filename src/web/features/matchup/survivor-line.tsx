import type { Survival } from '#contract/standings.ts';
import { weekName, weekShortName } from '#core/weeks.ts';
import type { LiveScore } from '#web/parts/survivor/live-score.ts';
import { Lives } from '#web/parts/survivor/lives.tsx';
import type { Win } from '#web/parts/survivor/win.ts';
import { winText } from '#web/parts/survivor/win.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { Thumbs } from './helmet-thumbs.ts';
import { thumbOf } from './helmet-thumbs.ts';
import type { SurvivorRow } from './survivor-cells.ts';
import { cellText } from './survivor-cells.ts';

interface SurvivorLineProps {
  readonly row: SurvivorRow;
  /** Its place in the table, from 1: the first is the head. */
  readonly place: number;
  readonly weeks: readonly string[];
  readonly activeWeekId: string | null;
  readonly lives: number;
  readonly thumbs: Thumbs;
  /** Whether it is an entry of the person who looks. */
  readonly isOwn: boolean;
  /** Whether it is the chosen one of them. */
  readonly isChosen: boolean;
  /** Whether they have won the pool. */
  readonly win: Win | null;
  readonly live: ReadonlyMap<string, LiveScore>;
}

/** One entry: alive or out, and its week by week. */
export function SurvivorLine(props: SurvivorLineProps) {
  const { row, place, weeks, activeWeekId, lives, thumbs, isOwn, isChosen, win, live } = props;
  const { name, survival } = row;
  const isOut = survival.outWeekId !== null;
  return (
    <tr
      aria-rowindex={place}
      data-entry={row.id}
      className={`${isOwn ? 'own' : place % 2 === 0 ? '' : 'shaded'} ${isOut && win === null ? 'out' : ''}`}
    >
      <th scope="row" className="name-column text-left">
        <span className="member-name" title={name}>
          {isChosen && <span className="no-print">YOU</span>}
          <span className={isChosen ? 'hidden print:inline' : ''}>{name}</span>
          {win !== null && <Icon name="trophy" label={winText[win]} className="won" />}
        </span>
        <span className="block text-xs font-normal text-ink-soft">
          {survival.outWeekId === null ? (
            <Lives left={survival.lives} of={lives} />
          ) : win !== null ? (
            winText[win]
          ) : (
            <>
              Out <span title={weekName(survival.outWeekId)}>{weekShortName(survival.outWeekId)}</span>
            </>
          )}
        </span>
      </th>
      {weeks.map((weekId, at) => (
        <Cell
          key={weekId}
          week={survival.weeks[at] ?? { result: 'open' }}
          live={weekId === activeWeekId ? live : none}
          thumbs={thumbs}
        />
      ))}
      <td className="score text-lg">
        <button type="button" aria-haspopup="dialog" title="Why?" className="why">
          {survival.lives}
        </button>
      </td>
      <td className="score text-lg">{survival.wins}</td>
    </tr>
  );
}

const none: ReadonlyMap<string, LiveScore> = new Map();

const looks = { won: 'correct', lost: 'incorrect', off: 'off', open: 'pending', missed: '', out: '' } as const;

interface CellProps {
  readonly week: Survival['weeks'][number];
  readonly live: ReadonlyMap<string, LiveScore>;
  readonly thumbs: Thumbs;
}

function Cell({ week, live, thumbs }: CellProps) {
  const { result, team } = week;
  const score = team === undefined ? undefined : live.get(team);
  const { mark, told } = cellText(week, score);
  const isLeading = result === 'open' && score === 'ahead';
  if (result === 'out') return <td className="gone" />;
  if (team === undefined) {
    return (
      <td className={result}>
        <span role="img" aria-label={told} title={told} className={mark === 'Set' ? 'sealed' : ''}>
          {mark}
        </span>
      </td>
    );
  }
  const thumb = thumbOf(thumbs, team, 'home');
  return (
    <td title={told} className={`pick ${looks[result]} ${isLeading ? 'leading' : ''}`}>
      {thumb !== null && <img src={thumb} alt="" width={36} height={32} />}
      {team}
      {mark !== '' && <span className="mark"> {mark}</span>}
      <span className="sr-only"> {told}</span>
    </td>
  );
}
