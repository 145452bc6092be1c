import type { DayWords } from '#core/game-day/words.ts';
import { useEntryName } from '#web/parts/entries.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

const looks = { good: 'text-led-green', bad: 'text-led-red', open: '' } as const;

interface OutlookProps {
  /** What the headline is about. */
  readonly label: string;
  readonly words: DayWords;
  /** How many can still win, in words. */
  readonly field?: string | undefined;
}

/** The board that says how somebody stands in the week, and with which entry if they have several. */
export function Outlook({ label, words: { headline, look, sentence }, field }: OutlookProps) {
  const entryName = useEntryName();
  return (
    <div className="board flex flex-wrap items-center gap-x-6 gap-y-2 p-4 sm:p-7">
      <div className="min-w-0">
        <h2 className="label break-words text-board-soft">{[label, entryName].filter(Boolean).join(' · ')}</h2>
        <p className={`led text-5xl leading-tight break-words ${looks[look]}`}>{headline}</p>
      </div>
      <p className="min-w-0 flex-1 basis-64 text-board-ink">
        {sentence}
        {field !== undefined && <span className="block text-sm text-board-soft">{field}</span>}
      </p>
    </div>
  );
}

/** About as tall as the board with its words. */
export function OutlookSkeleton() {
  return <Skeleton className="h-52 sm:h-33" />;
}
