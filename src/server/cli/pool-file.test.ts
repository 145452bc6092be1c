import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PoolFile } from '#contract/pool-file.ts';
import { addAccount } from '#server/accounts/store.ts';
import { prepareStore } from '#server/deps.ts';
import { digestOf } from '#server/pool-file/reads.ts';
import { createUser } from '#server/users/store.ts';
import { leagueSettings } from '#tests/app.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague, picks, season } from '#tests/cli-league.ts';
import { isLong } from '#tests/long.ts';
import { root } from '../../../scripts/root.ts';

let league: CliLeague;
let other: CliLeague;

beforeEach(async () => {
  [league, other] = [await createCliLeague('sqlite'), await createCliLeague('sqlite')];
  await league.importSeason(...season);
  await league.importPicks(picks, '--create');
});

afterEach(async () => {
  await league.drop();
  await other.drop();
});

/** The file of the pool, changed. @returns its path */
async function exported(change: (file: PoolFile) => PoolFile = (file) => file, ...options: string[]): Promise<string> {
  await league.run('export', 'pool', 'pool.json', '--pool', 'Old Boys', ...options);
  const path = join(league.folder, 'pool.json');
  const file = change(JSON.parse(readFileSync(path, 'utf8')) as PoolFile);
  writeFileSync(path, JSON.stringify({ ...file, digest: digestOf(file) }));
  return path;
}

test('A person with a verified address owns their entries in the other league, and nobody else does', async () => {
  const add = (email: string, isVerified: boolean) =>
    other.withStore(async (store) => {
      await prepareStore(store, leagueSettings);
      const id = await addAccount(store, store.db, { email, displayName: 'Annie', passwordHash: null }, 0);
      if (isVerified)
        await store.db
          .updateTable('accounts')
          .set({ emailVerified: 1 as never })
          .where('email', '=', email)
          .execute();
      return createUser(store.db, { displayName: 'Annie', accountId: id }, 0);
    });
  const [annie] = [await add('ann@example.org', true), await add('bob@example.org', false)];
  const withAddresses = (file: PoolFile): PoolFile => {
    const email = (name: string) => (name === 'Ann' ? 'Ann@example.org' : 'bob@example.org');
    return {
      ...file,
      people: file.people.map((person) => ({ ...person, email: email(person.name), isCommissioner: true })),
    };
  };
  const { stdout } = await other.run('import', 'pool', await exported(withAddresses));
  expect(stdout).toBe("Pool 'Old Boys' (new): 2 people, 1 of them with an account here, 2 entries.\n");
  const owned = await other.withStore(({ db }) =>
    db.selectFrom('entries').select('user_id').orderBy('user_id').execute(),
  );
  expect(owned.map(({ user_id }) => user_id).toSorted()).toEqual([annie, null]);
  const running = await other.withStore(({ db }) => db.selectFrom('pool_commissioners').select('user_id').execute());
  expect(running).toEqual([{ user_id: annie }]);
  expect(await other.scores()).toBe((await league.scores()).replaceAll(',Ann,', ',Annie,'));
});

test.each([
  ['{"format":"pickem-pool"', 'pool.json: It is not complete JSON. Nothing was imported.\n'],
  ['[]', 'pool.json: The file must be object. Nothing was imported.\n'],
  ['{"format":"pickem-pool","version":2}', /^pool\.json: .*Nothing was imported\.\n$/s],
  [
    `{"format":"pickem-pool","version":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    /^pool\.json: .*Nothing was imported\.\n$/s,
  ],
  ['['.repeat(100_000), 'pool.json: It is not complete JSON. Nothing was imported.\n'],
])('A file that is none is refused: %j', async (text, stderr) => {
  writeFileSync(join(other.folder, 'pool.json'), text);
  const ran = await other.run('import', 'pool', 'pool.json');
  expect(ran.code).toBe(1);
  expect(ran.stderr).toEqual(typeof stderr === 'string' ? stderr : expect.stringMatching(stderr));
});

test('A file of another version is refused', async () => {
  const path = await exported((file) => ({ ...file, version: 2 as never }));
  const { code, stderr } = await other.run('import', 'pool', path);
  expect(code).toBe(1);
  expect(stderr).toMatch(/version.*Nothing was imported\.\n$/);
});

test('A league with other games refuses the pool, with each of them', async () => {
  await other.importSeason('2023_01_DET_KC,2023,REG,1,2023-09-07,Thursday,20:20,DET,20,KC,21,4,outdoors');
  const { code, stderr } = await other.run('import', 'pool', await exported());
  expect(code).toBe(1);
  expect(stderr).toContain('DET @ KC, 2023-week1: It ended 21-20 in the file, 20-21 in the league.');
  expect(stderr).toMatch(/Nothing was imported\.\n$/);
});

if (isLong)
  test('A killed import leaves nothing, and can be started again', async () => {
    const path = await exported();
    await other.importSeason(season[3] ?? '');
    const before = await other.dump();
    const cli = ['src/server/cli/main.ts', 'import', 'pool', path, '--database', other.location];
    const stop = `
      import { DatabaseSync, StatementSync } from 'node:sqlite';
      const run = StatementSync.prototype.run;
      let picks = 0;
      const prepare = DatabaseSync.prototype.prepare;
      DatabaseSync.prototype.prepare = function (text) {
        if (text.includes('insert into "audit_log"') && (picks += 1) === 1) process.kill(process.pid, 'SIGKILL');
        return prepare.call(this, text);
      };`;
    const hook = `data:text/javascript,${encodeURIComponent(stop)}`;
    const child = spawn(process.execPath, ['--import', hook, ...cli], { cwd: root });
    const [, signal] = await once(child, 'close');
    expect(signal).toBe('SIGKILL');
    expect(await other.dump()).toEqual(before);
    expect((await other.run('import', 'pool', path)).code).toBe(0);
    expect(await other.scores()).toBe(await league.scores());
  });
