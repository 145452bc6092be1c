/**
 * A server in its own process, on an existing database: `node tests/live-node.ts LOCATION CLOCK_AHEAD_MS REREAD_MS WHEN_CHANGED`. It sends
 * its port to the parent, and stops when the parent disconnects. With `die` as the last argument it is killed when it would notify the
 * other nodes: after the commit, before the notice.
 */
import type { AddressInfo } from 'node:net';
import { createApp } from '#server/app.ts';
import { closeDeps, createDeps } from '#server/deps.ts';
import { connect } from '#server/platform/db/connect.ts';
import { leagueSettings } from './app.ts';

const [location = '', aheadMs, rereadMs, whenChanged] = process.argv.slice(2);

const clock = { now: () => Date.now() + Number(aheadMs) };
const deps = await createDeps({ ...leagueSettings, database: location }, connect(location), clock);
const die = () => process.kill(process.pid, 'SIGKILL');
if (whenChanged === 'die') deps.live.changed = die;
deps.afterCommit.start();
const app = await createApp(deps, null, { rereadMs: Number(rereadMs) });
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.((app.server.address() as AddressInfo).port);

process.on('disconnect', async () => {
  await app.close();
  await closeDeps(deps);
});
