import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { gamesOfWeek } from '#server/games/reads.ts';
import { connect } from '#server/platform/db/connect.ts';
import { jobStates } from '#server/platform/jobs/store.ts';
import { noon, recordSunday } from '#tests/sunday.ts';
import { until } from '#tests/until.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { root } from '../../../scripts/root.ts';

const program = join(root, 'src/server/main.ts');
const { PATH = '' } = process.env;

/** Starts a rehearsal in a folder of its own. */
async function rehearse(cwd: string, ...args: string[]) {
  const port = await freePort();
  const child = spawn(process.execPath, [program, '--replay', ...args], {
    cwd,
    env: { PATH, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => (said += `${line}\n`));
  return { child, said: () => said, url: `http://localhost:${port}` };
}

test('a recording is lived through by the demo’s people, on its own clock', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pickem-rehearsal-'));
  recordSunday(folder, noon);
  const { child, said, url } = await rehearse(folder, folder, '--speed', '120');
  await until(() => said().includes('is open at'));
  expect(said()).toContain('This is a rehearsal, 120 times as fast. Its clock shows 2026-09-13');
  expect(said()).toContain('alex@demo.pickem');

  const store = connect(join(folder, 'data/rehearsal.db'));
  await until(async () => (await gamesOfWeek(store.db, '2026-week18')).length === 1);
  await until(
    async () => (await gamesOfWeek(store.db, '2026-week1')).some((game) => game.status === 'In Progress'),
    240_000,
  );
  const jobs = await jobStates(store.db);
  await store.close();
  expect(jobs.length).toBeGreaterThan(0);
  expect(jobs.filter((job) => job.failures > 0)).toEqual([]);
  expect((await fetch(new URL('/readyz', url))).status).toBe(200);
  child.kill('SIGTERM');
  expect((await once(child, 'close'))[0]).toBe(0);
  rmSync(folder, { recursive: true });
});

test('it does not start without a recording, and reports why', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pickem-rehearsal-'));
  const { child, said } = await rehearse(folder, join(folder, 'nothing'));
  expect((await once(child, 'close'))[0]).toBe(1);
  expect(said()).toContain('holds no recording');
  rmSync(folder, { recursive: true });
});
