/** The league's own server, as `npm run serve` runs it. */
import { readSettings } from '#server/platform/env/settings.ts';
import { createPersonLimits, personRates } from '#server/platform/http/limits.ts';
import { serve as serveLeague } from '#server/serve.ts';
import { environment } from '#tests/direct-league.ts';
import { freePort } from '../scripts/free-port.ts';
import { serve } from './processes.ts';

const any = Number.POSITIVE_INFINITY;
const unlimited = Object.entries(personRates).map(([name, rate]) => [
  name,
  typeof rate === 'number' ? any : { burst: any, everyMs: 1 },
]);

/** @param isLimited whether the limits per person apply; most cases have too few people for their load @returns the port */
async function open(location: string, isLimited = false): Promise<number> {
  const port = await freePort();
  const variables = { ...environment(location, port), POOLS: 'everyone', BACKUP_DIR: 'off' };
  const personLimits = createPersonLimits(isLimited ? personRates : Object.fromEntries(unlimited));
  await serveLeague(readSettings(variables, 'league'), '', null, { personLimits });
  return port;
}

const acts = { open };
export type OwnServerActs = typeof acts;
serve(acts);
