import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { NO_LOCK, PICK_LOCK_DELAY_MS } from '#core/locks.ts';
import { teams } from '#core/teams.ts';
import { findInvited } from '#server/store/joining.ts';
import { unlinkPlayer } from '#server/store/player-links.ts';
import { livingPools } from '#server/store/pools.ts';
import { recount } from '#server/store/scores.ts';
import { sessionReader } from '#server/store/sessions.ts';
import type { TestDatabase } from '#tests/app.ts';
import { createTestApp, newDatabase, TestClock } from '#tests/app.ts';
import { addPerson } from '#tests/builders.ts';
import { HOUR, rounded, SUNDAY_1PM, straightUp, withSpread } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import {
  accountOf,
  addEarlierPick,
  fillEarlier,
  finalGame,
  migratedTo,
  sameOfUsers,
  upgraded,
} from '#tests/earlier-league.ts';
import { engines } from '#tests/engines.ts';
import type { Store } from './connect.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

const NOTHING = { poolId: '', weekId: '' };

describe.each(engines)('A league of the version before admins had a log on %s', (engine) => {
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await newDatabase(engine);
    store = connect(database.location);
    await migrate(store, migratedTo('003-feed'));
  });

  afterEach(async () => {
    await store.close();
    await database.drop();
  });

  test('is brought up to date with every row that it had, and nobody asked to be reminded less', async () => {
    await fillEarlier(store);
    const before = await dumpTables(store.db);
    expect([before.teams?.length, before.picks?.length, before.pick_history?.length]).toEqual([teams.length, 2, 2]);
    await migrate(store);
    const after = await dumpTables(store.db);
    expect(after).toMatchObject(upgraded(before));
    const rules = (await livingPools(store.db)).map((pool) => [pool.name, pool.rules]);
    expect(Object.fromEntries(rules)).toEqual({ Office: straightUp, Lines: withSpread, Halves: rounded });
    const added = Object.keys(after).filter((table) => !(table in before));
    expect(added.length).toBeGreaterThan(0);
    for (const table of added) expect([table, after[table]]).toEqual([table, []]);
  });

  test('goes on with what is new: admins edit its games, and link its players', async () => {
    await fillEarlier(store);
    const league = await createTestApp(engine, { location: database.location });
    const admin = await addPerson(league.deps, { isAdmin: true });
    const edit = { as: admin, params: { gid: 'g1' }, body: { awayScore: 10 } };
    (await league.call('PATCH /api/games/:gid', edit)).ok();
    const params = { playerId: 'tom', userId: 'ann' };
    const link = await league.call('POST /api/admin/players/:playerId/link/:userId', { as: admin, params });
    expect(link.ok()).toMatchObject({ taken: 0, differing: 1 });
    const { entries } = (await league.call('GET /api/admin/audit', { as: admin, query: {} })).ok();
    expect(entries.map((entry) => entry.act)).toEqual(['player.link', 'game.edit']);
    expect(await recount(league.store)).toEqual([]);
    await league.close();
  });
});

describe.each(engines)('A league of the version in which a link copied open picks at once, on %s', (engine) => {
  const DAY = 24 * HOUR;
  const now = SUNDAY_1PM + 4 * HOUR;
  let database: TestDatabase;
  let store: Store;

  beforeEach(async () => {
    database = await newDatabase(engine);
    store = connect(database.location);
    await migrate(store, migratedTo('006-players'));
    await fillEarlier(store);
    await linkTom();
  });

  afterEach(async () => {
    await store.close();
    await database.drop();
  });

  /** An admin has linked Tom to Ann, who got the pick of an open game. Ann changed a pick twice within a second. */
  async function linkTom(): Promise<void> {
    const { db } = store;
    await db.insertInto('accounts').values(accountOf(engine, 'Boss')).execute();
    await db
      .insertInto('users')
      .values({ ...sameOfUsers, id: 'boss', account_id: 'account of Boss', display_name: 'Boss', is_admin: 1 })
      .execute();
    const kickoff = SUNDAY_1PM + 7 * DAY;
    const coming = { gid: 'g2', kickoff, lock_at: kickoff + PICK_LOCK_DELAY_MS, home: 'DAL', away: 'PHI' };
    await db
      .insertInto('games')
      .values({ ...finalGame, ...coming, status: 'Not Started', home_score: 0, away_score: 0 })
      .execute();
    for (const userId of ['ann', 'tom']) {
      await addEarlierPick(db, { gid: 'g2', userId, side: 'home', madeAt: SUNDAY_1PM });
    }
    const changed = { side: 'away', revision: 2, made_at: SUNDAY_1PM - HOUR } as const;
    for (const change of [changed, { ...changed, side: 'home', revision: 3 } as const])
      await db.updateTable('picks').set(change).where('gid', '=', 'g1').where('user_id', '=', 'ann').execute();
    const moved = {
      wasEnabled: 1,
      memberships: [{ poolId: 'p1', player: 1, account: 1 }],
      picks: [{ poolId: 'p1', gid: 'g2', side: 'home' }],
    };
    await sql`
      insert into player_joins (player_id, user_id, joined_by, joined_at, moved)
      values ('tom', 'ann', 'boss', ${SUNDAY_1PM}, ${JSON.stringify(moved)})`.execute(db);
    await db.updateTable('users').set({ is_enabled: 0 }).where('id', '=', 'tom').execute();
    await db.updateTable('pool_members').set({ enabled: 0 }).where('user_id', '=', 'tom').execute();
    const after = { name: 'Tom', taken: 1, same: 0, differing: 1 };
    await sql`
      insert into audit_log (at, actor_id, act, user_id, before, after)
      values (${SUNDAY_1PM}, 'boss', 'player.join', 'ann', '{}', ${JSON.stringify(after)})`.execute(db);
    await sql`
      insert into pool_invites (pool_id, token, made_at)
      values ('p1', 'renewed', ${SUNDAY_1PM})`.execute(db);
    for (const maker of ['ann', 'boss'])
      await sql`
        insert into audit_log (at, actor_id, act, pool_id, before, after)
        values (${SUNDAY_1PM}, ${maker}, 'pool.invite', 'p1', '{}', '{}')`.execute(db);
  }

  /** A session of Ann's that was used lately. */
  async function addSession(token: string, ageMs: number): Promise<void> {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const times = { createdAt: at(-ageMs), updatedAt: at(-HOUR), expiresAt: at(30 * DAY) };
    const whose = { userId: 'account of Ann', ipAddress: '', userAgent: '' };
    await store.db
      .insertInto('sessions')
      .values({ id: token, token, ...whose, ...times })
      .execute();
  }

  test('keeps every row, and all that players and admins see', async () => {
    const before = await dumpTables(store.db);
    expect(before.pick_history).toHaveLength(6);
    await migrate(store);
    const after = await dumpTables(store.db);
    expect(after).toMatchObject(upgraded(before));
    expect(after.replaced_picks).toHaveLength(2);
    expect(await findInvited(store.db, 'renewed')).toMatchObject({ id: 'p1', invitedBy: 'Boss' });

    const league = await createTestApp(engine, { location: database.location, clock: new TestClock(now) });
    expect(await recount(league.store)).toEqual([]);
    const boss = await addPerson(league.deps, { isAdmin: true });
    const { entries } = (await league.call('GET /api/admin/audit', { as: boss, query: {} })).ok();
    expect(entries.at(-1)).toMatchObject({ act: 'player.link', actor: { name: 'Boss' } });
    await league.close();
  });

  test('undoes the link as a link is undone: the account keeps the pick of the open game', async () => {
    await migrate(store);
    expect(await unlinkPlayer(store, 'tom', 'ann', 'boss', now)).toEqual({ returned: 0, kept: 1 });
    const rows = store.db.selectFrom('picks').select(['user_id', 'gid', 'side']).orderBy('user_id').orderBy('gid');
    expect((await rows.execute()).map(({ user_id, gid, side }) => `${user_id} ${gid} ${side}`)).toEqual([
      'ann g1 home',
      'ann g2 home',
      'tom g1 away',
      'tom g2 home',
    ]);
  });

  test('ends sessions that began more than 90 days ago, and no others', async () => {
    await addSession('old', 91 * DAY);
    await addSession('new', 89 * DAY);
    await migrate(store);
    const read = sessionReader(store);
    const ends = [await read('old', NOTHING), await read('new', NOTHING)].map((session) => session?.endsAt ?? 0);
    expect(ends.map((endsAt) => endsAt > Date.now())).toEqual([false, true]);
  });
});

describe.each(engines)('A league of the version in which all lines moved, on %s', (engine) => {
  test('keeps the lines that scored its games, once lines freeze', async () => {
    const database = await newDatabase(engine);
    const store = connect(database.location);
    await migrate(store, migratedTo('003-feed'));
    await fillEarlier(store);
    await store.db.updateTable('games').set({ spread: 7 }).execute();
    await migrate(store);
    await store.close();

    const clock = new TestClock(SUNDAY_1PM + 24 * HOUR);
    const league = await createTestApp(engine, { location: database.location, clock });
    const admin = await addPerson(league.deps, { isAdmin: true });
    const params = { poolId: 'p1' };
    const rules = { useSpread: true, line: 'frozen' } as const;
    const body = {
      change: { rules },
      seen: { rules: { useSpread: false, line: 'moving' } },
      reason: 'We agreed',
    } as const;
    (await league.call('PATCH /api/pools/:poolId', { as: admin, params, body })).ok();
    const scorers = async () => {
      const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: admin, params })).ok();
      return rows.filter(({ totalHalves }) => totalHalves > 0).map(({ name }) => name);
    };
    expect(await scorers()).toEqual(['Tom']);
    const edit = { as: admin, params: { gid: 'g1' }, body: { spread: 1 } };
    expect((await league.call('PATCH /api/games/:gid', edit)).ok()).toMatchObject({ spread: 1, frozenSpread: 7 });
    expect(await scorers()).toEqual(['Tom']);
    expect(await recount(league.store)).toEqual([]);
    await league.close();
    await database.drop();
  });
});

describe.each(engines)(
  'A league of the version in which postponed games locked at their old kick-off, on %s',
  (engine) => {
    test('opens those that have not locked yet', async () => {
      const database = await newDatabase(engine);
      const store = connect(database.location);
      await migrate(store, migratedTo('003-feed'));
      await fillEarlier(store);
      const off = { ...finalGame, status: 'Not Started', void: 'postponed' } as const;
      const [reached, coming] = [Date.now() - HOUR, Date.now() + HOUR];
      for (const [gid, lockAt] of [
        ['locked', reached],
        ['open', coming],
      ] as const)
        await store.db
          .insertInto('games')
          .values({ ...off, gid, lock_at: lockAt })
          .execute();
      await migrate(store);
      const rows = await store.db
        .selectFrom('games')
        .select(['gid', 'lock_at'])
        .where('void', '=', 'postponed')
        .execute();
      expect(Object.fromEntries(rows.map(({ gid, lock_at }) => [gid, lock_at]))).toEqual({
        locked: reached,
        open: NO_LOCK,
      });
      await store.close();
      await database.drop();
    });
  },
);
