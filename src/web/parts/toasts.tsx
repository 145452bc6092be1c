import type { ReactNode } from 'react';
import { createContext, Suspense, use, useState, useSyncExternalStore } from 'react';
import { late } from './late.tsx';
import type { ShownToast, ToastRequest, ToastStack } from './toast-stack.ts';
import { createToastStack } from './toast-stack.ts';

const ToastContext = createContext<ToastStack | null>(null);

const ToastCard = late<{ toast: ShownToast; onDismiss: () => void }>(async () => {
  const { ToastCard: card } = await import('./toast-card.tsx');
  return card;
});

/** Shows toasts at the top right, over every screen. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [stack] = useState(createToastStack);
  return (
    <ToastContext value={stack}>
      {children}
      <Toasts stack={stack} />
    </ToastContext>
  );
}

/** Shows a toast. */
export function useToast(): (toast: ToastRequest) => void {
  const stack = use(ToastContext);
  if (stack === null) throw new Error('useToast must be used within a ToastProvider');
  return stack.show;
}

/**
 * The two regions are always there, so that screen readers hear what comes into them. They begin under the header, which
 * stands lower when the banner of the demo is over it.
 */
function Toasts({ stack }: { readonly stack: ToastStack }) {
  const toasts = useSyncExternalStore(stack.subscribe, stack.toasts);
  const card = (toast: ShownToast) => (
    <ToastCard key={toast.id} toast={toast} onDismiss={() => stack.dismiss(toast.id)} />
  );
  return (
    <div className="pointer-events-none fixed top-20 right-4 left-4 z-50 [aside~&]:top-28 flex flex-col items-end gap-3">
      <Suspense>
        <div role="alert" className="contents">
          {toasts.filter(({ type }) => type === 'error').map(card)}
        </div>
        <div role="status" className="contents">
          {toasts.filter(({ type }) => type !== 'error').map(card)}
        </div>
      </Suspense>
    </div>
  );
}
