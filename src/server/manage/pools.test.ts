import { beforeEach, describe, expect, test, vi } from 'vitest';
import { setPoolWeeks } from '#server/game-changes/deadline-store.ts';
import { findPool } from '#server/pools/reads.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, deletePool, plannerOf, removeMember, setEnabled } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM, withSpread } from '#tests/core-samples.ts';
import { withLeague } from '#tests/league.ts';

const WEEKS = ['2026-week9', '2026-week10', '2026-wild-card'] as const;

describe('Pools', () => {
  const league = withLeague('sqlite');
  let sam: Person;

  beforeEach(async () => {
    sam = await addPerson(league.deps);
  });

  const list = async (as = sam) => (await league.call('GET /api/pools', { as })).ok().pools;
  const poolOf = async (poolId: string, as = sam) =>
    (await league.call('GET /api/pools/:poolId', { as, params: { poolId } })).ok();

  test('are listed newest first, those that do not know their age last, by id reversed', async () => {
    const old = await addPool(league.deps, { members: [sam] });
    league.clock.advance(MINUTE);
    const young = await addPool(league.deps);
    const ageless = [await addPool(league.deps), await addPool(league.deps)].sort().reverse();
    await league.store.db.updateTable('pools').set({ created_at: null }).where('id', 'in', ageless).execute();
    expect((await list()).map((pool) => pool.id)).toEqual([young, old, ...ageless]);
    expect((await list()).map((pool) => pool.isMember)).toEqual([false, true, false, false]);
  });

  test('keep the template that an import brought', async () => {
    const poolId = await addPool(league.deps);
    const { db } = league.store;
    expect((await findPool(db, poolId))?.template).toBeNull();
    await db.updateTable('pools').set({ template: 'classic' }).where('id', '=', poolId).execute();
    expect((await findPool(db, poolId))?.template).toBe('classic');
  });

  test('that are deleted are not listed', async () => {
    const poolId = await addPool(league.deps, { members: [sam] });
    await deletePool(league.deps, poolId);
    expect((await list()).map((pool) => pool.id)).not.toContain(poolId);
  });

  test('that are deleted during a request are not found, or are empty', async () => {
    const { sessions } = league.deps.accounts;
    const read = vi.spyOn(sessions, 'read');
    const deletedMeanwhile = async () => {
      const poolId = await addPool(league.deps, { members: [sam] });
      read.mockImplementationOnce(async (...asked) => {
        const reading = await sessions.read(...asked);
        await deletePool(league.deps, poolId);
        return reading;
      });
      return { as: sam, params: { poolId } };
    };
    const reply = await league.call('GET /api/pools/:poolId', await deletedMeanwhile());
    expect(reply.code).toBe('pool_not_found');
    const standings = await league.call('GET /api/pools/:poolId/standings', await deletedMeanwhile());
    expect(standings.ok()).toMatchObject({ weeks: [], rows: [] });
    read.mockRestore();
  });

  test('are described to their members in full, weeks in playing order', async () => {
    const members = [sam, await addPerson(league.deps), await addPerson(league.deps), await addPerson(league.deps)];
    const poolId = await addPool(league.deps, {
      name: 'Office',
      moneyUrl: 'https://money.example.org',
      rules: { useSpread: true },
      weeks: [...WEEKS].reverse(),
      members,
    });
    await setPoolWeeks(league.store.db, plannerOf(league), poolId, ['2026-wild-card'], false);
    await removeMember(league.deps, poolId, members[1]?.userId ?? '');
    await setEnabled(league.deps, members[2]?.userId ?? '', false);
    expect(await poolOf(poolId)).toEqual({
      id: poolId,
      name: 'Office',
      description: '',
      moneyUrl: 'https://money.example.org',
      hasMoney: false,
      rules: withSpread,
      weeks: ['2026-week9', '2026-week10'],
      deadlines: {},
      lines: {},
      activeWeekId: '2026-week9',
      unscoredWeekId: null,
      memberCount: 2,
    });
  });

  test('have no active week while they have no weeks', async () => {
    const poolId = await addPool(league.deps, { weeks: [], members: [sam] });
    expect(await poolOf(poolId)).toMatchObject({ weeks: [], activeWeekId: null });
    const standings = await league.call('GET /api/pools/:poolId/standings', { as: sam, params: { poolId } });
    expect(standings.ok()).toMatchObject({ weeks: [], activeWeekId: null });
  });

  test('follow the calendar with their active week, unless an admin chose one that they have', async () => {
    const poolId = await addPool(league.deps, { weeks: WEEKS, members: [sam] });
    const gid = await addGame(league.deps, { weekId: '2026-week9' });
    await addGame(league.deps, { weekId: '2026-week10' });
    expect((await poolOf(poolId)).activeWeekId).toBe('2026-week9');
    await addGame(league.deps, { gid, weekId: '2026-week9', status: 'Final' });
    expect((await poolOf(poolId)).activeWeekId).toBe('2026-week10');
    const choose = (week: string) =>
      league.store.db.updateTable('pools').set({ active_week_id: week }).where('id', '=', poolId).execute();
    await choose('2026-week9');
    expect((await poolOf(poolId)).activeWeekId).toBe('2026-week9');
    await choose('2026-week17');
    expect((await poolOf(poolId)).activeWeekId).toBe('2026-week10');
  });

  test('go on by the clock from a week whose scores nobody enters, and name it', async () => {
    const weeks = ['2026-week4', '2026-week5'];
    const poolId = await addPool(league.deps, { weeks, members: [sam] });
    await addGame(league.deps, { weekId: '2026-week4' });
    await addGame(league.deps, { weekId: '2026-week5', kickoff: SUNDAY_1PM + 7 * 24 * HOUR });
    const at = async (moment: number) => {
      league.clock.set(moment);
      const { activeWeekId, unscoredWeekId } = await poolOf(poolId);
      const standings = await league.call('GET /api/pools/:poolId/standings', { as: sam, params: { poolId } });
      return [activeWeekId, unscoredWeekId, standings.ok().activeWeekId];
    };
    const moments = [4 * HOUR - 1, 4 * HOUR, 24 * HOUR - 1, 24 * HOUR].map((after) => SUNDAY_1PM + after);
    const seen = [];
    for (const moment of moments) seen.push(await at(moment));
    league.clock.set(SUNDAY_1PM - HOUR);
    expect(seen).toEqual([
      ['2026-week4', null, '2026-week4'],
      ['2026-week4', '2026-week4', '2026-week4'],
      ['2026-week4', '2026-week4', '2026-week4'],
      ['2026-week5', '2026-week4', '2026-week5'],
    ]);
  });

  test.each(['games', 'matchup'] as const)('have no %s of a week that is not theirs', async (what) => {
    const poolId = await addPool(league.deps, { weeks: ['2026-week9'], members: [sam] });
    await setPoolWeeks(league.store.db, plannerOf(league), poolId, ['2026-week9'], false);
    for (const weekId of ['2026-week9', '2026-week10', 'no-such-week']) {
      const route = `GET /api/pools/:poolId/weeks/:weekId/${what}` as const;
      const reply = await league.call(route, { as: sam, params: { poolId, weekId } });
      expect([reply.status, reply.code]).toEqual([404, 'week_not_found']);
    }
  });
});
