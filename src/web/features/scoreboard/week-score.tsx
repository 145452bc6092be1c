import type { WeekWinner } from '#contract/standings.ts';
import { formatPoints } from '#core/scoring.ts';
import { whyMark } from '#web/parts/why/why.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { RankedRow } from './ranked-rows.ts';
import { wonText } from './week-winners.ts';

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
