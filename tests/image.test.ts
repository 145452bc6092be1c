/** The steps of the Dockerfile without an engine: each stage in a folder of its own, and then the league that comes of them. */
import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { root } from '../scripts/root.ts';
import { VERSION } from '../src/server/platform/version.ts';

const run = promisify(execFile);
/** Two installations from a registry, which may be slow, in ms. */
const INSTALLS_MS = 900_000;

interface Stage {
  readonly name: string;
  readonly from: string;
  readonly steps: readonly (readonly [instruction: string, rest: string])[];
}

function stagesOf(dockerfile: string): Stage[] {
  return dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split(/^(?=FROM )/m)
    .filter((text) => text.startsWith('FROM '))
    .map((text) => {
      const [first = '', ...lines] = text.trim().split('\n');
      const [, from = '', name = 'last'] = /^FROM (\S+)(?: AS (\w+))?/.exec(first) ?? [];
      const steps = lines
        .filter(Boolean)
        .map((line) => [/^\w+/.exec(line)?.[0] ?? '', line.replace(/^\w+ /, '')] as const);
      return { name, from, steps };
    });
}

const stages = stagesOf(readFileSync(join(root, 'Dockerfile'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'pickem-image-'));
const env: Record<string, string> = {};
let command: string[] = [];
let league: ChildProcess | undefined;

/** Where a path of a stage is on this machine. */
const place = (stage: string, path: string) => join(folder, stage, path);

async function build({ name, steps }: Stage): Promise<void> {
  let workdir = '/';
  mkdirSync(place(name, workdir), { recursive: true });
  for (const [instruction, rest] of steps) {
    if (instruction === 'WORKDIR') {
      workdir = rest;
      mkdirSync(place(name, workdir), { recursive: true });
    } else if (instruction === 'COPY') copy(name, workdir, rest);
    else if (instruction === 'RUN') await runStep(name, workdir, rest);
    else if (instruction === 'ENV')
      for (const pair of rest.split(' ')) env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? '';
    else if (instruction === 'CMD') command = JSON.parse(rest);
  }
}

function copy(name: string, workdir: string, rest: string): void {
  const parts = rest.split(' ');
  const from = /^--from=(\w+)$/.exec(parts[0] ?? '')?.[1];
  const to = parts.at(-1) ?? '';
  for (const source of parts.slice(from === undefined ? 0 : 1, -1)) {
    const path = from === undefined ? join(root, source) : place(from, source);
    const target = to.endsWith('/') ? join(to, source.split('/').at(-1) ?? '') : to;
    const full = place(name, join(workdir, target));
    mkdirSync(dirname(full), { recursive: true });
    cpSync(path, full, { recursive: true, filter: (each) => !/\.test\.tsx?$/.test(each) });
  }
}

async function runStep(name: string, workdir: string, text: string): Promise<void> {
  // Users and owners are the engine's affair.
  const script = text.replaceAll(/ && chown .*/g, '').replaceAll(/(?<=mkdir )\//g, `${place(name, '/')}`);
  await run('sh', ['-c', script], {
    cwd: place(name, workdir),
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
  });
}

beforeAll(async () => {
  for (const stage of stages) if (stage.name !== 'base') await build(stage);
}, INSTALLS_MS);

afterAll(() => {
  league?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

test('the steps of the image build a league that starts, is well, makes an admin, and stops', async () => {
  const app = place('last', '/app');
  expect(existsSync(join(app, 'node_modules/react')), 'packages of the web app').toBe(false);
  const port = await freePort();
  const settings = {
    ...env,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_FILE: place('last', env.DATABASE_FILE ?? ''),
    PUBLIC_URL: `http://localhost:${port}`,
    FEED: 'off',
  };
  league = spawn(command[0] ?? '', command.slice(1), { cwd: app, env: settings, stdio: 'ignore' });
  const ended = new Promise((resolve) => league?.once('exit', resolve));
  const ask = (path: string) => fetch(`http://localhost:${port}${path}`).catch(() => null);
  await expect.poll(async () => (await ask('/readyz'))?.status).toBe(200);
  expect(await (await ask('/healthz'))?.json()).toEqual({ ok: true, version: VERSION });
  for (const path of ['/', '/third-party.txt', '/third-party.cdx.json', '/api/docs/json'])
    expect((await ask(path))?.status, path).toBe(200);
  const admin = ['src/server/cli/main.ts', 'admin', 'create', 'you@example.org'];
  const { stdout } = await run(command[0] ?? '', admin, { cwd: app, env: settings });
  expect(stdout).toMatch(new RegExp(`http://localhost:${port}/\\S+token=`));
  league.kill('SIGTERM');
  expect(await ended).toBe(0);
});
