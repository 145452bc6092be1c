import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Side } from '#core/types.ts';
import { syncGames } from '#server/feed/sync.ts';
import { EVERYTHING } from '#server/live/changes.ts';
import { connect } from '#server/store/engine/connect.ts';
import { writeGames } from '#server/store/games.ts';
import { setMembers } from '#server/store/members.ts';
import { recount } from '#server/store/scores.ts';
import { createUser } from '#server/store/users.ts';
import { copyLockedPicks } from '#server/store/waiting-picks.ts';
import { createTestApp, newTables, TestClock } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import {
  addGame,
  addPerson,
  addPool,
  forgetPicks,
  historyOf,
  importPicks,
  putChoice,
  WEEK_1,
} from '#tests/builders.ts';
import { HOUR, inPoints, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { steadyReads } from '#tests/reads.ts';
import { until } from '#tests/until.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;

describe('The picks of a linked player', () => {
  const { live, admin } = withLiveLeague('sqlite');
  let other: Person;
  let account: Person;
  let tom: string;
  let poolId: string;
  let early: string;
  let late: string;

  beforeAll(async () => {
    other = await addPerson(live.league.deps, { isAdmin: true });
  });

  beforeEach(async () => {
    const { deps, store, clock } = live.league;
    clock.set(SUNDAY_1PM - HOUR);
    account = await addPerson(deps, { name: 'Second account' });
    tom = await createUser(store.db, { displayName: 'Old Tom', accountId: null }, 1);
    poolId = await addPool(deps, { members: [{ userId: tom }] });
    early = await addGame(deps);
    late = await addGame(deps, { kickoff: SUNDAY_1PM + 3 * HOUR });
    await give(tom, early, 'home');
  });

  afterEach(async () => {
    expect(await recount(live.league.store)).toEqual([]);
  });

  function give(userId: string, gid: string, side: Side | null): Promise<number> {
    const { db } = live.league.store;
    return importPicks(db, 'sqlite', [{ poolId, gid, userId, side, madeAt: SUNDAY_1PM - 2 * HOUR }]);
  }

  const pair = (to: Person) => ({ as: admin, params: { playerId: tom, userId: to.userId } });
  const link = async (to: Person) =>
    (await live.league.call('POST /api/admin/players/:playerId/link/:userId', pair(to))).ok();
  const unlink = async (from: Person) =>
    (await live.league.call('DELETE /api/admin/players/:playerId/link/:userId', pair(from))).ok();

  async function edit(body: object): Promise<void> {
    (await live.league.call('PATCH /api/games/:gid', { as: admin, params: { gid: early }, body })).ok();
  }

  const enterFor = (userId: string, side: Side, as = admin) => {
    const params = { poolId, gid: early, userId };
    const body = { side, reason: `wants the ${side} side` };
    return live.league.call('PUT /api/pools/:poolId/picks/:gid/bus/:userId', { as, params, body });
  };

  async function sidesOf(as: Person): Promise<Record<string, Side | null>> {
    const query = live.league.store.db
      .selectFrom('game_picks')
      .select(['gid', 'side'])
      .where('user_id', '=', as.userId);
    return Object.fromEntries((await query.execute()).map(({ gid, side }) => [gid, side]));
  }

  async function pickAs(as: Person, side: Side | null): Promise<void> {
    const params = { poolId, gid: early };
    (await live.league.call('PUT /api/pools/:poolId/picks/:gid', { as, params, body: { side } })).ok();
  }

  const matchup = () => ({ kind: 'matchup', poolId, weekId: WEEK_1 }) as const;
  const picks = () => ({ kind: 'picks', poolId, weekId: WEEK_1 }) as const;

  /** The clock reaches a moment, and the look that is due then is made. */
  async function reach(moment: number): Promise<void> {
    live.league.clock.set(moment);
    await live.league.deps.linkedPicks.look();
  }

  /** Everything that somebody can read by the calls and by live topics. */
  async function everything(as: Person): Promise<Record<string, string>> {
    const told: Record<string, string> = {};
    const values: Record<string, string> = { poolId, weekId: WEEK_1, gid: early, userId: as.userId };
    for (const name of steadyReads) {
      const path = (name.split(' ')[1] ?? '').replace(/:(\w+)/g, (_, key) => values[key] ?? tom);
      told[name] = (await live.league.app.inject({ url: path, headers: { cookie: as.cookie } })).body;
    }
    const page = await live.open({ as });
    await page.watching(live.games, matchup(), { kind: 'standings', poolId }, picks());
    told.live = page.received
      .replaceAll(/\{"kind":"beat",[^}]*\}|"version":\d+/g, '')
      .split(/(?=\{"kind":)/)
      .sort()
      .join();
    await page.close();
    return told;
  }

  test('are read by nobody before the lock: not by the account, nor by the admin, whoever made them', async () => {
    await forgetPicks(live.league.store.db, { userId: tom });
    (await enterFor(tom, 'home', other)).ok();
    for (const to of [admin, account]) {
      expect(await link(to)).toMatchObject({ taken: 0, waiting: 1, pools: [{ taken: 0, waiting: 1 }] });
      const told: unknown[] = [];
      for (const side of ['home', 'away'] as const) {
        const { store } = live.league;
        const entered = { enteredBy: other.userId, reason: side };
        await putChoice(store, { poolId, userId: tom, kind: 'pick', about: early, value: { side }, ...entered });
        const after = JSON.stringify({ side, reason: `wants the ${side} side` });
        await store.db.updateTable('audit_log').set({ after }).where('user_id', '=', tom).execute();
        live.league.deps.live.changed(EVERYTHING);
        told.push(await Promise.all([admin, account].map(everything)));
      }
      expect(told[0]).toEqual(told[1]);
      expect(await sidesOf(to)).toEqual({});
      await unlink(to);
    }
  });

  test('come to the account at the lock by themselves, and to whoever watches', async () => {
    live.league.clock.set(LOCK - 200);
    await link(account);
    const page = await live.open({ as: account });
    await page.watching(matchup(), picks());
    const row = () => page.state(matchup())?.rows[account.userId];
    const letter = () => row()?.picks[page.state(matchup())?.head.games.indexOf(early) ?? -1];
    expect(letter()).toBe('-');
    live.league.clock.set(LOCK);
    await until(() => letter() === 'h');
    await until(() => page.state(picks())?.rows[early]?.side === 'home');
    await edit({ status: 'Final', homeScore: 7 });
    await until(() => inPoints(row()?.weekHalves) === 1);
  });

  test('follow the lock wherever an admin or the feed moves it', async () => {
    const { store, clock, deps } = live.league;
    await give(tom, late, 'away');
    await link(account);
    await edit({ kickoff: SUNDAY_1PM + HOUR });
    await reach(LOCK);
    expect(await sidesOf(account)).toEqual({});
    await edit({ status: 'In Progress' });
    await until(async () => (await sidesOf(account))[early] === 'home');
    const begun = [{ gid: late, weekId: WEEK_1, status: 'In Progress' as const }];
    const { weekIds } = await syncGames(store, begun, clock.now);
    deps.afterCommit.changed({ kind: 'games', weekIds });
    await until(async () => (await sidesOf(account))[late] === 'away');
  });

  test('are scored with the game, also where nothing looked between its lock and its end', async () => {
    const { store, deps } = live.league;
    await link(account);
    const over = { status: 'Final', homeScore: 7, awayScore: 0 } as const;
    const { weekIds } = await syncGames(store, [{ gid: early, weekId: WEEK_1, ...over }], () => LOCK + 3 * HOUR);
    deps.afterCommit.changed({ kind: 'games', weekIds });
    await deps.afterCommit.idle();
    const scores = store.db.selectFrom('week_scores').select('halves').where('user_id', '=', account.userId);
    expect(await scores.execute()).toEqual([{ halves: 2 }]);
  });

  test('leave the account what it has at the lock, a pick that was cleared too; the others are in the history', async () => {
    for (const own of ['away', null] as const) {
      await link(account);
      await pickAs(account, 'away');
      if (own === null) await pickAs(account, null);
      await reach(LOCK);
      expect(await sidesOf(account)).toEqual({ [early]: own });
      expect(await unlink(account)).toEqual({ returned: 0, kept: 0 });
      live.league.clock.set(SUNDAY_1PM - HOUR);
    }
    const history = await historyOf(live.league.store.db, 'pick', poolId);
    expect(history.filter(({ userId }) => userId === tom).map(({ value }) => value)).toEqual([{ side: 'home' }]);
  });

  test('stay with the player where the link is undone before the lock, and go back where after', async () => {
    await link(account);
    expect(await unlink(account)).toEqual({ returned: 0, kept: 0 });
    await reach(LOCK);
    expect(await sidesOf(account)).toEqual({});
    live.league.clock.set(SUNDAY_1PM - HOUR);
    await link(account);
    await reach(LOCK);
    expect(await sidesOf(account)).toEqual({ [early]: 'home' });
    expect(await unlink(account)).toEqual({ returned: 1, kept: 0 });
    expect(await sidesOf(account)).toEqual({});
  });

  test('are copied once, however many nodes do it, and not while the link is undone', async () => {
    await link(account);
    live.league.clock.set(LOCK);
    const { store } = live.league;
    await Promise.all(Array.from({ length: 4 }, () => copyLockedPicks(store, LOCK)));
    const history = (await historyOf(store.db, 'pick', poolId)).filter(({ userId }) => userId === account.userId);
    expect(history.map(({ value }) => value)).toEqual([{ side: 'home' }]);
    expect(await unlink(account)).toEqual({ returned: 1, kept: 0 });
    for (let time = 0; time < 10; time += 1) {
      live.league.clock.set(SUNDAY_1PM - HOUR);
      await link(account);
      live.league.clock.set(LOCK);
      await Promise.all([copyLockedPicks(store, LOCK), unlink(account)]);
      expect(await sidesOf(account)).toEqual({});
    }
  });

  test('of two players of one account are those of the first that was linked', async () => {
    const { db } = live.league.store;
    const tim = await createUser(db, { displayName: 'Tim', accountId: null }, 1);
    await setMembers(db, poolId, [tim], 1);
    await give(tim, early, 'away');
    await give(tim, late, 'away');
    await link(account);
    const later = { as: admin, params: { playerId: tim, userId: account.userId } };
    (await live.league.call('POST /api/admin/players/:playerId/link/:userId', later)).ok();
    await reach(SUNDAY_1PM + 4 * HOUR);
    expect(await sidesOf(account)).toEqual({ [early]: 'home', [late]: 'away' });
    const undone = await live.league.call('DELETE /api/admin/players/:playerId/link/:userId', later);
    expect(undone.ok()).toEqual({ returned: 1, kept: 0 });
    expect(await unlink(account)).toEqual({ returned: 1, kept: 0 });
    expect(await sidesOf(account)).toEqual({});
  });

  test('are replaced by no admin before the lock', async () => {
    await link(account);
    expect((await enterFor(account.userId, 'away')).code).toBe('players_own_pick');
    await reach(LOCK);
    expect(await sidesOf(account)).toEqual({ [early]: 'home' });
  });

  test('that an admin entered can be replaced like any bus pick, and no entry in the log tells the account what it was', async () => {
    await forgetPicks(live.league.store.db, { userId: tom });
    (await enterFor(tom, 'home', other)).ok();
    await link(account);
    (await enterFor(account.userId, 'away', other)).ok();
    const { entries } = (await live.league.call('GET /api/audit/mine', { as: account, query: {} })).ok();
    const entered = entries.filter(({ act }) => act === 'bus.enter').map(({ fields }) => fields[0]);
    expect(entered).toMatchObject([
      { name: 'side', before: null, after: 'away' },
      { name: 'side', before: null, after: 'sealed' },
    ]);
    await reach(LOCK);
    expect(await sidesOf(account)).toEqual({ [early]: 'away' });
  });
});

describe('A server that was down at the lock', () => {
  test('copies the picks of linked players when it starts, and scores what ended meanwhile', async () => {
    const database = await newTables('sqlite');
    const { location } = database;
    const before = await createTestApp('sqlite', { location });
    const { deps, store } = before;
    const [admin, kim] = [await addPerson(deps, { isAdmin: true }), await addPerson(deps, { name: 'Kim' })];
    const tom = await createUser(store.db, { displayName: 'Old Tom', accountId: null }, 1);
    const poolId = await addPool(deps, { members: [{ userId: tom }] });
    const games = [await addGame(deps), await addGame(deps)];
    const picks = games.map((gid) => ({ poolId, gid, userId: tom, side: 'home' as const, madeAt: 1 }));
    await importPicks(store.db, 'sqlite', picks);
    const params = { playerId: tom, userId: kim.userId };
    (await before.call('POST /api/admin/players/:playerId/link/:userId', { as: admin, params })).ok();
    await before.close();

    const meanwhile = connect(location);
    const final = { weekId: WEEK_1, home: 'PHI', away: 'DAL', kickoff: SUNDAY_1PM, timeTbd: false, homeScore: 7 };
    const over = [{ ...final, gid: games[0] ?? '', status: 'Final' as const }];
    await meanwhile.db.transaction().execute((tx) => writeGames(tx, 'sqlite', over, () => LOCK + HOUR));
    await meanwhile.close();

    const after = await createTestApp('sqlite', { location, clock: new TestClock(LOCK + HOUR) });
    after.deps.afterCommit.start();
    await after.deps.afterCommit.idle();
    const { rows } = (
      await after.call('GET /api/pools/:poolId/weeks/:weekId/matchup', {
        as: kim,
        params: { poolId, weekId: WEEK_1 },
      })
    ).ok();
    expect(rows).toMatchObject([{ id: kim.userId, picks: 'hh', weekHalves: 2 }]);
    await after.close();
    await database.drop();
  });
});
