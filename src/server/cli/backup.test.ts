import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { teams } from '#core/teams.ts';
import { prepareStore } from '#server/deps.ts';
import { writeMeta } from '#server/platform/db/meta.ts';
import { importGames } from '#server/season/store.ts';
import { leagueSettings } from '#tests/app.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague } from '#tests/cli-league.ts';
import { SUNDAY_1PM } from '#tests/core-samples.ts';
import { runCli } from '#tests/run-cli.ts';
import { until } from '#tests/until.ts';

describe('A league on SQLite', () => {
  let league: CliLeague;

  beforeEach(async () => {
    league = await createCliLeague('sqlite');
    await league.withStore((store) => prepareStore(store, leagueSettings));
    await addGames(4);
  });

  afterEach(() => league.drop());

  /** Brings the league to so many games. */
  const addGames = (number: number) =>
    league.withStore(async (store) => {
      const game = { weekId: '2023-week1', kickoff: SUNDAY_1PM, timeTbd: false };
      const games = teams.slice(0, number).map(({ abbr: home }, at) => {
        return { ...game, gid: `game${at}`, home, away: teams.at(-1 - at)?.abbr ?? '' };
      });
      await importGames(store, 2023, games, () => SUNDAY_1PM);
    });

  const path = (name: string) => join(league.folder, name);
  const asideFiles = () => readdirSync(join(league.location, '..')).filter((name) => name.includes('.replaced-'));

  function tableOf(file: string, table: string): number {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return Number(database.prepare(`select count(*) as rows from ${table}`).get()?.rows);
    } finally {
      database.close();
    }
  }

  it('is copied, for its owner alone, and put back as it was', async () => {
    const before = await league.dump();
    expect(await league.run('backup', 'copy.db')).toMatchObject({ code: 0, stderr: '' });
    expect(statSync(path('copy.db')).mode & 0o077).toBe(0);
    await addGames(5);
    expect(await league.dump()).not.toEqual(before);

    const restored = await league.run('restore', 'copy.db');
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(await league.dump()).toEqual(before);
    const [aside = ''] = asideFiles();
    expect(restored.stdout).toContain(aside);
    expect(tableOf(join(league.location, '..', aside), 'games')).toBe(5);
  });

  it('is copied whole while another process is writing to it', async () => {
    const writer = new DatabaseSync(league.location, { timeout: 5000 });
    writer.exec('create table pairs (side text, number integer)');
    const insert = writer.prepare('insert into pairs values (?, ?)');
    let stop = false;
    let pairs = 0;
    const writing = (async () => {
      while (!stop) {
        writer.exec('begin immediate');
        insert.run('home', pairs);
        insert.run('away', pairs);
        writer.exec('commit');
        pairs += 1;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    })();
    const { code } = await league.process.run('backup', 'copy.db');
    const soFar = pairs;
    await until(() => pairs > soFar);
    stop = true;
    await writing;
    writer.close();
    expect(code).toBe(0);
    const copy = new DatabaseSync(path('copy.db'), { readOnly: true });
    const halves = copy.prepare('select number from pairs group by number having count(*) <> 2').all();
    const copied = Number(copy.prepare('select count(distinct number) as pairs from pairs').get()?.pairs);
    expect(copy.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    copy.close();
    expect(halves).toEqual([]);
    expect(copied).toBeGreaterThan(0);
    expect(copied).toBeLessThan(pairs);
  });

  it('is not copied over a file that is there, nor into a folder that is not', async () => {
    writeFileSync(path('copy.db'), 'precious');
    expect(await league.run('backup', 'copy.db')).toMatchObject({
      code: 1,
      stderr: 'copy.db exists already. Nothing was written.\n',
    });
    expect(readFileSync(path('copy.db'), 'utf8')).toBe('precious');
    expect(await league.run('backup', 'no/copy.db')).toMatchObject({
      code: 1,
      stderr: 'no/copy.db: there is no such folder.\n',
    });
  });

  it('is not replaced while a server has it open', async () => {
    await league.run('backup', 'copy.db');
    await addGames(5);
    await league.withStore(async (store) => {
      await prepareStore(store, leagueSettings);
      const { code, stderr } = await league.process.run('restore', 'copy.db');
      expect(stderr).toContain('is open in another process. Stop the server first. Nothing was changed.');
      expect(code).toBe(1);
      await writeMeta(store.db, 'still', 'open');
    });
    expect(tableOf(league.location, 'games')).toBe(5);
    expect(asideFiles()).toEqual([]);
    expect(existsSync(`${league.location}.restoring`)).toBe(false);
    expect(await league.run('restore', 'copy.db')).toMatchObject({ code: 0 });
    expect(tableOf(league.location, 'games')).toBe(4);
  });

  it('is restored if its file was lost', async () => {
    await league.run('backup', 'copy.db');
    rmSync(league.location);
    expect(await league.run('restore', 'copy.db')).toMatchObject({ code: 0 });
    expect(tableOf(league.location, 'games')).toBe(4);
    expect(asideFiles()).toEqual([]);
  });

  it('is restored if its file is damaged, which is kept', async () => {
    await league.run('backup', 'copy.db');
    writeFileSync(league.location, 'no longer a database');
    expect(await league.run('restore', 'copy.db')).toMatchObject({ code: 0 });
    expect(tableOf(league.location, 'games')).toBe(4);
    expect(asideFiles()).toHaveLength(1);
  });

  it('is restored from a plain copy with its log, which stays unchanged', async () => {
    await league.withStore(async (store) => {
      await writeMeta(store.db, 'in', 'the log');
      copyFileSync(league.location, path('copy.db'));
      copyFileSync(`${league.location}-wal`, path('copy.db-wal'));
    });
    const log = readFileSync(path('copy.db-wal'));
    await league.withStore((store) => writeMeta(store.db, 'in', 'the file'));
    expect(await league.run('restore', 'copy.db')).toMatchObject({ code: 0 });
    expect(readFileSync(path('copy.db-wal'))).toEqual(log);
    expect((await league.dump()).meta).toContain('{"key":"in","value":"the log"}');
  });

  it.each<[string, (file: string) => void | Promise<void>, string]>([
    ['is missing', () => {}, 'other.db: there is no such file.'],
    ['is no database', (file) => writeFileSync(file, 'text'), 'other.db is damaged, or no SQLite database.'],
    ['is empty', (file) => writeFileSync(file, ''), "other.db is not a Pick'em database."],
    ['belongs to something else', (file) => change(file, 'create table notes (text)'), "is not a Pick'em database."],
    ['is cut short', cutShort, 'other.db is damaged'],
    ['is a demo', copyOf("update meta set value = 'demo' where key = 'kind'"), 'holds a demo, not a league.'],
    [
      'is of a newer version',
      copyOf("insert into kysely_migration values ('999-later', '2099-01-01')"),
      "other.db was made by a newer Pick'em.",
    ],
  ])('is not replaced by a file that %s', async (_what, make, message) => {
    await make(path('other.db'));
    const before = await league.dump();
    const { code, stdout, stderr } = await league.run('restore', 'other.db');
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(code).toBe(1);
    expect(await league.dump()).toEqual(before);
    expect(asideFiles()).toEqual([]);
    expect(existsSync(`${league.location}.restoring`)).toBe(false);
  });

  function change(file: string, sql: string): void {
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
  }

  function copyOf(sql: string): (file: string) => Promise<void> {
    return async (file) => {
      await league.run('backup', 'other.db');
      change(file, sql);
    };
  }

  async function cutShort(file: string): Promise<void> {
    await league.run('backup', 'other.db');
    writeFileSync(file, readFileSync(file).subarray(0, 40_000));
  }
});

describe('A league on PostgreSQL', () => {
  const database = '--dbname=postgres://me:…@db.example.org/league';
  it.each([
    ['backup', `  pg_dump --format=custom --file=copy.db ${database}\n`],
    [
      'restore',
      `  psql ${database} --command='alter schema public rename to replaced' --command='create schema public'\n` +
        `  pg_restore --single-transaction ${database} copy.db\n`,
    ],
  ])('is left to its own tools by %s', async (command, tools) => {
    const { code, stderr } = await runCli([
      command,
      'copy.db',
      '--database',
      'postgres://me:secret@db.example.org/league',
    ]);
    expect(stderr).toContain(`Use its own tools:\n${tools}`);
    expect(code).toBe(1);
  });
});
