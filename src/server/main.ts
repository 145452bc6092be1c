import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.ts';
import { MAILBOX_PATH } from './demo/mailbox.ts';
import { closeDeps, createDeps, prepareStore } from './deps.ts';
import { readRehearsal } from './env/rehearsal.ts';
import type { Settings } from './env/settings.ts';
import { readSettings } from './env/settings.ts';
import { SettingsError } from './env/variables.ts';
import { RecordingError } from './feed/recording.ts';
import { startBackups } from './jobs/backups.ts';
import { startSecurityCleaning } from './jobs/security-cleaning.ts';
import { LeagueClock, openLeagueClock } from './league-clock.ts';
import { hasAdmin } from './store/admins.ts';
import { connect, DatabaseError, isMissingFile, newLeagueText } from './store/engine/connect.ts';

const webRoot = fileURLToPath(new URL('../../dist/web', import.meta.url));

const NO_ADMIN = 'It has no admin yet: npm run pickem -- admin create you@example.org makes one.';

/** A reason not to start that the person at the keyboard can mend. */
class StartError extends Error {}

async function main(): Promise<void> {
  const rehearsalOptions = readRehearsal(process.argv);
  const given = readSettings(process.env, rehearsalOptions || process.argv.includes('--demo') ? 'demo' : 'league');
  await checkPort(given);
  const rehearsal =
    rehearsalOptions && (await (await import('./demo/rehearsal.ts')).openRehearsal(rehearsalOptions, given));
  const settings = rehearsal?.settings ?? given;
  const isNew = settings.kind === 'league' && isMissingFile(settings.database);
  const store = connect(settings.database);
  let stopping = false;
  await prepareStore(store, settings);
  if (isNew) console.log(newLeagueText(settings.database));
  const demo = rehearsal ?? (settings.kind === 'demo' ? await (await import('./demo/demo.ts')).openDemo(store) : null);
  const clock = demo?.clock ?? (await openLeagueClock(store));
  const leagueClock = clock instanceof LeagueClock ? clock : null;
  leagueClock?.start(console.warn);
  const deps = await createDeps(settings, store, clock, { stopping: () => stopping });
  const feed = await demo?.start(deps);
  const app = await createApp(deps, existsSync(webRoot) ? webRoot : null);
  let endBackups = async (): Promise<void> => {};
  let endCleaning = async (): Promise<void> => {};
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await feed?.stop();
    await app.close();
    await endBackups();
    await endCleaning();
    await leagueClock?.stop();
    await closeDeps(deps);
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  await app.listen({ host: settings.host, port: settings.port });
  deps.afterCommit.start();
  deps.weekResults.start();
  deps.feed.jobs?.start();
  deps.hooks.start();
  deps.notices.start();
  endCleaning = startSecurityCleaning(store.db, Date.now, reportOldRows);
  if (settings.backups) endBackups = startBackups(store, settings.backups, Date.now, reportLostBackup);
  const { origin } = settings.publicUrl;
  const outbox = settings.kind === 'demo' ? [`What it would send is at ${origin}${MAILBOX_PATH}`] : [];
  const noAdmin = settings.kind === 'league' && !(await hasAdmin(store.db)) ? [NO_ADMIN] : [];
  console.log([`Pick'em is open at ${origin}`, ...(feed?.greeting ?? []), ...outbox, ...noAdmin].join('\n'));
}

/** A copy that fails holds up nobody; it is tried again soon. */
function reportLostBackup(error: unknown): void {
  console.error('A backup could not be made:', error instanceof Error ? error.message : error);
}

/** Old rows harm nobody; they are removed an hour later. */
function reportOldRows(error: unknown): void {
  console.error('Old rows of the security log could not be removed:', error instanceof Error ? error.message : error);
}

/** Looks before anything is written whether the address is free. @throws StartError */
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
