import { useState } from 'react';
import type { WeekSpan } from '#core/weeks.ts';
import { hasWeek, isPostSeason, parseWeekId, weekName, weekShortName } from '#core/weeks.ts';
import { ControlPanel } from './control-panel.tsx';

interface WeekRangeProps extends WeekSpan {
  /** Whose weeks they are. */
  readonly label: string;
  /** The sentence before the weeks. */
  readonly before: string;
  /** The weeks to choose from, in order. */
  readonly weekIds: readonly string[];
  readonly onChange: (weeks: WeekSpan) => void;
}

const labels = { from: 'First week', to: 'Last week' } as const;
const instructions = { from: 'Choose the first week', to: 'Choose the last week' } as const;

/** Some weeks as a sentence: its first and its last week each open a strip in place. */
export function WeekRange({ label, before, weekIds, from, to, onChange }: WeekRangeProps) {
  const [open, setOpen] = useState<'from' | 'to' | null>(null);
  const weeks = { from, to };
  /** A first week after the last one moves that to the end, and a last one before the first moves that to the beginning. */
  function choose(week: string): void {
    const [first = week, last = week] = [weekIds[0], weekIds.at(-1)];
    const at = weekIds.indexOf(week);
    if (open === 'from') onChange({ from: week, to: at > weekIds.indexOf(to) ? last : to });
    else onChange({ from: at < weekIds.indexOf(from) ? first : from, to: week });
  }
  const value = (end: 'from' | 'to') => (
    <button
      type="button"
      aria-label={`${labels[end]}: ${weekName(weeks[end])}`}
      aria-expanded={open === end}
      onClick={() => setOpen(open === end ? null : end)}
    >
      {weekName(weeks[end])}
    </button>
  );
  return (
    <fieldset aria-label={label}>
      <p className="rule-sentence">
        {before} {value('from')} to <span className="rule-value">{value('to')}.</span>
      </p>
      {open !== null && (
        <ControlPanel
          key={open}
          label={labels[open]}
          isLabelHidden
          choices={
            <>
              <p className="mb-1.5">{instructions[open]}</p>
              <WeekStrip weekIds={weekIds} chosen={weeks[open]} within={weeks} onChoose={choose} />
            </>
          }
        />
      )}
    </fieldset>
  );
}

interface WeekStripProps {
  /** In order. */
  readonly weekIds: readonly string[];
  readonly chosen: string;
  /** Weeks that are marked, too, its ends more than those between. */
  readonly within?: WeekSpan;
  readonly onChoose: (week: string) => void;
}

/** Weeks to choose one from, as numbers side by side. */
export function WeekStrip({ weekIds, chosen, within, onChoose }: WeekStripProps) {
  return (
    <div className="rule-choices rule-strip rule-weeks">
      {weekIds.map((week) => (
        <button
          key={week}
          type="button"
          aria-pressed={week === chosen}
          data-within={within && placeIn(within, week)}
          aria-label={isPostSeason(week) ? `${weekShortName(week)}, ${weekName(week)}` : weekName(week)}
          onClick={() => onChoose(week)}
        >
          {isPostSeason(week) ? weekShortName(week) : (parseWeekId(week)?.number ?? weekName(week))}
        </button>
      ))}
    </div>
  );
}

function placeIn(within: WeekSpan, week: string): 'end' | 'between' | undefined {
  if (week === within.from || week === within.to) return 'end';
  return hasWeek(within, week) ? 'between' : undefined;
}
