import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToastStack } from './toast-stack.ts';

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

  it('stay as long as they say, the newest last', () => {
    const stack = createToastStack();
    stack.show({ type: 'leader', title: 'long', durationMs: 8000 });
    stack.show({ type: 'default', title: 'short', durationMs: 3000 });
    expect(stack.toasts().map(({ title }) => title)).toEqual(['long', 'short']);
    vi.advanceTimersByTime(3300);
    expect(stack.toasts().map(({ title }) => title)).toEqual(['long']);
  });

  it('can be sent away before their time, once', () => {
    const stack = createToastStack();
    stack.show({ type: 'error', title: 'Error' });
    const heard = vi.fn();
    stack.subscribe(heard);
    const [toast] = stack.toasts();
    stack.dismiss(toast?.id ?? 0);
    stack.dismiss(toast?.id ?? 0);
    expect(heard).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(300);
    expect(stack.toasts()).toEqual([]);
  });
});
