/** Modules in threads of their own, so that the load does not hold up the one that measures. */
import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';

type Acts = Readonly<Record<string, (...args: never[]) => unknown>>;

export interface Thread<A extends Acts> extends AsyncDisposable {
  /** Calls a function of the thread. One call at a time. */
  readonly call: <K extends keyof A>(name: K, ...args: Parameters<A[K]>) => Promise<Awaited<ReturnType<A[K]>>>;
}

/** @param program a module in this folder that serves these functions */
export function startThread<A extends Acts>(program: string): Thread<A> {
  const worker = new Worker(new URL(program, import.meta.url));
  return {
    async call(name, ...args) {
      worker.postMessage({ name, args });
      const [answer] = await once(worker, 'message');
      return answer;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

/** Makes functions callable from the thread that started this one. */
export function serve(acts: Acts): void {
  parentPort?.on('message', async ({ name, args }: { name: string; args: never[] }) => {
    parentPort?.postMessage(await acts[name]?.(...args));
  });
}

/** Now in ms, by a clock that all threads share. */
export function steadyNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
