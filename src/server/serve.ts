import { existsSync } from 'node:fs';
import { startSecurityCleaning } from './accounts/security-log.ts';
import { createApp } from './app.ts';
import type { Demo } from './demo/demo.ts';
import { MAILBOX_PATH } from './demo/mailbox.ts';
import type { DepsOptions } from './deps.ts';
import { closeDeps, createDeps, prepareStore, startDeps } from './deps.ts';
import { connect } from './platform/db/connect.ts';
import type { Settings } from './platform/env/settings.ts';
import { startBackups } from './platform/jobs/backups.ts';
import { LeagueClock, openLeagueClock } from './platform/league-clock.ts';
import { whenSafe } from './upgrade/upgrade.ts';
import { hasAdmin } from './users/store.ts';

const NO_ADMIN = 'It has no admin yet: npm run pickem -- admin create you@example.org makes one.';

/** A running server with its background work. */
export interface RunningServer {
  /** Lines for the person who starts it. */
  readonly greeting: readonly string[];
  /** Finishes the requests in progress, refuses new ones, and closes the database. Later calls wait for the same end. */
  stop(): Promise<void>;
}

/**
 * Opens the database and the server, and starts the background work.
 * @param webRoot folder of the built web app; if it does not exist, only the API is served
 * @param rehearsal a demo that plays a recording; it replaces the default demo
 * @throws DatabaseError if the database cannot be served
 */
export async function serve(
  settings: Settings,
  webRoot: string,
  rehearsal: Demo | null = null,
  options: DepsOptions = {},
): Promise<RunningServer> {
  let stopping: Promise<void> | null = null;
  const store = connect(settings.database);
  await whenSafe(store, () => prepareStore(store, settings), console.warn);
  const demo = rehearsal ?? (settings.kind === 'demo' ? await (await import('./demo/demo.ts')).openDemo(store) : null);
  const clock = demo?.clock ?? (await openLeagueClock(store));
  const leagueClock = clock instanceof LeagueClock ? clock : null;
  leagueClock?.start(console.warn);
  const deps = await createDeps(settings, store, clock, { stopping: () => stopping !== null, ...options });
  const feed = await demo?.start(deps);
  const app = await createApp(deps, existsSync(webRoot) ? webRoot : null);
  await app.listen({ host: settings.host, port: settings.port });
  startDeps(deps);
  const endCleaning = startSecurityCleaning(
    store.db,
    Date.now,
    deps.report('Old rows of the security log could not be removed'),
  );
  const endBackups = settings.backups ? startBackups(store, settings.backups, Date.now, reportLostBackup) : null;
  const outbox =
    settings.kind === 'demo' ? [`What it would send is at ${settings.publicUrl.origin}${MAILBOX_PATH}`] : [];
  const noAdmin = settings.kind === 'league' && !(await hasAdmin(store.db)) ? [NO_ADMIN] : [];
  const end = async (): Promise<void> => {
    await feed?.stop();
    await app.close();
    await endBackups?.();
    await endCleaning();
    await leagueClock?.stop();
    await closeDeps(deps);
  };
  return {
    greeting: [...(feed?.greeting ?? []), ...outbox, ...noAdmin],
    stop() {
      stopping ??= end();
      return stopping;
    },
  };
}

/** A failed backup does not stop the server; it is retried. */
function reportLostBackup(error: unknown): void {
  console.error('A backup could not be made:', error instanceof Error ? error.message : error);
}
