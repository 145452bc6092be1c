import type { PickProgress } from '#core/picks.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { Filling } from './filling.tsx';
import { UndoButton } from './filling.tsx';
import { NextUnpicked } from './next-unpicked.tsx';
import { SavingText } from './saving-text.tsx';

interface ProgressDockProps {
  readonly week: WeekData;
  readonly progress: PickProgress;
  readonly filling: Filling;
}

/** Under the thumb on phones: how far along, whether it is saved, and the way to the next gap, or back from a fill. */
export function ProgressDock({ week: { games, picks, saving }, progress, filling }: ProgressDockProps) {
  return (
    <div className="fixed inset-x-0 bottom-(--tabs) z-20 bg-(--bar) px-4 py-2 shadow-[0_-1px_0_var(--line)] backdrop-blur-md md:hidden">
      <div className="flex h-11 items-center gap-3">
        <p className={`min-w-18 font-display text-lg font-medium ${progress.complete ? 'text-turf' : 'text-red'}`}>
          {`${progress.made} of ${progress.total}`}
        </p>
        <div className="relative flex-1">
          <ProgressBar label="Picks made" value={progress.made} max={progress.total} />
          <p role="status" className="label absolute top-3.5 text-ink-soft">
            <SavingText saving={saving} />
          </p>
        </div>
        {filling.undo ? (
          <UndoButton onUndo={filling.undo} className="text-amber" />
        ) : (
          <NextUnpicked games={games} picks={picks} className="text-lg text-amber" />
        )}
      </div>
    </div>
  );
}
