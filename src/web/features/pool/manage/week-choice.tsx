import { useId, useState } from 'react';
import type { PoolEditReply } from '#contract/pools.ts';
import { weekName } from '#core/weeks.ts';

/**
 * A select for one of a pool's weeks, beside the title of a panel; initially the current week. Null if the pool has none.
 * @param mayLeave asked before another week is shown
 */
export function usePanelWeek(
  { weeks, currentWeekId }: Pick<PoolEditReply, 'weeks' | 'currentWeekId'>,
  mayLeave: () => boolean = () => true,
) {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const enabled = weeks.filter((week) => week.enabled).map((week) => week.id);
  const weekId = [chosen, currentWeekId].find((week) => week !== null && enabled.includes(week)) ?? enabled[0];
  if (weekId === undefined) return null;
  const tools = (
    <div>
      <label htmlFor={id} className="sr-only">
        Week
      </label>
      <select
        id={id}
        value={weekId}
        onChange={(event) => mayLeave() && setChosen(event.target.value)}
        className="panel h-11 px-3 font-display text-lg font-medium"
      >
        {enabled.map((week) => (
          <option key={week} value={week}>
            {weekName(week)}
          </option>
        ))}
      </select>
    </div>
  );
  return { weekId, tools };
}
