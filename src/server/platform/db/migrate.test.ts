import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { KyselyPlugin } from 'kysely';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { factsOf } from '#core/week-result.ts';
import { recount, rescoreAllStale } from '#server/standings/store.ts';
import type { TestDatabase } from '#tests/app.ts';
import { newDatabase } from '#tests/app.ts';
import { catalogOf } from '#tests/catalog.ts';
import { dumpTables } from '#tests/database.ts';
import { takeBackTo052 } from '#tests/earlier/almanac-052.ts';
import { addObstacle, contentsOf, newDatabaseOf039, removeObstacle, runScript } from '#tests/earlier/database-039.ts';
import { takeBackTo051 } from '#tests/earlier/faces-051.ts';
import { takeBackTo053 } from '#tests/earlier/growing-053.ts';
import { takeBackTo057 } from '#tests/earlier/ids-of-entries-057.ts';
import { takeBackTo056 } from '#tests/earlier/kept-changes-056.ts';
import { takeBackTo055 } from '#tests/earlier/listed-changes-055.ts';
import { takeBackTo054 } from '#tests/earlier/plain-lists-054.ts';
import { takeBackTo045 } from '#tests/earlier/queues-045.ts';
import { takeBackTo046 } from '#tests/earlier/receipts-046.ts';
import { takeBackTo048 } from '#tests/earlier/second-ways-048.ts';
import { takeBackTo049 } from '#tests/earlier/shares-049.ts';
import { takeBackTo047 } from '#tests/earlier/stored-at-047.ts';
import { takeBackTo050 } from '#tests/earlier/talk-050.ts';
import { engines } from '#tests/engines.ts';
import { isLong } from '#tests/long.ts';
import type { Store } from './connect.ts';
import { connect, DatabaseError } from './connect.ts';
import type { UpgradeSteps } from './migrate.ts';
import { migrate } from './migrate.ts';
import { MADE_BY_A_USER } from './tables.ts';
import { renamedColumns } from './upgrade.ts';

const processes = 4;
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const connected = `
  import { connect } from '#server/platform/db/connect.ts';
  import { migrate } from '#server/platform/db/migrate.ts';
  const store = connect(process.argv[1]);`;
/** Brings a database up to date. */
const finish = `${connected}
  await migrate(store);
  await store.close();`;
/** Begins an upgrade, makes a change, reports it, and then hangs. */
const begin = `${connected}
  await migrate(store, {
    before: async (tx) => {
      await tx.deleteFrom('week_scores').execute();
      console.log('begun');
      await new Promise((resolve) => setTimeout(resolve, 2 ** 30));
      return 0;
    },
    after: async () => [],
  });`;

function startElsewhere(script: string, location: string): ChildProcess {
  return spawn(process.execPath, ['--input-type=module-typescript', '-e', script, location], { cwd: root });
}

/** Brings a database up to date in a separate process. @returns its error output; empty on success */
async function migrateElsewhere(location: string): Promise<string> {
  const child = startElsewhere(finish, location);
  let complaint = '';
  child.stderr?.on('data', (text) => {
    complaint += text;
  });
  const [code] = await once(child, 'close');
  return code === 0 ? '' : `exit ${code}: ${complaint}`;
}

/** Records every statement. */
function recorder(): KyselyPlugin & { readonly statements: readonly string[] } {
  const statements: string[] = [];
  return {
    statements,
    transformQuery: ({ node }) => {
      statements.push(node.kind === 'RawNode' ? node.sqlFragments.join('?').trim() : node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/** In the league of the previous version, week 1 is locked and week 2 is open. */
const NOW = 1757300000000;
const AT_NOW: UpgradeSteps = { before: async () => NOW, after: async () => [] };

type Rows = Readonly<Record<string, readonly string[]>>;

/** The tables that the upgrade changes. */
const changed: readonly string[] = [
  'announced_weeks',
  'audit_log',
  'buy_back_windows',
  'buy_backs',
  'earlier_counts',
  'entries',
  'entry_defaults',
  'entry_links',
  'game_picks',
  'hook_deliveries',
  'outbox',
  'lock_receipts',
  'name_salts',
  'unlisted_changes',
  'pool_imports',
  'notifications',
  'pick_history',
  'picks',
  'player_links',
  'pools',
  'pool_members',
  'pool_money',
  'pool_payments',
  'pool_weeks',
  'replaced_picks',
  'passkeys',
  'second_factors',
  'recovery_codes',
  'pick_links',
  'reactions',
  'faces',
  'hidden_faces',
  'stopped_faces',
  'season_links',
  'typed_places',
  'same_people',
  'slate_games',
  'slates',
  'stale_weeks',
  'announced_prizes',
  'told_prizes',
  'feed_games',
  'users',
  'waiting_picks',
  'week_scores',
];

/** The rows of the tables that it does not change or add; games and messages without the columns that it adds. */
function others(rows: Rows): Rows {
  const kept = Object.entries(rows).filter(([name]) => !changed.includes(name));
  return Object.fromEntries(kept.map(([name, texts]) => [name, texts.map((row) => row.replace(added, ''))]));
}

const added = /,"(line_source|reply_to)":null/;

/** Some columns of the rows of a table, in order; `-` for null. */
function read(rows: Rows, table: string, columns: readonly string[]): string[] {
  const parsed = (rows[table] ?? []).map((row) => JSON.parse(row) as Record<string, unknown>);
  return parsed.map((row) => columns.map((name) => row[name] ?? '-').join(' ')).toSorted();
}

describe.each(engines)('The tables on %s', (engine) => {
  let leave: (() => Promise<void>)[];

  beforeEach(() => {
    leave = [];
  });

  afterEach(async () => {
    for (const end of leave.reverse()) await end();
  });

  function open(made: TestDatabase): Store {
    leave.push(made.drop);
    return connectTo(made.location);
  }

  function connectTo(location: string): Store {
    const store = connect(location);
    leave.push(store.close);
    return store;
  }

  const openNew = async () => open(await newDatabase(engine));
  const open039 = async () => open(await newDatabaseOf039(engine));

  describe('of a new database', () => {
    test('are made once', async () => {
      const store = await openNew();
      await migrate(store);
      const before = await contentsOf(store);
      expect(before.notes).toMatchObject([{ name: '058-ids-of-entries' }]);
      await migrate(store);
      expect(await contentsOf(store)).toEqual(before);
    });

    // A column that is added to a table later is only in `upgrade.ts`.
    test('are made in their present form, and none is altered', async () => {
      const store = await openNew();
      const made = recorder();
      await migrate({ ...store, db: store.db.withPlugin(made) });
      expect(made.statements.filter((text) => text.startsWith('create table')).length).toBeGreaterThan(50);
      const altering = made.statements.filter((text) => /\balter\b|\brename\b/i.test(text));
      expect(altering).toEqual(engine === 'postgres' ? [MADE_BY_A_USER] : []);
    });

    test('are all missing after a failure, and can be made again', async () => {
      const store = await openNew();
      await sql`create table calendar_events (stands_in_the_way integer)`.execute(store.db);
      const before = await catalogOf(store);
      await expect(migrate(store)).rejects.toThrow('calendar_events');
      expect(await catalogOf(store)).toEqual(before);
      await sql`drop table calendar_events`.execute(store.db);
      await migrate(store);
      expect(Object.keys(await dumpTables(store.db))).toContain('picks');
    });

    if (isLong)
      test(`may be made by ${processes} processes at once`, async () => {
        const database = await newDatabase(engine);
        leave.push(database.drop);
        const starts = Array.from({ length: processes }, () => migrateElsewhere(database.location));
        expect((await Promise.all(starts)).join('')).toBe('');
      });
  });

  describe('of the version before', () => {
    test('become those of a new database', async () => {
      const [fresh, store] = [await openNew(), await open039()];
      await migrate(fresh);
      await migrate(store);
      expect(await catalogOf(store)).toEqual(await catalogOf(fresh));
    });

    const tablesOf042 = ['buy_back_windows'];
    const tablesOf041 = [...tablesOf042, 'buy_backs', 'entry_defaults', 'slate_games', 'slates'];

    /** Reverts a database to an earlier schema version. */
    async function takeBack(store: Store, form: string): Promise<void> {
      const { db } = store;
      if (form === '057-listed-at-once') return takeBackTo057(store);
      if (form === '056-unlisted-changes') return takeBackTo056(store);
      if (form === '055-packed-lists') return takeBackTo055(store);
      if (form === '054-growing') return takeBackTo054(store);
      if (form === '053-almanac') return takeBackTo053(store);
      if (form === '052-faces') return takeBackTo052(store);
      if (form === '051-talk-reactions') return takeBackTo051(store);
      if (form === '050-shares-and-week-rules') return takeBackTo050(store);
      if (form === '049-second-ways-in') return takeBackTo049(store);
      if (form === '048-stored-at') return takeBackTo048(store);
      if (form === '047-receipt-authors') return takeBackTo047(store);
      await (form === '046-outbox' ? takeBackTo046 : takeBackTo045)(store);
      if (form === '046-outbox') return;
      if (form === '045-plain-names') return;
      await sql`update kysely_migration set name = ${form}`.execute(db);
      for (const [table, from, to] of renamedColumns)
        await sql.raw(`alter table ${table} rename column ${to} to ${from}`).execute(db);
      await sql`alter table announced_prizes rename to told_prizes`.execute(db);
      if (engine === 'postgres')
        await sql`alter table told_prizes rename constraint announced_prizes_key to told_prizes_key`.execute(db);
      if (form === '044-earlier-counts') return;
      await sql`drop table earlier_counts`.execute(db);
      if (form === '043-windows-and-scales') return;
      await sql`alter table pool_weeks drop column decided_at`.execute(db);
      await sql`alter table pool_weeks drop column scale`.execute(db);
      const tables = { '042-contests': tablesOf042, '041-receipts-and-imports': tablesOf041 }[form];
      if (tables !== tablesOf042) await sql`drop view pool_locks`.execute(db);
      for (const table of tables ?? [...tablesOf041, 'lock_receipts', 'pool_imports'])
        await sql`drop table ${sql.table(table)}`.execute(db);
      if (tables !== tablesOf042) {
        if (engine === 'postgres') await sql`drop function refuse_late_slate`.execute(db);
        await sql`alter table pools drop column side_tables`.execute(db);
        await sql`alter table pool_money drop column buy_back`.execute(db);
        await sql`alter table pool_members drop column left_at`.execute(db);
        await sql`alter table week_scores drop column correct`.execute(db);
        await sql`create view pool_locks as select gid from games`.execute(db);
      }
    }

    const earlier = [
      '040-entries',
      '041-receipts-and-imports',
      '042-contests',
      '043-windows-and-scales',
      '044-earlier-counts',
      '045-plain-names',
      '046-outbox',
      '047-receipt-authors',
      '048-stored-at',
      '049-second-ways-in',
      '050-shares-and-week-rules',
      '051-talk-reactions',
      '052-faces',
      '053-almanac',
      '054-growing',
      '055-packed-lists',
      '056-unlisted-changes',
      '057-listed-at-once',
    ];

    // The oldest one takes all steps.
    const upgraded = engine === 'sqlite' || isLong ? earlier : [...earlier.slice(0, 1), ...earlier.slice(-1)];

    test.each(upgraded)('become those of a new database, also from %s', async (form) => {
      const [fresh, store] = [await openNew(), await openNew()];
      await migrate(fresh);
      await migrate(store);
      await takeBack(store, form);
      await migrate(store);
      expect(await catalogOf(store)).toEqual(await catalogOf(fresh));
      expect((await contentsOf(store)).notes).toMatchObject([{ name: '058-ids-of-entries' }]);
    });

    // What is counted again depends on the version, and not on the engine.
    const counted = engine === 'sqlite' || isLong ? ['039-one-schema', ...earlier] : ['039-one-schema'];

    test.each(counted)('have the scores of a recount, from %s', async (form) => {
      const store = await open039();
      // Marks and linked players cause a recount of weeks anyway.
      await runScript(store.location, 'delete from waiting_picks; delete from player_links; delete from stale_weeks');
      await sql`update picks set value = '{"side":"home"}' where about = 'g1' and entry_id in ('e1', 'e2')`.execute(
        store.db,
      );
      await migrate(store, AT_NOW);
      if (form !== '039-one-schema') {
        await rescoreAllStale(store, Date.now);
        await takeBack(store, form);
        await migrate(store, AT_NOW);
      }
      await rescoreAllStale(store, Date.now);
      expect(await recount(store)).toEqual([]);
      const scores = await store.db.selectFrom('week_scores').select(['entry_id', 'correct']).execute();
      expect(scores).toContainEqual({ entry_id: 'e2', correct: 1 });
    });

    test('keep every row', async () => {
      const store = await open039();
      const before = await contentsOf(store);
      const empty = Object.entries(before.rows).filter(([, rows]) => rows.length === 0);
      expect(empty.map(([name]) => name)).toEqual([]);
      await migrate(store);
      const after = await contentsOf(store);
      expect(others(after.rows)).toEqual(others(before.rows));
      expect(after.notes).toMatchObject([{ name: '058-ids-of-entries' }]);
    });

    test('keep changes of games only until receipts list them', async () => {
      const store = await open039();
      await migrate(store);
      await takeBackTo056(store);
      const change = (number: number, isListed: number) => sql`
        insert into unlisted_changes (pool_id, week_id, number, at, made_by, gids, week, is_listed)
        select 'p1', id, ${number}, 0, '"feed"', '[]', '{}', ${isListed} from weeks order by id limit 1`;
      await change(1, 1).execute(store.db);
      await change(2, 0).execute(store.db);
      await migrate(store);
      const left = await store.db.selectFrom('unlisted_changes').select('number').execute();
      expect(left).toEqual([{ number: 2 }]);
    });

    test('give new entries ids that begin like that of their pool', async () => {
      const store = await open039();
      await migrate(store);
      await sql`
        insert into pools (id, name, description, money_url, has_talk, created_at, rules)
        values ('abcdefgh-ij', 'Pool', '', '', 0, 0, '{}')`.execute(store.db);
      const member = { pool_id: 'abcdefgh-ij', user_id: 'u1', enabled: 1, joined_at: 0 } as const;
      await store.db.insertInto('pool_members').values(member).execute();
      const entries = store.db.selectFrom('entries').select('id').where('pool_id', '=', 'abcdefgh-ij');
      expect(await entries.execute()).toEqual([{ id: expect.stringMatching(/^abcdefgh.{24,}$/) }]);
    });

    test('keep what columns with another name hold', async () => {
      const store = await open039();
      const before = (await contentsOf(store)).rows;
      await migrate(store);
      const after = (await contentsOf(store)).rows;
      for (const [table, from, to] of renamedColumns)
        expect(read(after, table, [to])).toEqual(read(before, table, [from]));
    });

    test('get the picks of linked players for locked games, and lose those of open games', async () => {
      const store = await open039();
      expect(await migrate(store, AT_NOW)).toEqual([
        'Withdrawn: Bob, Office: 1 pick of open games that waited from Tom.',
        'Withdrawn: Bob, Ranks: 1 pick of open games that waited from Tom.',
      ]);
      const { rows } = await contentsOf(store);
      expect(read(rows, 'entries', ['id', 'user_id', 'owner_id', 'joined_at', 'out_at'])).toEqual([
        'e1 u1 u1 1756000000000 -',
        'e2 u2 u2 1756100000000 -',
        'e3 - u3 1756000000000 1757150000000',
        'e4 u1 u1 1756000000000 -',
        'e5 u2 u2 1756100000000 -',
        'e6 - u3 1756000000000 1757150000000',
        'e7 u2 u2 0 -',
      ]);
      expect(read(rows, 'picks', ['entry_id', 'kind', 'about', 'value', 'revision', 'entered_by'])).toEqual([
        'e1 guess 2025-01 {"gid":"g1","total":41} 1 -',
        'e1 pick g1 {"side":"away"} 2 -',
        'e2 guess 2025-01 {"gid":"g1","total":44} 1 -',
        'e2 pick g1 {"side":"home"} 1 -',
        'e2 pick g2 - 2 -',
        'e3 guess 2025-01 {"gid":"g1","total":44} 1 -',
        'e3 guess 2025-02 - 4 -',
        'e3 pick g1 {"side":"home"} 1 -',
        'e3 pick g2 - 2 -',
        'e5 order 2025-01 {"order":["g1"]} 1 -',
        'e6 order 2025-01 {"order":["g1"]} 1 -',
        'e6 order 2025-02 - 2 -',
        'e7 team 2025-02 {"gid":"g2","team":"KC"} 1 -',
      ]);
      expect(
        read(rows, 'entry_links', ['entry_id', 'user_id', 'into_id', 'linked_by', 'linked_at', 'undone_at']),
      ).toEqual(['e3 u2 e2 u1 1757150000000 -', 'e6 u2 e5 u1 1757150000000 -']);
      const [{ moved = '' } = {}] = await store.db
        .selectFrom('entry_links')
        .select('moved')
        .orderBy('entry_id')
        .execute();
      expect(JSON.parse(moved)).toEqual({
        membership: { player: 1, account: 1 },
        name: null,
        filled: [
          { kind: 'pick', about: 'g1' },
          { kind: 'guess', about: '2025-01' },
        ],
        payments: [2],
      });
      expect(read(rows, 'users', ['id', 'is_enabled'])).toEqual(['u1 1', 'u2 1', 'u3 1']);
      expect(read(rows, 'stale_weeks', ['week_id'])).toEqual(['2025-01', '2025-02']);
      const told = (await store.db.selectFrom('audit_log').selectAll().execute()).filter(
        ({ act }) => act === 'pool.announce',
      );
      expect(told.map(({ pool_id, after }) => [pool_id, JSON.parse(after).text])).toEqual([
        ['p1', expect.stringContaining('Bob (1 pick of open games)')],
        ['p3', expect.stringContaining('Bob (1 pick of open games)')],
      ]);
    });

    test('keep picks and what they replaced when picks move, and store what is replaced from then on', async () => {
      const store = await open039();
      await migrate(store, AT_NOW);
      await takeBackTo053(store);
      const before: Rows = (await contentsOf(store)).rows;
      await migrate(store, AT_NOW);
      const after = (await contentsOf(store)).rows;
      expect({ ...after, stale_weeks: [] }).toEqual({ ...before, stale_weeks: [], unlisted_changes: [] });
      // Marked in all pools.
      expect(read(after, 'stale_weeks', ['week_id', 'pool_id'])).toEqual(
        read(before, 'stale_weeks', ['week_id']).map((week) => `${week} `),
      );
      await sql`update picks set value = null, made_at = ${NOW} where entry_id = 'e1' and about = 'g1'`.execute(
        store.db,
      );
      await sql`delete from picks where entry_id = 'e1' and about = 'g1'`.execute(store.db);
      const columns = ['entry_id', 'about', 'value', 'revision'];
      const { rows } = await contentsOf(store);
      expect(read(rows, 'replaced_picks', columns)).toEqual(
        [...read(before, 'replaced_picks', columns), 'e1 g1 {"side":"away"} 2', 'e1 g1 - 2'].toSorted(),
      );
    });

    test('name entries instead of people', async () => {
      const store = await open039();
      await migrate(store, AT_NOW);
      const { rows } = await contentsOf(store);
      expect(read(rows, 'week_scores', ['entry_id', 'halves'])).toEqual(['e1 4', 'e2 2', 'e3 2']);
      expect(read(rows, 'pool_payments', ['entry_id', 'cents', 'undone_at'])).toEqual([
        'e1 5000 1757000100000',
        'e2 5000 -',
      ]);
      expect(read(rows, 'announced_weeks', ['result', 'announced', 'leaders'])).toEqual([
        '{"winners":["e1"],"points":{"e1":4,"e2":2}} {"winners":["e1"],"points":{"e1":4,"e2":2}} ["e1"]',
      ]);
      expect(read(rows, 'announced_prizes', ['shares'])).toEqual(['[{"id":"e1","cents":500}]']);
      expect(read(rows, 'outbox', ['id', 'content'])).toEqual([
        'x1 {}',
        'x2 {"topic":"week.decided","headline":"[[\\"e1\\"],4]"}',
      ]);
      const result = { winners: ['e1'], points: { e1: 4, e2: 2 } };
      const facts = createHash('sha256')
        .update(factsOf(result, ['e2']))
        .digest('base64url');
      expect(read(rows, 'notifications', ['kind', 'user_id', 'facts'])).toEqual([
        'missing-picks u2 digest',
        'week-result u1 something else',
        `week-result u2 ${facts}`,
      ]);
    });

    test('stay as they are when the upgrade fails, and can be upgraded again', async () => {
      const store = await open039();
      await addObstacle(store);
      const before = await contentsOf(store);
      await expect(migrate(store)).rejects.toThrow('the last step fails');
      expect(await contentsOf(store)).toEqual(before);
      await removeObstacle(store);
      await migrate(store);
      expect(others((await contentsOf(store)).rows)).toEqual(others(before.rows));
    });

    test('stay as they are when the process that upgrades them is killed, and can be upgraded again', async () => {
      const store = await open039();
      const before = await contentsOf(store);
      const child = startElsewhere(begin, store.location);
      await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'close')]);
      expect(child.kill('SIGKILL')).toBe(true);
      await once(child, 'close');
      expect(await contentsOf(store)).toEqual(before);
      await migrate(store);
      expect(others((await contentsOf(store)).rows)).toEqual(others(before.rows));
    });

    if (isLong)
      test(`may be upgraded by ${processes} processes at once`, async () => {
        const store = await open039();
        const before = await contentsOf(store);
        const starts = Array.from({ length: processes }, () => migrateElsewhere(store.location));
        expect((await Promise.all(starts)).join('')).toBe('');
        // An older connection has cached the columns of 039, so this opens a new one.
        const after = await contentsOf(connectTo(store.location));
        expect(others(after.rows)).toEqual(others(before.rows));
        expect(read(after.rows, 'entry_links', ['entry_id'])).toEqual(['e3', 'e6']);
        expect(after.notes).toHaveLength(1);
      });
  });

  test.each([
    [
      'the version before, with the commit that upgrades them',
      "update kysely_migration set name = '038-postponed-locks'",
      'in this order: commit 8037915 (to 039-one-schema); then',
    ],
    [
      'an older version, with all commits that upgrade them, in order',
      "update kysely_migration set name = '012-own-pools'",
      'in this order: commit 49a9f8c (to 038-postponed-locks), commit 8037915 (to 039-one-schema); then',
    ],
    [
      'a newer version',
      "insert into kysely_migration values ('999-newer', '2099-01-01')",
      "the form of a newer Pick'em (999-newer)",
    ],
  ])('of %s are refused and stay as they are', async (_, change, words) => {
    const store = await open039();
    await runScript(store.location, change);
    const before = await contentsOf(store);
    const refusal = await migrate(store).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DatabaseError);
    expect((refusal as DatabaseError).message).toContain(words);
    expect(await contentsOf(store)).toEqual(before);
  });
});
