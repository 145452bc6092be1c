import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FromClient, Run, Target, ToClient } from './protocol.ts';

const program = fileURLToPath(new URL('./client.ts', import.meta.url));

/** Players in a process of their own. */
export interface Load {
  /**
   * Sends for so many ms, each player as fast as the answers come. At the end, autocannon drops the request that a player is
   * waiting for; the next run sends it again first. The server may have handled it, so requests must be repeatable.
   */
  run(ms: number): Promise<Run>;
  /**
   * Sends one request of each player, so that none is left that was sent and never answered.
   *
   * @returns how many requests of each player have been answered since the start
   */
  finish(): Promise<readonly number[]>;
  stop(): Promise<void>;
}

export function startLoad(target: Target): Load {
  const child = fork(program, { execArgv: [] });
  child.send({ kind: 'open', target } satisfies ToClient);
  return {
    run: async (ms) => (await ask(child, { kind: 'run', ms }, 'ran')).run,
    async finish() {
      const { answered, firstFailure } = await ask(child, { kind: 'finish' }, 'finished');
      if (firstFailure !== null) throw new Error(`The last requests failed: ${firstFailure}`);
      return answered;
    },
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
