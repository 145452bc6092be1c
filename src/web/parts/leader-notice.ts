import { useEffect, useState } from 'react';
import type { LeaderChange } from '#core/leader.ts';
import { leaderNotice } from '#core/leader-notice.ts';
import { playSound } from '#web/lib/sound.ts';
import type { ToastRequest } from './toasts.tsx';

interface LeaderNotice {
  readonly change: LeaderChange;
  /** The viewer. */
  readonly userId: string;
  /** The name of the leader. */
  readonly name: string;
  readonly showToast: (toast: ToastRequest) => void;
}

/** Announces a new leader: with a toast and its fireworks, a sound, and the celebration if the viewer leads. */
export function announceLeader({ change, userId, name, showToast }: LeaderNotice): void {
  const notice = leaderNotice(change, userId, name);
  if (notice === null) return;
  showToast(notice.toast);
  if (notice.sound) void playSound(notice.sound);
  if (notice.celebrate) startCelebration();
}

const listeners = new Set<() => void>();

/** Shows the celebration. */
function startCelebration(): void {
  for (const listener of listeners) listener();
}

/** The number of celebrations since the component mounted. */
export function useCelebrations(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const listener = () => setCount((last) => last + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return count;
}
