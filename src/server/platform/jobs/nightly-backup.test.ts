import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stage } from '#server/platform/db/backup.ts';
import { connect } from '#server/platform/db/connect.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { addPerson, addPool } from '#tests/builders.ts';
import { HOUR } from '#tests/core-samples.ts';
import { runCli } from '#tests/run-cli.ts';
import { keepNightly } from './backups.ts';

const DAY = 24 * HOUR;
const TUESDAY_9AM_UTC = Date.parse('2026-11-17T09:00:00Z');

describe('Nightly backups', () => {
  let league: TestApp;
  let folder: string;
  let backups: string;

  beforeEach(async () => {
    league = await createTestApp('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'pickem-nights-'));
    backups = join(folder, 'backups');
  });

  afterEach(async () => {
    await league.close();
    rmSync(folder, { recursive: true });
  });

  const keepAt = (now: number, keep = 7) => keepNightly(league.store, { folder: backups, keep }, now);

  test('there is one for each night, which begins when no games are played', async () => {
    expect(await keepAt(TUESDAY_9AM_UTC - 1)).toBe(join(backups, 'pickem-2026-11-16.db'));
    expect(await keepAt(TUESDAY_9AM_UTC)).toBe(join(backups, 'pickem-2026-11-17.db'));
    expect(await keepAt(TUESDAY_9AM_UTC + DAY - 1)).toBeNull();
  });

  test('the last complete ones are kept, and other files stay', async () => {
    await keepAt(TUESDAY_9AM_UTC);
    const cutOff = ['pickem-2026-11-16.db.unfinished', 'pickem-2026-11-16.db.unfinished-journal'];
    for (const file of ['pickem-before-the-move.db', 'notes.txt', ...cutOff]) writeFileSync(join(backups, file), '');
    for (let night = 1; night < 10; night += 1) await keepAt(TUESDAY_9AM_UTC + night * DAY, 3);
    expect(readdirSync(backups).sort()).toEqual([
      'notes.txt',
      'pickem-2026-11-24.db',
      'pickem-2026-11-25.db',
      'pickem-2026-11-26.db',
      'pickem-before-the-move.db',
    ]);
  });

  test('other users of the machine cannot read one', async () => {
    const file = (await keepAt(TUESDAY_9AM_UTC)) ?? '';
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(statSync(backups).mode & 0o077).toBe(0);
  });

  test('one puts the league back as it was that night', async () => {
    const before = await addPool(league.deps, { name: 'Before the night' });
    const person = await addPerson(league.deps);
    const file = (await keepAt(TUESDAY_9AM_UTC)) ?? '';
    await addPool(league.deps, { name: 'After the night' });
    expect(await stage(file, join(folder, 'looked-at.db'))).toBe('league');

    const restored = join(folder, 'restored.db');
    const { code, stdout } = await runCli(['restore', file, '--database', restored]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('is now what')]);
    const store = connect(restored);
    const pools = await store.db.selectFrom('pools').select(['id', 'name']).execute();
    const people = await store.db.selectFrom('users').select('id').execute();
    await store.close();
    expect(pools).toEqual([{ id: before, name: 'Before the night' }]);
    expect(people).toEqual([{ id: person.userId }]);
  });
});
