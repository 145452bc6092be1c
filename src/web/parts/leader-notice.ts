import { useEffect, useState } from 'react';
import type { LeaderChange } from '#core/leader.ts';
import { leaderNotice } from '#core/leader-notice.ts';
import { fireworks } from '#web/lib/fireworks.ts';
import { playSound } from '#web/lib/sound.ts';
import type { ToastRequest } from './toasts.tsx';

interface Told {
  readonly change: LeaderChange;
  /** Who sees it. */
  readonly userId: string;
  /** The name of whoever leads. */
  readonly name: string;
  readonly showToast: (toast: ToastRequest) => void;
}

/**
 * Tells of a change at the top: its toast with its fireworks, its sound, and the celebration where it is the person's own lead.
 */
export function tellChange({ change, userId, name, showToast }: Told): void {
  const notice = leaderNotice(change, userId, name);
  if (notice === null) return;
  showToast(notice.toast);
  if (notice.toast.showFireworks) void fireworks();
  if (notice.sound) void playSound(notice.sound);
  if (notice.celebrate) celebrate();
}

const listeners = new Set<() => void>();

/** Has the celebration fill the screen. */
function celebrate(): void {
  for (const listener of listeners) listener();
}

/** How many celebrations there have been since the component came. */
export function useCelebrations(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const listener = () => setCount((last) => last + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return count;
}
