import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addIdentity, createAccount, findCredentials, markVerified, signInMethods } from '#server/accounts/store.ts';
import { allUsers } from '#server/admin/reads.ts';
import { entriesOfPool } from '#server/entries/reads.ts';
import { linkEntry } from '#server/entry-changes/link-store.ts';
import { picksOfPool } from '#server/picks/reads.ts';
import { findPoolsByName, poolWeeks } from '#server/pools/reads.ts';
import { createUser } from '#server/users/store.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague } from '#tests/cli-league.ts';
import { usualEngines } from '#tests/engines.ts';
import type { OldAccountTraits, OldGameTraits, OldLeague } from '#tests/firebase-export.ts';
import { firebaseAccounts, firebaseExport, quickConfig } from '#tests/firebase-export.ts';

const WEEK = '2024-week1';
/** Its games are open for a long time. */
const COMING = '2099-week1';
const POOL = '-Nold';

const game: OldGameTraits = {
  gid: 'g1',
  weekId: WEEK,
  away: 'BAL',
  home: 'KC',
  start: '2024-09-05T20:20:00-04:00',
  score: [20, 27],
};
const second = {
  ...game,
  gid: 'g2',
  away: 'GB',
  home: 'PHI',
  start: '2024-09-06T20:15:00-04:00',
  score: [29, 34],
} as const;
const KC_LOST = '2023_01_DET_KC,2023,REG,1,2023-09-07,Thursday,20:20,DET,21,KC,20,4,outdoors';
const coming = { ...game, gid: 'g9', weekId: COMING, start: '2099-09-10T20:20:00-04:00', score: null };

const ann = { uid: 'uidAnn', name: 'Ann', email: 'Ann@Example.org', isAdmin: true };
const bob = { uid: 'uidBob', name: 'Bob', email: 'bob@example.org' };

const pick = { poolId: POOL, uid: ann.uid, weekId: WEEK, gid: 'g1', side: 'home' } as const;

const old: OldLeague = {
  users: [ann, bob],
  pools: [{ id: POOL, name: 'Old Boys', members: [ann.uid, bob.uid], weeks: [WEEK, COMING] }],
  games: [game, second, coming],
  picks: [
    pick,
    { ...pick, gid: 'g2', side: 'home,bus' },
    { ...pick, uid: bob.uid, side: 'away' },
    { ...pick, uid: bob.uid, weekId: COMING, gid: 'g9' },
  ],
  scores: [
    { poolId: POOL, uid: ann.uid, weekId: WEEK, score: 2 },
    { poolId: POOL, uid: bob.uid, weekId: WEEK, score: 1 },
  ],
};

let league: CliLeague;

afterEach(() => league.drop());

function write(name: string, content: unknown): string {
  writeFileSync(join(league.folder, name), JSON.stringify(content));
  return name;
}

/** Imports an export; extra parts of its tree can be given. */
function importOld(from: Partial<OldLeague> = {}, options: readonly string[] = [], more: object = {}) {
  const file = write('export.json', { ...firebaseExport({ ...old, ...from }), ...more });
  return league.run('import', 'firebase', file, ...options);
}

function importWithAccounts(accounts: readonly OldAccountTraits[], ...options: readonly string[]) {
  const params = {
    base64_signer_key: quickConfig.signerKey,
    base64_salt_separator: quickConfig.saltSeparator,
    rounds: quickConfig.rounds,
    mem_cost: quickConfig.memCost,
  };
  const files = ['--auth', write('users.json', firebaseAccounts(accounts)), '--hash', write('params.json', params)];
  return importOld({}, [...files, ...options]);
}

const users = () => league.withStore(({ db }) => allUsers(db));

/** Every row of every table, without the mark of the clock. */
async function dump() {
  const { meta = [], ...tables } = await league.dump();
  return { ...tables, meta: meta.filter((row) => !row.includes('league_clock')) };
}

/** The picks of the pool, as `name gid side`. */
function picks(weekId = WEEK): Promise<string[]> {
  return league.withStore(async ({ db }) => {
    const [pool] = await findPoolsByName(db, 'Old Boys');
    const names = new Map((await entriesOfPool(db, pool?.id ?? '')).map(({ id, name }) => [id, name]));
    const stored = await picksOfPool(db, pool?.id ?? '', weekId);
    return stored.map(({ entryId, gid, side }) => `${names.get(entryId)} ${gid} ${side}`).sort();
  });
}

describe.each(usualEngines)('An import from Firebase on %s', (engine) => {
  beforeEach(async () => {
    league = await createCliLeague(engine);
  });

  test('brings people, pools, games and picks, and compares the old scores', async () => {
    const { code, stdout } = await importOld();
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'Users: 2. 0 imported before, 0 with an account here, 0 with a new account, 2 as players without an account.',
      'Admins of the old system who are not made admins: Ann.',
      'Games: 0 found here, 3 added.',
      'Pools: 1, 1 of them new.',
      "Pool 'Old Boys' (new): 2 members (2 to write), 2 weeks (2 to write), 4 picks (4 to write, 0 unchanged).",
      '  Entered by an admin, and imported as plain picks: 1.',
      'Old scores that differ from what picks and games come to, and are not imported: 1.',
      '  Old Boys, Bob, Week 1 of 2024: 1 in the export, 0 by its picks and games',
      'Nothing was left out.',
      'All of it was imported.',
      '',
    ]);
    expect(await picks()).toEqual(['Ann g1 home', 'Ann g2 home', 'Bob g1 away']);
    expect(await picks(COMING)).toEqual(['Bob g9 home']);
    expect(await league.scores()).toContain('2024,1,2024-week1,Ann,2,2');
    expect(await league.run('doctor')).toMatchObject({ code: 0 });
  });

  test('keeps when pools were made, and notes when they came here', async () => {
    const before = Date.now();
    await importOld();
    const stored = await league.withStore(({ db }) =>
      db.selectFrom('pools').select(['created_at', 'stored_at']).execute(),
    );
    expect(stored).toMatchObject([{ created_at: 1_720_000_000_000 }]);
    expect(stored[0]?.stored_at).toBeGreaterThanOrEqual(before);
  });

  test('that is only shown has the same report, and writes nothing', async () => {
    await league.importSeason(KC_LOST);
    const before = await league.dump();
    const shown = await importOld({}, ['--dry-run']);
    expect(await league.dump()).toEqual(before);
    const done = await importOld();
    const lines = (stdout: string) => stdout.trim().split('\n');
    expect(lines(shown.stdout).slice(0, -1)).toEqual(lines(done.stdout).slice(0, -1));
    expect(lines(shown.stdout).at(-1)).toBe('This was a dry run: nothing was written.');
  });

  test('makes nothing twice', async () => {
    await importOld();
    const before = await dump();
    const { stdout } = await importOld();
    expect(stdout).toContain('Users: 2. 2 imported before');
    expect(stdout).toContain('2 members (0 to write), 2 weeks (0 to write), 4 picks (0 to write, 4 unchanged)');
    expect(await dump()).toEqual(before);
  });

  test('stores nothing that a database or a page could not bear', async () => {
    const key = '__proto__';
    const name = ' \u0000A\u001b[31m\ud800\u202e ';
    const text = JSON.stringify({
      Users: {
        uid: { displayName: name, Email: 'a\u0000@example.org' },
        prototype: { displayName: 'x'.repeat(100_000) },
      },
      Pools: {
        pool: {
          Name: name,
          Description: '\u0000\ud800Text'.repeat(10_000),
          MoneyURL: 'https://a@b.example.org',
          Users: { uid: true, [key]: true, prototype: 'true', constructor: true },
          Weeks: { [WEEK]: true, [key]: true },
        },
        constructor: { Name: 'Constructor', Users: { prototype: true }, Weeks: { [WEEK]: 1 } },
      },
      Weeks: { [WEEK]: { 'g 1': { Home: 'KC', Away: 'BAL', start: '2024-09-05', Weather: name }, constructor: name } },
      PoolPicks: {
        pool: { uid: { [WEEK]: { 'g 1': 'home', constructor: 'away' } } },
        constructor: { prototype: { [WEEK]: { 'g 1': 'away' } } },
      },
      PoolScores: { constructor: { prototype: { weeks: { [WEEK]: '1e99' } } } },
    });
    const file = league.file('export.json', text.replace('"constructor":true', '"__proto__":true'));
    const { code, stdout, stderr } = await league.run('import', 'firebase', file);
    expect([code, stderr.replace(/^A new league.*\n/, '')]).toEqual([0, '']);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cs}/u);
    expect((await users()).map(({ displayName }) => displayName)).toEqual(['A[31m', 'x'.repeat(50)]);
    expect(await league.run('doctor')).toMatchObject({ code: 0 });
  });

  test('keeps the picks of a member who was disabled, until they are enabled', async () => {
    const members = (isBobIn: boolean) => ({
      [POOL]: { Name: 'Old Boys', Weeks: { [WEEK]: true }, Users: { [ann.uid]: true, [bob.uid]: isBobIn } },
    });
    const given = { picks: old.picks.slice(0, 3), scores: [] };
    expect(await importOld(given, [], { Pools: members(false) })).toMatchObject({ code: 0 });
    const scores = () => league.run('export', 'scores', '--pool', 'Old Boys');
    expect((await scores()).stdout).not.toContain('Bob');
    await importOld(given, [], { Pools: members(true) });
    expect((await scores()).stdout).toContain('Bob,0,0');
    expect(await picks()).toContain('Bob g1 away');
  });

  test('that is run again updates what differs', async () => {
    await importOld();
    const changed = { ...firebaseExport({ ...old, picks: [...old.picks.slice(1), { ...pick, side: 'away' }] }) };
    const pools = {
      [POOL]: {
        Name: 'Old Girls',
        UseSpread: true,
        Users: { [ann.uid]: true, [bob.uid]: false },
        Weeks: { [WEEK]: true, [COMING]: false },
      },
    };
    expect(await league.run('import', 'firebase', write('export.json', { ...changed, Pools: pools }))).toMatchObject({
      code: 0,
    });
    await league.withStore(async ({ db }) => {
      expect(await findPoolsByName(db, 'Old Boys')).toEqual([]);
      const [renamed] = await findPoolsByName(db, 'Old Girls');
      expect(renamed?.rules.useSpread).toBe(true);
      expect(await poolWeeks(db, renamed?.id ?? '')).toEqual([WEEK]);
      expect((await entriesOfPool(db, renamed?.id ?? '')).map(({ name }) => name)).toEqual(['Ann']);
      const stored = await picksOfPool(db, renamed?.id ?? '', WEEK);
      expect(stored.find(({ gid, side }) => gid === 'g1' && side === 'away')).toBeDefined();
    });
    expect(await users()).toHaveLength(2);
  });
});

describe('An import from Firebase', () => {
  beforeEach(async () => {
    league = await createCliLeague('sqlite');
    await league.importSeason(KC_LOST);
  });

  /** Somebody signs up here under Ann's address. */
  async function signUpAsAnn(displayName: string, isVerified: boolean): Promise<void> {
    await league.withStore(async (store) => {
      const id = await createAccount(store, { email: 'ann@example.org', displayName, passwordHash: 'own' }, Date.now());
      if (isVerified) await markVerified(store, store.db, id ?? '', 'ann@example.org');
    });
  }

  test('gives a verified account here the picks of its address, and nothing else', async () => {
    const email = 'ann@example.org';
    await signUpAsAnn('Annie', true);
    const accounts = [{ uid: ann.uid, email: ann.email, password: 'Tailgate7', google: '117', emailVerified: true }];
    const { stdout } = await importWithAccounts(accounts, '--admins');
    expect(stdout).toContain('1 with an account here');
    expect((await users()).find((user) => user.email === email)).toMatchObject({
      displayName: 'Annie',
      isAdmin: false,
    });
    await league.withStore(async ({ db }) => {
      const found = await findCredentials(db, email);
      expect(found?.passwordHash).toBe('own');
      expect(await signInMethods(db, found?.accountId ?? '')).toMatchObject({ providers: [] });
    });
    expect(await picks()).toEqual(['Annie g1 home', 'Annie g2 home', 'Bob g1 away']);
  });

  test('gives nothing to somebody who signed up under an address and never verified it', async () => {
    await signUpAsAnn('Squatter', false);
    const { stdout } = await importWithAccounts([
      { uid: ann.uid, email: ann.email, google: '117', emailVerified: true },
    ]);
    expect(stdout).toContain('2 as players without an account');
    const line = 'Players whose address has an account here that never verified it, and gets nothing: ann@example.org.';
    expect(stdout).toContain(line);
    expect(await picks()).toEqual(['Ann g1 home', 'Ann g2 home', 'Bob g1 away']);
  });

  test('makes no admin of somebody who never verified their address, and says so', async () => {
    const { stdout } = await importWithAccounts([{ uid: ann.uid, email: ann.email, google: '117' }], '--admins');
    expect(stdout).toContain('Admins of the old system who are not made admins: Ann.');
    expect(stdout).toContain('so they are not made an admin. (1)\n    Users/uidAnn/isAdmin\n');
    expect((await users()).some(({ isAdmin }) => isAdmin)).toBe(false);
  });

  test('says of somebody who closed their account here that they did', async () => {
    const accounts = [{ uid: bob.uid, email: bob.email, google: '118' }];
    await importWithAccounts(accounts);
    await league.withStore(({ db }) => db.updateTable('users').set({ account_id: null }).execute());
    const { stdout } = await importWithAccounts(accounts);
    expect(stdout).toContain('  This person closed their account here. (1)\n    accounts/uidBob\n');
    expect(stdout).not.toContain('a commissioner can link them');
  });

  test('makes accounts with their identities, verified or disabled as they were, and admins if that is wanted', async () => {
    const accounts = [
      { uid: ann.uid, email: ann.email, google: '117', emailVerified: true },
      { uid: bob.uid, email: bob.email, password: 'Tailgate7', disabled: true },
    ];
    const { stdout } = await importWithAccounts(accounts, '--admins');
    expect(stdout).toContain('2 with a new account');
    expect(stdout).toContain('Admins now: Ann.');
    expect(await users()).toMatchObject([
      { email: 'ann@example.org', emailVerified: true, isAdmin: true, isEnabled: true },
      { email: 'bob@example.org', emailVerified: false, isAdmin: false, isEnabled: false },
    ]);
    await league.withStore(async ({ db }) => {
      const found = await findCredentials(db, 'ann@example.org');
      const methods = await signInMethods(db, found?.accountId ?? '');
      expect(methods).toEqual({ emailVerified: true, hasPassword: false, providers: ['google'], secondFactor: null });
      const bobs = await findCredentials(db, 'bob@example.org');
      expect(bobs?.passwordHash).toMatch(/^\$firebase-scrypt\$/);
    });
  });

  test('makes no account of somebody who was imported as a player without one', async () => {
    await importOld();
    const { stdout } = await importWithAccounts([{ uid: bob.uid, email: bob.email, google: '118' }]);
    expect(stdout).toContain('Users: 2. 2 imported before');
    expect(stdout).toContain('    accounts/uidBob\n');
    expect((await users()).map(({ email }) => email)).toEqual([null, null]);
  });

  test('makes nobody the account of somebody else who was imported before', async () => {
    await importWithAccounts([{ uid: bob.uid, email: bob.email, google: '118' }]);
    const eve = { uid: 'uidEve', name: 'Eve', email: bob.email };
    const pools = [{ id: POOL, name: 'Old Boys', members: [ann.uid, bob.uid, eve.uid], weeks: [WEEK] }];
    const { stdout } = await importOld({ users: [ann, { ...bob, email: 'new@example.org' }, eve], pools });
    expect(stdout).toContain('  Another user has the same address. (1)\n    Users/uidEve/Email\n');
    expect((await users()).map(({ displayName, email }) => [displayName, email])).toEqual([
      ['Bob', bob.email],
      ['Ann', null],
      ['Eve', null],
    ]);
  });

  test('makes admins only on request', async () => {
    const accounts = [{ uid: ann.uid, email: ann.email, google: '117', emailVerified: true }];
    const { stdout } = await importWithAccounts(accounts);
    expect(stdout).toContain('Admins of the old system who are not made admins: Ann.');
    expect((await users()).some(({ isAdmin }) => isAdmin)).toBe(false);
  });

  test('takes no identity from the account that has it', async () => {
    await league.withStore(async (store) => {
      const own = { email: 'eve@example.org', displayName: 'Eve', passwordHash: null };
      const id = (await createAccount(store, own, Date.now())) ?? '';
      await addIdentity(store.db, id, { provider: 'google', id: '117' }, Date.now());
    });
    const { stdout } = await importWithAccounts([{ uid: ann.uid, email: ann.email, google: '117' }]);
    expect(stdout).toContain('  The identity is connected to another account. (1)\n    accounts/uidAnn/google\n');
    await league.withStore(async ({ db }) => {
      const providersOf = async (email: string) => {
        const found = await findCredentials(db, email);
        return (await signInMethods(db, found?.accountId ?? ''))?.providers;
      };
      expect([await providersOf('eve@example.org'), await providersOf('ann@example.org')]).toEqual([['google'], []]);
    });
  });

  test('enters no open pick for somebody with an account', async () => {
    const { stdout } = await importWithAccounts([{ uid: bob.uid, email: bob.email, google: '118' }]);
    expect(stdout).toContain(`    PoolPicks/${POOL}/${bob.uid}/${COMING}/g9\n`);
    expect(await picks(COMING)).toEqual([]);
    expect(await picks()).toContain('Bob g1 away');
  });

  test('keeps what is picked and entered here', async () => {
    await importWithAccounts([{ uid: bob.uid, email: bob.email, google: '118' }]);
    const { stdout } = await importOld({ picks: [{ ...pick, uid: bob.uid, side: 'home' }] });
    expect(stdout).toContain('1 pick (0 to write, 0 unchanged).\n  Kept as players or admins made them here: 1.\n');
    expect(stdout).toContain('Bob, Week 1 of 2024: 1 in the export, 0 by its picks and games');
    expect(await picks()).toContain('Bob g1 away');
  });

  test('uses the games that are here, and names other results', async () => {
    const theirs = { ...game, gid: '7', weekId: '2023-week1', away: 'DET', home: 'KC', score: [21, 24] } as const;
    const { stdout } = await importOld({
      pools: [{ id: POOL, name: 'Old Boys', members: [ann.uid], weeks: ['2023-week1'] }],
      games: [theirs],
      picks: [{ ...pick, weekId: '2023-week1', gid: '7' }],
      scores: [],
    });
    expect(stdout).toContain('Games: 1 found here, 0 added.');
    expect(stdout).toContain('DET at KC, Week 1 of 2023: 21-24 in the export, 21-20 here. Ours stays.');
    expect(await picks('2023-week1')).toEqual(['Ann 2023_01_DET_KC home']);
  });

  test('names everything that it leaves out, and only the first of many', async () => {
    const many = Array.from({ length: 21 }, (_, at) => ({ ...pick, gid: `x${at}` }));
    const { code, stdout } = await importOld(
      { picks: [...many, { ...pick, uid: 'nobody' }, { ...pick, poolId: 'nowhere' }] },
      [],
      { Teams: { LON: {} } },
    );
    expect(code).toBe(0);
    const paths = [0, 1, 2, 3, 4].map((at) => `    PoolPicks/${POOL}/${ann.uid}/${WEEK}/x${at}`);
    expect(stdout).toContain(
      ['  The game is neither in the export nor here. (21)', ...paths, '    … and 16 more'].join('\n'),
    );
    for (const path of ['Teams/LON', 'PoolPicks/nowhere', `PoolPicks/${POOL}/nobody/${WEEK}/g1`])
      expect(stdout).toContain(`    ${path}\n`);
  });

  test('keeps a player linked to an account since, and gives new picks to the linked entry', async () => {
    await importOld();
    await league.withStore(async (store) => {
      const account = { email: 'eve@example.org', displayName: 'Eve', passwordHash: null };
      await createAccount(store, account, Date.now());
      const [eve] = (await allUsers(store.db)).filter(({ displayName }) => displayName === 'Eve');
      const [pool] = await findPoolsByName(store.db, 'Old Boys');
      const entry = (await entriesOfPool(store.db, pool?.id ?? '')).find(({ name }) => name === 'Bob');
      const adminId = await createUser(store.db, { displayName: 'Admin', accountId: null, isAdmin: true }, Date.now());
      const by = { userId: adminId, isAdmin: true, clock: Date.now };
      expect(await linkEntry(store, entry?.id ?? '', eve?.id ?? '', by)).toHaveProperty('entryName');
    });
    const later = { ...pick, uid: bob.uid, weekId: COMING, gid: 'g9' };
    const { stdout } = await importOld({ picks: [{ ...pick, uid: bob.uid, gid: 'g2' }, later], scores: [] });
    expect(stdout).toContain(`    PoolPicks/${POOL}/${bob.uid}/${COMING}/g9\n`);
    expect(stdout).toContain("Pool 'Old Boys': 2 members (0 to write)");
    expect(await picks()).toEqual(['Ann g1 home', 'Ann g2 home', 'Eve g1 away', 'Eve g2 home']);
  });

  test.each(['home', 'away'] as const)(
    'counts an open pick that an admin entered here as kept, whichever side it is: %s',
    async (side) => {
      await importOld();
      await league.withStore(async ({ db }) => {
        const adminId = await createUser(db, { displayName: 'Admin', accountId: null }, Date.now());
        await db
          .updateTable('picks')
          .set({ entered_by: adminId, reason: 'Phoned' })
          .where('about', '=', 'g9')
          .execute();
      });
      const { stdout } = await importOld({
        picks: [{ ...pick, uid: bob.uid, weekId: COMING, gid: 'g9', side }],
        scores: [],
      });
      expect(stdout).toContain('1 pick (0 to write, 0 unchanged).\n  Kept as players or admins made them here: 1.\n');
      expect(await picks(COMING)).toEqual(['Bob g9 home']);
    },
  );

  test('leaves a pool alone that became a survivor pool here since', async () => {
    await importOld({ games: [coming], picks: [], scores: [] });
    await league.withStore(({ db }) => db.updateTable('pools').set({ rules: '{"format":"survivor"}' }).execute());
    const { code, stdout } = await importOld();
    expect(code).toBe(0);
    expect(stdout).toContain(`takes no picks of games. (1)\n    Pools/${POOL}\n`);
  });

  test('leaves a pool alone that was deleted here since', async () => {
    await importOld();
    await league.withStore(({ db }) => db.updateTable('pools').set({ deleted_at: 1 }).execute());
    const { stdout } = await importOld();
    expect(stdout).toContain(`  The pool was imported before, and deleted here. (1)\n    Pools/${POOL}\n`);
  });

  test('keeps people apart who have one address or one name', async () => {
    const twin = { uid: 'uidTwin', name: 'Ann', email: 'ann@example.org' };
    const pools = [{ id: POOL, name: 'Old Boys', members: [ann.uid, twin.uid], weeks: [WEEK] }];
    const { stdout } = await importOld({ users: [ann, twin], pools, picks: [pick], scores: [] });
    expect(stdout).toContain('2 as players without an account');
    expect(stdout).toContain('  Another user has the same address. (1)\n    Users/uidTwin/Email\n');
    expect(await picks()).toEqual(['Ann g1 home']);
  });

  test.each<[string, () => Promise<{ code: number | null; stderr: string }>, string]>([
    ['a file that is not JSON', () => league.run('import', 'firebase', league.file('x.json', '{')), 'this is not JSON'],
    ['no file', () => league.run('import', 'firebase', 'none.json'), 'there is no such file'],
    [
      'passwords without their parameters',
      () => {
        const accounts = firebaseAccounts([{ uid: 'u', email: 'u@example.org', password: 'Tailgate7' }]);
        return importOld({}, ['--auth', write('users.json', accounts)]);
      },
      'users.json has passwords. Say --hash',
    ],
    [
      'parameters that make no sense',
      () => importOld({}, ['--auth', write('users.json', { users: [] }), '--hash', league.file('p.json', '{}')]),
      'p.json: this does not have base64_signer_key',
    ],
  ])('refuses %s, and writes nothing', async (_, run, problem) => {
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain(problem);
  });
});
