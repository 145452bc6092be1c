import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NO_LOCK } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { findGame } from '#server/games/reads.ts';
import { announcementsOf } from '#server/members/reads.ts';
import { pickWriter } from '#server/picks/store.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Person } from '#tests/builders.ts';
import {
  addGame,
  addPerson,
  addPool,
  historyOf,
  ownPick,
  ownWish,
  putPick,
  sideOf,
  storedChoices,
  WEEK_1,
  WEEK_2,
} from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { engines } from '#tests/engines.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import type { GameWrite } from './store.ts';
import { writeGames } from './store.ts';

const DAY = 24 * HOUR;
const LOCK = SUNDAY_1PM + 5 * MINUTE;
const NEXT = SUNDAY_1PM + 7 * DAY;

describe.each(engines)('A game whose lock moves on %s', (engine) => {
  const league = withLeague(engine);
  let ann: Person;
  let bob: Person;
  let gid: string;

  beforeAll(async () => {
    [ann, bob] = [await addPerson(league.deps), await addPerson(league.deps)];
  });
  beforeEach(async () => {
    at(SUNDAY_1PM - DAY);
    gid = await addGame(league.deps, { home: 'SEA', away: 'NE' });
  });

  const at = (now: number) => league.clock.set(now);
  const pool = (rules: Partial<PoolRules> = {}, weeks = [WEEK_1, WEEK_2]) =>
    addPool(league.deps, { members: [ann, bob], weeks, rules });
  const write = (...changes: Partial<GameWrite>[]) =>
    transact(league.store, async (tx) => {
      const writes = changes.map((change) => ({ ...facts, gid, ...change }));
      return writeGames(tx, engine, writes, league.clock.now, 'feed');
    });
  const facts = { weekId: WEEK_1, home: 'SEA', away: 'NE', kickoff: SUNDAY_1PM, timeTbd: false };
  const pick = (poolId: string, person: Person, side: 'home' | 'away' | null) =>
    pickWriter(league.store, league.clock.now).add(ownPick({ poolId, gid, userId: person.userId, side }));
  const lockOf = async () => (await findGame(league.store.db, gid))?.lockAt;
  const sides = async (poolId: string) => {
    const query = league.store.db.selectFrom('game_picks').select(['side', 'revision']).where('pool_id', '=', poolId);
    return (await query.where('gid', '=', gid).orderBy('revision').execute()).map(
      ({ side, revision }) => `${side} ${revision}`,
    );
  };
  const told = async (poolId: string) =>
    (await announcementsOf(league.store.db, poolId)).map(({ weekId, after }) => `${weekId} ${after.text}`);

  test('has none while it is postponed, and is planned again once it has a time', async () => {
    await write({ void: 'postponed' });
    expect(await lockOf()).toBe(NO_LOCK);
    at(LOCK + DAY);
    await write({ void: null, kickoff: SUNDAY_1PM + 2 * DAY });
    expect(await lockOf()).toBe(LOCK + 2 * DAY);
  });

  test("is still closed by the pool's deadline while it is postponed", async () => {
    await addGame(league.deps, { home: 'KC', away: 'LV' });
    const [own, whole] = [await pool(), await pool({ deadline: 'week' })];
    await Promise.all([own, whole].map((poolId) => pick(poolId, ann, 'home')));
    await write({ void: 'postponed' });
    at(LOCK);
    expect(await pick(own, ann, 'away')).toMatchObject({ saved: true });
    expect(await pick(whole, ann, 'away')).toEqual({ saved: false, refusal: 'game_locked' });
  });

  test('opens in another week: what was revealed is withdrawn, and what stays is the history', async () => {
    const [own, other] = [await pool(), await pool()];
    await pick(own, ann, 'home');
    await pick(own, bob, 'away');
    at(LOCK + HOUR);
    await write({ weekId: WEEK_2, kickoff: NEXT });
    expect(await lockOf()).toBe(NEXT + 5 * MINUTE);
    expect(await sides(own)).toEqual(['null 2', 'null 2']);
    const history = (await historyOf(league.store.db, 'pick')).filter(({ about }) => about === gid);
    const first = history.filter(({ revision }) => revision === 1).map(({ value }) => sideOf(value));
    expect(first.toSorted()).toEqual(['away', 'home']);
    const text = 'NE @ SEA moved to Week 2.\nPicks for it in Week 1 were withdrawn.';
    expect([await told(own), await told(other)]).toEqual([[`${WEEK_1} ${text}`], []]);
    expect(await pick(own, ann, 'away')).toMatchObject({ saved: true, weekId: WEEK_2, revision: 3 });
  });

  test('takes its picks along if they were sealed, pool by pool', async () => {
    await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM - 3 * HOUR });
    const [own, whole] = [await pool(), await pool({ deadline: 'week' })];
    await Promise.all([own, whole].map((poolId) => pick(poolId, ann, 'home')));
    at(SUNDAY_1PM - HOUR);
    await write({ weekId: WEEK_2, kickoff: NEXT });
    expect([await sides(own), await sides(whole)]).toEqual([['home 1'], ['null 2']]);
  });

  test('keeps its picks if it is locked in the new week too', async () => {
    const own = await pool();
    await pick(own, ann, 'home');
    at(LOCK + HOUR);
    await write({ weekId: WEEK_2, status: 'Final', homeScore: 20 });
    expect([await sides(own), await told(own)]).toEqual([['home 1'], []]);
  });

  test('takes revealed guesses of it back, too', async () => {
    const own = await pool({ tiebreak: 'closest' });
    await league.store.db
      .updateTable('pool_weeks')
      .set({ tiebreak_gid: gid })
      .where('pool_id', '=', own)
      .where('week_id', '=', WEEK_1)
      .execute();
    const guess = ownWish(
      { poolId: own, userId: ann.userId },
      { kind: 'guess', about: WEEK_1, value: { gid, total: 40 } },
    );
    expect(await pickWriter(league.store, league.clock.now).add(guess)).toMatchObject({ saved: true });
    at(LOCK + HOUR);
    await write({ weekId: WEEK_2, kickoff: NEXT });
    expect(await storedChoices(league.store.db, 'guess', own)).toMatchObject([
      { value: { gid, total: null }, revision: 2 },
    ]);
    expect(await told(own)).toHaveLength(1);
  });

  test('is news once for a pool and week when it moves forward', async () => {
    const [own, without] = [await pool(), await pool({}, [WEEK_2])];
    const second = await addGame(league.deps, { home: 'KC', away: 'LV' });
    const earlier = SUNDAY_1PM - 3 * HOUR;
    await write({ kickoff: earlier }, { gid: second, home: 'KC', away: 'LV', kickoff: earlier });
    expect(await told(own)).toEqual([
      `${WEEK_1} 2 games of Week 1 now lock earlier.\nNE @ SEA: Sun, Sep 13, 10:05 AM EDT\nLV @ KC: Sun, Sep 13, 10:05 AM EDT`,
    ]);
    expect(await told(without)).toEqual([]);
  });

  test('is news as a whole where it moves the deadline forward', async () => {
    const own = await pool({ deadline: 'week' });
    await write({ kickoff: SUNDAY_1PM - 20 * HOUR });
    expect(await told(own)).toEqual([`${WEEK_1} Week 1 now locks earlier: Sat, Sep 12, 5:05 PM EDT`]);
  });

  test.each<[string, Partial<GameWrite>]>([
    ['it begins early', { status: 'In Progress' }],
    ['it moves by five minutes', { kickoff: SUNDAY_1PM - 5 * MINUTE }],
    ['it is cancelled', { void: 'cancelled', kickoff: SUNDAY_1PM - HOUR }],
    ['it moves back', { kickoff: SUNDAY_1PM + HOUR }],
  ])('is no news when %s', async (_, change) => {
    const own = await pool();
    await write(change);
    expect(await told(own)).toEqual([]);
  });
});

test('On PostgreSQL a lock that is reached while its game moves to another week withdraws the picks', async () => {
  const { league, ann, poolId, gid } = await aLeague('postgres', {
    members: ['ann'],
    weeks: [WEEK_1, WEEK_2],
    games: { gid: {} },
  });
  await putPick(league.store, { poolId, gid, userId: ann.userId, side: 'home', madeAt: 0 });
  await setDatabaseClock(league.store, LOCK - MINUTE);
  league.clock.set(LOCK - MINUTE);
  const moved = { gid, weekId: WEEK_2, home: 'PHI', away: 'DAL', kickoff: NEXT, timeTbd: false };
  let tries = 0;
  await transact(league.store, async (tx: Db) => {
    tries += 1;
    await writeGames(tx, 'postgres', [moved], league.clock.now, 'feed');
    if (tries === 1) await setDatabaseClock(league.store, LOCK);
  });
  expect(tries).toBe(2);
  const picks = await league.store.db.selectFrom('game_picks').select('side').where('gid', '=', gid).execute();
  expect(picks).toEqual([{ side: null }]);
  await league.close();
});
