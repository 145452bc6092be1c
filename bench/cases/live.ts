/** Open pages, and how soon the last of them has a score that changed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TopicRef } from '#contract/live.ts';
import { LIVE_PATH } from '#contract/live.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import type { Player } from '#tests/direct-league.ts';
import { addPlayers, withLeague } from '#tests/direct-league.ts';
import type { AskerActs } from '../asker.ts';
import { addGames, addPoolWithPicks, gamesOf } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import { lineOf } from '../measure.ts';
import type { PagesActs, PlannedPage } from '../pages.ts';
import { startProcess, steadyNow } from '../processes.ts';
import type { RunningServer } from '../servers.ts';
import { makeDatabase, startOwn, startRaw } from '../servers.ts';

/** Members of each pool. */
const MEMBERS = 250;
const LONGEST_MS = 10_000;
const REST_MS = 300;
const POLL_MS = 20;

interface League {
  readonly location: string;
  readonly weekId: string;
  readonly admin: Player;
  readonly pages: readonly PlannedPage[];
}

export async function measureLive(plan: Plan, engine: Engine): Promise<Line[]> {
  const league = await makeLeague(plan, engine);
  const lines: Line[] = [];
  for (const count of plan.pages) lines.push(...(await measurePages(plan, engine, league, count)));
  return lines;
}

async function makeLeague(plan: Plan, engine: Engine): Promise<League> {
  const location = await makeDatabase(engine, plan.cleanup);
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, Math.max(...plan.pages));
    const weeks = await addGames(deps, 1, 'In Progress');
    const weekId = weeks[0] ?? '';
    const pages: PlannedPage[] = [];
    for (let at = 0; at < players.length; at += MEMBERS) {
      const members = players.slice(at, at + MEMBERS);
      const poolId = await addPoolWithPicks(deps, members, weeks);
      const watch: TopicRef[] = [
        { kind: 'games', weekId },
        { kind: 'matchup', poolId, weekId },
        { kind: 'pool', poolId },
        { kind: 'standings', poolId },
      ];
      const common = { path: LIVE_PATH, says: JSON.stringify({ watch }), answers: watch.length };
      pages.push(...members.map(({ cookie }) => ({ ...common, cookie })));
    }
    const admin = players[0] as Player;
    await deps.store.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.userId).execute();
    return { location, weekId, admin, pages };
  });
}

async function measurePages(plan: Plan, engine: Engine, league: League, count: number): Promise<Line[]> {
  const rawLocation = await makeDatabase(engine, plan.cleanup);
  const rawPages = Array<PlannedPage>(count).fill({ path: '/', cookie: '', says: '{}', answers: 0 });
  await using own = await openSide(await startOwn(league.location), league.pages.slice(0, count));
  await using raw = await openSide(await startRaw(rawLocation), rawPages);
  const rounds: { own: Change; raw: Change }[] = [];
  for (let score = 1; score <= plan.rounds + 1; score += 1) {
    const ownChange = await change(own, count, score, () => setScore(own.port, league, score));
    const { message } = await own.pages.call('arrivals');
    const sendOn = () => send(`http://127.0.0.1:${raw.port}/`, { method: 'POST', body: message });
    rounds.push({ own: ownChange, raw: await change(raw, count, score, sendOn) });
  }
  return linesOf(engine, count, rounds.slice(1));
}

/** One side of the comparison: a server, the pages that are open at it, and a process that sends requests meanwhile. */
async function openSide(server: RunningServer, planned: readonly PlannedPage[]) {
  const { port } = server;
  const cleanup = new AsyncDisposableStack();
  cleanup.use(server);
  const pages = cleanup.use(startProcess<PagesActs>('./pages.ts'));
  const asker = cleanup.use(startProcess<AskerActs>('./asker.ts'));
  await pages.call('open', port, planned);
  await asker.call('start', `http://127.0.0.1:${port}/healthz`, '', 1);
  return { port, pages, asker, [Symbol.asyncDispose]: () => cleanup.disposeAsync() };
}

type Side = Awaited<ReturnType<typeof openSide>>;

/** One change of a score. Times in ms. */
interface Change {
  /** From the request to the last page. */
  readonly last: number;
  /** The longest that another request took meanwhile. */
  readonly heldUp: number;
  /** Pages that never had it. */
  readonly missing: number;
}

async function change({ pages, asker }: Side, count: number, score: number, act: () => Promise<void>): Promise<Change> {
  await pages.call('lookFor', `"homeScore":${score},`);
  await pause(REST_MS);
  await asker.call('take');
  const began = steadyNow();
  await act();
  let arrivals = await pages.call('arrivals');
  while (arrivals.count < count && steadyNow() - began < LONGEST_MS) {
    await pause(POLL_MS);
    arrivals = await pages.call('arrivals');
  }
  await pause(REST_MS);
  const heldUp = Math.max(...(await asker.call('take')));
  return { last: arrivals.last - began, heldUp, missing: count - arrivals.count };
}

function linesOf(engine: Engine, count: number, rounds: readonly { own: Change; raw: Change }[]): Line[] {
  const pages = `${count.toLocaleString('en')} pages`;
  // With few pages, editing the game and reading the week again count for more than sending.
  const score = { name: `${pages}: a score, to the last`, engine, aim: { ratio: count < 10_000 ? 0.5 : 0.8 } };
  const wait = { name: `${pages}: a request waits at most`, engine, aim: { below: 15 } };
  const speeds = rounds.map(({ own, raw }) => ({ own: (count / own.last) * 1000, raw: (count / raw.last) * 1000 }));
  const waits = rounds.map(({ own, raw }) => ({ own: own.heldUp, raw: raw.heldUp }));
  const problems = rounds.flatMap((round) =>
    Object.entries(round).flatMap(([server, { missing }]) =>
      missing ? `${server}: ${missing} pages never had a score` : [],
    ),
  );
  return [lineOf({ ...score, unit: 'pages/s' }, speeds, problems), lineOf({ ...wait, unit: 'ms' }, waits, [])];
}

function setScore(port: number, { admin, weekId }: League, homeScore: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: admin.cookie };
  const body = JSON.stringify({ homeScore });
  return send(`http://127.0.0.1:${port}/api/games/${gamesOf(weekId)[0]}`, { method: 'PATCH', headers, body });
}

async function send(url: string, request: RequestInit): Promise<void> {
  const reply = await fetch(url, request);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${request.method} ${url} answered ${reply.status}: ${text}`);
}
