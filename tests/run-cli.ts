/** The command line: in the test's process, or as a separate process, as users run it. */
import { spawn } from 'node:child_process';
import { Console } from 'node:console';
import { once } from 'node:events';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { run } from '#server/cli/program.ts';
import { isMissingFile, newLeagueText } from '#server/platform/db/connect.ts';
import { compileCache, root } from '../scripts/root.ts';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** What the first command on a database adds on stderr. Must be called before that command. */
export function wordsOnNew(location: string): string {
  return isMissingFile(location) ? `${newLeagueText(location)}\n` : '';
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one command in this process; overlapping commands run one after the other. Output, exit code, folder and environment are isolated
 * from those of the test run.
 */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const ran = last.then(() => runHere(args, options));
  last = ran.catch(() => {});
  return ran;
}

async function runHere(args: readonly string[], { env = {}, cwd = root }: RunOptions): Promise<Ran> {
  const { env: ownEnv, exitCode, stdout, stderr } = process;
  const folder = process.cwd();
  const ownConsole = globalThis.console;
  const writes = { stdout: stdout.write, stderr: stderr.write };
  const said = { stdout: '', stderr: '' };
  const into = (name: 'stdout' | 'stderr') =>
    new Writable({
      decodeStrings: false,
      write(text, _encoding, done) {
        said[name] += text;
        done();
      },
    });
  const [out, err] = [into('stdout'), into('stderr')];
  try {
    process.env = { PATH: ownEnv.PATH ?? '', ...env };
    process.chdir(cwd);
    process.exitCode = 0;
    stdout.write = out.write.bind(out) as typeof stdout.write;
    stderr.write = err.write.bind(err) as typeof stderr.write;
    globalThis.console = new Console({ stdout: out, stderr: err });
    await run(args);
    return { code: Number(process.exitCode), ...said };
  } finally {
    globalThis.console = ownConsole;
    Object.assign(stdout, { write: writes.stdout });
    Object.assign(stderr, { write: writes.stderr });
    process.exitCode = exitCode;
    process.chdir(folder);
    process.env = ownEnv;
  }
}

/** Runs one command as a separate process: for behavior of processes, and if others use the database meanwhile. */
export async function runCliProcess(args: readonly string[], { env = {}, cwd = root }: RunOptions = {}): Promise<Ran> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [join(root, 'src/server/cli/main.ts'), ...args], {
    cwd,
    env: { PATH, NODE_COMPILE_CACHE: compileCache, ...env },
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
