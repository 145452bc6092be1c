import type { PickProgress } from '#core/picks.ts';
import { progressText } from '#core/picks.ts';
import type { Game, Picks } from '#core/types.ts';
import { MissedCount } from '#web/parts/missed-count.tsx';
import type { WeekData } from '#web/parts/week-data.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { Filling } from './filling.tsx';
import { UndoButton } from './filling.tsx';
import { NextUnpicked } from './next-unpicked.tsx';
import { SavingText } from './saving-text.tsx';

interface ProgressPanelProps {
  readonly games: readonly Game[];
  readonly picks: Picks;
  readonly progress: PickProgress;
}

export function ProgressPanel({ games, picks, progress }: ProgressPanelProps) {
  return (
    <section className="panel p-4">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 className="heading text-lg">Pick Progress</h2>
        <p className={progress.complete ? 'text-turf' : 'text-ink-soft'}>{progressText(progress)}</p>
        <p className="text-ink-soft">
          <MissedCount games={games} picks={picks} />
        </p>
      </div>
      <ProgressBar label="Pick Progress" value={progress.made} max={progress.total} />
    </section>
  );
}

interface ProgressDockProps {
  readonly week: WeekData;
  readonly progress: PickProgress;
  readonly filling: Filling;
}

/** At the bottom on phones: the progress, whether it is saved, and a button to the next unpicked game or to undo a fill. */
export function ProgressDock({ week: { games, picks, saving }, progress, filling }: ProgressDockProps) {
  return (
    <div className="no-print bar fixed inset-x-0 bottom-(--tabs) z-20 px-4 py-2 low:py-0 shadow-[0_-1px_0_var(--line)] md:hidden">
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
