import type { ToastRequest } from '#web/parts/toast-stack.ts';

/** What is told once picks were entered or cleared for a player. */
export function picksSaved(count: number, name: string): ToastRequest {
  return { type: 'success', title: 'Saved', message: `${count} ${count === 1 ? 'pick' : 'picks'} changed for ${name}` };
}
