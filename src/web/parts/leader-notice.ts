import { useEffect, useState } from 'react';
import type { LeaderNotice } from '#core/leader.ts';
import type { ToastRequest } from './toast-stack.ts';

const listeners = new Set<() => void>();

/**
 * Gives a notice: its toast with its fireworks, its sound, and the celebration where it is the person's own lead. Fireworks
 * and sounds are fetched when they are first needed.
 */
export function giveNotice(notice: LeaderNotice, showToast: (toast: ToastRequest) => void): void {
  const { toast, sound, celebrate } = notice;
  showToast(toast);
  if (toast.showFireworks) void import('#web/lib/fireworks.ts').then(({ fireworks }) => fireworks());
  if (sound) void import('#web/lib/sound.ts').then(({ playSound }) => playSound(sound));
  if (celebrate) for (const listener of listeners) listener();
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
