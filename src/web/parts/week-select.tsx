import { useId } from 'react';
import { weekName, weekShortName } from '#core/weeks.ts';
import type { IconName } from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/loaded.tsx';
import { ALL_WEEKS } from './week-choice.ts';

export interface WeekSelectProps {
  readonly weeks: readonly string[];
  readonly value: string;
  readonly onChange: (weekId: string) => void;
  readonly label?: string;
  /** Whether it also offers 'All Weeks'. */
  readonly offersAll?: boolean;
}

/** A list on wide screens, chips with arrows on phones. */
export function WeekSelect({ label = 'Select Week:', ...rest }: WeekSelectProps) {
  return (
    <>
      <WeekList label={label} {...rest} />
      <WeekChips label={label} {...rest} />
    </>
  );
}

/** Reserves the space of the chips on phones; on wide screens the heading is high enough for the list. */
export function WeekSelectSkeleton() {
  return <Skeleton className="h-17 w-full md:hidden" />;
}

type Labelled = WeekSelectProps & { readonly label: string };

export function WeekList({ weeks, value, onChange, label, offersAll }: Labelled) {
  const id = useId();
  return (
    <div className="flex items-center gap-3 max-md:hidden">
      <label htmlFor={id} className="label text-ink-soft">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="panel min-h-11 px-3 font-display text-lg font-medium"
      >
        {offersAll && <option value={ALL_WEEKS}>All Weeks</option>}
        <WeekOptions weeks={weeks} />
      </select>
    </div>
  );
}

export function WeekOptions({ weeks }: Pick<WeekSelectProps, 'weeks'>) {
  return weeks.map((week) => (
    <option key={week} value={week}>
      {weekName(week)}
    </option>
  ));
}

function WeekChips({ weeks, value, onChange, label, offersAll }: Labelled) {
  const place = weeks.indexOf(value);
  const [before, after] = place < 0 ? [] : [weeks[place - 1], weeks[place + 1]];
  const chip = (week: string) => ({
    type: 'button' as const,
    'aria-current': week === value ? ('true' as const) : undefined,
    onClick: () => onChange(week),
    className: `min-h-11 min-w-12 shrink-0 px-2.5 text-lg ${week === value ? 'board led' : 'panel font-display font-medium text-ink-soft'}`,
  });
  return (
    <fieldset className="min-w-0 md:hidden">
      <legend className="label leading-4 text-ink-soft">{label}</legend>
      <div className="flex min-w-0 items-center justify-between gap-1 max-narrow:flex-wrap">
        <WeekArrow icon="chevronLeft" label="Previous week" week={before} onChange={onChange} />
        {offersAll && (
          <span className="max-narrow:order-first max-narrow:basis-full">
            <button {...chip(ALL_WEEKS)}>All Weeks</button>
          </span>
        )}
        {/* On a small phone, the chosen week alone: there is no room for whole ones beside it. */}
        <div className="relative flex flex-1 gap-1.5 max-[22rem]:max-w-18 overflow-x-auto px-3 py-1 [mask-image:linear-gradient(90deg,#0000,#000_0.75rem_calc(100%-0.75rem),#0000)] [scrollbar-width:none]">
          {weeks.map((week) => (
            <button
              key={week}
              ref={week === value ? scrollToMiddle : undefined}
              aria-label={`${weekShortName(week)}, ${weekName(week)}`}
              {...chip(week)}
            >
              {weekShortName(week)}
            </button>
          ))}
        </div>
        <WeekArrow icon="chevronRight" label="Next week" week={after} onChange={onChange} />
      </div>
    </fieldset>
  );
}

/** Scrolls sideways only: `scrollIntoView` would also move the page. */
function scrollToMiddle(chip: HTMLElement | null): void {
  const strip = chip?.parentElement;
  if (strip) strip.scrollLeft = chip.offsetLeft - (strip.clientWidth - chip.offsetWidth) / 2;
}

interface WeekArrowProps {
  readonly icon: IconName;
  readonly label: string;
  readonly week: string | undefined;
  readonly onChange: (weekId: string) => void;
}

export function WeekArrow({ icon, label, week, onChange }: WeekArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={week === undefined}
      onClick={() => week !== undefined && onChange(week)}
      className="grid size-11 shrink-0 place-items-center rounded-lg text-ink disabled:text-ink-faint disabled:opacity-60"
    >
      <Icon name={icon} />
    </button>
  );
}
