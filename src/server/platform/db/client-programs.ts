/** PostgreSQL's own programs, which are called with the address of the server. */
import { spawn } from 'node:child_process';
import { withTls } from './postgres.ts';

/** Parameters of the URL that PostgreSQL's programs know. Those of the driver alone are an error there. */
const SHARED: ReadonlySet<string> = new Set(['host', 'port', 'user', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey']);
/** Of what a program complains, this much is kept, in characters: the cause comes first. */
const LONGEST_COMPLAINT = 2000;
/** How the driver understands these modes (verify-full), unless the URL says `uselibpqcompat`. */
const VERIFIED: readonly (string | null)[] = ['prefer', 'require', 'verify-ca', 'verify-full'];

/**
 * The address for PostgreSQL's programs, without the password, which everybody on the machine could read there: it is in the environment.
 * TLS is as strict as the driver's.
 */
export function clientOf(address: string): { readonly address: string; readonly env: NodeJS.ProcessEnv } {
  const url = new URL(withTls(address));
  const { searchParams: given } = url;
  const password = given.get('password') ?? decodeURIComponent(url.password);
  const mode = given.get('sslmode') ?? (['true', '1'].includes(given.get('ssl') ?? '') ? 'verify-full' : null);
  if (mode === 'no-verify') given.set('sslmode', 'require');
  else if (VERIFIED.includes(mode) && given.get('uselibpqcompat') !== 'true') {
    given.set('sslmode', 'verify-full');
    if (!given.has('sslrootcert')) given.set('sslrootcert', 'system');
  }
  for (const name of [...given.keys()]) if (!SHARED.has(name)) given.delete(name);
  url.password = '';
  const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) };
  return { address: url.href, env: { ...env, PGCLIENTENCODING: 'UTF8', PGAPPNAME: 'pg_dump' } };
}

interface RunOptions {
  /** Ends the program. */
  readonly signal: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
  readonly onLine?: (line: string) => void;
}

/** A program that is not installed. */
export class MissingProgramError extends Error {}

/**
 * Runs a program, which ends with this process at the latest. @throws MissingProgramError; Error with the first line of its errors, or if
 * `signal` aborts it
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { signal, env = process.env, onLine }: RunOptions,
): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  let line = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${line}${text}`.split('\n');
    line = lines.pop() ?? '';
    for (const each of lines) onLine?.(each);
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(0, LONGEST_COMPLAINT);
  });
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', ({ message, code }: NodeJS.ErrnoException) => {
        if (code === 'ENOENT') reject(new MissingProgramError(`${program} is not installed`));
        else reject(new Error(signal.aborted ? endedText(program) : message));
      });
      child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(problemOf(program, complaint)))));
    });
  } finally {
    process.off('exit', end);
  }
}

/** What a program said first, without its detail, or that it said nothing. */
function problemOf(program: string, complaint: string): string {
  const [first = ''] = complaint.split('\n').filter((line) => /error:/.test(line));
  return first.trim() || endedText(program);
}

function endedText(program: string): string {
  return `${program} was ended`;
}
