import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PICK_LOCK_DELAY_MS } from '#core/game.ts';
import { teams } from '#core/teams.ts';
import type { TestDatabase } from '#tests/app.ts';
import { createTestApp, newDatabase } from '#tests/app.ts';
import { addPerson, WEEK_1 } from '#tests/builders.ts';
import { HOUR, rounded, SUNDAY_1PM, straightUp, withSpread } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import type { Engine, Store } from './connect.ts';
import { connect, engines } from './connect.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { importPicks } from './picks.ts';
import { livingPools } from './pools.ts';
import { recount } from './scores.ts';
import { addMissingTeams } from './teams.ts';
import { addWeeks } from './weeks.ts';

/** The version before admins had a log, invitations and joined players. */
const earlier = (engine: Engine) =>
  Object.fromEntries(Object.entries(migrations(engine)).filter(([name]) => name <= '003-feed'));

const game = {
  gid: 'g1',
  week_id: WEEK_1,
  kickoff: SUNDAY_1PM,
  time_tbd: 0,
  lock_at: SUNDAY_1PM + PICK_LOCK_DELAY_MS,
  status: 'Final',
  void: null,
  home: 'BUF',
  away: 'KC',
  home_score: 7,
  away_score: 3,
  spread: null,
  spread_note: '',
  situation: '',
  weather: '',
  allow_spread_update: 1,
  allow_time_update: 1,
  set_by_admin: '',
  updated_at: SUNDAY_1PM + 4 * HOUR,
} as const;

/** A row of a pool whose rules were a column each. */
function withRules({ use_spread, round_spread, ...row }: Record<string, unknown>): string {
  const rules = { useSpread: use_spread === 1, roundSpread: round_spread === 1 };
  return JSON.stringify({ ...row, rules: JSON.stringify(rules) });
}

describe.each(engines)('A league of an earlier version on %s', (engine) => {
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await newDatabase(engine);
    store = connect(database.location);
    await migrate(store, earlier);
  });

  afterEach(async () => {
    await store.close();
    await database.drop();
  });

  /** Ann, who has an account, and Tom, who came with an import, with a pick each of a game that is over. */
  async function fill(): Promise<void> {
    const { db } = store;
    const at = new Date(SUNDAY_1PM).toISOString();
    const account = { id: 'a1', name: 'Ann', email: 'ann@example.org', emailVerified: engine === 'sqlite' ? 1 : true };
    await db
      .insertInto('accounts')
      .values({ ...account, image: null, createdAt: at, updatedAt: at })
      .execute();
    const user = { is_enabled: 1, is_admin: 0, default_pool_id: null, created_at: SUNDAY_1PM };
    await db
      .insertInto('users')
      .values([
        { ...user, id: 'ann', account_id: 'a1', display_name: 'Ann' },
        { ...user, id: 'tom', account_id: null, display_name: 'Tom' },
      ])
      .execute();
    await sql`
      insert into pools
        (id, name, description, money_url, use_spread, round_spread, trash_talk_enabled, created_at)
      values
        ('p1', 'Office', '', '', 0, 0, 0, 1), ('p2', 'Lines', '', '', 1, 0, 0, 1), ('p3', 'Halves', '', '', 1, 1, 0, 1)
    `.execute(db);
    await addMissingTeams(db);
    await addWeeks(db, [WEEK_1]);
    await db.insertInto('games').values(game).execute();
    const said = { said: '{"homeScore":7}', said_at: SUNDAY_1PM, may_go_back: 0 };
    await db
      .insertInto('feed_games')
      .values({ gid: 'g1', source_id: '401', ...said })
      .execute();
    const both = ['ann', 'tom'].map((user_id) => ({ pool_id: 'p1', user_id, enabled: 1, joined_at: 1 }));
    await db.insertInto('pool_members').values(both).execute();
    await db.insertInto('pool_weeks').values({ pool_id: 'p1', week_id: WEEK_1, enabled: 1 }).execute();
    const pick = { poolId: 'p1', gid: 'g1', madeAt: SUNDAY_1PM - HOUR };
    await importPicks(db, engine, [
      { ...pick, userId: 'ann', side: 'home' },
      { ...pick, userId: 'tom', side: 'away' },
    ]);
    const scores = { pool_id: 'p1', week_id: WEEK_1 };
    await db
      .insertInto('week_scores')
      .values([
        { ...scores, user_id: 'ann', score: 1 },
        { ...scores, user_id: 'tom', score: 0 },
      ])
      .execute();
  }

  test('is brought up to date with every row that it had, and nobody asked to be reminded less', async () => {
    await fill();
    const before = await dumpTables(store.db);
    expect([before.teams?.length, before.picks?.length, before.pick_history?.length]).toEqual([teams.length, 2, 2]);
    await migrate(store);
    const after = await dumpTables(store.db);
    const withColumn = (table: string, column: object) =>
      before[table]?.map((row) => JSON.stringify({ ...JSON.parse(row), ...column })).sort();
    const users = withColumn('users', { wants_reminders: 1 });
    const accounts = withColumn('accounts', { deviceKey: null });
    const pools = before.pools?.map((row) => withRules(JSON.parse(row))).sort();
    expect(after).toMatchObject({ ...before, users, accounts, pools });
    const rules = (await livingPools(store.db)).map((pool) => [pool.name, pool.rules]);
    expect(Object.fromEntries(rules)).toEqual({ Office: straightUp, Lines: withSpread, Halves: rounded });
    const added = Object.keys(after).filter((table) => !(table in before));
    expect(added.length).toBeGreaterThan(0);
    for (const table of added) expect([table, after[table]]).toEqual([table, []]);
  });

  test('goes on with what is new: admins edit its games, and join its players', async () => {
    await fill();
    const league = await createTestApp(engine, { location: database.location });
    const admin = await addPerson(league.deps, { isAdmin: true });
    const edit = { as: admin, params: { gid: 'g1' }, body: { awayScore: 10 } };
    (await league.call('PATCH /api/games/:gid', edit)).ok();
    const params = { playerId: 'tom', userId: 'ann' };
    const join = await league.call('POST /api/admin/players/:playerId/join/:userId', { as: admin, params });
    expect(join.ok()).toMatchObject({ taken: 0, differing: 1 });
    const { entries } = (await league.call('GET /api/admin/audit', { as: admin, query: {} })).ok();
    expect(entries.map((entry) => entry.act)).toEqual(['player.join', 'game.edit']);
    expect(await recount(league.store)).toEqual([]);
    await league.close();
  });
});
