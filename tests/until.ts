import { setTimeout as wait } from 'node:timers/promises';

/** Options for `vi.waitFor`, whose default of one second is too short on a busy machine. */
export const PATIENT = { timeout: 60_000 };

/** The real time, even while a test has replaced the clock. */
const now = performance.now.bind(performance);

/** Waits until a condition is true. @throws if it takes longer than `timeoutMs` */
export async function until(isSo: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = now() + timeoutMs;
  while (!(await isSo())) {
    if (now() > deadline) throw new Error(`It did not happen within ${timeoutMs} ms.`);
    await wait(10);
  }
}
