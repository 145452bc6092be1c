/** The league's own server. */
import { readSettings } from '#server/platform/env/settings.ts';
import { createPersonLimits, personRates } from '#server/platform/http/limits.ts';
import { serve as serveLeague } from '#server/serve.ts';
import { environment, withLeague } from '#tests/direct-league.ts';
import { freePort } from '../scripts/free-port.ts';
import { serve } from './processes.ts';

const UNLIMITED = Number.POSITIVE_INFINITY;
const unlimited = Object.entries(personRates).map(([name, rate]) => [
  name,
  typeof rate === 'number' ? UNLIMITED : { burst: UNLIMITED, everyMs: 1 },
]);

/** @param isLimited with the limits per person: most cases have too few people for their load @returns the port */
async function open(location: string, isLimited = false): Promise<number> {
  // Otherwise it would write the receipts of a whole season while it is measured.
  await withLeague(location, ({ receipts }) => receipts.sweep());
  const port = await freePort();
  const settings = readSettings({ ...environment(location, port), POOLS: 'everyone', BACKUP_DIR: 'off' }, 'league');
  const options = isLimited ? {} : { personLimits: createPersonLimits(Object.fromEntries(unlimited)) };
  await serveLeague(settings, '', null, options);
  return port;
}

const acts = { open };
export type OwnServerActs = typeof acts;
serve(acts);
