/** Open pages, and how soon the last of them has a score that changed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TopicRef } from '#contract/live.ts';
import { LIVE_PATH } from '#contract/live.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import type { Player } from '../league.ts';
import { addAllPicks, addGames, addPlayers, addPool, gameId, withLeague } from '../league.ts';
import type { Crowd } from '../live/crowd.ts';
import { gather } from '../live/crowd.ts';
import type { PlannedPage } from '../live/protocol.ts';
import { steadyNow } from '../live/protocol.ts';
import { Requests } from '../live/requests.ts';
import type { WatchedServer } from '../live/servers.ts';
import { startOwn, startRaw } from '../live/servers.ts';
import type { Aim, Line, Plan } from '../measure.ts';
import { median, ratioOf } from '../measure.ts';

const MEMBERS = 250;
/** Pages that are open before memory is measured, so that what a server needs once is not counted. */
const WARM_UP = 200;
const LONGEST_MS = 10_000;
const REST_MS = 300;
const POLL_MS = 20;
const aims = {
  heldUp: { of: 'own', is: 'below', value: 15 },
  memory: { of: 'own', is: 'below', value: 12 },
} as const satisfies Record<string, Aim>;

/** With few pages, editing the game and reading the week again count for more than sending. */
function speedAim(pages: number): Aim {
  return { of: 'ratio', is: 'at least', value: pages < 10_000 ? 0.5 : 0.8 };
}

export async function measureLive(plan: Plan): Promise<Line[]> {
  const lines: Line[] = [];
  for (const engine of plan.engines) {
    const league = await makeLeague(plan, engine);
    for (const pages of plan.pages) lines.push(...(await measurePages(plan, engine, league, pages)));
  }
  return lines;
}

interface LiveLeague {
  readonly location: string;
  readonly weekId: string;
  readonly admin: Player;
  /** Who looks at what, page by page. */
  readonly pages: readonly { readonly player: Player; readonly poolId: string }[];
}

async function makeLeague(plan: Plan, engine: Engine): Promise<LiveLeague> {
  const location = await plan.places.make(engine);
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, Math.max(...plan.pages));
    const weeks = await addGames(deps, 1, 'In Progress');
    const pages: LiveLeague['pages'][number][] = [];
    for (let at = 0; at < players.length; at += MEMBERS) {
      const members = players.slice(at, at + MEMBERS);
      const poolId = await addPool(deps, members, weeks);
      await addAllPicks(deps, poolId, members, weeks);
      pages.push(...members.map((player) => ({ player, poolId })));
    }
    const admin = players[0] as Player;
    await deps.store.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.userId).execute();
    return { location, weekId: weeks[0] ?? '', admin, pages };
  });
}

/** One score change. Times in ms, from the request that brings it. */
interface Change {
  readonly first: number;
  readonly last: number;
  readonly processorMs: number;
  /** How long a request waited at most meanwhile. */
  readonly heldUp: number;
  /** Pages that never had it. */
  readonly missing: number;
}

/** One side of the comparison: a server and the pages that look at it. */
interface Side {
  readonly server: WatchedServer;
  readonly crowd: Crowd;
  readonly requests: Requests;
  readonly memoryKb: number;
}

async function openSide(server: WatchedServer, pages: readonly PlannedPage[]): Promise<Side> {
  const crowd = gather();
  await crowd.open(server.port, pages.slice(0, WARM_UP));
  const before = await server.memory();
  await crowd.open(server.port, pages.slice(WARM_UP));
  await pause(REST_MS);
  const memoryKb = ((await server.memory()) - before) / 1024 / (pages.length - WARM_UP);
  return { server, crowd, memoryKb, requests: new Requests(server.port) };
}

async function closeSide({ server, crowd, requests }: Side): Promise<void> {
  await requests.stop();
  await crowd.leave();
  await server.kill();
}

interface Round {
  readonly own: Change;
  readonly raw: Change;
}

async function measurePages(plan: Plan, engine: Engine, league: LiveLeague, count: number): Promise<Line[]> {
  const rawLocation = await plan.places.make(engine);
  const own = await openSide(await startOwn(league.location), league.pages.slice(0, count).map(ownPage(league)));
  const raw = await openSide(await startRaw(rawLocation), Array<PlannedPage>(count).fill(rawPage));
  try {
    const rounds: Round[] = [];
    for (let round = 0; round <= plan.rounds; round += 1) {
      const score = nextScore();
      const marker = `"homeScore":${score},`;
      const ownChange = await change(own, count, marker, () => setScore(own.server.port, league, score));
      const { message } = await own.crowd.found();
      const rawChange = await change(raw, count, marker, () =>
        send(raw.server.port, '/', { method: 'POST', body: message }),
      );
      rounds.push({ own: ownChange, raw: rawChange });
    }
    return linesOf(engine, count, rounds.slice(1), own, raw);
  } finally {
    await closeSide(own);
    await closeSide(raw);
  }
}

let score = 0;

/** Never the one before. */
function nextScore(): number {
  score = (score % 99) + 1;
  return score;
}

async function change({ server, crowd, requests }: Side, pages: number, marker: string, act: () => Promise<void>) {
  await crowd.lookFor(marker);
  await pause(REST_MS);
  const before = await server.usage();
  requests.longest();
  const began = steadyNow();
  await act();
  let { arrivals } = await crowd.found();
  while (arrivals.count < pages && steadyNow() - began < LONGEST_MS) {
    await pause(POLL_MS);
    ({ arrivals } = await crowd.found());
  }
  await pause(REST_MS);
  const { processorMs } = await server.usage();
  return {
    first: arrivals.first - began,
    last: arrivals.last - began,
    processorMs: processorMs - before.processorMs,
    heldUp: requests.longest(),
    missing: pages - arrivals.count,
  };
}

function linesOf(engine: Engine, count: number, rounds: readonly Round[], own: Side, raw: Side): Line[] {
  const pages = `${count.toLocaleString('en')} pages`;
  const middle = (pick: (round: Round) => number) => median(rounds.map(pick));
  const line = (what: string, unit: Line['unit'], pick: (change: Change) => number): Line => {
    const pairs = rounds.map((round) => ({ own: pick(round.own), raw: pick(round.raw) }));
    const middles = { own: middle((round) => pick(round.own)), raw: middle((round) => pick(round.raw)) };
    return { ...plain, engine, name: `${pages}: ${what}`, unit, ...middles, ratio: ratioOf(pairs) };
  };
  const memory = { own: own.memoryKb, raw: raw.memoryKb };
  return [
    {
      ...line('a score, to first and last', 'pages/s', ({ last }) => (count / last) * 1000),
      p50: middle((round) => round.own.first),
      p99: middle((round) => round.own.last),
      rawP99: middle((round) => round.raw.last),
      aim: speedAim(count),
      problems: rounds.flatMap((round) => [...lost('ours', round.own), ...lost('raw', round.raw)]),
    },
    { ...line('a request waits at most', 'ms', ({ heldUp }) => heldUp), aim: aims.heldUp },
    line('processor for 1,000', 'ms', ({ processorMs }) => (processorMs / count) * 1000),
    {
      ...plain,
      engine,
      name: `${pages}: memory of one`,
      unit: 'KB',
      ...memory,
      ratio: ratioOf([memory]),
      aim: aims.memory,
    },
  ];
}

const plain = { p50: null, p99: null, rawP99: null, aim: null, problems: [] } as const;

function lost(server: string, { missing }: Change): string[] {
  return missing === 0 ? [] : [`${server}: ${missing} pages never had a score`];
}

function ownPage({ weekId }: LiveLeague) {
  return ({ player, poolId }: LiveLeague['pages'][number]): PlannedPage => {
    const watch: TopicRef[] = [
      { kind: 'games', weekId },
      { kind: 'matchup', poolId, weekId },
      { kind: 'pool', poolId },
      { kind: 'standings', poolId },
    ];
    return { request: upgrade(LIVE_PATH, player.cookie), says: JSON.stringify({ watch }), answers: watch.length };
  };
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
    'accept-language: en-US,en;q=0.5',
    'accept-encoding: gzip, deflate, br',
    ...(cookie ? [`cookie: ${cookie}`] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function setScore(port: number, { admin, weekId }: LiveLeague, homeScore: number): Promise<void> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', cookie: admin.cookie };
  const body = JSON.stringify({ homeScore });
  return send(port, `/api/games/${gameId(weekId, 0)}`, { method: 'PATCH', headers, body });
}

async function send(port: number, path: string, request: RequestInit): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, request);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${request.method} ${path} answered ${answer.status}: ${text}`);
}
