import { setTimeout as pause } from 'node:timers/promises';

/** How often something is tried while other writers change what it depends on. */
export const TRIES = 10;

/** What PostgreSQL says to one of several transactions that wait in a circle, and to one that a lock overtook (migrations 009 and 015). */
const again: readonly unknown[] = ['40P01', '40001'];

/** The pause after the first try, in ms; each further one is twice as long. Together they outlast the margin of a lock (migration 015). */
const FIRST_PAUSE_MS = 5;

/**
 * Tries again what PostgreSQL ended for the sake of others; what was written until then is undone.
 * @param wait lets so many ms go by
 */
export async function withRetry<T>(act: () => Promise<T>, wait: (ms: number) => Promise<unknown> = pause): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await act();
    } catch (error) {
      if (time >= TRIES || !again.includes((error as { code?: string }).code)) throw error;
    }
    await wait(FIRST_PAUSE_MS * 2 ** (time - 1));
  }
}
