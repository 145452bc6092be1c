import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toastTypes } from '#core/toast.ts';
import { createToastStack, ToastCard, useToast } from './toasts.tsx';

function Uses() {
  useToast();
  return null;
}

describe('Toasts', () => {
  it.each(toastTypes)('of the kind %s show a title, a message, a close button and an icon of their own', (type) => {
    const toast = { id: 1, type, title: 'A title', message: 'What happened', durationMs: 5000, showFireworks: false };
    const drawn = renderToStaticMarkup(<ToastCard toast={{ ...toast, leaving: false }} onDismiss={() => {}} />);
    expect(drawn).toContain('A title');
    expect(drawn).toContain('What happened');
    expect(drawn).toContain('aria-label="Close"');
    const others = toastTypes.filter((other) => other !== type);
    for (const other of others) {
      const different = <ToastCard toast={{ ...toast, type: other, leaving: false }} onDismiss={() => {}} />;
      expect(renderToStaticMarkup(different)).not.toBe(drawn);
    }
  });

  it('cannot be shown outside their provider', () => {
    expect(() => renderToStaticMarkup(<Uses />)).toThrow('useToast must be used within a ToastProvider');
  });
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('toasts', () => {
  it('stay for 5 seconds and take 300 ms to leave', () => {
    const stack = createToastStack();
    stack.show({ type: 'success', title: 'Success' });
    vi.advanceTimersByTime(4999);
    expect(stack.toasts()).toMatchObject([{ title: 'Success', message: '', leaving: false, showFireworks: false }]);
    vi.advanceTimersByTime(1);
    expect(stack.toasts()).toMatchObject([{ leaving: true }]);
    vi.advanceTimersByTime(299);
    expect(stack.toasts()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(stack.toasts()).toEqual([]);
  });

  it('stay for their own duration, newest last', () => {
    const stack = createToastStack();
    stack.show({ type: 'leader', title: 'long', durationMs: 8000 });
    stack.show({ type: 'default', title: 'short', durationMs: 3000 });
    expect(stack.toasts().map(({ title }) => title)).toEqual(['long', 'short']);
    vi.advanceTimersByTime(3300);
    expect(stack.toasts().map(({ title }) => title)).toEqual(['long']);
  });

  it('can be dismissed early, once', () => {
    const stack = createToastStack();
    stack.show({ type: 'error', title: 'Error' });
    const listener = vi.fn();
    stack.subscribe(listener);
    const [toast] = stack.toasts();
    stack.dismiss(toast?.id ?? 0);
    stack.dismiss(toast?.id ?? 0);
    expect(listener).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(300);
    expect(stack.toasts()).toEqual([]);
  });
});
