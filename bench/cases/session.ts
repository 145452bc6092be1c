/** What it costs to know who a request comes from, in this process. */
import type { Engine } from '#server/platform/db/connect.ts';
import { addPlayers, addPool, withLeague } from '../league.ts';
import type { Line, Plan, Round } from '../measure.ts';
import { median, ratioOf } from '../measure.ts';
import { openRawDatabase } from '../raw/database.ts';

const READINGS = 2000;
const aim = { of: 'own', is: 'below', value: 60 } as const;

export async function measureSession(plan: Plan): Promise<Line[]> {
  const lines: Line[] = [];
  for (const engine of plan.engines) lines.push(await measureEngine(plan, engine));
  return lines;
}

async function measureEngine(plan: Plan, engine: Engine): Promise<Line> {
  const location = await plan.places.make(engine);
  return withLeague(location, async (deps) => {
    const players = await addPlayers(deps, plan.players);
    const poolId = await addPool(deps, players, []);
    const tokens = players.map(({ cookie }) => /=([^.]+)/.exec(cookie)?.[1] ?? '');
    const bare = await openRawDatabase(location);
    const place = () => ({ address: '127.0.0.1', userAgent: '' });
    const own = async (at: number) => {
      const caller = await deps.accounts.sessions.read(players[at % players.length]?.cookie, { poolId }, place);
      return caller?.isMember === true;
    };
    const raw = async (at: number) => {
      return (await bare.findSession(tokens[at % tokens.length] ?? '', poolId, '')) !== undefined;
    };
    const rounds: Round[] = [];
    for (let round = 0; round <= plan.rounds; round += 1) rounds.push({ own: await time(own), raw: await time(raw) });
    await bare.close();
    return lineOf(engine, rounds.slice(1));
  });
}

function lineOf(engine: Engine, rounds: readonly Round[]): Line {
  const middle = (server: keyof Round) => median(rounds.map((round) => round[server]));
  const times = { own: middle('own'), raw: middle('raw'), ratio: ratioOf(rounds), p50: null, p99: null, rawP99: null };
  // A round trip to PostgreSQL is not ours to shorten.
  return { name: 'session read', engine, unit: 'µs', ...times, aim: engine === 'sqlite' ? aim : null, problems: [] };
}

/** µs of one reading. @throws when a session is not found: that would be fast, but no measurement */
async function time(read: (at: number) => Promise<boolean>): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < READINGS; at += 1) if (!(await read(at))) throw new Error('A session was not found.');
  return ((performance.now() - started) / READINGS) * 1000;
}
