import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Game } from '#core/types.ts';
import { addAccountWithUser, markVerified } from '#server/accounts/store.ts';
import { allUsers } from '#server/admin/reads.ts';
import { entriesById } from '#server/entries/reads.ts';
import { poolState, storedPicks } from '#server/firebase/reads.ts';
import { gamesOfWeeks, weekIds } from '#server/games/reads.ts';
import { setMembers } from '#server/members/store.ts';
import { findPoolsByName } from '#server/pools/reads.ts';
import type { CliLeague } from '#tests/cli-league.ts';
import { coming, createCliLeague, header, played } from '#tests/cli-league.ts';
import { firebaseExport } from '#tests/firebase-export.ts';
import { runCli } from '#tests/run-cli.ts';

/** Far enough off never to lock. */
const sealedGame = '2098_03_SEA_DET,2098,REG,3,2098-09-21,Sunday,13:00,SEA,,DET,,-3.5,dome';
const CLASSIC = 'Old Boys';
const SPREAD = 'By the "line"; 2nd';
const rows = [
  '2023,1,Ann,KC',
  '2023,1,Ann,SF',
  '2023,19,Ann,DET',
  '2023,2,Ann,JAX',
  '2023,1,"O\'Neil, Bob",DET',
  '2023,2,"O\'Neil, Bob",KC',
  '2023,1,Cy,KC',
  '2098,3,Ann,SEA',
];

let league: CliLeague;

beforeEach(async () => {
  league = await createCliLeague('sqlite');
  await league.importSeason(...played, coming);
  await league.run('import', 'season', league.file('far.csv', header, sealedGame), '--season', '2098');
  await importPicks(CLASSIC, rows);
});

afterEach(() => league.drop());

function importPicks(pool: string, lines: readonly string[], ...options: string[]) {
  const [first = ''] = lines;
  const head = first.startsWith('season,') ? [] : ['season,week,player,pick'];
  const file = league.file('picks.csv', ...head, ...lines);
  return league.run('import', 'picks', file, '--pool', pool, '--create', ...options);
}

/** Exports the league to a new file. @returns what was printed, and the text of the file; null if there is none */
async function exported(name = 'out.json', ...options: string[]) {
  const ran = await league.run('export', 'firebase', name, ...options);
  const isWritten = readdirSync(league.folder).includes(name);
  return { ...ran, text: isWritten ? readFileSync(join(league.folder, name), 'utf8') : null };
}

async function poolIdOf(of: CliLeague, name: string): Promise<string> {
  const [pool] = await of.withStore(({ db }) => findPoolsByName(db, name));
  return pool?.id ?? '';
}

/** The users, weeks, games, picks and scores of a league, without ids that are its own. */
async function contentsOf(of: CliLeague, pools: readonly string[]) {
  const stored = await of.withStore(async ({ db }) => {
    const users = await allUsers(db);
    const names = new Map(users.map(({ id, displayName }) => [id, displayName]));
    const state = async (name: string) => {
      const [pool] = await findPoolsByName(db, name);
      const { members, weeks } = await poolState(db, pool?.id ?? '');
      const sorted = [...members].map(([id, enabled]) => `${names.get(id)} ${enabled}`).sort();
      const stored = (await storedPicks(db, pool?.id ?? '')).filter(({ gid }) => !sealedGame.startsWith(gid));
      const entries = await entriesById(
        db,
        stored.map(({ entryId }) => entryId),
      );
      const players = new Map(entries.map(({ id, name }) => [id, name]));
      const picks = stored.map(({ entryId, gid, side }) => `${players.get(entryId)} ${gid} ${side}`).sort();
      return { ...pool, id: null, members: sorted, weeks: [...weeks].sort(), picks };
    };
    return {
      users: users.map(({ displayName, isEnabled }) => `${displayName} ${isEnabled}`).sort(),
      games: (await gamesOfWeeks(db, await weekIds(db))).map((game): Game => ({ ...game, setByAdmin: [] })),
      pools: [await state(CLASSIC), await state(SPREAD)],
    };
  });
  const csv = pools.flatMap((pool) => ['picks', 'scores'].map((what) => ['export', what, '--pool', pool]));
  const lines: string[] = [];
  for (const args of csv) lines.push((await of.run(...args)).stdout);
  return { ...stored, lines };
}

describe('An export for Firebase', () => {
  test('of pick’em pools with one entry a member comes back with the same users, weeks, games, picks and scores', async () => {
    const eve = { email: 'Eve@example.org', displayName: 'Eve', passwordHash: null };
    const classicId = await poolIdOf(league, CLASSIC);
    await league.withStore(async (store) => {
      await addAccountWithUser(store, store.db, eve, 1);
      const id = (await allUsers(store.db)).find(({ displayName }) => displayName === 'Eve')?.id ?? '';
      await setMembers(store.db, classicId, [id], 1);
      const cy = (await allUsers(store.db)).find(({ displayName }) => displayName === 'Cy')?.id ?? '';
      await setMembers(store.db, classicId, [cy], 1, false);
      await store.db.updateTable('users').set({ is_enabled: 0 }).where('display_name', '=', 'Eve').execute();
      await store.db
        .updateTable('pool_weeks')
        .set({ enabled: 0 })
        .where('pool_id', '=', classicId)
        .where('week_id', '=', '2023-week2')
        .execute();
      const notes = { weather: 'Rain, 40°F', situation: 'Final/OT', spread_note: 'Off the board' };
      await store.db
        .updateTable('games')
        .set({ ...notes, allow_spread_update: 0 })
        .where('gid', '=', '2023_01_SF_PIT')
        .execute();
    });
    await importPicks(CLASSIC, ['2023,1,Eve,SF']);
    await importPicks(SPREAD, [...rows, '2023,1,Zoë,PIT'], '--preset', 'spread', '--new-players');
    const before = await contentsOf(league, [CLASSIC, SPREAD]);
    expect(before.pools[0]).toMatchObject({ members: ['Ann true', 'Cy false', 'Eve true', "O'Neil, Bob true"] });
    expect(before.pools[0]?.picks).toContain('Cy 2023_01_DET_KC home');
    expect(before.lines[3]).toContain('2023,1,2023-week1,"O\'Neil, Bob",1,1');

    const { code, text, stdout } = await exported();
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'Records of every pool, which stay here:']);
    const copy = await createCliLeague('sqlite');
    try {
      const ran = await copy.run('import', 'firebase', copy.file('in.json', text ?? ''));
      expect(ran.code).toBe(0);
      expect(ran.stdout).toContain('that differ from what picks and games come to: none.\nNothing was left out.\n');
      expect(await contentsOf(copy, [CLASSIC, SPREAD])).toEqual(before);
    } finally {
      await copy.drop();
    }
  });

  test('has nothing of a sealed pick: one that differs, or was changed, changes no letter', async () => {
    const first = await exported('first.json');
    expect(first.text).toContain('"2023_01_DET_KC":"home"');
    await league.withStore(({ db }) =>
      db
        .updateTable('picks')
        .set({ value: '{"side":"home"}', revision: 2, made_at: Date.now() + 60_000 })
        .where('about', '=', '2098_03_SEA_DET')
        .execute(),
    );
    const second = await exported('second.json');
    expect(second.text).toBe(first.text);
    expect(second.stdout.replace('second', 'first')).toBe(first.stdout);
    const [firstPool] = Object.values((JSON.parse(first.text ?? '') as { PoolPicks: object }).PoolPicks);
    expect(JSON.stringify(firstPool)).not.toContain('2098');
  });

  test('has the addresses of verified accounts only, and says of a pick that somebody else entered it', async () => {
    const classicId = await poolIdOf(league, CLASSIC);
    await league.withStore(async (store) => {
      for (const name of ['Eve', 'Mallory']) {
        const account = { email: `${name}@example.org`, displayName: name, passwordHash: 'secret' };
        const accountId = await addAccountWithUser(store, store.db, account, 1);
        if (name === 'Eve') await markVerified(store, store.db, accountId ?? '', 'Eve@example.org');
      }
      const [eve] = await allUsers(store.db);
      await store.db
        .updateTable('picks')
        .set({ entered_by: eve?.id ?? null, reason: 'called in', revision: 2 })
        .where('about', '=', '2023_19_LA_DET')
        .execute();
      await store.db.updateTable('games').set({ set_by_admin: 'score' }).where('gid', '=', '2023_19_LA_DET').execute();
      await store.db.updateTable('pool_members').set({ is_muted: 1 }).execute();
    });
    const { text, stdout } = await exported('out.json', '--partial');
    for (const lost of [/\d muted member/, /1 game set by hand/, /\d reasons? of (an )?entered pick/])
      expect(stdout).toMatch(lost);
    expect(text).toContain('Eve@example.org');
    expect(text).toContain('"displayName":"Mallory"');
    expect(text).not.toMatch(/mallory@|secret|called in/i);
    expect(stdout).toContain('5 users, 1 pool, 5 games');
    const { PoolPicks } = JSON.parse(text ?? '') as { PoolPicks: Record<string, Record<string, object>> };
    expect(Object.values(PoolPicks[classicId] ?? {})).toContainEqual(
      expect.objectContaining({ '2023-wild-card': { '2023_19_LA_DET': 'home,bus' } }),
    );
  });

  test('lists by pool and count what the layout cannot hold, and writes nothing of it without --partial', async () => {
    league.file('rules.json', '{ "entries": 2, "bestBets": 1 }');
    const twice = ['season,week,player,entry,pick,best', '2023,1,Ann,,KC,yes', '2023,1,Ann,Twice,DET,'];
    await importPicks('Twice', twice, '--rules', 'rules.json');
    const valued = ['season,week,player,pick,points,tiebreak', '2023,1,Ann,KC,2,41', '2023,1,Ann,SF,1,41'];
    await importPicks('Valued', valued, '--preset', 'confidence');
    await importPicks('Last one', ['2023,1,Ann,KC', '2023,1,Cy,SF'], '--preset', 'survivor');
    await league.withStore(async ({ db }) => {
      await db
        .updateTable('picks')
        .set({ value: '{"side":"away"}', revision: 2, made_at: Date.now() + 60_000 })
        .where('about', '=', '2023_19_LA_DET')
        .execute();
      const [pool] = await findPoolsByName(db, 'Twice');
      const [ann] = await allUsers(db);
      const said = { kind: 'said', at: 1, edited_at: null, deleted_by: null } as const;
      await db
        .insertInto('messages')
        .values({ ...said, pool_id: pool?.id ?? '', user_id: ann?.id ?? '', text: 'Hi', once: 'x' })
        .execute();
    });
    const listed = [
      'The Firebase layout cannot hold:',
      "  Pool 'Last one', which is left out as a whole: 2 teams, 1 rule (format).",
      "  Pool 'Old Boys': 1 earlier state of a pick.",
      "  Pool 'Twice': 1 second entry, 1 best bet, 2 rules (entries, bestBets), 1 message.",
      "  Pool 'Valued': 1 order, 1 guess, 2 rules (format, tiebreak).",
      'Records of every pool, which stay here:',
    ];
    const refused = await exported();
    expect(refused).toMatchObject({
      code: 1,
      text: null,
      stderr: 'Nothing was written. --partial writes the file without what it cannot hold.\n',
    });
    expect(refused.stdout.split('\n').slice(0, 6)).toEqual(listed);
    const partial = await exported('out.json', '--partial');
    expect(partial.code).toBe(0);
    expect(partial.stdout.split('\n').slice(0, 6)).toEqual(listed);
    expect(partial.stdout).toMatch(/out\.json: \d users, 3 pools, 5 games, 10 picks of locked games\.\n$/);
    expect(partial.text).not.toContain('Last one');
    const shown = await league.run('import', 'firebase', 'out.json', '--dry-run');
    expect(shown.stdout).toContain("Pool 'Twice' (new): 1 member (1 to write), 1 week (1 to write), 1 pick (1 to");
  });

  test('gives back the ids of Firebase, so that importing it again changes nothing', async () => {
    const game = { gid: 'g1', weekId: '2024-week1', away: 'BAL', home: 'KC', start: '2024-09-05T20:20:00-04:00' };
    const old = firebaseExport({
      users: [{ uid: 'uidAnn', name: 'Old Ann', email: 'ann@example.org' }],
      pools: [{ id: '-Nold', name: 'From Firebase', members: ['uidAnn'], weeks: ['2024-week1'] }],
      games: [{ ...game, score: [20, 27] }],
      picks: [{ poolId: '-Nold', uid: 'uidAnn', weekId: '2024-week1', gid: 'g1', side: 'home' }],
    });
    await league.run('import', 'firebase', league.file('old.json', JSON.stringify(old)));
    const { text } = await exported();
    expect(JSON.parse(text ?? '')).toMatchObject({
      Users: { uidAnn: { displayName: 'Old Ann' } },
      Pools: { '-Nold': { Users: { uidAnn: { Enabled: true } } } },
      PoolPicks: { '-Nold': { uidAnn: { '2024-week1': { g1: 'home' } } } },
      PoolScores: { '-Nold': { uidAnn: { weeks: { '2024-week1': 1 } } } },
    });
    const again = await league.run('import', 'firebase', 'out.json', '--dry-run');
    expect(again.stdout).toContain(
      "Pool 'From Firebase': 1 member (0 to write), 1 week (0 to write), 1 pick (0 to write, 1 unchanged).",
    );
  });

  test('never replaces a file', async () => {
    league.file('out.json', 'mine');
    const { code, stderr, text } = await exported();
    expect([code, stderr, text]).toEqual([1, 'out.json exists already. Nothing was written.\n', 'mine\n']);
  });
});

describe('A dry run of an import from Firebase without a database', () => {
  test('shows what a new league gets, and creates nothing', async () => {
    const { text } = await exported();
    const cwd = join(league.folder, 'elsewhere');
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'export.json'), text ?? '');
    const run = (...options: string[]) =>
      runCli(['import', 'firebase', 'export.json', '--dry-run', ...options], { cwd });
    for (const ran of [await run(), await run('--database', 'none.db'), await run('--demo')]) {
      expect(ran.code).toBe(0);
      expect(ran.stderr).toMatch(/^There is no database .+: this is what a new league gets\.\n$/);
      expect(ran.stdout).toContain("Pool 'Old Boys' (new): 3 members (3 to write)");
      expect(ran.stdout).toContain('Nothing was left out.\nThis was a dry run: nothing was written.\n');
    }
    expect(readdirSync(cwd)).toEqual(['export.json']);
  });
});
