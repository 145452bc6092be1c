/** Modules in separate processes, so that servers, load and measurement do not block each other. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Acts = Readonly<Record<string, (...args: never[]) => unknown>>;

export interface Served<A extends Acts> extends AsyncDisposable {
  /** Calls a function of the module. One call at a time. @throws if its process has ended */
  readonly call: <K extends keyof A>(name: K, ...args: Parameters<A[K]>) => Promise<Awaited<ReturnType<A[K]>>>;
}

/** Its output goes to stderr. Disposing kills it, as a power cut would. @param program a module in this folder that calls `serve` */
export function startProcess<A extends Acts>(program: string): Served<A> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  const child = fork(file, { serialization: 'advanced', stdio: ['ignore', 2, 2, 'ipc'] });
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

/** Lets the parent process call these functions. Exits when the parent does. */
export function serve(acts: Acts): void {
  process.on('message', async ({ name, args }: { name: string; args: never[] }) => {
    process.send?.({ answer: await acts[name]?.(...args) });
  });
  process.on('disconnect', () => process.exit());
}

/** The time in ms, by a clock that all processes share. */
export function steadyNow(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
