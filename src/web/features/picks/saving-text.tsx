import type { Game } from '#core/types.ts';
import type { SavingState } from '#web/parts/picks/pick-queue.ts';
import { failureOf } from '#web/parts/picks/pick-queue.ts';
import { Icon } from '#web/ui/icon.tsx';
import { scrollToGame } from './scroll-to-game.ts';

interface SavingTextProps {
  readonly games: readonly Game[];
  readonly saving: SavingState;
}

/** The state of saving, in a few words. What was not saved leads to its card. */
export function SavingText({ games, saving }: SavingTextProps) {
  if (saving.waiting.length > 0) {
    const count = saving.waiting.length;
    return <span className="whitespace-nowrap text-amber">{count} not confirmed yet, trying again</span>;
  }
  if (saving.pending.size > 0) return 'Saving...';
  const failed = games.find(({ gid }) => failureOf(saving, 'pick', gid) !== undefined);
  if (failed) {
    return (
      <button
        type="button"
        onClick={() => scrollToGame(failed)}
        className="relative whitespace-nowrap text-red underline underline-offset-2 before:absolute before:-inset-3.5"
      >
        Not saved
      </button>
    );
  }
  if (!saving.saved) return null;
  return (
    <span className="flex items-center gap-1">
      <Icon name="check" className="size-4" />
      Saved
    </span>
  );
}
