import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockMoment } from '#core/locks.ts';
import type { SlotWish } from '#core/pick.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { linkEntry, unlinkEntry } from '#server/entry-changes/link-store.ts';
import { syncGames } from '#server/feed/sync.ts';
import { editGame } from '#server/game-changes/edit-store.ts';
import { addWeeks } from '#server/game-changes/store.ts';
import { findGame } from '#server/games/reads.ts';
import { putMember } from '#server/manage/member-store.ts';
import { copyPool, makePool, playPoolAgain } from '#server/manage/store.ts';
import { clearWeeks, putWeek, putWeeks } from '#server/manage/week-store.ts';
import { answerRequest, followInvite, renewInvite, requestToJoin } from '#server/members/joining-store.ts';
import { setMembers } from '#server/members/store.ts';
import { pickWriter } from '#server/picks/store.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { faultOf } from '#server/platform/db/faults.ts';
import { closeGate } from '#server/platform/db/gate.ts';
import { poolWeeks } from '#server/pools/reads.ts';
import { fileSource, loadSeason } from '#server/season/sources.ts';
import { importGames } from '#server/season/store.ts';
import { createUser } from '#server/users/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, ownPick, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock, waiting, whileHeld } from '#tests/database-clock.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { isLong } from '#tests/long.ts';
import { until } from '#tests/until.ts';
import { enterForEntry } from './store.ts';

const SECOND = 1000;
const LOCK = SUNDAY_1PM + 5 * MINUTE;
const later = SUNDAY_1PM + 3 * HOUR;

test("On SQLite a player's pick that waits for another process is judged by the time at which it is written", async () => {
  const { league, ann, poolId, gid } = await aLeague('sqlite', { members: ['ann'], games: { gid: {} } });
  const write = ownPick({ poolId, gid, userId: ann.userId, side: 'home' });
  const outcome = await whileHeld(
    league.store,
    async () => {},
    () => pickWriter(league.store, league.clock.now).add(write),
    () => league.clock.set(LOCK),
  );
  expect(outcome).toEqual({ saved: false, refusal: 'game_locked' });
  await league.close();
});

/** Writers that begin before the lock of a game and get their turn after it. */
describe('On PostgreSQL, while a writer waits for its turn', () => {
  const league = withLeague('postgres');
  let ann: Person;
  let admin: Person;
  let poolId: string;
  let gid: string;

  beforeAll(async () => {
    ({ ann, admin, poolId } = await aLeague(league, { admins: ['admin'], members: ['ann'] }));
  });

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    await setDatabaseClock(league.store, 0);
    gid = await addGame(league.deps);
    league.clock.set(LOCK - 1);
  });

  const lockOf = async () => (await findGame(league.store.db, gid))?.lockAt;
  const game = () => ({ gid, weekId: WEEK_1, home: 'PHI', away: 'DAL', kickoff: later, timeTbd: false });
  const holdGame = (tx: Db) => sql`select gid from games where gid = ${gid} for no key update`.execute(tx);
  const holdPick = (tx: Db) => sql`select about from picks where about = ${gid} for update`.execute(tx);
  const pick = (side: 'home' | 'away') =>
    pickWriter(league.store, league.clock.now).add(ownPick({ poolId, gid, userId: ann.userId, side }));
  const entered = async (wish: SlotWish) => {
    const actor = { by: 'commissioner', userId: admin.userId, reason: 'phoned in' } as const;
    const entering = { poolId, entryId: entryIdOf(poolId, ann.userId), wishes: [wish], actor };
    return (await enterForEntry(league.store, entering, league.clock.now)).outcomes[0];
  };
  const actor = () => ({ adminId: admin.userId, now: league.clock.now() });
  const settings = { name: 'Last One', description: '', moneyUrl: '', rules: rulesWith({ format: 'survivor' }) };
  const storedSide = async () =>
    (await league.store.db.selectFrom('game_picks').select('side').where('gid', '=', gid).executeTakeFirst())?.side;

  describe('the lock of a game is reached, and', () => {
    test.each<[string, () => Promise<unknown>]>([
      ['an edit', () => editGame(league.store, gid, { kickoff: later }, league.clock.now)],
      [
        'the load of a season',
        () => {
          const loader = { adminId: admin.userId, now: league.clock.now };
          return loadSeason(league.store, fileSource(2026, [game()]), loader);
        },
      ],
      ['an import', () => importGames(league.store, 2026, [game()], league.clock.now)],
      ['a word of the feed', () => syncGames(league.store, [game()], league.clock.now)],
    ])('%s moves it no more', async (_, act) => {
      await whileHeld(league.store, holdGame, act, () => league.clock.set(LOCK));
      expect(await lockOf()).toBe(LOCK);
    });

    test("an admin's pick is held to the rules after it", async () => {
      await pick('home');
      const holdEntry = (tx: Db) => sql`select id from entries where player_id = ${ann.userId} for update`.execute(tx);
      const act = () => entered({ kind: 'pick', about: gid, value: { side: 'away' } });
      const outcome = await whileHeld(league.store, holdEntry, act, () => league.clock.set(LOCK));
      expect(outcome).toMatchObject({ changed: true });
      expect(await storedSide()).toBe('away');
    });

    test("a player's pick is refused, by the database's clock", async () => {
      await setDatabaseClock(league.store, LOCK - 1);
      await pick('home');
      const act = () => pick('away');
      const outcome = await whileHeld(league.store, holdPick, act, () => setDatabaseClock(league.store, LOCK));
      expect(outcome).toEqual({ saved: false, refusal: 'game_locked' });
      expect(await storedSide()).toBe('home');
    });
  });

  describe('the first lock of a survivor pool is reached, and', () => {
    let survivor: string;
    let token: string;
    const newcomer = () => ({ poolId: survivor, userId: admin.userId });
    const hold = (table: 'pools' | 'weeks') => (tx: Db) =>
      sql`select id from ${sql.table(table)} where id in (${survivor}, ${WEEK_1}) for update`.execute(tx);
    const meanwhile = () => setDatabaseClock(league.store, LOCK);

    beforeEach(async () => {
      survivor = await addPool(league.deps, { members: [ann], rules: { format: 'survivor' } });
      ({ token } = await renewInvite(league.store, actor(), survivor));
      const asked = { pool_id: survivor, user_id: admin.userId, asked_at: 1 };
      await league.store.db.insertInto('join_requests').values(asked).execute();
    });

    test.each<[string, () => Promise<unknown>]>([
      ['who asks to join', () => requestToJoin(league.store, survivor, admin.userId, league.clock.now)],
      ['whose request is confirmed', () => answerRequest(league.store, actor(), newcomer(), true, league.clock.now)],
      ['who follows an invite link', () => followInvite(league.store, token, admin.userId, league.clock.now)],
      [
        'whom an admin brings',
        () => putMember(league.store, actor(), newcomer(), { enabled: true, bring: true }, league.clock.now),
      ],
    ])('a player %s is too late', async (_, act) => {
      expect(await whileHeld(league.store, hold('pools'), act, meanwhile)).toBe('survivor_begun');
    });

    test.each<[string, string[], () => Promise<unknown>]>([
      [
        'its week is not taken out',
        [WEEK_1],
        () => putWeek(league.store, actor(), { poolId: survivor, weekId: WEEK_1 }, false, league.clock.now),
      ],
      ['its weeks are not taken out', [WEEK_1], () => clearWeeks(league.store, actor(), survivor, league.clock.now)],
      ['no week is brought in', [], () => putWeeks(league.store, actor(), survivor, [WEEK_1], league.clock.now)],
    ])('%s', async (_, weeks, act) => {
      survivor = await addPool(league.deps, { members: [ann], weeks, rules: { format: 'survivor' } });
      expect(await whileHeld(league.store, hold('weeks'), act, meanwhile)).toBe('week_begun');
    });
  });

  let [survivor, without] = ['', ''];

  test.each<[string, () => Promise<unknown>]>([
    ['made', () => makePool(league.store, actor(), settings, { season: 2026, isListed: true }, league.clock.now)],
    ['copied', () => copyPool(league.store, actor(), survivor, league.clock.now)],
    ['played again', async () => playPoolAgain(league.store, actor(), without, 2026, league.clock.now)],
  ])('the first lock of a week is reached, and a survivor pool that is %s leaves it out', async (_, act) => {
    survivor = await addPool(league.deps, { members: [ann], rules: { format: 'survivor' } });
    without = await addPool(league.deps, { weeks: [], rules: { format: 'survivor' } });
    const holdWeek = (tx: Db) => sql`select id from weeks where id = ${WEEK_1} for update`.execute(tx);
    const made = await whileHeld(league.store, holdWeek, act, () => setDatabaseClock(league.store, LOCK));
    const id = typeof made === 'string' ? made : (made as { id: string }).id;
    expect(await poolWeeks(league.store.db, id)).not.toContain(WEEK_1);
  });

  describe('others wait for what it holds, and the database ends it,', () => {
    const meets = async (
      first: (tx: Db) => Promise<unknown>,
      then: (tx: Db) => Promise<unknown>,
      act: () => Promise<unknown>,
    ) => {
      let other: Db | undefined;
      const hold = (tx: Db) => {
        other = tx;
        return first(tx);
      };
      return whileHeld(league.store, hold, act, () => then(other as Db));
    };
    test("an admin's pick is tried again", async () => {
      await pick('home');
      league.clock.set(LOCK);
      const holdEntry = (tx: Db) => sql`select id from entries where player_id = ${ann.userId} for update`.execute(tx);
      const shut = (tx: Db) => closeGate(tx, 'postgres');
      const act = () => entered({ kind: 'pick', about: gid, value: { side: 'away' } });
      expect(await meets(holdEntry, shut, act)).toMatchObject({ changed: true });
    });
  });

  test('a game begins while a pick of it is being stored, which is visible only after the pick is stored', async () => {
    await pick('home');
    const begin: Promise<unknown>[] = [];
    const statusOf = async () => (await findGame(league.store.db, gid))?.status;
    const meanwhile = async () => {
      begin.push(editGame(league.store, gid, { status: 'In Progress' }, league.clock.now));
      await until(async () => (await waiting(league.store.db)) === 2);
      expect(await statusOf()).toBe('Not Started');
    };
    expect(await whileHeld(league.store, holdPick, () => pick('away'), meanwhile)).toMatchObject({ saved: true });
    await Promise.all(begin);
    expect([await statusOf(), await storedSide()]).toEqual(['In Progress', 'away']);
    expect(await pick('home')).toEqual({ saved: false, refusal: 'game_locked' });
  });

  test('an edit that is not committed when the lock is reached no longer moves it', async () => {
    await setDatabaseClock(league.store, LOCK - 1);
    const note = () => setDatabaseClock(league.store, LOCK);
    const edited = await editGame(league.store, gid, { kickoff: later }, league.clock.now, { note });
    expect(edited).toMatchObject({ kickoff: later, lockAt: LOCK });
    expect(await lockOf()).toBe(LOCK);
  });

  test('an import that is not committed when the lock is reached no longer moves it, and counts each game once', async () => {
    await setDatabaseClock(league.store, LOCK - 1);
    const newGame = { ...game(), gid: `${gid}-next`, weekId: '2026-week2', home: 'CHI', away: 'NYG' };
    const act = () => importGames(league.store, 2026, [game(), newGame], league.clock.now);
    const holdWeek = (tx: Db) => addWeeks(tx, [newGame.weekId]);
    const done = await whileHeld(league.store, holdWeek, act, () => setDatabaseClock(league.store, LOCK));
    expect(done).toMatchObject({ added: 1, changed: 1, changes: [{ after: { kickoff: later, lockAt: LOCK } }] });
    expect(await lockOf()).toBe(LOCK);
  });

  test('an edit in the last two seconds before the lock waits for it, since others may see it late, and no longer moves it', async () => {
    await setDatabaseClock(league.store, LOCK - 2 * SECOND);
    let tries = 0;
    const note = async () => {
      tries += 1;
      if (tries === 3) await setDatabaseClock(league.store, LOCK);
    };
    const edited = await editGame(league.store, gid, { kickoff: later }, league.clock.now, { note });
    expect(edited).toMatchObject({ kickoff: later, lockAt: LOCK });
    expect(await lockOf()).toBe(LOCK);
  });

  test('an edit in the last two seconds before the lock still makes it earlier', async () => {
    await setDatabaseClock(league.store, LOCK - 1);
    await editGame(league.store, gid, { status: 'In Progress' }, league.clock.now);
    expect(await lockOf()).toBe(LOCK - 1);
  });

  test('an edit that is through before moves the lock', async () => {
    await setDatabaseClock(league.store, LOCK - 2 * SECOND - 1);
    await editGame(league.store, gid, { kickoff: later }, league.clock.now);
    expect(await lockOf()).toBe(
      lockMoment({ kickoff: later, timeTbd: false, status: 'Not Started', void: null }, LOCK, null),
    );
  });

  test('a user who is linked while they create a pool causes no deadlock', async () => {
    const tom = await createUser(league.store.db, { displayName: 'Tom', accountId: null }, 1);
    await setMembers(league.store.db, poolId, [tom], 1);
    const pool = { ...settings, rules: rulesWith({}) };
    const start = { season: 2026, isListed: false, memberId: ann.userId };
    const maker = { adminId: ann.userId, now: 1 };
    const by = { userId: admin.userId, isAdmin: true, clock: league.clock.now, reason: 'a mix-up' };
    for (let round = 0; round < 12; round += 1) {
      const making = makePool(league.store, maker, pool, start, league.clock.now);
      const linking = linkEntry(league.store, entryIdOf(poolId, tom), ann.userId, by);
      const [made, linked] = await Promise.all([making, linking]);
      expect([typeof made, linked]).toMatchObject(['object', { way: 'filled' }]);
      await unlinkEntry(league.store, entryIdOf(poolId, tom), by);
    }
  });

  if (isLong)
    test('a caller who waits too long gets a busy error, and the next one is served', async () => {
      const holdEntry = (tx: Db) => sql`select id from entries where player_id = ${ann.userId} for update`.execute(tx);
      const failed: unknown[] = [];
      const act = () => pick('home').catch((error: unknown) => failed.push(error));
      await whileHeld(league.store, holdEntry, act, () => until(() => failed.length > 0));
      expect(failed.map(faultOf)).toEqual(['database_busy']);
      expect(await pick('home')).toMatchObject({ saved: true });
    });
});
