/** Modules in processes of their own, so that the load neither holds up the one that measures nor shares its limit of open files. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Acts = Readonly<Record<string, (...args: never[]) => unknown>>;

export interface Served<A extends Acts> extends AsyncDisposable {
  /** Calls a function of the module. One call at a time. @throws if its process has ended */
  readonly call: <K extends keyof A>(name: K, ...args: Parameters<A[K]>) => Promise<Awaited<ReturnType<A[K]>>>;
}

/** @param program a module in this folder that serves these functions */
export function startProcess<A extends Acts>(program: string): Served<A> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), { serialization: 'advanced' });
  const ended = once(child, 'exit');
  const failed = ended.then(() => Promise.reject(new Error(`The process of ${program} has ended.`)));
  failed.catch(() => undefined);
  return {
    async call(name, ...args) {
      child.send({ name, args });
      const [{ answer }] = await Promise.race([once(child, 'message'), failed]);
      return answer;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Makes functions callable from the process that started this one, and ends with it. */
export function serve(acts: Acts): void {
  process.on('message', async ({ name, args }: { name: string; args: never[] }) => {
    process.send?.({ answer: await acts[name]?.(...args) });
  });
  process.on('disconnect', () => process.exit());
}

/** Now in ms, by a clock that all processes share. */
export function steadyNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
