import type { WeekStage } from '#core/formats/survivor-week.ts';
import { EntryName } from '#web/parts/entries.tsx';
import { ChoiceSaving } from '#web/parts/survivor/choice-saving.tsx';
import { stageText } from '#web/parts/survivor/stage-text.ts';
import type { TeamWeek } from '#web/parts/survivor/team-week.ts';

interface ChoiceDockProps {
  readonly weekId: string;
  readonly own: TeamWeek;
  readonly stage: WeekStage;
}

/** At the bottom on phones: the team of the week, and whether it is saved. */
export function ChoiceDock({ weekId, own, stage }: ChoiceDockProps) {
  const isAsked = stage === 'choose' || stage === 'replace';
  return (
    <div className="no-print bar fixed inset-x-0 bottom-(--tabs) z-20 px-4 py-2 low:py-0 shadow-[0_-1px_0_var(--line)] md:hidden">
      <div className="flex h-11 items-center gap-3">
        <p className={`min-w-0 flex-1 truncate font-display text-lg font-medium ${isAsked ? 'text-red' : 'text-ink'}`}>
          <EntryName />
          {stageText(stage, weekId, own).title}
        </p>
        <p role="status" className="label text-ink-soft">
          <ChoiceSaving own={own} stage={stage} />
        </p>
      </div>
    </div>
  );
}
