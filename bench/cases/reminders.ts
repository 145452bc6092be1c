/** What reminders cost the server that sends them: how long until all are handed over, and how long requests wait meanwhile. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createApp } from '#server/app.ts';
import type { Deps } from '#server/deps.ts';
import { closeDeps, createDeps } from '#server/deps.ts';
import { setChoice, setSettings } from '#server/notify/store.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { connect } from '#server/platform/db/connect.ts';
import { createPersonLimits, personRates } from '#server/platform/http/limits.ts';
import { freePort } from '../../scripts/free-port.ts';
import type { Player } from '../league.ts';
import { addGames, addPlayers, addPool, settingsFor, withLeague } from '../league.ts';
import type { Asked } from '../load/asker.ts';
import type { Aim, Line, Plan } from '../measure.ts';
import { median } from '../measure.ts';

/** One person asks for all. */
const ANY_RATE = { ...personRates, calls: { burst: Number.POSITIVE_INFINITY, everyMs: 1 } };
/** Members of each pool. */
const POOL = 100;
const HOUR_MS = 3_600_000;
/** The first game kicks off a day from now: two hours before, everybody is to be reminded. */
const AHEAD_MS = 22 * HOUR_MS;
/** Between two requests of who asks meanwhile, in ms. */
const PAUSE_MS = 5;
const HANDED_OVER: Aim = { of: 'own', is: 'below', value: 60_000 };
const WAIT: Aim = { of: 'own', is: 'below', value: 50 };

export async function measureReminders(plan: Plan): Promise<Line[]> {
  const lines: Line[] = [];
  for (const engine of plan.engines) lines.push(...(await measureEngine(plan, engine)));
  return lines;
}

async function measureEngine(
  { places, reminders, rounds, stretchMs, warmUpMs }: Plan,
  engine: Engine,
): Promise<Line[]> {
  const location = await places.make(engine);
  const at = Date.now() + AHEAD_MS;
  const players = await makeLeague(location, reminders, noonAt(at));
  const store = connect(location);
  const port = await freePort();
  let sent = 0;
  const send = async () => {
    sent += 1;
  };
  const transport = { send, close: () => {} };
  const mail = { smtpUrl: 'smtp://localhost', from: 'pool@example.org' };
  const settings = { ...settingsFor(location), mail, logLevel: 'silent' as const };
  const deps = await createDeps(
    settings,
    store,
    { now: () => at },
    { transport, personLimits: createPersonLimits(ANY_RATE) },
  );
  const app = await createApp(deps, null);
  await app.listen({ host: '127.0.0.1', port });
  try {
    const asked: Asked = {
      url: `http://127.0.0.1:${port}/api/session`,
      cookie: players[0]?.cookie ?? '',
      pauseMs: PAUSE_MS,
    };
    const asker = new Worker(new URL('../load/asker.ts', import.meta.url), { workerData: asked });
    const waitsSoFar = async (word: 'told' | 'over') => {
      asker.postMessage(word);
      return ((await once(asker, 'message')) as [number[]])[0];
    };
    // The first requests of a thread wait for itself.
    await pause(warmUpMs);
    await waitsSoFar('told');
    await pause(rounds * stretchMs);
    const quiet = await waitsSoFar('told');
    const took = await handOver(deps);
    const waits = await waitsSoFar('over');
    const problems = sent === reminders ? [] : [`${sent} of ${reminders} were sent`];
    return linesOf(engine, reminders, { took, waits, quiet, problems });
  } finally {
    await app.close();
    await closeDeps(deps);
  }
}

async function handOver({ notify: { jobs, mailer } }: Deps): Promise<number> {
  const began = performance.now();
  await jobs.tick();
  await mailer.idle();
  return performance.now() - began;
}

function makeLeague(location: string, count: number, zone: string): Promise<Player[]> {
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, count);
    const weeks = await addGames(deps, 1, 'Not Started');
    for (let from = 0; from < count; from += POOL) await addPool(deps, players.slice(from, from + POOL), weeks);
    await deps.store.db.transaction().execute(async (tx) => {
      for (const { userId } of players) {
        await setChoice(tx, userId, { kind: 'missing-picks', channel: 'mail', wanted: true });
        await setSettings(tx, userId, { zone });
      }
    });
    return players;
  });
}

/** A zone in which it is about noon at a moment. */
function noonAt(ms: number): string {
  const east = 12 - new Date(ms).getUTCHours();
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}

interface Measured {
  readonly took: number;
  /** How long requests waited, in ms: while reminders were sent, and before. */
  readonly waits: readonly number[];
  readonly quiet: readonly number[];
  readonly problems: readonly string[];
}

function linesOf(engine: Engine, count: number, { took, waits, quiet, problems }: Measured): Line[] {
  const none = { engine, unit: 'ms', ratio: null, problems } as const;
  return [
    {
      ...none,
      name: `${count} reminders handed over`,
      own: took,
      raw: null,
      p50: null,
      p99: null,
      rawP99: null,
      aim: HANDED_OVER,
    },
    {
      ...none,
      name: 'the longest wait meanwhile, to that before',
      own: Math.max(...waits),
      raw: Math.max(...quiet),
      p50: median(waits),
      p99: p99Of(waits),
      rawP99: p99Of(quiet),
      aim: WAIT,
    },
  ];
}

function p99Of(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;
}
