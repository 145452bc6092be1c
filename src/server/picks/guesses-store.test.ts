import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { GuessValue } from '#core/pick.ts';
import { editGame } from '#server/game-changes/edit-store.ts';
import { nameTiebreak } from '#server/game-changes/store.ts';
import { writeEach } from '#server/locks/store.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { closeGate } from '#server/platform/db/gate.ts';
import { tiebreakGames } from '#server/pools/week-reads.ts';
import { unlistedChanges } from '#server/receipts/reads.ts';
import type { Person } from '#tests/builders.ts';
import { ownWish, storedChoices } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock, someoneWaits, whileHeld } from '#tests/database-clock.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { rounds } from '#tests/long.ts';
import { until } from '#tests/until.ts';
import { pickWriter } from './store.ts';

const LOCK = SUNDAY_1PM + 5 * MINUTE;

/** Writers that begin before a lock or another writer, and get their turn afterward; see `late-writers.test.ts`. */
describe('On PostgreSQL, guesses that wait for locks', () => {
  const league = withLeague('postgres');
  let ann: Person;
  let admin: Person;
  let made = 0;
  let weekId: string;
  let poolId: string;
  let first: string;
  let last: string;

  beforeEach(async () => {
    made += 1;
    weekId = `2026-week${made}`;
    await setDatabaseClock(league.store, 0);
    ({ ann, admin, poolId, first, last } = await aLeague(league, {
      admins: ['admin'],
      members: ['ann'],
      weeks: [weekId],
      rules: { tiebreak: 'closest' },
      games: { first: { weekId, gid: `a${made}` }, last: { weekId, gid: `b${made}`, home: 'KC', away: 'LV' } },
    }));
  });

  const guess = (total: number, gid = last) =>
    pickWriter(league.store, league.clock.now).add(
      ownWish({ poolId, userId: ann.userId }, { kind: 'guess', about: weekId, value: { gid, total } }),
    );
  const stored = async () => {
    const [row] = await storedChoices(league.store.db, 'guess', poolId);
    return row === undefined ? null : (row.value as GuessValue);
  };
  const fixedAt = async () => {
    const query = league.store.db.selectFrom('pool_weeks').select('tiebreak_fixed_at').where('week_id', '=', weekId);
    return (await query.executeTakeFirstOrThrow()).tiebreak_fixed_at;
  };

  test.each([
    ['its game', (tx: Db) => closeGate(tx, 'postgres')],
    ['its week', (tx: Db) => sql`select week_id from pool_weeks where week_id = ${weekId} for update`.execute(tx)],
  ])('one that waited for %s is refused by the database clock, and fixes no game', async (_, hold) => {
    await setDatabaseClock(league.store, LOCK - 1);
    const outcome = await whileHeld(
      league.store,
      hold,
      () => guess(41),
      () => setDatabaseClock(league.store, LOCK),
    );
    expect(outcome).toEqual({ saved: false, refusal: 'guess_locked' });
    expect([await stored(), await fixedAt()]).toEqual([null, LOCK]);
  });

  test('one just before the lock is stored, and fixes the game', async () => {
    await setDatabaseClock(league.store, LOCK - 1);
    expect(await guess(41)).toMatchObject({ saved: true, revision: 1 });
    expect([await stored(), await fixedAt()]).toEqual([{ gid: last, total: 41 }, LOCK - 1]);
  });

  test("one locks its week before the receipts, as a commissioner's does", async () => {
    await editGame(league.store, last, { kickoff: SUNDAY_1PM + HOUR }, league.clock.now);
    await setDatabaseClock(league.store, LOCK);
    await writeEach(league.store, [{ poolId, weekId }], LOCK);
    await editGame(league.store, first, { void: 'cancelled' }, league.clock.now);
    expect(await unlistedChanges(league.store.db, poolId)).toHaveLength(1);
    const outcome = await whileHeld(
      league.store,
      (tx) => sql`select week_id from pool_weeks where week_id = ${weekId} for update`.execute(tx),
      () => guess(41),
      async () => {
        const key = sql`select pg_try_advisory_xact_lock(8, hashtext(${poolId})) as "isFree"`;
        expect((await key.execute(league.store.db)).rows).toEqual([{ isFree: true }]);
      },
    );
    expect(outcome).toMatchObject({ saved: true });
    expect(await unlistedChanges(league.store.db, poolId)).toEqual([]);
  });

  test('one that waited for an edit by which another game is the last is refused', async () => {
    let waiting: ReturnType<typeof guess> | undefined;
    const note = async () => {
      waiting = guess(41);
      await until(() => someoneWaits(league.store.db));
    };
    await editGame(league.store, first, { kickoff: SUNDAY_1PM + HOUR }, league.clock.now, { note });
    expect(await waiting).toEqual({ saved: false, refusal: 'tiebreak_changed' });
    expect([await stored(), (await tiebreakGames(league.store.db, poolId))[weekId]]).toEqual([null, first]);
  });

  test('naming the current game keeps it, regardless of its times', async () => {
    const actor = { adminId: admin.userId, now: league.clock.now() };
    expect(await nameTiebreak(league.store, actor, { poolId, weekId, gid: last }, league.clock.now)).toEqual({
      cleared: [],
    });
    await editGame(league.store, first, { kickoff: SUNDAY_1PM + HOUR }, league.clock.now);
    expect((await tiebreakGames(league.store.db, poolId))[weekId]).toBe(last);
  });

  test('guesses, new times and namings at the same moment agree, and none waits for another in a circle', async () => {
    for (let time = 1; time <= rounds(2, 10); time += 1) {
      const actor = { adminId: admin.userId, now: league.clock.now() };
      const named = time % 2 === 0 ? first : last;
      await Promise.all([
        guess(time, first),
        guess(time, last),
        editGame(league.store, first, { kickoff: SUNDAY_1PM + time * MINUTE }, league.clock.now),
        nameTiebreak(league.store, actor, { poolId, weekId, gid: named }, league.clock.now),
      ]);
      const game = (await tiebreakGames(league.store.db, poolId))[weekId];
      expect(game).toBe(named);
      const row = await stored();
      if (row !== null && row.gid !== game) expect(row.total).toBeNull();
    }
  });
});
