import type { ReactNode } from 'react';
import { createContext, use, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { Toast, ToastType } from '#core/toast.ts';
import { TOAST_EXIT_MS, TOAST_MS } from '#core/toast.ts';
import { fireworks } from '#web/lib/fireworks.ts';
import { useTopLayer } from '#web/lib/top-layer.ts';
import { CloseButton } from '#web/ui/close-button.tsx';
import type { IconName } from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';

const ToastContext = createContext<ToastStack | null>(null);

/** Keeps the toasts of all screens; `Toasts` renders them. */
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

/** Shows toasts at the top right, above every screen, dialog and menu. Placed after the header, and stays right under it. */
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
 * The two live regions exist before any toast, so that screen readers announce what is added. A toast that moves between page and dialog is
 * rendered again.
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

interface Look {
  readonly icon: IconName;
  readonly color: string;
}

const toastLooks: Readonly<Record<ToastType, Look>> = {
  leader: { icon: 'trophy', color: 'text-amber' },
  tie: { icon: 'star', color: 'text-amber' },
  success: { icon: 'check', color: 'text-turf' },
  error: { icon: 'alert', color: 'text-red' },
  default: { icon: 'ball', color: 'text-ink-soft' },
};

interface ToastCardProps {
  readonly toast: ShownToast;
  readonly onDismiss: () => void;
}

export function ToastCard({ toast, onDismiss }: ToastCardProps) {
  const { type, title, message, leaving } = toast;
  const { icon, color } = toastLooks[type];
  return (
    // It comes and leaves within the padding beside it: any further would make the page wider.
    <div
      data-leaving={leaving || undefined}
      className="panel pointer-events-auto flex w-full max-w-96 items-start gap-3 py-2 pr-1 pl-4 transition-[opacity,translate] duration-300 data-leaving:translate-x-4 data-leaving:opacity-0 starting:translate-x-4 starting:opacity-0"
    >
      <Icon name={icon} className={`mt-2 size-6 ${color}`} />
      <div className="min-w-0 flex-1 py-1.5">
        <p className="heading text-lg">{title}</p>
        {message !== '' && <p className="text-sm break-words text-ink-soft">{message}</p>}
      </div>
      <CloseButton onClose={onDismiss} />
    </div>
  );
}

interface ShownToast extends Toast {
  readonly id: number;
  /** Its time is over, and it is leaving. */
  readonly leaving: boolean;
}

/** A toast as a screen requests it; omitted fields have defaults. */
export type ToastRequest = Pick<Toast, 'type' | 'title'> & Partial<Toast>;

/** The toasts on the page, newest last. */
interface ToastStack {
  readonly show: (toast: ToastRequest) => void;
  readonly dismiss: (id: number) => void;
  readonly toasts: () => readonly ShownToast[];
  readonly subscribe: (listener: () => void) => () => void;
}

export function createToastStack(): ToastStack {
  let toasts: readonly ShownToast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();

  function set(next: readonly ShownToast[]): void {
    toasts = next;
    for (const listener of listeners) listener();
  }

  function dismiss(id: number): void {
    if (!toasts.some((toast) => toast.id === id && !toast.leaving)) return;
    set(toasts.map((toast) => (toast.id === id ? { ...toast, leaving: true } : toast)));
    setTimeout(() => set(toasts.filter((toast) => toast.id !== id)), TOAST_EXIT_MS);
  }

  function show(request: ToastRequest): void {
    lastId += 1;
    const id = lastId;
    const toast = { message: '', durationMs: TOAST_MS, showFireworks: false, ...request, id, leaving: false };
    set([...toasts, toast]);
    if (toast.showFireworks) void fireworks();
    setTimeout(() => dismiss(id), toast.durationMs);
  }

  return {
    show,
    dismiss,
    toasts: () => toasts,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
