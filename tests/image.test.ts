/** The steps of the Dockerfile without an engine: each stage in a folder of its own, and then the league that comes of them. */
import { execFile, spawnSync } from 'node:child_process';
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
  rmSync(folder, { recursive: true });
});

/**
 * What runs in the image, with its command as arguments: starts the league, looks whether it is well, makes an admin, and stops. Prints what it
 * saw. It is one process, since engines differ in how they reach one that runs.
 */
const trial = `
  import { execFileSync, spawn } from 'node:child_process';
  import { setTimeout as pause } from 'node:timers/promises';

  const [node, ...args] = process.argv.slice(1);
  const server = spawn(node, args, { stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const ask = (path) => fetch('http://localhost:' + process.env.PORT + path).catch(() => null);
  for (let tries = 0; tries < 600 && (await ask('/readyz'))?.status !== 200; tries += 1) await pause(100);
  const health = await (await ask('/healthz'))?.json();
  const pages = [];
  for (const path of ['/', '/third-party.txt', '/third-party.cdx.json', '/api/docs/json'])
    pages.push([path, (await ask(path))?.status]);
  const admin = execFileSync(node, ['src/server/cli/main.ts', 'admin', 'create', 'you@example.org'], { encoding: 'utf8' });
  server.kill('SIGTERM');
  console.log(JSON.stringify({ health, pages, admin, code: await ended }));
`;

interface Image {
  /** Runs a program in the image, with settings. */
  run(
    program: string,
    args: readonly string[],
    settings: Readonly<Record<string, string>>,
  ): Promise<{ stdout: string }>;
}

async function tryLeague(image: Image): Promise<void> {
  const port = await freePort();
  const settings = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, FEED: 'off' };
  const [node = ''] = command;
  const { stdout } = await image.run(node, ['--input-type=module', '-e', trial, ...command], settings);
  const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(seen).toMatchObject({ health: { ok: true, version: VERSION }, code: 0 });
  expect(seen.admin).toMatch(new RegExp(`http://localhost:${port}/\\S+token=`));
  for (const [path, status] of seen.pages) expect(status, path).toBe(200);
}

test('the steps of the image build a league that starts, is well, makes an admin, and stops', async () => {
  const app = place('last', '/app');
  expect(existsSync(join(app, 'node_modules/react')), 'packages of the web app').toBe(false);
  const own = {
    ...env,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOST: '127.0.0.1',
    DATABASE_FILE: place('last', env.DATABASE_FILE ?? ''),
  };
  await tryLeague({
    run: (program, args, settings) => run(program, args, { cwd: app, env: { ...own, ...settings } }),
  });
});

const engine = (['buildah', 'podman'] as const).find((name) => spawnSync(name, ['--version']).status === 0);

if (engine === undefined) console.warn('Neither buildah nor podman is installed, so no engine builds the image.');
else
  test(
    `${engine} builds an image of a league that starts, is well, makes an admin, and stops`,
    async () => {
      const [image, container] = ['localhost/pickem-test', `pickem-test-${process.pid}`];
      await run(engine, ['build', '--tag', image, root], { maxBuffer: Number.POSITIVE_INFINITY });
      const inContainer = engine === 'podman' ? ['run', '--rm', '--network', 'host'] : ['run', '--network', 'host'];
      const target = engine === 'podman' ? [image] : [container, '--'];
      try {
        if (engine === 'buildah') await run(engine, ['from', '--name', container, image]);
        await tryLeague({
          run: (program, args, settings) => {
            const given = Object.entries(settings).flatMap((pair) => ['--env', pair.join('=')]);
            return run(engine, [...inContainer, ...given, ...target, program, ...args]);
          },
        });
      } finally {
        if (engine === 'buildah') await run(engine, ['rm', container]);
        await run(engine, ['rmi', image]);
      }
    },
    INSTALLS_MS,
  );
