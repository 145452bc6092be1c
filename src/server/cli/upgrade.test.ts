import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#tests/app.ts';
import { newDatabaseOf039 } from '#tests/earlier/database-039.ts';
import { engines } from '#tests/engines.ts';
import { programFolder } from '#tests/postgres.ts';
import { runCli } from '#tests/run-cli.ts';

describe.each(engines)('The command upgrade on %s', (engine) => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await newDatabaseOf039(engine);
  });

  afterEach(() => database.drop());

  const run = (...args: string[]) => runCli([...args, '--database', database.location]);
  const upgraded = 'The database was upgraded.';
  const isCurrent = 'The database has the form of this version.\n';

  test('upgrades a league, and reports its copy and withdrawn picks', async () => {
    const { code, stdout } = await run('upgrade', '--now');
    const withdrawn = 'Withdrawn: Bob, Office: 1 pick of open games that waited from Tom.\n';
    expect([code, stdout]).toEqual([0, expect.stringContaining(withdrawn)]);
    expect(stdout.includes(`${database.location}.before-upgrade-`)).toBe(engine === 'sqlite');
    expect(await run('upgrade')).toEqual({ code: 0, stdout: isCurrent, stderr: '' });
  });

  test('is not needed if any other command may upgrade', async () => {
    const args = ['export', 'games', '--season', '2025', '--database', database.location];
    const BACKUP_DIR = mkdtempSync(join(tmpdir(), 'pickem-dumps-'));
    const { code, stderr } = await runCli(args, {
      env: { BACKUP_DIR, PATH: `${programFolder()}:${process.env.PATH}` },
    });
    expect(code).toBe(0);
    expect(stderr).toContain(upgraded);
    expect(stderr.includes(BACKUP_DIR)).toBe(engine === 'postgres');
    rmSync(BACKUP_DIR, { recursive: true });
  });

  test('is needed if there is no copy on PostgreSQL, and is named then', async () => {
    const args = ['export', 'games', '--season', '2025', '--database', database.location];
    const { code, stderr } = await runCli(args, { env: { BACKUP_DIR: '/no/folder', PATH: '' } });
    if (engine === 'sqlite') {
      expect(code).toBe(0);
      expect(stderr).toContain(upgraded);
    } else {
      expect(stderr).toContain('No dump could be made');
      expect(code).toBe(1);
      expect(stderr).toContain('npm run pickem -- upgrade --now\n');
    }
  });
});
