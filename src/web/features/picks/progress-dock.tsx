import { isPickable } from '#core/game.ts';
import type { PickProgress } from '#core/picks.ts';
import { pickOf } from '#core/picks.ts';
import type { Game, Picks } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { prefersLessMotion } from '#web/lib/motion.ts';
import type { SavingState } from '#web/parts/pick-saver.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { SavingText } from './saving-text.tsx';

interface ProgressDockProps {
  readonly games: readonly Game[];
  readonly picks: Picks;
  readonly progress: PickProgress;
  readonly saving: SavingState;
}

/** Under the thumb on phones: how far along, whether it is saved, and the way to the next gap. */
export function ProgressDock({ games, picks, progress, saving }: ProgressDockProps) {
  const next = useClock((now) => nextUnpicked(games, picks, now));
  return (
    <div className="fixed inset-x-0 bottom-(--tabs) z-20 bg-(--bar) px-4 py-2 shadow-[0_-1px_0_var(--line)] backdrop-blur-md md:hidden">
      <div className="flex h-11 items-center gap-3">
        <p className={`w-16 font-display text-lg font-medium ${progress.complete ? 'text-turf' : 'text-red'}`}>
          {progress.made} of {progress.total}
        </p>
        <div className="relative flex-1">
          <ProgressBar label="Picks made" value={progress.made} max={progress.total} />
          <p role="status" className="label absolute top-3.5 text-ink-soft">
            <SavingText saving={saving} />
          </p>
        </div>
        {next !== null && (
          <button
            type="button"
            onClick={() => showGame(next)}
            className="flex min-h-10 items-center gap-1 font-display text-lg font-medium text-amber"
          >
            Next unpicked
            <Icon name="arrowDown" />
          </button>
        )}
      </div>
    </div>
  );
}

function nextUnpicked(games: readonly Game[], picks: Picks, now: number): string | null {
  return games.find((game) => isPickable(game, now) && pickOf(picks, game.gid) === undefined)?.gid ?? null;
}

function showGame(gid: string): void {
  const card = document.getElementById(`game-${gid}`);
  card?.scrollIntoView({ block: 'center', behavior: prefersLessMotion() ? 'auto' : 'smooth' });
  card?.focus({ preventScroll: true });
}
