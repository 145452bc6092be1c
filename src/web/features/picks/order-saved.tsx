import type { ShownWeekChoice } from '#web/parts/picks/pick-context.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface OrderSavedProps {
  readonly saving: ShownWeekChoice<'order'>;
  readonly isEntered: boolean;
  /** Whether it can be changed. */
  readonly isOpen: boolean;
}

/** How far the order has come, and what counts where there is none. */
export function OrderSaved({ saving, isEntered, isOpen }: OrderSavedProps) {
  const { isWaiting, isSending, failure, bus } = saving;
  return (
    <p role="status" className="flex min-h-11 items-center gap-1.5 text-sm text-ink-soft">
      {failure !== undefined && !isSending ? (
        <span className="text-red">{failure}</span>
      ) : isWaiting ? (
        <span className="text-amber">Order not confirmed yet</span>
      ) : isSending ? (
        'Saving...'
      ) : bus !== undefined ? (
        `Entered for you${bus && `: ${bus}`}`
      ) : isEntered ? (
        <>
          <Icon name="check" className="size-4 text-turf" />
          Order saved
        </>
      ) : isOpen ? (
        'No order yet: until you set one, games count in a fixed order.'
      ) : (
        'No order was set: games counted in a fixed order.'
      )}
    </p>
  );
}
