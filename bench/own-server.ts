/** The league's own server for load that few people make: what one person may do has no limit here, all else is as in `main.ts`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '#server/app.ts';
import { createDeps, prepareStore } from '#server/deps.ts';
import { systemClock } from '#server/platform/clock.ts';
import { connect } from '#server/platform/db/connect.ts';
import { readSettings } from '#server/platform/env/settings.ts';
import { createPersonLimits } from '#server/platform/http/limits.ts';
import { root } from '../scripts/root.ts';

const ANY_NUMBER = Number.POSITIVE_INFINITY;
const ANY_RATE = { burst: ANY_NUMBER, everyMs: 1 };
const anything = {
  changes: ANY_RATE,
  calls: ANY_RATE,
  ofSession: ANY_RATE,
  refusals: ANY_RATE,
  openings: ANY_RATE,
  calendarsOf: ANY_RATE,
  calendarsFrom: ANY_RATE,
};
const webRoot = join(root, 'dist/web');

const settings = readSettings(process.env, 'league');
const store = connect(settings.database);
await prepareStore(store, settings);
const deps = await createDeps(settings, store, systemClock, {
  personLimits: createPersonLimits({ ...anything, connections: ANY_NUMBER, messages: ANY_NUMBER }),
});
const app = await createApp(deps, existsSync(webRoot) ? webRoot : null);
await app.listen({ host: settings.host, port: settings.port });
deps.afterCommit.start();
deps.notify.results.start();
