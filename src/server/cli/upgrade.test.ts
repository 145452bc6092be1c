import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '#tests/app.ts';
import { newDatabaseOf039 } from '#tests/earlier/database-039.ts';
import { engines } from '#tests/engines.ts';
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
    const { code, stderr } = await run('export', 'games', '--season', '2025');
    if (engine === 'sqlite') {
      expect(code).toBe(0);
      expect(stderr).toContain(upgraded);
    } else {
      expect(code).toBe(1);
      expect(stderr).toContain('npm run pickem -- upgrade --now\n');
    }
  });
});
