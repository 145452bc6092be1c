/** Open pages, and how soon the last of them has a score that changed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TopicRef } from '#contract/live.ts';
import { LIVE_PATH } from '#contract/live.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import type { Player } from '#tests/direct-league.ts';
import { addPlayers, withLeague } from '#tests/direct-league.ts';
import type { AskerActs } from '../asker.ts';
import { addAllPicks, addGames, addPool, gameId } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import { lineOf } from '../measure.ts';
import type { PagesActs, PlannedPage } from '../pages.ts';
import type { RunningServer } from '../servers.ts';
import { startOwn, startRaw } from '../servers.ts';
import type { Thread } from '../threads.ts';
import { startThread, steadyNow } from '../threads.ts';

const MEMBERS = 250;
const LONGEST_MS = 10_000;
const REST_MS = 300;
const POLL_MS = 20;
const HELD_UP = { of: 'own', is: 'below', value: 15 } as const;

interface LiveLeague {
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

async function makeLeague(plan: Plan, engine: Engine): Promise<LiveLeague> {
  const location = await plan.places.make(engine);
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, Math.max(...plan.pages));
    const weeks = await addGames(deps, 1, 'In Progress');
    const weekId = weeks[0] ?? '';
    const pages: PlannedPage[] = [];
    for (let at = 0; at < players.length; at += MEMBERS) {
      const members = players.slice(at, at + MEMBERS);
      const poolId = await addPool(deps, members, weeks);
      await addAllPicks(deps, poolId, members, weeks);
      pages.push(...members.map(({ cookie }) => aPage(cookie, poolId, weekId)));
    }
    const admin = players[0] as Player;
    await deps.store.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.userId).execute();
    return { location, weekId, admin, pages };
  });
}

function aPage(cookie: string, poolId: string, weekId: string): PlannedPage {
  const watch: TopicRef[] = [
    { kind: 'games', weekId },
    { kind: 'matchup', poolId, weekId },
    { kind: 'pool', poolId },
    { kind: 'standings', poolId },
  ];
  return { request: upgrade(LIVE_PATH, cookie), says: JSON.stringify({ watch }), answers: watch.length };
}

const rawPage: PlannedPage = { request: upgrade('/', ''), says: '{}', answers: 0 };

function upgrade(path: string, cookie: string): string {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'host: localhost',
    'connection: Upgrade',
    'upgrade: websocket',
    'sec-websocket-version: 13',
    'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    'sec-fetch-site: same-origin',
    'user-agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'accept-encoding: gzip, deflate, br',
    ...(cookie ? [`cookie: ${cookie}`] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** One side of the comparison: a server, the pages that are open at it, and requests beside them. */
interface Side {
  readonly server: RunningServer;
  readonly pages: Thread<PagesActs>;
  readonly asker: Thread<AskerActs>;
}

async function openSide(server: RunningServer, planned: readonly PlannedPage[]): Promise<Side> {
  const pages = startThread<PagesActs>(new URL('../pages.ts', import.meta.url));
  const asker = startThread<AskerActs>(new URL('../asker.ts', import.meta.url));
  await pages.call('open', server.port, planned);
  const url = `http://127.0.0.1:${server.port}/healthz`;
  await asker.call('start', { url, cookie: '', pauseMs: 1 });
  return { server, pages, asker };
}

async function closeSide({ server, pages, asker }: Side): Promise<void> {
  await Promise.all([pages.stop(), asker.stop()]);
  await server.kill();
}

async function measurePages(plan: Plan, engine: Engine, league: LiveLeague, count: number): Promise<Line[]> {
  const rawLocation = await plan.places.make(engine);
  const own = await openSide(await startOwn(league.location), league.pages.slice(0, count));
  const raw = await openSide(await startRaw(rawLocation), Array<PlannedPage>(count).fill(rawPage));
  try {
    const rounds: { own: Change; raw: Change }[] = [];
    for (let score = 1; score <= plan.rounds + 1; score += 1) {
      const ownChange = await change(own, count, score, () => setScore(own.server.port, league, score));
      const { message } = await own.pages.call('arrivals');
      const sendOn = () => send(`http://127.0.0.1:${raw.server.port}/`, { method: 'POST', body: message });
      rounds.push({ own: ownChange, raw: await change(raw, count, score, sendOn) });
    }
    return linesOf(engine, count, rounds.slice(1));
  } finally {
    await closeSide(own);
    await closeSide(raw);
  }
}

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
  const of = (pick: (change: Change) => number) => rounds.map(({ own, raw }) => ({ own: pick(own), raw: pick(raw) }));
  const problems = rounds.flatMap((round) =>
    Object.entries(round).flatMap(([server, { missing }]) =>
      missing ? `${server}: ${missing} pages never had a score` : [],
    ),
  );
  // With few pages, editing the game and reading the week again count for more than sending.
  const speed = { of: 'ratio', is: 'at least', value: count < 10_000 ? 0.5 : 0.8 } as const;
  const name = (what: string) => ({ name: `${pages}: ${what}`, engine });
  return [
    lineOf(
      { ...name('a score, to the last'), unit: 'pages/s', aim: speed },
      of(({ last }) => (count / last) * 1000),
      problems,
    ),
    lineOf(
      { ...name('a request waits at most'), unit: 'ms', aim: HELD_UP },
      of(({ heldUp }) => heldUp),
      [],
    ),
  ];
}

function setScore(port: number, { admin, weekId }: LiveLeague, homeScore: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: admin.cookie };
  const body = JSON.stringify({ homeScore });
  return send(`http://127.0.0.1:${port}/api/games/${gameId(weekId, 0)}`, { method: 'PATCH', headers, body });
}

async function send(url: string, request: RequestInit): Promise<void> {
  const reply = await fetch(url, request);
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${request.method} ${url} answered ${reply.status}: ${text}`);
}
