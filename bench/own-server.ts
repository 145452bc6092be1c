/** The league's own server without limits for one person. Everything else is as in `main.ts`. */
import { createApp } from '#server/app.ts';
import { createDeps, prepareStore } from '#server/deps.ts';
import { systemClock } from '#server/platform/clock.ts';
import { connect } from '#server/platform/db/connect.ts';
import { readSettings } from '#server/platform/env/settings.ts';
import { createPersonLimits } from '#server/platform/http/limits.ts';

const ANY_NUMBER = Number.POSITIVE_INFINITY;
const ANY_RATE = { burst: ANY_NUMBER, everyMs: 1 };
const personLimits = createPersonLimits({
  changes: ANY_RATE,
  calls: ANY_RATE,
  ofSession: ANY_RATE,
  refusals: ANY_RATE,
  openings: ANY_RATE,
  calendarsOf: ANY_RATE,
  calendarsFrom: ANY_RATE,
  connections: ANY_NUMBER,
  messages: ANY_NUMBER,
});

const settings = readSettings(process.env, 'league');
const store = connect(settings.database);
await prepareStore(store, settings);
const deps = await createDeps(settings, store, systemClock, { personLimits });
const app = await createApp(deps, null);
await app.listen({ host: settings.host, port: settings.port });
deps.afterCommit.start();
deps.notify.results.start();
