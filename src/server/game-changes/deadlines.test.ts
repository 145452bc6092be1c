import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { weekDeadline } from '#core/locks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { rulesWith } from '#core/rules/pool-rules.ts';
import { gamesOfWeek } from '#server/games/reads.ts';
import { editPool } from '#server/manage/store.ts';
import { putWeek } from '#server/manage/week-store.ts';
import { pickWriter } from '#server/picks/store.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { deadlinesOf } from '#server/pools/week-reads.ts';
import type { Person } from '#tests/builders.ts';
import { ownPick } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock, whileHeld } from '#tests/database-clock.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { rounds } from '#tests/long.ts';
import { editGame } from './edit-store.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;
const MARGIN = 2000;

/** Writers that begin before the deadline of a pool's week and get their turn after it; see `late-writers.test.ts`. */
describe("On PostgreSQL, at the deadline of a pool's week", () => {
  const league = withLeague('postgres');
  let ann: Person;
  let admin: Person;
  let made = 0;
  let weekId: string;
  let poolId: string;
  let first: string;
  let late: string;

  beforeEach(async () => {
    made += 1;
    weekId = `2026-week${made}`;
    await setDatabaseClock(league.store, 0);
    ({ ann, admin, poolId, first, late } = await aLeague(league, {
      admins: ['admin'],
      members: ['ann'],
      weeks: [weekId],
      rules: { deadline: 'week' },
      games: { first: { weekId }, late: { weekId, home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 3 * HOUR } },
    }));
  });

  const deadline = async () => (await deadlinesOf(league.store.db, poolId))[weekId] ?? null;
  const pick = (side: 'home' | 'away') =>
    pickWriter(league.store, league.clock.now).add(ownPick({ poolId, gid: late, userId: ann.userId, side }));
  const actor = () => ({ adminId: admin.userId, now: league.clock.now() });

  function changeRule(to: PoolRules['deadline'], from: PoolRules['deadline'], clock = league.clock.now) {
    return editPool(
      league.store,
      actor(),
      poolId,
      { change: { rules: { deadline: to } }, seen: { rules: { deadline: from } }, reason: 'We voted' },
      clock,
    );
  }

  test("a player's pick that waited is refused, by the database's clock", async () => {
    await setDatabaseClock(league.store, LOCK - 1);
    expect(await pick('home')).toMatchObject({ saved: true });
    const hold = (tx: Db) => sql`select about from picks where about = ${late} for update`.execute(tx);
    const act = () => pick('away');
    const outcome = await whileHeld(league.store, hold, act, () => setDatabaseClock(league.store, LOCK));
    expect(outcome).toEqual({ saved: false, refusal: 'game_locked' });
  });

  test('an edit that is not committed no longer moves it, though it moves no lock of a game', async () => {
    await setDatabaseClock(league.store, LOCK - MARGIN - 1);
    const note = () => setDatabaseClock(league.store, LOCK);
    await editGame(league.store, first, { void: 'cancelled' }, league.clock.now, { note });
    expect(await deadline()).toBe(LOCK);
    expect(await pick('home')).toEqual({ saved: false, refusal: 'game_locked' });
  });

  test('a new rule in the last two seconds before waits for it, and is refused', async () => {
    await setDatabaseClock(league.store, LOCK - MARGIN);
    let looks = 0;
    const clock = () => {
      looks += 1;
      if (looks === 4) league.clock.set(LOCK);
      return league.clock.now();
    };
    expect(await changeRule('game', 'week', clock)).toEqual({ refusal: 'rule_too_late' });
    expect(await deadline()).toBe(LOCK);
  });

  test('new times, new rules and new weeks at the same moment agree, and none waits for another in a circle', async () => {
    const week = { poolId, weekId };
    for (let time = 1; time <= rounds(2, 12); time += 1) {
      const [rule, seen] = time % 2 === 0 ? (['week', 'game'] as const) : (['game', 'week'] as const);
      await putWeek(league.store, actor(), week, false, league.clock.now);
      const others = await Promise.all([
        changeRule(rule, seen),
        editGame(league.store, first, { kickoff: SUNDAY_1PM + time * MINUTE }, league.clock.now),
        putWeek(league.store, actor(), week, true, league.clock.now),
        editGame(league.store, late, { kickoff: SUNDAY_1PM + (20 - time) * MINUTE }, league.clock.now),
      ]);
      expect(others[0]).toHaveProperty('settings');
      const games = await gamesOfWeek(league.store.db, weekId);
      expect(await deadline()).toBe(weekDeadline(rulesWith({ deadline: rule }), games, 0, null));
    }
  });
});
