/** How long a member waits to hear who they are while ten others run the costliest calls as fast as they may. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { makeCalendar } from '#server/calendar/store.ts';
import type { Deps } from '#server/deps.ts';
import { addCommissioner } from '#server/members/store.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { freePort } from '../../scripts/free-port.ts';
import { startGuarded } from '../../scripts/guard.ts';
import type { Player } from '../league.ts';
import { addAllPicks, addGames, addPlayers, addPool, environment, withLeague } from '../league.ts';
import type { Asked } from '../load/asker.ts';
import type { Line, Plan } from '../measure.ts';
import { median } from '../measure.ts';
import { ownProgram, started } from '../servers.ts';

/** Each busy member has so many connections at once. */
const AT_ONCE = 20;
/** A calendar has the weeks ahead: at most so many. */
const CALENDAR_WEEKS = 7;
/** Between two requests of the one who waits, in ms: within what a person may call. */
const PAUSE_MS = 25;
const REFUSED = 429;
/** Somebody has made as many pools as they may. */
const FULL = 409;
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
const JSON_HEADERS = { ...SAME_ORIGIN, 'content-type': 'application/json' };
const P99 = { of: 'own', is: 'below', value: 100 } as const;

/** What a busy member calls, over and over. */
interface Member extends Player {
  /** The pool that they run. */
  readonly poolId: string;
  readonly calendar: string;
}

interface League {
  readonly members: readonly Member[];
  /** Nobody of the busy ones. */
  readonly other: Player;
  readonly weeks: readonly string[];
  /** A pool with all players. */
  readonly largest: string;
}

type Send = (method: string, path: string, body?: unknown) => Promise<void>;
type Act = (send: Send, league: League, member: Member) => Promise<void>;

const acts = {
  calendars: async (send, _league, { calendar }) => {
    await send('GET', `/api/calendars/${calendar}.ics`);
  },
  'weeks emptied and filled': async (send, { weeks }, { poolId }) => {
    await send('DELETE', `/api/pools/${poolId}/weeks`);
    await send('PUT', `/api/pools/${poolId}/weeks`, { weekIds: weeks });
  },
  labs: async (send, { largest }) => {
    await send('GET', `/api/pools/${largest}/lab`);
  },
  'pages of talk': async (send, { largest }) => {
    await send('GET', `/api/pools/${largest}/talk?before=1000000`);
  },
  'pools made': async (send, { weeks }) => {
    const season = Number(weeks[0]?.slice(0, 4));
    await send('POST', '/api/pools', { name: 'One more', season, plays: true });
  },
} as const satisfies Record<string, Act>;

/** What busy members can do. */
export type BusyAct = keyof typeof acts;
export const busyActs = Object.keys(acts) as BusyAct[];

export async function measureBusy(plan: Plan): Promise<Line[]> {
  const lines: Line[] = [];
  for (const engine of plan.engines) {
    const ahead = await makeLeague(plan, engine, 'Not Started');
    const season = await makeLeague(plan, engine, 'Final');
    for (const name of plan.busy.acts)
      lines.push(...(await measureAct(plan, engine, name, acts[name], name === 'calendars' ? ahead : season)));
  }
  return lines;
}

/** A league before its season, with pools of ten, or after it, with picks. */
async function makeLeague(
  { places, poolSizes, messages, weeks: seasonWeeks, busy }: Plan,
  engine: Engine,
  status: 'Not Started' | 'Final',
) {
  const location = await places.make(engine);
  const league = await withLeague(location, async (deps): Promise<League> => {
    const isOver = status === 'Final';
    const players = await addPlayers(deps, Math.max(poolSizes[0] ?? 0, busy.members + 1));
    const weeks = await addGames(deps, isOver ? seasonWeeks : Math.min(seasonWeeks, CALENDAR_WEEKS), status);
    const largest = await addPool(deps, players, weeks);
    if (isOver) await addAllPicks(deps, largest, players, weeks);
    await addTalk(deps, largest, players, messages);
    const pools: string[] = [];
    for (let number = 0; number < busy.members; number += 1) {
      const poolId = await addPool(deps, players.slice(0, 2 * busy.members), weeks);
      if (isOver) await addAllPicks(deps, poolId, players.slice(0, 2 * busy.members), weeks);
      pools.push(poolId);
    }
    const members: Member[] = [];
    for (const [at, player] of players.slice(1, busy.members + 1).entries()) {
      const poolId = pools[at] ?? '';
      const { userId } = player;
      await addCommissioner(deps.store.db, { adminId: null, now: Date.now() }, { poolId, userId });
      members.push({ ...player, poolId, calendar: await makeCalendar(deps.store.db, userId, Date.now()) });
    }
    return { members, other: players[0] as Player, weeks, largest };
  });
  return { location, league };
}

async function addTalk({ store: { db } }: Deps, poolId: string, players: readonly Player[], count: number) {
  await db.updateTable('pools').set({ has_talk: 1 }).where('id', '=', poolId).execute();
  await db.transaction().execute(async (tx) => {
    for (let number = 0; number < count; number += 1) {
      const by = players[number % players.length]?.userId ?? null;
      const said = {
        pool_id: poolId,
        user_id: by,
        kind: 'said' as const,
        text: 'the line moved again',
        at: Date.now(),
      };
      await tx
        .insertInto('messages')
        .values({ ...said, once: `message ${number}` })
        .execute();
    }
  });
}

async function measureAct(
  { rounds, stretchMs, warmUpMs }: Plan,
  engine: Engine,
  name: string,
  act: Act,
  { location, league }: { readonly location: string; readonly league: League },
): Promise<Line[]> {
  const port = await freePort();
  const env = { ...process.env, ...environment(location, port), POOLS: 'everyone' };
  const server = await started(
    startGuarded({ command: process.execPath, args: [ownProgram], env, stopSignal: 'SIGKILL' }),
    port,
  );
  try {
    const url = `http://127.0.0.1:${port}/api/session`;
    const asked: Asked = { url, cookie: league.other.cookie, pauseMs: PAUSE_MS };
    const asker = new Worker(new URL('../load/asker.ts', import.meta.url), { workerData: asked });
    const waitsSoFar = async (word: 'told' | 'over') => {
      asker.postMessage(word);
      return ((await once(asker, 'message')) as [number[]])[0];
    };
    // The first requests of a thread wait for itself.
    await pause(warmUpMs);
    await warmUp(port, league, act);
    await waitsSoFar('told');
    await pause(rounds * stretchMs);
    const quiet = await waitsSoFar('told');
    const problems = await keepBusy(port, league, act, rounds * stretchMs);
    const waits = await waitsSoFar('over');
    return linesOf(engine, name, { waits, quiet, problems });
  } finally {
    await server.kill();
  }
}

/** Lets all members call for so many ms, or until the first call is answered. @returns what was refused, but for limits */
async function keepBusy(port: number, league: League, act: Act, ms: number): Promise<string[]> {
  const over = new AbortController();
  const problems = new Set<string>();
  const first = Promise.withResolvers<void>();
  const call = async (member: Member): Promise<void> => {
    const send = sender(port, member, over.signal, problems);
    while (!over.signal.aborted) {
      await act(send, league, member);
      first.resolve();
    }
  };
  const calls = league.members.flatMap((member) => Array.from({ length: AT_ONCE }, () => call(member)));
  await Promise.race([Promise.all([pause(ms), first.promise]), Promise.all(calls)]);
  over.abort();
  for (const { reason } of (await Promise.allSettled(calls)).filter((each) => each.status === 'rejected'))
    if (reason instanceof Error && reason.name !== 'AbortError') problems.add(reason.message);
  return [...problems];
}

/** Lets each member call once: the first calls of a server wait for its code to be compiled. */
async function warmUp(port: number, league: League, act: Act): Promise<void> {
  const { signal } = new AbortController();
  for (const member of league.members) await act(sender(port, member, signal, new Set()), league, member);
}

/** Calls as a member. A call over a limit is made again once the server says so. @param problems gets what else was refused */
function sender(port: number, { cookie }: Member, signal: AbortSignal, problems: Set<string>): Send {
  return async (method, path, body) => {
    const headers = { cookie, ...(body === undefined ? SAME_ORIGIN : JSON_HEADERS) };
    const request = { method, headers, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, request);
      await answer.arrayBuffer();
      if (answer.status !== REFUSED) {
        if (!answer.ok && answer.status !== FULL) problems.add(`${method} ${path}: ${answer.status}`);
        return;
      }
      await pause(1000 * Number(answer.headers.get('retry-after')), undefined, { signal });
    }
  };
}

interface Measured {
  /** How long requests waited, in ms: while others were busy, and before. */
  readonly waits: readonly number[];
  readonly quiet: readonly number[];
  readonly problems: readonly string[];
}

function linesOf(engine: Engine, name: string, { waits, quiet, problems }: Measured): Line[] {
  const common = { engine, unit: 'ms', ratio: null, p50: median(waits), rawP99: at99(quiet), problems } as const;
  const [p99, rawP99] = [at99(waits), at99(quiet)];
  return [
    { ...common, name: `${name}: 99 of 100 wait less, to idle`, own: p99, raw: rawP99, p99, aim: P99 },
    {
      ...common,
      name: `${name}: the longest wait, to idle`,
      own: Math.max(...waits),
      raw: Math.max(...quiet),
      p99,
      aim: null,
    },
  ];
}

function at99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}
