import { useId } from 'react';
import type { PoolEditReply } from '#contract/pool-admin.ts';
import { weekName } from '#core/weeks.ts';

interface ActiveWeekProps {
  readonly pool: PoolEditReply;
  readonly value: string | null;
  readonly onChange: (weekId: string | null) => void;
}

/** The week that players see first: one that is chosen, or the one the calendar has reached. */
export function ActiveWeek({ pool: { weeks, currentWeekId, settings }, value, onChange }: ActiveWeekProps) {
  const id = useId();
  const enabled = weeks.filter((week) => week.enabled).map((week) => week.id);
  const offered = value === null || enabled.includes(value) ? enabled : [value, ...enabled];
  const now = settings.activeWeekId === null && currentWeekId !== null ? ` (now ${weekName(currentWeekId)})` : '';
  return (
    <div>
      <label htmlFor={id} className="label mb-1.5 block text-ink-soft">
        Active Week
      </label>
      <select
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || null)}
        className="panel h-12 w-full min-w-0 truncate px-3 text-base"
      >
        <option value="">{`Follows the calendar${now}`}</option>
        {offered.map((weekId) => (
          <option key={weekId} value={weekId}>
            {weekName(weekId)}
          </option>
        ))}
      </select>
    </div>
  );
}
