import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { RecordingError } from './feed/replay.ts';
import { DatabaseError, isMissingFile, newLeagueText } from './platform/db/connect.ts';
import { readRehearsal } from './platform/env/rehearsal.ts';
import type { Settings } from './platform/env/settings.ts';
import { readSettings } from './platform/env/settings.ts';
import { SettingsError } from './platform/env/variables.ts';
import type { RunningServer } from './serve.ts';
import { serve } from './serve.ts';

const webRoot = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** A reason not to start that the operator can fix. */
class StartError extends Error {}

async function main(): Promise<void> {
  const rehearsalOptions = readRehearsal(process.argv);
  const given = readSettings(process.env, rehearsalOptions || process.argv.includes('--demo') ? 'demo' : 'league');
  await checkPort(given);
  const rehearsal =
    rehearsalOptions && (await (await import('./demo/rehearsal.ts')).openRehearsal(rehearsalOptions, given));
  const settings = rehearsal?.settings ?? given;
  const isNew = settings.kind === 'league' && isMissingFile(settings.database);
  let server: RunningServer | null = null;
  // A container's first process gets no signal that it does not ask for, and the start may wait for hours.
  const stop = async () => {
    await server?.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  server = await serve(settings, webRoot, rehearsal);
  if (isNew) console.log(newLeagueText(settings.database));
  const { origin } = settings.publicUrl;
  console.log([`Pick'em is open at ${origin}`, ...server.greeting].join('\n'));
}

/** Checks, before anything is written, that the address is free. @throws StartError */
function checkPort({ host, port }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new StartError(portProblem(error, host, port))));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function portProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is taken: another program, or another Pick'em, is using it. Stop that one, or choose another port: PORT=${port + 1}`;
  }
  return `Pick'em cannot listen on ${host}, port ${port}: ${error.message}`;
}

function explain(error: unknown): string {
  const expected = [StartError, SettingsError, DatabaseError, RecordingError];
  const known = error instanceof Error && expected.some((kind) => error instanceof kind);
  return known ? error.message : `Pick'em could not start: ${error instanceof Error ? error.stack : String(error)}`;
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
