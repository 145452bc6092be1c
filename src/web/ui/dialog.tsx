import type { ReactNode, SyntheticEvent } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';
import { setLayer } from '#web/lib/top-layer.ts';
import { Button } from './button.tsx';
import { Refusal } from './refusal.tsx';
import './dialog-foot.css';

/** Longer than any double tap takes, in ms. */
const DOUBLE_TAP_MS = 600;

interface DialogProps {
  readonly title: string;
  /** Shown beside the title. */
  readonly tools?: ReactNode;
  /** Called on Escape; the owner removes the dialog. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, open while it is rendered. The focus returns to where it was before. */
export function Dialog({ title, tools, onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown === null) return;
    shown.showModal();
    // What can be focused first may be far below.
    if (shown.scrollTop > 0) {
      heading.current?.focus({ preventScroll: true });
      shown.scrollTop = 0;
    }
    setLayer(shown, true);
    return () => {
      setLayer(shown, false);
      shown.close();
      swallowSecondTap();
    };
  }, []);

  function askOwner(event: SyntheticEvent): void {
    event.preventDefault();
    onClose();
  }

  /** Browsers close a dialog on the second request without asking: it is opened again until its owner removes it. */
  function stand(): void {
    if (dialog.current === null) return;
    dialog.current.showModal();
    onClose();
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onKeyDown={(event) => event.key === 'Escape' && askOwner(event)}
      onCancel={askOwner}
      onClose={stand}
      className="panel m-auto w-[min(34rem,calc(100vw-1.5rem))] overscroll-contain p-5 text-ink sm:p-6"
    >
      <div className="mb-4 flex items-start justify-between gap-3">
        <h2 ref={heading} id={id} tabIndex={-1} className="heading min-w-0 text-2xl break-words">
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </dialog>
  );
}

/** The second tap of a double tap on a dialog's button must neither hit what is under the dialog nor take the focus. */
function swallowSecondTap(): void {
  const swallow = (event: MouseEvent): void => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of ['mousedown', 'click'] as const) {
    addEventListener(type, swallow, { capture: true });
    setTimeout(() => removeEventListener(type, swallow, { capture: true }), DOUBLE_TAP_MS);
  }
}

/** The actions of a dialog, which stay in view however long it is. */
export function DialogFoot({ children }: { readonly children: ReactNode }) {
  return <div className="dialog-foot">{children}</div>;
}

interface ConfirmDialogProps {
  readonly title: string;
  /** What the action does. */
  readonly children: ReactNode;
  /** The text of the action's button. */
  readonly action: string;
  /** The text of the other button, which only closes the dialog. */
  readonly cancel?: string;
  /** Whether it removes something. */
  readonly danger?: boolean;
  readonly isPending: boolean;
  /** Why the action was refused. */
  readonly refusal: string | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an action. It stays open if the action fails, and shows why. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, action, cancel = 'Cancel', danger = false, isPending, refusal, onConfirm, onClose } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="mb-5 grid gap-2 text-ink-soft">{children}</div>
      <DialogFoot>
        <Refusal text={refusal} />
        <div className="grid grid-cols-2 gap-3">
          <Button tone="plain" onClick={onClose}>
            {cancel}
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
      </DialogFoot>
    </Dialog>
  );
}
