import type { WeekStage } from '#core/formats/survivor-week.ts';
import { ChoiceSaving } from '#web/parts/survivor/choice-saving.tsx';
import type { OwnWeek } from '#web/parts/survivor/own-week.ts';
import { stageText } from '#web/parts/survivor/stage-text.ts';

interface ChoiceDockProps {
  readonly weekId: string;
  readonly own: OwnWeek;
  readonly stage: WeekStage;
}

/** At the bottom on phones: the team of the week, and whether it is saved. */
export function ChoiceDock({ weekId, own, stage }: ChoiceDockProps) {
  const isAsked = stage === 'choose' || stage === 'replace';
  return (
    <div className="no-print bar fixed inset-x-0 bottom-(--tabs) z-20 px-4 py-2 low:py-0 shadow-[0_-1px_0_var(--line)] md:hidden">
      <div className="flex h-11 items-center gap-3">
        <p className={`min-w-0 flex-1 truncate font-display text-lg font-medium ${isAsked ? 'text-red' : 'text-ink'}`}>
          {stageText(stage, weekId, own).title}
        </p>
        <p role="status" className="label text-ink-soft">
          <ChoiceSaving own={own} stage={stage} />
        </p>
      </div>
    </div>
  );
}
