/** How soon the last of many open pages has a changed score, and how long other requests wait meanwhile. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TopicRef } from '#contract/live.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { addPlayers, withLeague } from '#tests/direct-league.ts';
import type { AskerActs } from '../asker.ts';
import { addPickedPool, addWeeks, gamesOf } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import { lineOf, takeTurns } from '../measure.ts';
import type { PagesActs, PlannedPage } from '../pages.ts';
import { startProcess, steadyNow } from '../processes.ts';
import type { RunningServer } from '../servers.ts';
import { makeDatabase, requestOf, startOwn, startRaw } from '../servers.ts';

/** Members of each pool. */
const MEMBERS = 250;
const LONGEST_MS = 10_000;
const REST_MS = 300;

type League = Awaited<ReturnType<typeof makeLeague>>;

export async function measureLive(plan: Plan, engine: Engine): Promise<Line[]> {
  const league = await makeLeague(plan, engine);
  const lines: Line[] = [];
  for (const count of plan.pages) lines.push(...(await measurePages(plan, engine, league, count)));
  return lines;
}

/** The owner of the first page is an admin. */
async function makeLeague({ cleanup, pages: counts }: Plan, engine: Engine) {
  const location = await makeDatabase(engine, cleanup);
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, Math.max(...counts));
    const weeks = await addWeeks(deps, 1, 'In Progress');
    const [weekId = ''] = weeks;
    const pages: PlannedPage[] = [];
    for (let at = 0; at < players.length; at += MEMBERS) {
      const members = players.slice(at, at + MEMBERS);
      const poolId = await addPickedPool(deps, { members, weeks });
      const watch: TopicRef[] = [
        { kind: 'poolGames', poolId, weekId },
        { kind: 'matchup', poolId, weekId },
        { kind: 'pool', poolId },
        { kind: 'standings', poolId },
      ];
      pages.push(...members.map(({ cookie }) => ({ cookie, watch })));
    }
    const admin = players[0]?.userId ?? '';
    await deps.store.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin).execute();
    return { location, gid: gamesOf(weekId)[0] ?? '', pages };
  });
}

async function measurePages(plan: Plan, engine: Engine, league: League, count: number): Promise<Line[]> {
  const open = league.pages.slice(0, count);
  const cookie = open[0]?.cookie ?? '';
  await using own = await openSide(await startOwn(league.location), open);
  const bare = open.map(() => ({ cookie, watch: [] }));
  await using raw = await openSide(await startRaw(league.location), bare);
  const rounds = await takeTurns(
    plan.rounds,
    (score) => own.change(score + 1, `/api/games/${league.gid}`, requestOf(cookie, 'PATCH', { homeScore: score + 1 })),
    // The baseline sends the same message as our server.
    (score, { message }) => raw.change(score + 1, '/', { method: 'POST', body: message }),
  );
  const pages = `${count.toLocaleString('en')} pages`;
  // With few pages, editing the game and reading the week again count for more than sending.
  const aim = { ratio: count < 10_000 ? 0.5 : 0.8 };
  const speed = { name: `${pages}: a score, to the last`, engine, unit: 'pages/s', aim } as const;
  const wait = { name: `${pages}: a request waits at most`, engine, unit: 'ms', aim: { below: 15 } } as const;
  return [
    lineOf(speed, rounds, ({ lastMs }) => (count / lastMs) * 1000),
    lineOf(wait, rounds, ({ heldUpMs }) => heldUpMs),
  ];
}

/** One side of the comparison: a server, its open pages, and a process that sends other requests. */
async function openSide(server: RunningServer, planned: readonly PlannedPage[]) {
  const origin = `http://127.0.0.1:${server.port}`;
  const cleanup = new AsyncDisposableStack();
  cleanup.use(server);
  const pages = cleanup.use(startProcess<PagesActs>('./pages.ts'));
  const asker = cleanup.use(startProcess<AskerActs>('./asker.ts'));
  await pages.call('open', server.port, planned);
  await asker.call('start', `${origin}/healthz`, '', 1);

  /** Changes a score. @returns when the last page has it, the longest wait of another request meanwhile, and the message to the pages */
  async function change(score: number, path: string, request: RequestInit) {
    const arrival = pages.call('receive', `"homeScore":${score},`, LONGEST_MS);
    await pause(REST_MS);
    await asker.call('take');
    const began = steadyNow();
    const reply = await fetch(origin + path, request);
    const text = await reply.text();
    const { count, at, message } = await arrival;
    await pause(REST_MS);
    const heldUpMs = Math.max(...(await asker.call('take')));
    const problems = reply.ok ? [] : [`${path} answered ${reply.status}: ${text}`];
    if (count < planned.length) problems.push(`${planned.length - count} pages never had a score`);
    return { lastMs: at - began, heldUpMs, message, problems };
  }
  return { change, [Symbol.asyncDispose]: () => cleanup.disposeAsync() };
}
