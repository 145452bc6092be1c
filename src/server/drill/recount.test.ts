import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUp } from '#server/platform/db/backup.ts';
import { connect } from '#server/platform/db/connect.ts';
import { restoreDump } from '#server/platform/db/trial-database.ts';
import { rescoreAllStale } from '#server/standings/store.ts';
import { upgradeDatabase } from '#server/upgrade/upgrade.ts';
import { HOUR } from '#tests/core-samples.ts';
import { damageFile } from '#tests/database.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { ensurePostgres } from '../../../scripts/find-postgres.ts';
import { checks } from './checks.ts';
import { RecentSends } from './recent-sends.ts';
import type { Job } from './recount.ts';
import { tryBackup } from './recount.ts';
import { tryOnThread } from './thread.ts';

const never = new AbortController().signal;
const final = { status: 'Final', homeScore: 24, awayScore: 17 } as const;

describe('A backup that is tried', () => {
  const league = withLeague('sqlite');
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pickem-drill-'));
    file = join(folder, 'pickem-2026-11-25.db');
    const { poolId, ann, bob, game } = await aLeague(league, { members: ['ann', 'bob'], games: { game: {} } });
    await league.pick(ann, poolId, { gid: game, side: 'home' });
    await league.pick(bob, poolId, { gid: game, side: 'away' });
    await league.store.db
      .updateTable('games')
      .set({ status: final.status, home_score: final.homeScore, away_score: final.awayScore })
      .execute();
    await league.store.db
      .insertInto('stale_weeks')
      .values({ week_id: '2026-week1', mark: 'x' })
      .onConflict((c) => c.doNothing())
      .execute();
    await backUp(league.store, file);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const tried = (at = file) => tryBackup({ file: at }, (store) => upgradeDatabase(store, '', true));
  const copyIs = () => existsSync(join(folder, '.drill'));

  test('may have been made between a change and its scores', async () => {
    expect(await tried()).toEqual({ isUsable: true, scores: 2, wrong: 0, lost: 0 });
  });

  test('is restored and recounted on another thread, and its copy is gone afterwards', async () => {
    await rescoreAllStale(league.store, league.clock.now);
    rmSync(file);
    await backUp(league.store, file);
    expect(await tryOnThread({ file }, never)).toEqual({ isUsable: true, scores: 2, wrong: 0, lost: 0 });
    expect(readdirSync(folder)).toEqual(['pickem-2026-11-25.db']);
  });

  test('has a copy that nobody else can read, and what a killed drill left is removed', async () => {
    mkdirSync(join(folder, '.drill'), { mode: 0o755 });
    writeFileSync(join(folder, '.drill', 'left.db'), '');
    let modes: number[] = [];
    await tryBackup({ file }, async ({ location }) => {
      modes = [statSync(location).mode & 0o777, statSync(join(folder, '.drill')).mode & 0o777];
      expect(existsSync(join(folder, '.drill', 'left.db'))).toBe(false);
    });
    expect(modes).toEqual([0o600, 0o700]);
    expect(copyIs()).toBe(false);
  });

  test('is found to have a wrong score', async () => {
    await league.store.db.updateTable('week_scores').set({ halves: 7 }).where('correct', '=', 1).execute();
    const wrong = join(folder, 'wrong.db');
    await backUp(league.store, wrong);
    expect(await tried(wrong)).toEqual({ isUsable: true, scores: 2, wrong: 1, lost: 0 });
  });

  test('is found to be damaged, empty or something else', async () => {
    const damaged = join(folder, 'damaged.db');
    copyFileSync(file, damaged);
    damageFile(damaged);
    expect(await tried(damaged)).toEqual({ isUsable: false, why: 'damaged' });
    writeFileSync(join(folder, 'empty.db'), '');
    expect(await tried(join(folder, 'empty.db'))).toEqual({ isUsable: false, why: 'nothing' });
    expect(copyIs()).toBe(false);
  });

  test('leaves no copy if the drill is aborted or fails', async () => {
    await expect(tryOnThread({ file }, AbortSignal.timeout(50))).rejects.toThrow();
    expect(copyIs()).toBe(false);
    const fails = tryBackup({ file }, async () => {
      throw new Error('No.');
    });
    await expect(fails).rejects.toThrow('No.');
    expect(copyIs()).toBe(false);
  });
});

describe('A dump that is tried', () => {
  const league = withLeague('postgres');
  let folder: string;
  const { PATH } = process.env;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pickem-drill-'));
    process.env.PATH = `${ensurePostgres()}${delimiter}${PATH}`;
    await aLeague(league, { members: ['ann'], games: { game: {} } });
  });
  afterAll(() => {
    process.env.PATH = PATH;
    rmSync(folder, { recursive: true });
  });

  const isThere = async (location: string): Promise<boolean> => {
    const store = connect(location);
    try {
      await sql`select 1`.execute(store.db);
      return true;
    } catch {
      return false;
    } finally {
      await store.close();
    }
  };

  test('is restored into a database of its own, recounted and dropped', async () => {
    const file = join(folder, 'league.dump');
    execFileSync('pg_dump', ['--format=custom', `--file=${file}`, league.store.location]);
    // PostgreSQL's programs do not know all that the driver does.
    const trial = await restoreDump(`${league.store.location}?max=3`, file, never);
    if (typeof trial === 'string') throw new Error(trial);
    const deps = { ...league.deps, feedHealth: league.deps.feed.health, pushSends: new RecentSends() };
    const settings = { ...league.deps.settings, dumps: folder };
    expect(await isThere(trial.location)).toBe(true);
    // The first trial is left behind, as by a killed drill.
    const tryHere = (job: Job) => tryBackup(job, (store) => upgradeDatabase(store, '', true));
    const found = await checks.backup({ ...deps, settings, tryBackup: tryHere }, never);
    expect(found).toMatchObject({ state: 'ok', restored: { scores: 0 } });
    expect(await isThere(trial.location)).toBe(false);
  });

  test('is red if it cannot be restored', async () => {
    const file = join(folder, 'broken.dump');
    writeFileSync(file, 'no dump');
    await expect(restoreDump(league.store.location, file, never)).rejects.toThrow(/pg_restore/);
  });

  test('is not checked if the role of the server may not create databases', async () => {
    const role = `drill_${randomUUID().replaceAll('-', '')}`;
    const location = new URL(league.store.location);
    [location.username, location.password] = [role, 'secret'];
    await sql`create role ${sql.id(role)} login password 'secret'`.execute(league.store.db);
    expect(await restoreDump(location.href, join(folder, 'league.dump'), never)).toBe('may not create databases');
    await sql`drop role ${sql.id(role)}`.execute(league.store.db);
  });

  test('is red if it is older than a day, and not of the server, which makes none', async () => {
    const deps = { ...league.deps, feedHealth: league.deps.feed.health, pushSends: new RecentSends() };
    const settings = { ...league.deps.settings, dumps: folder };
    const realNow = () => Date.now() + 27 * HOUR;
    const found = await checks.backup({ ...deps, settings, realNow, tryBackup: tryOnThread }, never);
    expect(found).toMatchObject({
      state: 'red',
      text: expect.stringMatching(/27 hours old.*check what makes your dumps/),
    });
  });

  test('is not checked as long as nobody says where dumps are', async () => {
    const deps = { ...league.deps, feedHealth: league.deps.feed.health, pushSends: new RecentSends() };
    expect((await checks.backup({ ...deps, tryBackup: tryOnThread }, never)).state).toBe('off');
  });
});
