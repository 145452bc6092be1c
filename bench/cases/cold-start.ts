/** How long it takes from the command to the first answer. */
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { addAllPicks, addGames, addPlayers, addPool, environment, withLeague } from '../league.ts';
import type { Line, Plan, Round } from '../measure.ts';
import { median, ratioOf } from '../measure.ts';
import { ownProgram, rawProgram, untilReady } from '../servers.ts';

const START_MS = 60_000;
const MEMBERS = 100;

type Command = (port: number) => { readonly args: readonly string[]; readonly env?: Record<string, string> };

export async function measureColdStart(plan: Plan): Promise<Line[]> {
  const location = await plan.places.make('sqlite');
  await withLeague(location, async (deps) => {
    const players = await addPlayers(deps, Math.min(MEMBERS, ...plan.poolSizes));
    const weeks = await addGames(deps, plan.weeks, 'Final');
    await addAllPicks(deps, await addPool(deps, players, weeks), players, weeks);
  });
  const demoFile = join(dirname(location), 'demo.db');
  const raw: Command = (port) => ({ args: [rawProgram, String(port), JSON.stringify({ location: null })] });
  const league: Command = (port) => ({ args: [ownProgram], env: environment(location, port) });
  const demo: Command = (port) => ({
    args: [ownProgram, '--demo'],
    env: { DEMO_FILE: demoFile, PORT: String(port), LOG_LEVEL: 'warn' },
  });
  return [
    firstStart(await timeStart(demo)),
    await compare(plan, 'start of a league with a season', league, raw),
    await compare(plan, 'start of the demo', demo, raw),
  ];
}

function firstStart(own: number): Line {
  return { ...unloaded, name: 'first start of the demo', own, raw: null, ratio: null };
}

const unloaded = { engine: 'sqlite', unit: 'ms', p50: null, p99: null, rawP99: null, aim: null, problems: [] } as const;

async function compare(plan: Plan, name: string, own: Command, raw: Command): Promise<Line> {
  const rounds: Round[] = [];
  for (let start = 0; start < plan.starts; start += 1) {
    const ownMs = await timeStart(own);
    rounds.push({ own: ownMs, raw: await timeStart(raw) });
  }
  const middle = (server: keyof Round) => median(rounds.map((round) => round[server]));
  return { ...unloaded, name, own: middle('own'), raw: middle('raw'), ratio: ratioOf(rounds) };
}

/** Milliseconds from the start of the process to its first 200 on /readyz. */
async function timeStart(command: Command): Promise<number> {
  const port = await freePort();
  const { args, env } = command(port);
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await untilReady(port, START_MS, () => child.exitCode === null);
    return performance.now() - started;
  } finally {
    await end(child);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
