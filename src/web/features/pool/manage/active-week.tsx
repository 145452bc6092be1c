import type { PoolEditReply } from '#contract/pools.ts';
import { weekName } from '#core/weeks.ts';
import { SelectField } from '#web/ui/select-field.tsx';

interface ActiveWeekProps {
  readonly pool: PoolEditReply;
  readonly value: string | null;
  readonly onChange: (weekId: string | null) => void;
}

/** The week that players see first: one that is chosen, or the one the calendar has reached. */
export function ActiveWeek({ pool: { weeks, currentWeekId, settings }, value, onChange }: ActiveWeekProps) {
  const enabled = weeks.filter((week) => week.enabled).map((week) => week.id);
  const offered = value === null || enabled.includes(value) ? enabled : [value, ...enabled];
  const now = settings.activeWeekId === null && currentWeekId !== null ? ` (now ${weekName(currentWeekId)})` : '';
  return (
    <SelectField
      label="Active Week"
      value={value ?? ''}
      options={[['', `Follows the calendar${now}`], ...offered.map((week) => [week, weekName(week)] as const)]}
      onChange={(weekId) => onChange(weekId || null)}
    />
  );
}
