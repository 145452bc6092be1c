import { weekShortName } from '#core/weeks.ts';
import type { WeekSelectProps } from '#web/parts/week-select.tsx';
import { WeekArrow, WeekList, WeekOptions } from '#web/parts/week-select.tsx';

type WeekStepperProps = Pick<WeekSelectProps, 'weeks' | 'value' | 'onChange'>;

/** The week selector in the row of the title. On phones it takes little room: the week between two arrows. */
export function WeekStepper({ weeks, value, onChange }: WeekStepperProps) {
  const place = weeks.indexOf(value);
  const label = 'Select Week:';
  return (
    <>
      <WeekList label={label} weeks={weeks} value={value} onChange={onChange} />
      <div className="-mr-2 flex items-center md:hidden">
        <WeekArrow icon="chevronLeft" label="Previous week" week={weeks[place - 1]} onChange={onChange} />
        <span className="board led relative grid h-11 min-w-12 place-items-center px-1.5 text-lg has-focus-visible:outline-3">
          <span aria-hidden="true">{weekShortName(value)}</span>
          {/* Transparent, on top of the short name: a list is as wide as its longest name. */}
          <select
            aria-label={label}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="absolute inset-0 w-full text-lg opacity-0"
          >
            <WeekOptions weeks={weeks} />
          </select>
        </span>
        <WeekArrow icon="chevronRight" label="Next week" week={weeks[place + 1]} onChange={onChange} />
      </div>
    </>
  );
}
