import type { PickProgress } from '#core/picks.ts';
import { progressText } from '#core/picks.ts';
import type { Game, Picks } from '#core/types.ts';
import { MissedCount } from '#web/parts/missed-count.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';

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
