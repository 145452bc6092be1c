import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Job, Tried } from './recount.ts';
import { discardCopy } from './recount.ts';

const program = new URL('../drill-worker.ts', import.meta.url);

/** `tryBackup` on a thread of its own. @throws if it fails, or `signal` aborts it; then no copy is left behind */
export async function tryOnThread(job: Job, signal: AbortSignal): Promise<Tried> {
  signal.throwIfAborted();
  const worker = new Worker(program, { workerData: job });
  try {
    const [tried] = await once(worker, 'message', { signal });
    return tried as Tried;
  } finally {
    await worker.terminate();
    if ('file' in job) discardCopy(job.file);
  }
}
