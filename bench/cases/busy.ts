/** How long a member waits for their session while ten others make the most expensive calls as fast as their limits allow. */
import { setTimeout as pause } from 'node:timers/promises';
import { makeCalendar } from '#server/calendar/store.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import type { Player } from '#tests/direct-league.ts';
import { addPlayers, withLeague } from '#tests/direct-league.ts';
import type { AskerActs } from '../asker.ts';
import { addEmptyPool, addPickedPool, addTalk, addWeeks, SEASON } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import { quantile } from '../measure.ts';
import { startProcess } from '../processes.ts';
import type { LeagueRequest } from '../servers.ts';
import { makeDatabase, requestOf, startOwn } from '../servers.ts';

/** Connections of each busy member. */
const AT_ONCE = 20;
/** A calendar shows at most this many weeks ahead. */
const CALENDAR_WEEKS = 7;
/** Between two requests of the waiting member, in ms: within the limits of a person. */
const PAUSE_MS = 25;
const REFUSED = 429;
/** The status when a person has reached their limit of pools. */
const FULL = 409;

type League = Awaited<ReturnType<typeof makeLeague>>;
type Member = League['members'][number];
type Send = (method: LeagueRequest['method'], path: string, body?: unknown) => Promise<void>;

/** What a busy member does repeatedly. */
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

type BusyAct = keyof typeof acts;

export async function measureBusy(plan: Plan, engine: Engine): Promise<Line[]> {
  const ahead = await makeLeague(plan, engine, 'Not Started');
  const season = await makeLeague(plan, engine, 'Final');
  const lines: Line[] = [];
  for (const act of Object.keys(acts) as BusyAct[])
    lines.push(await measureAct(plan, engine, act, act === 'calendars' ? ahead : season));
  return lines;
}

/** A league before its season, or after it, with picks. Each busy member runs a pool of twice as many members. */
async function makeLeague(plan: Plan, engine: Engine, status: 'Not Started' | 'Final') {
  const { poolSizes, busy } = plan;
  const [addPool, weekCount] =
    status === 'Final' ? [addPickedPool, plan.weeks] : [addEmptyPool, Math.min(plan.weeks, CALENDAR_WEEKS)];
  const location = await makeDatabase(engine, plan.cleanup);
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, Math.max(poolSizes[0] ?? 0, busy.members + 1));
    const weeks = await addWeeks(deps, weekCount, status);
    const largest = await addPool(deps, { members: players, weeks });
    await addTalk(deps, largest, players, busy.messages);
    const members: (Player & { readonly poolId: string; readonly calendar: string })[] = [];
    for (const player of players.slice(1, busy.members + 1)) {
      const pool = { members: players.slice(0, 2 * busy.members), weeks, commissioners: [player] };
      const calendar = await makeCalendar(deps.store.db, player.userId, Date.now());
      members.push({ ...player, poolId: await addPool(deps, pool), calendar });
    }
    return { location, members, other: players[0]?.cookie ?? '', weeks, largest };
  });
}

async function measureAct(plan: Plan, engine: Engine, act: BusyAct, league: League): Promise<Line> {
  const ms = plan.rounds * plan.stretchMs;
  await using server = await startOwn(league.location, true);
  await using asker = startProcess<AskerActs>('./asker.ts');
  const origin = `http://127.0.0.1:${server.port}`;
  await asker.call('start', `${origin}/api/session`, league.other, PAUSE_MS);
  const problems = new Set<string>();
  const call = (member: Member, signal: AbortSignal) =>
    acts[act](senderOf(origin, member, problems, signal), league, member);
  // The first requests wait for the processes to load and compile their code.
  await pause(plan.stretchMs);
  for (const member of league.members) await call(member, new AbortController().signal);
  await asker.call('take');
  await pause(ms);
  const quiet = quantile(await asker.call('take'), 0.99);
  const over = AbortSignal.timeout(ms);
  const callOn = async (member: Member) => {
    while (!over.aborted) await call(member, over);
  };
  const calls = league.members.flatMap((member) => Array.from({ length: AT_ONCE }, () => callOn(member)));
  await Promise.all(calls).catch((error: unknown) => {
    if (!over.aborted) throw error;
  });
  const own = quantile(await asker.call('take'), 0.99);
  const name = `${act}: p99 of another's wait`;
  return { name, engine, unit: 'ms', own, raw: quiet, aim: { below: 100 }, problems: [...problems] };
}

/** Calls as a member. A call over a limit is retried when the server allows it. @param problems gets all other refusals */
function senderOf(origin: string, { cookie }: Player, problems: Set<string>, signal: AbortSignal): Send {
  return async (method, path, body) => {
    for (;;) {
      const reply = await fetch(origin + path, { ...requestOf(cookie, method, body), signal });
      await reply.arrayBuffer();
      if (reply.status !== REFUSED) {
        if (!reply.ok && reply.status !== FULL) problems.add(`${method} ${path}: ${reply.status}`);
        return;
      }
      await pause(1000 * Number(reply.headers.get('retry-after')), undefined, { signal });
    }
  };
}
