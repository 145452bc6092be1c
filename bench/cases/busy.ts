/** How long a member waits for their session while ten others run the costliest calls as fast as they may. */
import { setTimeout as pause } from 'node:timers/promises';
import { makeCalendar } from '#server/calendar/store.ts';
import { addCommissioner } from '#server/members/store.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import type { Player } from '#tests/direct-league.ts';
import { addPlayers, withLeague } from '#tests/direct-league.ts';
import type { AskerActs } from '../asker.ts';
import { addGames, addPool, addPoolWithPicks, addTalk, SEASON } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import { startProcess } from '../processes.ts';
import { makeDatabase, startLimited } from '../servers.ts';

/** Connections of each busy member. */
const AT_ONCE = 20;
/** A calendar has the weeks ahead: at most so many. */
const CALENDAR_WEEKS = 7;
/** Between two requests of the one who waits, in ms: within the limits of a person. */
const PAUSE_MS = 25;
const REFUSED = 429;
/** A person has made as many pools as they may. */
const FULL = 409;

/** A busy member, with the pool that they run. */
interface Member extends Player {
  readonly poolId: string;
  readonly calendar: string;
}

interface League {
  readonly location: string;
  readonly members: readonly Member[];
  /** None of the busy ones. */
  readonly other: Player;
  readonly weeks: readonly string[];
  /** A pool with all players. */
  readonly largest: string;
}

type Send = (method: string, path: string, body?: unknown) => Promise<void>;

/** What a busy member calls, over and over. */
const acts = {
  calendars: (send, _, { calendar }) => send('GET', `/api/calendars/${calendar}.ics`),
  'weeks emptied and filled': async (send, { weeks }, { poolId }) => {
    await send('DELETE', `/api/pools/${poolId}/weeks`);
    await send('PUT', `/api/pools/${poolId}/weeks`, { weekIds: weeks });
  },
  labs: (send, { largest }) => send('GET', `/api/pools/${largest}/lab`),
  'pages of talk': (send, { largest }) => send('GET', `/api/pools/${largest}/talk?before=1000000`),
  'pools made': (send) => send('POST', '/api/pools', { name: 'One more', season: SEASON, plays: true }),
} as const satisfies Record<string, (send: Send, league: League, member: Member) => Promise<void>>;

export type BusyAct = keyof typeof acts;
export const busyActs = Object.keys(acts) as BusyAct[];

export async function measureBusy(plan: Plan, engine: Engine): Promise<Line[]> {
  const ahead = await makeLeague(plan, engine, 'Not Started');
  const season = await makeLeague(plan, engine, 'Final');
  const lines: Line[] = [];
  for (const act of plan.busy.acts)
    lines.push(await measureAct(plan, engine, act, act === 'calendars' ? ahead : season));
  return lines;
}

/** A league before its season, or after it, with picks: each busy member runs a pool of twice as many. */
async function makeLeague(plan: Plan, engine: Engine, status: 'Not Started' | 'Final'): Promise<League> {
  const { poolSizes, busy } = plan;
  const [addSomePool, weekCount] =
    status === 'Final' ? [addPoolWithPicks, plan.weeks] : [addPool, Math.min(plan.weeks, CALENDAR_WEEKS)];
  const location = await makeDatabase(engine, plan.cleanup);
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, Math.max(poolSizes[0] ?? 0, busy.members + 1));
    const weeks = await addGames(deps, weekCount, status);
    const largest = await addSomePool(deps, players, weeks);
    await addTalk(deps, largest, players, busy.messages);
    const members: Member[] = [];
    for (const player of players.slice(1, busy.members + 1)) {
      const poolId = await addSomePool(deps, players.slice(0, 2 * busy.members), weeks);
      const { userId } = player;
      await addCommissioner(deps.store.db, { adminId: null, now: Date.now() }, { poolId, userId });
      members.push({ ...player, poolId, calendar: await makeCalendar(deps.store.db, userId, Date.now()) });
    }
    return { location, members, other: players[0] as Player, weeks, largest };
  });
}

async function measureAct(plan: Plan, engine: Engine, act: BusyAct, league: League): Promise<Line> {
  const ms = plan.rounds * plan.stretchMs;
  await using server = await startLimited(league.location);
  await using asker = startProcess<AskerActs>('./asker.ts');
  const origin = `http://127.0.0.1:${server.port}`;
  await asker.call('start', `${origin}/api/session`, league.other.cookie, PAUSE_MS);
  const over = new AbortController();
  const problems = new Set<string>();
  const callers = league.members.map((member) => {
    const send = sender(origin, member, over.signal, problems);
    return () => acts[act](send, league, member);
  });
  // The first requests of a process wait for the process itself, the first calls of a server for its code to be compiled.
  await pause(plan.warmUpMs);
  for (const call of callers) await call();
  await asker.call('take');
  await pause(ms);
  const quiet = at99(await asker.call('take'));
  await keepBusy(callers, ms, over, problems);
  const own = at99(await asker.call('take'));
  const name = `${act}: p99 of another's wait`;
  return { name, engine, unit: 'ms', own, raw: quiet, aim: { below: 100 }, problems: [...problems] };
}

/** Lets all members call for so many ms, and at least until the first call is answered. */
async function keepBusy(
  callers: readonly (() => Promise<void>)[],
  ms: number,
  over: AbortController,
  problems: Set<string>,
): Promise<void> {
  const first = Promise.withResolvers<void>();
  const repeat = async (call: () => Promise<void>) => {
    while (!over.signal.aborted) {
      await call();
      first.resolve();
    }
  };
  const calls = callers.flatMap((call) => Array.from({ length: AT_ONCE }, () => repeat(call)));
  await Promise.race([Promise.all([pause(ms), first.promise]), Promise.all(calls)]);
  over.abort();
  for (const result of await Promise.allSettled(calls))
    if (result.status === 'rejected' && result.reason?.name !== 'AbortError') problems.add(String(result.reason));
}

/** Calls as a member. A call over a limit is repeated once the server says so. @param problems gets all other refusals */
function sender(origin: string, { cookie }: Player, signal: AbortSignal, problems: Set<string>): Send {
  return async (method, path, body) => {
    const headers = new Headers({ 'sec-fetch-site': 'same-origin', cookie });
    if (body !== undefined) headers.set('content-type', 'application/json');
    for (;;) {
      const reply = await fetch(origin + path, { method, headers, signal, body: JSON.stringify(body) ?? null });
      await reply.arrayBuffer();
      if (reply.status !== REFUSED) {
        if (!reply.ok && reply.status !== FULL) problems.add(`${method} ${path}: ${reply.status}`);
        return;
      }
      await pause(1000 * Number(reply.headers.get('retry-after')), undefined, { signal });
    }
  };
}

function at99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}
