import type { WeekStage } from '#core/formats/survivor-week.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { TeamWeek } from './team-week.ts';

interface ChoiceSavingProps {
  readonly own: TeamWeek;
  readonly stage: WeekStage;
}

/** How far the last tap has come, in a word. */
export function ChoiceSaving({ own: { isWaiting, isSending, isSaved, failure }, stage }: ChoiceSavingProps) {
  if (isWaiting) return <span className="text-amber">Not confirmed yet, trying again</span>;
  if (isSending) return 'Saving...';
  if (failure !== undefined) return <span className="text-red">Not saved</span>;
  if (!isSaved || (stage !== 'choose' && stage !== 'chosen')) return null;
  return (
    <span className="flex items-center gap-1">
      <Icon name="check" className="size-4" />
      Saved
    </span>
  );
}
