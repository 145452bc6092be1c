import type { Toast } from '#core/toast.ts';
import { TOAST_EXIT_MS, TOAST_MS } from '#core/toast.ts';

/** A toast on the page. */
export interface ShownToast extends Toast {
  readonly id: number;
  /** Its time is over: it is on its way out. */
  readonly leaving: boolean;
}

/** A toast as a screen asks for it; what it leaves out is as usual. */
export type ToastRequest = Pick<Toast, 'type' | 'title'> & Partial<Toast>;

/** The toasts on the page, the newest last. */
export interface ToastStack {
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
