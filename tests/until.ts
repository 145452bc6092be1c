import { setTimeout as wait } from 'node:timers/promises';

/** The real time, also while a test has put another clock in its place. */
const now = performance.now.bind(performance);

/** Waits until something is so. @throws when it takes longer than `timeoutMs` */
export async function until(isSo: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = now() + timeoutMs;
  while (!(await isSo())) {
    if (now() > deadline) throw new Error(`It did not happen within ${timeoutMs} ms.`);
    await wait(10);
  }
}
