import { Icon } from './icon.tsx';

/** The cross that dismisses a message. */
export function CloseButton({ onClose }: { readonly onClose: () => void }) {
  return (
    <button
      type="button"
      onClick={onClose}
      aria-label="Close"
      className="grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:text-ink"
    >
      <Icon name="cross" className="size-4" />
    </button>
  );
}
