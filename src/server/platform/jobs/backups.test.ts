import { mkdtempSync, readdirSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backUp, stage } from '#server/platform/db/backup.ts';
import { connect } from '#server/platform/db/connect.ts';
import { storeLeagueTime } from '#server/platform/db/league-time.ts';
import { writeMeta } from '#server/platform/db/meta.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { addPerson } from '#tests/builders.ts';
import { HOUR } from '#tests/core-samples.ts';
import { newestDump, recentBackups, startBackups } from './backups.ts';

const MINUTE = HOUR / 60;
const TUESDAY_9AM_UTC = Date.parse('2026-11-17T09:00:00Z');

describe('Backups', () => {
  let league: TestApp;
  let folder: string;
  let backups: string;

  beforeEach(async () => {
    league = await createTestApp('sqlite');
    folder = mkdtempSync(join(tmpdir(), 'pickem-backups-'));
    backups = join(folder, 'backups');
  });

  afterEach(async () => {
    await league.close();
    rmSync(folder, { recursive: true });
  });

  /** Copies of the league, which was opened just now. */
  const opened = (everyMs = 15 * MINUTE) => {
    const keep = recentBackups(league.store, backups, everyMs);
    return async (minute: number) => (await keep(TUESDAY_9AM_UTC + minute * MINUTE))?.slice(backups.length + 1) ?? null;
  };
  const write = () => addPerson(league.deps);

  describe('between the nights', () => {
    test('are made only at the set interval, and only if something was written', async () => {
      const copyAt = opened();
      expect(await copyAt(0)).toBe('pickem-recent-20261117T090000Z.db');
      await write();
      expect(await copyAt(14)).toBeNull();
      expect(await copyAt(15)).toBe('pickem-recent-20261117T091500Z.db');
      expect(await copyAt(60)).toBeNull();
      await write();
      expect(await copyAt(61)).toBe('pickem-recent-20261117T100100Z.db');
    });

    test('are not made for the mark of the clock alone', async () => {
      const copyAt = opened();
      await copyAt(0);
      const { db } = league.store;
      for (const minute of [1, 2]) await storeLeagueTime(db, TUESDAY_9AM_UTC + minute * MINUTE);
      expect(await copyAt(15)).toBeNull();
      await write();
      expect(await copyAt(30)).not.toBeNull();
    });

    test('hold what another process has written, too', async () => {
      const copyAt = opened();
      await copyAt(0);
      const other = connect(league.store.location);
      await writeMeta(other.db, 'from', 'elsewhere');
      await other.close();
      expect(await copyAt(15)).not.toBeNull();
      expect(await copyAt(30)).toBeNull();
    });

    test('hold every person, for their owner alone, and can be restored', async () => {
      const person = await write();
      const file = join(backups, (await opened()(0)) ?? '');
      expect(statSync(file).mode & 0o077).toBe(0);
      const staged = join(folder, 'staged.db');
      expect(await stage(file, staged)).toBe('league');
      const store = connect(staged);
      expect(await store.db.selectFrom('users').select('id').execute()).toEqual([{ id: person.userId }]);
      await store.close();
    });

    test('are kept three at a time, beside those of the nights and whatever else is there', async () => {
      const copyAt = opened();
      await copyAt(0);
      for (const file of ['pickem-2026-11-16.db', 'notes.txt']) writeFileSync(join(backups, file), '');
      writeFileSync(join(backups, 'pickem-recent-20261117T085500Z.db.unfinished'), 'cut off');
      for (const minute of [15, 30, 45]) {
        await write();
        await copyAt(minute);
      }
      expect(readdirSync(backups).sort()).toEqual([
        'notes.txt',
        'pickem-2026-11-16.db',
        'pickem-recent-20261117T091500Z.db',
        'pickem-recent-20261117T093000Z.db',
        'pickem-recent-20261117T094500Z.db',
      ]);
    });

    test('continue if the clock was set back, and keep the newest one', async () => {
      const copyAt = opened();
      for (const minute of [0, 15, 30]) {
        await write();
        await copyAt(minute);
      }
      await write();
      expect(await copyAt(-60)).toBe('pickem-recent-20261117T080000Z.db');
      expect(readdirSync(backups)).toContain('pickem-recent-20261117T080000Z.db');
      expect(readdirSync(backups)).toHaveLength(3);
    });

    test('are not made again by each of many starts', async () => {
      await opened()(0);
      expect(await opened()(5)).toBeNull();
      expect(await opened()(15)).not.toBeNull();
    });
  });

  test('are not made if the disk has no room for the content of the log', async () => {
    const file = join(folder, 'league.db');
    const { bavail, bsize } = statfsSync(folder);
    for (const [name, size] of [
      [file, 0],
      [`${file}-wal`, bavail * bsize],
    ] as const) {
      writeFileSync(name, '');
      truncateSync(name, size);
    }
    const copy = join(folder, 'copy.db');
    await expect(backUp({ ...league.store, location: file }, copy)).rejects.toThrow('not enough room');
  });

  test('are made at the start of a server, and a failure is reported and stops nothing', async () => {
    const errors: unknown[] = [];
    const run = (into: string, everyMs: number | null) =>
      startBackups(
        league.store,
        { folder: into, keep: 7, everyMs },
        () => TUESDAY_9AM_UTC,
        (error) => errors.push(error),
      )();
    await run(backups, 15 * MINUTE);
    expect(readdirSync(backups).sort()).toEqual(['pickem-2026-11-17.db', 'pickem-recent-20261117T090000Z.db']);
    await run(join(folder, 'nights'), null);
    expect(readdirSync(join(folder, 'nights'))).toEqual(['pickem-2026-11-17.db']);
    expect(errors).toEqual([]);
    writeFileSync(join(folder, 'a-file'), '');
    await run(join(folder, 'a-file'), 15 * MINUTE);
    expect(errors).toHaveLength(2);
  });
});

test('a dump that precedes an update is no backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pickem-dumps-'));
  writeFileSync(join(folder, 'pickem-before-upgrade-20261123T173000.dump'), '');
  expect(newestDump(folder)).toBeNull();
  writeFileSync(join(folder, 'pickem-2026-11-23.dump'), '');
  expect(newestDump(folder)?.file).toBe(join(folder, 'pickem-2026-11-23.dump'));
  rmSync(folder, { recursive: true });
});
