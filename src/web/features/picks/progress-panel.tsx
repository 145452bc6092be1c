import type { PickProgress } from '#core/picks.ts';
import { progressText } from '#core/picks.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';

export function ProgressPanel({ progress }: { readonly progress: PickProgress }) {
  return (
    <section className="panel p-4">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 className="heading text-lg">Pick Progress</h2>
        <p className={progress.complete ? 'text-turf' : 'text-ink-soft'}>{progressText(progress)}</p>
      </div>
      <ProgressBar label="Pick Progress" value={progress.made} max={progress.total} />
    </section>
  );
}
