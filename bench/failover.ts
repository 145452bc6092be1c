/**
 * `npm run bench:failover` kills and replaces parts of a league of several nodes while players save and pages are open, and then looks for
 * every acknowledged pick. `-- --pages 60 --savers 20 --seconds 10` makes it small. It exits with 1 if a pick is lost.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { TopicRef } from '#contract/live.ts';
import { addPlayers, withLeague } from '#tests/direct-league.ts';
import { freePort } from '../scripts/free-port.ts';
import type { Build } from './failover-cluster.ts';
import { makeOtherBuild, ownBuild, startDatabases, startHaproxy, startNode } from './failover-cluster.ts';
import type { FailoverPagesActs } from './failover-pages.ts';
import { Savers } from './failover-savers.ts';
import { addEmptyPool, addWeeks, entryIdsOf, gamesOf } from './league.ts';
import type { PlannedPage } from './pages.ts';
import { startProcess, steadyNow } from './processes.ts';
import { requestOf } from './servers.ts';

const NODES = 3;
/** Members of each pool. */
const MEMBERS = 250;
/** How long a scene goes on undisturbed before and after what happens in it. */
const CALM_MS = 5000;
const NODE_AWAY_MS = 10_000;
const LONGEST_MS = 60_000;
const EDIT_MS = 2000;
const AGAIN_MS = 100;

const count = { type: 'string' } as const;
const { values } = parseArgs({ options: { pages: count, savers: count, seconds: count } });
const [pageCount, saverCount] = [Number(values.pages ?? 3000), Number(values.savers ?? 200)];
const quietMs = 1000 * Number(values.seconds ?? 60);

/** The first player is an admin. The first game is on, and savers pick the others. */
function makeLeague(location: string) {
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, Math.max(pageCount, saverCount));
    const weeks = await addWeeks(deps, 1, 'Not Started');
    const [weekId = ''] = weeks;
    const [gid = '', ...gids] = gamesOf(weekId);
    const all: (PlannedPage & { entryId: string })[] = [];
    for (let at = 0; at < players.length; at += MEMBERS) {
      const members = players.slice(at, at + MEMBERS);
      const poolId = await addEmptyPool(deps, { members, weeks });
      const entryIds = await entryIdsOf(deps, poolId, members);
      const pool = (['pool', 'standings', 'picks'] as const).map((kind) => ({ kind, poolId }));
      const watch: TopicRef[] = [{ kind: 'poolGames', poolId, weekId }, ...pool];
      all.push(...members.map(({ cookie }, member) => ({ cookie, watch, entryId: entryIds[member] ?? '' })));
    }
    const { db } = deps.store;
    await db
      .updateTable('users')
      .set({ is_admin: 1 })
      .where('id', '=', players[0]?.userId ?? '')
      .execute();
    await db.updateTable('games').set({ status: 'In Progress' }).where('gid', '=', gid).execute();
    return { gid, gids, players: all };
  });
}

interface Scene {
  readonly name: string;
  readonly happens: () => Promise<unknown>;
  /** What the operator does then. */
  readonly isMended: () => Promise<unknown>;
}

await using cleanup = new AsyncDisposableStack();
const databases = await startDatabases(cleanup);
const league = await makeLeague(databases.url);
const [leaguePort, databasePort] = [await freePort(), await freePort()];
const nodePorts: number[] = [];
while (nodePorts.length < NODES) nodePorts.push(await freePort());
const ports = { league: leaguePort, database: databasePort, nodes: nodePorts, databases: databases.ports };
const haproxy = await startHaproxy(ports, cleanup);
const otherBuild = makeOtherBuild(join(haproxy.folder, 'other-build'));
const balanced = new URL(databases.url);
balanced.port = String(databasePort);
const origin = `http://127.0.0.1:${leaguePort}`;

const run = (at: number, build: Build, stopSignal: NodeJS.Signals) =>
  startNode({ database: balanced.href, league: leaguePort }, { port: nodePorts[at] ?? 0, build, stopSignal }, cleanup);
const [killed, replaced] = [await run(0, ownBuild, 'SIGKILL'), await run(1, ownBuild, 'SIGTERM')];
await run(2, ownBuild, 'SIGTERM');

const pages = cleanup.use(startProcess<FailoverPagesActs>('./failover-pages.ts'));
console.error(`opening ${pageCount} pages ...`);
await pages.call('open', leaguePort, league.gid, league.players.slice(0, pageCount));
const apart = Math.floor(league.players.length / saverCount);
const savers = new Savers(origin, league.players.filter((_, at) => at % apart === 0).slice(0, saverCount), league.gids);
let score = 0;

/** Changes the score, and waits until all pages have it. */
async function scoreToAll() {
  score += 1;
  const { cookie = '' } = league.players[0] ?? {};
  const edit = async () => {
    const request = { ...requestOf(cookie, 'PATCH', { homeScore: score }), signal: AbortSignal.timeout(EDIT_MS) };
    return (await fetch(`${origin}/api/games/${league.gid}`, request).catch(() => null))?.ok;
  };
  while (!(await edit())) await pause(AGAIN_MS);
  return pages.call('haveScore', score, LONGEST_MS);
}

async function play({ name, happens, isMended }: Scene) {
  console.error(`${name} ...`);
  savers.start();
  await pause(CALM_MS);
  const began = steadyNow();
  savers.forget();
  await happens();
  const [again] = await Promise.all([scoreToAll(), isMended()]);
  await pause(CALM_MS);
  const last = await scoreToAll();
  const saves = savers.summary();
  await savers.stop();
  for (const [reason, times] of saves.reasons) console.error(`  ${times} saves: ${reason}`);
  const lost = await savers.missing(balanced.href);
  for (const each of lost.slice(0, 5)) console.error(`  LOST: ${each}`);
  const row = {
    'saves/s': Math.round(saves.perSecond),
    'p99 ms': Math.round(saves.p99),
    'longest gap ms': Math.round(saves.longestGap),
    failed: saves.failed,
    'pages cut off': again.losses + last.losses,
    'all current ms': again.missing === 0 ? Math.round(again.at - began) : `${again.missing} never`,
    'without last score': last.missing,
    'picks so far': savers.acknowledged,
    'picks lost': lost.length,
  };
  return { name, row };
}

const nothing = async () => undefined;
const scenes: Scene[] = [
  { name: 'nothing happens', happens: nothing, isMended: () => pause(quietMs) },
  {
    name: 'a node is killed, and back after 10 s',
    happens: killed.stop,
    isMended: () => pause(NODE_AWAY_MS).then(() => run(0, ownBuild, 'SIGTERM')),
  },
  {
    name: 'the primary is killed, the standby promoted',
    happens: databases.killPrimary,
    async isMended() {
      const began = steadyNow();
      await databases.untilPrimaryFails();
      const noticed = steadyNow();
      await haproxy.setState('database/primary', 'maint');
      databases.promote();
      const [waited, promoted] = [noticed - began, steadyNow() - noticed].map(Math.round);
      console.error(`  noticed after ${waited} ms, promoted in ${promoted} ms`);
    },
  },
  {
    name: 'a node is replaced by one of another build',
    happens: () => haproxy.setState('league/node2', 'drain').then(replaced.stop),
    isMended: () => run(1, otherBuild, 'SIGTERM').then(() => haproxy.setState('league/node2', 'ready')),
  },
];
const rows: Record<string, object> = {};
for (const scene of scenes) {
  const { name, row } = await play(scene);
  rows[name] = row;
  if (row['picks lost'] > 0) process.exitCode = 1;
}
const where = `${availableParallelism()} cores, which also run the players, the pages, HAProxy and both databases`;
console.log(`${NODES} nodes, ${pageCount} pages, ${saverCount} savers, one pick a second each; ${where}.`);
console.table(rows);
