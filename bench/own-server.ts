/** The league's own server. */
import { createApp } from '#server/app.ts';
import { createDeps, prepareStore } from '#server/deps.ts';
import { systemClock } from '#server/platform/clock.ts';
import { connect } from '#server/platform/db/connect.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import { readSettings } from '#server/platform/env/settings.ts';
import { createPersonLimits, personRates } from '#server/platform/http/limits.ts';
import { serve as serveLeague } from '#server/serve.ts';
import { environment } from '#tests/direct-league.ts';
import { freePort } from '../scripts/free-port.ts';
import { serve } from './processes.ts';

const UNLIMITED = Number.POSITIVE_INFINITY;
const unlimited = Object.entries(personRates).map(([name, rate]) => [
  name,
  typeof rate === 'number' ? UNLIMITED : { burst: UNLIMITED, everyMs: 1 },
]);

/** @param isLimited as `npm run serve` runs it; otherwise without the limits per person and most jobs @returns the port */
async function open(location: string, isLimited = false): Promise<number> {
  const port = await freePort();
  const settings = readSettings({ ...environment(location, port), POOLS: 'everyone', BACKUP_DIR: 'off' }, 'league');
  await (isLimited ? serveLeague(settings, '') : serveUnlimited(settings));
  return port;
}

/** Most cases have too few people for their load, and jobs would first write the receipts of a whole season. */
async function serveUnlimited(settings: Settings): Promise<void> {
  const store = connect(settings.database);
  await prepareStore(store, settings);
  const personLimits = createPersonLimits(Object.fromEntries(unlimited));
  const deps = await createDeps(settings, store, systemClock, { personLimits });
  const app = await createApp(deps, null);
  await app.listen({ host: settings.host, port: settings.port });
  deps.afterCommit.start();
  deps.notify.results.start();
}

const acts = { open };
export type OwnServerActs = typeof acts;
serve(acts);
