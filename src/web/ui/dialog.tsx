import type { ReactNode } from 'react';
import { useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  /** Escape was pressed; the owner takes the dialog away. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Stands over the page while it is drawn. The focus goes back to where it was when it leaves. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="panel m-auto w-[min(34rem,calc(100vw-1.5rem))] overscroll-contain p-5 text-ink backdrop:bg-black/60 sm:p-6"
    >
      <h2 id={id} className="heading mb-4 text-2xl">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
