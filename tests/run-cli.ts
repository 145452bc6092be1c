/** The command line as people call it: a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isMissingFile, newLeagueText } from '#server/store/connect.ts';
import { root } from '../scripts/root.ts';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** What the first command on a database adds on stderr. Asked before that command. */
export function wordsOnNew(location: string): string {
  return isMissingFile(location) ? `${newLeagueText(location)}\n` : '';
}

/** Runs one command. The settings of whoever runs the tests play no part in it. */
export async function runCli(args: readonly string[], { env = {}, cwd = root }: RunOptions = {}): Promise<Ran> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [join(root, 'src/server/cli/main.ts'), ...args], {
    cwd,
    env: { PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
