import { useEffect, useState } from 'react';
import type { LeaderNotice } from '#core/leader.ts';
import { play } from '#web/lib/sound.ts';
import type { ToastRequest } from './toast-stack.ts';

const listeners = new Set<() => void>();

/** Gives a notice: its toast, its sound, and the celebration where it is the person's own lead. */
export function giveNotice(notice: LeaderNotice, showToast: (toast: ToastRequest) => void): void {
  showToast(notice.toast);
  if (notice.sound) void play(notice.sound);
  if (notice.celebrate) for (const celebrate of listeners) celebrate();
}

/** How many celebrations there have been since the component came. */
export function useCelebrations(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const celebrate = () => setCount((last) => last + 1);
    listeners.add(celebrate);
    return () => void listeners.delete(celebrate);
  }, []);
  return count;
}
