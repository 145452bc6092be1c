import type { ReactNode } from 'react';
import { createContext, use, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTopLayer } from '#web/lib/top-layer.ts';
import { ToastCard } from './toast-card.tsx';
import type { ShownToast, ToastRequest, ToastStack } from './toast-stack.ts';
import { createToastStack } from './toast-stack.ts';

const ToastContext = createContext<ToastStack | null>(null);

/** Keeps the toasts of all screens; `Toasts` shows them. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [stack] = useState(createToastStack);
  return <ToastContext value={stack}>{children}</ToastContext>;
}

/** Shows a toast. */
export function useToast(): (toast: ToastRequest) => void {
  return useStack().show;
}

function useStack(): ToastStack {
  const stack = use(ToastContext);
  if (stack === null) throw new Error('useToast must be used within a ToastProvider');
  return stack;
}

/**
 * Shows toasts at the top right, over every screen and over what lies on it. Stands after the header and stays right under
 * it.
 */
export function Toasts() {
  const stack = useStack();
  const toasts = useSyncExternalStore(stack.subscribe, stack.toasts);
  const layer = useTopLayer();
  return (
    <>
      <div className="sticky top-16 low:top-0 z-50">
        <Regions toasts={layer ? [] : toasts} className="absolute" />
      </div>
      {layer && createPortal(<Regions toasts={toasts} className="fixed top-0 z-50" />, layer)}
    </>
  );
}

/**
 * The two regions of the page are there before any toast, so that screen readers hear what comes into them. A toast that moves
 * between page and dialog is rendered anew.
 */
function Regions({ toasts, className }: { readonly toasts: readonly ShownToast[]; readonly className: string }) {
  const { dismiss } = useStack();
  const card = (toast: ShownToast) => <ToastCard key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />;
  return (
    <div className={`pointer-events-none inset-x-0 flex flex-col items-end gap-3 p-4 ${className}`}>
      <div role="alert" className="contents">
        {toasts.filter(({ type }) => type === 'error').map(card)}
      </div>
      <div role="status" className="contents">
        {toasts.filter(({ type }) => type !== 'error').map(card)}
      </div>
    </div>
  );
}
