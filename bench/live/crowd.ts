import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromPages, PlannedPage, ToPages } from './protocol.ts';

const program = fileURLToPath(new URL('./pages.ts', import.meta.url));

/** A command for a program that holds many sockets: as many as the machine lets anyone hold. */
export function withManySockets(args: readonly string[]): { command: string; args: string[] } {
  const script = 'ulimit -n "$(ulimit -Hn)" && exec "$@"';
  return { command: 'sh', args: ['-c', script, 'sh', process.execPath, ...args] };
}

/** Open pages in a process of their own. */
export interface Crowd {
  /** Opens pages, beside those that are open already, and waits until each has its answers. @returns how many ms it took */
  open(port: number, pages: readonly PlannedPage[]): Promise<number>;
  /** Begins to look for a message with this text. */
  lookFor(text: string): Promise<void>;
  /** Which pages received it so far, and the message itself. */
  found(): Promise<Extract<FromPages, { kind: 'found' }>>;
  leave(): Promise<void>;
}

export function gather(): Crowd {
  const { command, args } = withManySockets([program]);
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  return {
    open: async (port, pages) => (await ask(child, { kind: 'open', port, pages }, 'opened')).ms,
    lookFor: async (text) => void (await ask(child, { kind: 'look', for: text }, 'looking')),
    found: () => ask(child, { kind: 'found' }, 'found'),
    async leave() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

type Answer<K extends FromPages['kind']> = Extract<FromPages, { kind: K }>;

function ask<K extends FromPages['kind']>(child: ChildProcess, order: ToPages, kind: K): Promise<Answer<K>> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The pages ended with ${code}.`));
    child.once('exit', ended);
    child.once('message', (answer: FromPages) => {
      child.off('exit', ended);
      if (answer.kind === kind) resolve(answer as Answer<K>);
      else reject(new Error(`The pages answered ${answer.kind} instead of ${kind}.`));
    });
    child.send(order);
  });
}
