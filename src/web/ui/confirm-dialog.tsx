import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Refusal } from './refusal.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What the action does. */
  readonly children: ReactNode;
  /** The text of the button that does it. */
  readonly action: string;
  /** Whether it removes something. */
  readonly danger?: boolean;
  readonly isPending: boolean;
  /** Why it was refused. */
  readonly refusal: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an action. It stays open where the action fails, and says why. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, danger = false, isPending, refusal, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mb-5 grid gap-2 text-ink-soft">{children}</div>
      <Refusal text={refusal} />
      <div className="grid grid-cols-2 gap-3">
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
        <Button
          tone={danger ? 'plain' : 'primary'}
          className={danger ? 'text-red!' : ''}
          isPaused={isPending}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
