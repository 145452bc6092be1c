import type { PickProgress } from '#core/picks.ts';
import { progressText } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { CountedPicks, Game } from '#core/types.ts';
import { EntryName } from '#web/parts/entries.tsx';
import { MissedCount } from '#web/parts/missed-count.tsx';
import type { WeekData } from '#web/parts/week-data.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { AutoNext } from './auto-next.ts';
import type { Filling } from './filling.tsx';
import { UndoButton } from './filling.tsx';
import { NextUnpicked } from './next-unpicked.tsx';
import { SavingText } from './saving-text.tsx';

/** The counter, and whether nothing is left to pick: it is green then, also where games were missed. */
export interface Progress extends PickProgress {
  readonly isDone: boolean;
}

interface ProgressPanelProps {
  readonly games: readonly Game[];
  /** Those that count. */
  readonly picks: CountedPicks;
  readonly rules: PoolRules;
  readonly progress: Progress;
  readonly autoNext: AutoNext;
}

export function ProgressPanel({ games, picks, rules, progress, autoNext }: ProgressPanelProps) {
  return (
    <section className="panel p-4">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 className="heading text-lg">Pick Progress</h2>
        <p className={progress.isDone ? 'text-turf' : 'text-ink-soft'}>{progressText(progress)}</p>
        <p className="text-ink-soft">
          <MissedCount games={games} picks={picks} rules={rules} />
        </p>
      </div>
      <ProgressBar label="Pick Progress" value={progress.made} max={progress.total} />
      <label className="mt-1 -mb-2 flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={autoNext.isOn}
          onChange={({ target }) => autoNext.set(target.checked)}
          className="size-5 shrink-0 accent-turf-fill"
        />
        Go on to the next game after a tap
      </label>
    </section>
  );
}

interface ProgressDockProps {
  readonly week: WeekData;
  readonly rules: PoolRules;
  readonly progress: Progress;
  readonly filling: Filling;
}

/** At the bottom on phones: the progress, whether it is saved, and a button to the next unpicked game or to undo a fill. */
export function ProgressDock({ week: { games, picks, saving }, rules, progress, filling }: ProgressDockProps) {
  return (
    <div className="no-print bar fixed inset-x-0 bottom-(--tabs) z-20 px-4 py-2 low:py-0 shadow-[0_-1px_0_var(--line)] md:hidden">
      <div className="flex h-11 items-center gap-3">
        <p
          className={`max-w-32 min-w-18 font-display text-lg font-medium ${progress.isDone ? 'text-turf' : 'text-red'}`}
        >
          <EntryName />
          {`${progress.made} of ${progress.total}`}
        </p>
        <div className="relative flex-1">
          <ProgressBar label="Picks made" value={progress.made} max={progress.total} />
          <p role="status" className="label absolute top-3.5 text-ink-soft">
            <SavingText games={games} saving={saving} />
          </p>
        </div>
        {filling.undo ? (
          <UndoButton onUndo={filling.undo} className="text-amber" />
        ) : (
          <NextUnpicked games={games} picks={picks} rules={rules} className="text-lg text-amber" doneLook="text-turf" />
        )}
      </div>
    </div>
  );
}
