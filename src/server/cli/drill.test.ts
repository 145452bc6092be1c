import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepNightly } from '#server/platform/jobs/backups.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague, season } from '#tests/cli-league.ts';
import { runCli } from '#tests/run-cli.ts';

describe('The command drill', () => {
  let league: CliLeague;
  let folder: string;
  beforeAll(async () => {
    league = await createCliLeague('sqlite');
    await league.importSeason(...season);
    folder = mkdtempSync(join(tmpdir(), 'pickem-drill-'));
  });
  afterAll(async () => {
    await league.drop();
    rmSync(folder, { recursive: true });
  });

  test('says what is all right and what is not, with code 1 where anything is red', async () => {
    const env = { PUBLIC_URL: 'http://localhost:4280', FEED: 'off', BACKUP_DIR: folder };
    const drill = () => runCli(['drill', '--database', league.location], { env });
    const without = await drill();
    expect(without.stdout).toMatch(/^RED {2}backup: There is no backup yet/);
    expect(without.code).toBe(1);
    await league.withStore((store) => keepNightly(store, { folder, keep: 7 }, Date.now()));
    const found = await drill();
    expect(found.stdout).toMatch(/^ok {3}backup: The backup of .* was restored, and 0 scores recounted\.$/m);
    expect(found.stdout).toMatch(/^- {4}feed: The feed is off/m);
    expect(found.code).toBe(0);
  });
});
