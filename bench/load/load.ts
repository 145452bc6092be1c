import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromClient, Run, Target, ToClient } from './protocol.ts';

const program = fileURLToPath(new URL('./client.ts', import.meta.url));

/** Players in a process of their own. */
export interface Load {
  /** Sends for so many ms, each player as fast as the answers come. Drops the requests that are under way at the end. */
  run(ms: number): Promise<Run>;
  /** Sends the requests again that the last run dropped. @returns how many requests of each connection have been answered */
  finish(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

export function startLoad(target: Target): Load {
  const child = fork(program, { execArgv: [] });
  child.send({ kind: 'open', target } satisfies ToClient);
  return {
    run: async (ms) => (await ask(child, { kind: 'run', ms }, 'ran')).run,
    finish: async () => (await ask(child, { kind: 'finish' }, 'finished')).answered,
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

type Answer<K extends FromClient['kind']> = Extract<FromClient, { kind: K }>;

function ask<K extends FromClient['kind']>(child: ChildProcess, message: ToClient, kind: K): Promise<Answer<K>> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The load client ended with ${code}.`));
    child.once('exit', ended);
    child.once('message', (answer: FromClient) => {
      child.off('exit', ended);
      if (answer.kind === kind) resolve(answer as Answer<K>);
      else reject(new Error(`The load client answered ${answer.kind} instead of ${kind}.`));
    });
    child.send(message);
  });
}
