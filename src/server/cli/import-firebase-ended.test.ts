import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CliLeague } from '#tests/cli-league.ts';
import { createCliLeague } from '#tests/cli-league.ts';
import type { OldLeague } from '#tests/firebase-export.ts';
import { firebaseAccounts, firebaseExport } from '#tests/firebase-export.ts';
import { isLong } from '#tests/long.ts';
import { until } from '#tests/until.ts';
import { compileCache, root } from '../../../scripts/root.ts';

const players = Array.from({ length: 120 }, (_, at) => ({
  uid: `uid${at}`,
  name: `Player ${at}`,
  email: `p${at}@example.org`,
}));
const pairs = [
  ['BAL', 'KC'],
  ['GB', 'PHI'],
  ['PIT', 'ATL'],
  ['ARI', 'BUF'],
] as const;
const pools = ['Old Boys', 'Young Boys'].map((name, at) => {
  return { id: `-N${at}`, name, members: players.map(({ uid }) => uid), weeks: ['2024-week1'] };
});

const old: OldLeague = {
  users: players,
  pools,
  games: pairs.map(([away, home], at) => {
    return { gid: `${at}`, weekId: '2024-week1', away, home, start: '2024-09-08T13:00:00-04:00', score: [at, 2] };
  }),
  picks: pools.flatMap(({ id: poolId }) =>
    players.flatMap(({ uid }, player) =>
      pairs.map((_, game) => {
        const side = (player + game) % 3 === 0 ? 'home' : 'away';
        return { poolId, uid, weekId: '2024-week1', gid: `${game}`, side } as const;
      }),
    ),
  ),
};

/** What an import comes to, without ids and times. */
interface Outcome {
  readonly counts: Readonly<Record<string, number>>;
  readonly exports: readonly string[];
}

let straight: Outcome;

async function outcomeOf(league: CliLeague): Promise<Outcome> {
  const dump = await league.dump();
  // An import in two parts has more records of itself; entries that came after its first receipts are listed at the next lock.
  const ofRuns = ['audit_log', 'lock_receipts', 'name_salts'];
  const tables = Object.entries(dump).filter(([name]) => !ofRuns.includes(name));
  const counts = Object.fromEntries(tables.map(([name, rows]) => [name, rows.length]));
  const exports: string[] = [];
  for (const { name } of pools)
    for (const what of ['scores', 'picks']) exports.push((await league.run('export', what, '--pool', name)).stdout);
  return { counts, exports };
}

async function aLeague(): Promise<CliLeague> {
  const league = await createCliLeague('sqlite');
  await league.importSeason('2023_01_DET_KC,2023,REG,1,2023-09-07,Thursday,20:20,DET,21,KC,20,4,outdoors');
  const identities = players
    .slice(0, 60)
    .map(({ uid, email }) => ({ uid, email, google: `id of ${uid}`.replaceAll(' ', '-') }));
  writeFileSync(join(league.folder, 'export.json'), JSON.stringify(firebaseExport(old)));
  writeFileSync(join(league.folder, 'users.json'), JSON.stringify(firebaseAccounts(identities)));
  return league;
}

const command = ['import', 'firebase', 'export.json', '--auth', 'users.json'];

beforeAll(async () => {
  const league = await aLeague();
  expect(await league.run(...command)).toMatchObject({ code: 0 });
  straight = await outcomeOf(league);
  await league.drop();
});

let league: CliLeague;

afterAll(() => league?.drop());

/** Where an import is killed: in the middle or, in a long run, in each of its steps. */
const kills = [
  ['people', 'users', 20],
  ['members', 'pool_members', 20],
  ['picks of the second pool', 'picks', 500],
] as const;

test.each(isLong ? kills : kills.slice(-1))(
  'An import that is killed while it writes %s is completed by the next one',
  async (_, table, rows) => {
    await league?.drop();
    league = await aLeague();
    const child = spawn(
      process.execPath,
      [join(root, 'src/server/cli/main.ts'), ...command, '--database', league.location],
      { cwd: league.folder, env: { ...process.env, NODE_COMPILE_CACHE: compileCache }, stdio: 'ignore' },
    );
    const isOver = once(child, 'close');
    await league.withStore(({ db }) =>
      until(async () => {
        const { rows: found } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
        return Number(found[0]?.n) >= rows;
      }),
    );
    child.kill('SIGKILL');
    expect(await isOver).toEqual([null, 'SIGKILL']);
    expect(await league.run(...command)).toMatchObject({ code: 0 });
    expect(await outcomeOf(league)).toEqual(straight);
    expect(await league.run('doctor')).toMatchObject({ code: 0 });
  },
);
