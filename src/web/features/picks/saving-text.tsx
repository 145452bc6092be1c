import type { SavingState } from '#web/parts/pick-saver.ts';
import { Icon } from '#web/ui/icon.tsx';

export function SavingText({ saving }: { readonly saving: SavingState }) {
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
