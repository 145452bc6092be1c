/** How long players wait to sign in while somebody tries 200 wrong passwords a second. */
import { setTimeout as wait } from 'node:timers/promises';
import { createPasswords } from '#server/accounts/passwords.ts';
import { createAccount } from '#server/accounts/store.ts';
import type { Engine } from '#server/platform/db/connect.ts';
import { freePort } from '../../scripts/free-port.ts';
import { startGuarded } from '../../scripts/guard.ts';
import { environment, withLeague } from '../league.ts';
import type { Line, Plan } from '../measure.ts';
import { median } from '../measure.ts';
import { ownProgram, started } from '../servers.ts';

const PASSWORD = 'Tailgate7';
const ACCOUNTS = 250;
/** Of those, the ones that are attacked. */
const VICTIMS = 200;
const ATTEMPTS_A_SECOND = 200;
const PAUSE_MS = 50;
const aim = { of: 'own', is: 'below', value: 1000 } as const;

interface Attempt {
  readonly email: string;
  readonly password: string;
  readonly from: string;
}

/** The nth attempt of an attacker; null for a quiet time. */
type Attack = ((n: number) => Attempt) | null;

const attacks: readonly (readonly [name: string, attack: Attack])[] = [
  ['sign-in, quiet', null],
  [
    'sign-in, 200 wrong/s from one address',
    (n) => ({ email: emailOf(n % VICTIMS), password: 'Wrong1', from: '198.51.100.1' }),
  ],
  ['sign-in, 200 wrong/s on one account', (n) => ({ email: emailOf(0), password: 'Wrong1', from: addressOf(n) })],
];

export async function measureSignIn(plan: Plan): Promise<Line[]> {
  const lines: Line[] = [];
  for (const engine of plan.engines) lines.push(...(await measureEngine(plan, engine)));
  return lines;
}

async function measureEngine(plan: Plan, engine: Engine): Promise<Line[]> {
  const location = await plan.places.make(engine);
  await addAccounts(location);
  const port = await freePort();
  // Attempts come from many addresses, as a proxy would pass them on.
  const env = { ...process.env, ...environment(location, port), TRUST_PROXY: '127.0.0.1' };
  const server = startGuarded({ command: process.execPath, args: [ownProgram], env, stopSignal: 'SIGKILL' });
  const { kill } = await started(server, port);
  const lines: Line[] = [];
  try {
    for (const [name, attack] of attacks) lines.push(lineOf(name, engine, await run(plan, port, attack)));
  } finally {
    await kill();
  }
  return lines;
}

async function addAccounts(location: string): Promise<void> {
  const passwordHash = await createPasswords().hash(PASSWORD, []);
  await withLeague(location, async ({ store }) => {
    for (let n = 0; n < ACCOUNTS; n += 1) {
      await createAccount(store, { email: emailOf(n), displayName: 'Kim', passwordHash }, Date.now());
    }
  });
}

interface Waits {
  readonly ms: readonly number[];
  /** Players who did not get in. */
  readonly refused: number;
}

async function run(plan: Plan, port: number, attack: Attack): Promise<Waits> {
  const until = performance.now() + plan.rounds * plan.stretchMs;
  const attacker = attack ? flood(port, attack, until) : null;
  const ms: number[] = [];
  let refused = 0;
  while (performance.now() < until) {
    const player = VICTIMS + (ms.length % (ACCOUNTS - VICTIMS));
    const began = performance.now();
    const isIn = await signIn(port, { email: emailOf(player), password: PASSWORD, from: `203.0.113.${player}` });
    ms.push(performance.now() - began);
    if (!isIn) refused += 1;
    await wait(PAUSE_MS);
  }
  await attacker;
  return { ms, refused };
}

async function flood(port: number, attack: NonNullable<Attack>, until: number): Promise<void> {
  const began = performance.now();
  const sent: Promise<boolean>[] = [];
  while (performance.now() < until) {
    const due = ((performance.now() - began) / 1000) * ATTEMPTS_A_SECOND;
    while (sent.length < due) sent.push(signIn(port, attack(sent.length)));
    await wait(5);
  }
  await Promise.all(sent);
}

/** @returns whether they are signed in */
async function signIn(port: number, { email, password, from }: Attempt): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://localhost:${port}`, 'x-forwarded-for': from },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  return answer.ok;
}

function lineOf(name: string, engine: Engine, { ms, refused }: Waits): Line {
  const sorted = ms.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  const problems = refused > 0 ? [`${refused} of ${ms.length} players did not get in`] : [];
  const times = { own: p99, p50: median(ms), p99 };
  return { name, engine, unit: 'ms', ...times, raw: null, ratio: null, rawP99: null, aim, problems };
}

function emailOf(n: number): string {
  return `account-${n}@example.org`;
}

function addressOf(n: number): string {
  return `198.18.${(n >> 8) & 255}.${n & 255}`;
}
