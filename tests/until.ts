import { setTimeout as wait } from 'node:timers/promises';

/** Waits until something is so. @throws when it takes longer than `timeoutMs` */
export async function until(isSo: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It did not happen within ${timeoutMs} ms.`);
    await wait(10);
  }
}
