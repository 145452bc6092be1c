import type { SavingState } from '#web/parts/picks/pick-queue.ts';
import { Icon } from '#web/ui/icon.tsx';

/** The state of saving, in a few words. */
export function SavingText({ saving }: { readonly saving: SavingState }) {
  if (saving.waiting.length > 0) {
    const count = saving.waiting.length;
    return (
      <span className="whitespace-nowrap text-amber">
        {saving.isPostponed ? `${count} not saved yet, trying again` : `${count} waiting for the connection`}
      </span>
    );
  }
  if (Object.keys(saving.pending).length > 0) return 'Saving...';
  if (Object.keys(saving.failures).length > 0) return 'Not saved';
  if (!saving.saved) return null;
  return (
    <span className="flex items-center gap-1">
      <Icon name="check" className="size-4" />
      Saved
    </span>
  );
}
