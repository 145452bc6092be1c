import { describe, expect, test } from 'vitest';
import type { PoolFile } from '#contract/pool-file.ts';
import type { Person } from '#tests/builders.ts';
import { WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { setDatabaseClock } from '#tests/database-clock.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';

const WEEK = 7 * 24 * HOUR;
const BEFORE = SUNDAY_1PM - HOUR;
const NEXT_WEEK = SUNDAY_1PM + WEEK + 10 * MINUTE;

describe.each(usualEngines)('A pool file on %s', (engine) => {
  const league = withLeague(engine);

  async function move(now: number): Promise<void> {
    league.clock.set(now);
    if (engine === 'postgres') await setDatabaseClock(league.store, now);
  }

  const save = async (poolId: string, as: Person, picks: unknown[]) => {
    const body = { picks } as never;
    const params = { entryId: entryIdOf(poolId, as.userId) };
    (await league.call('PUT /api/entries/:entryId/picks', { as, params, body })).ok();
  };
  const postpone = async (boss: Person, gid: string) =>
    (await league.call('PATCH /api/games/:gid', { as: boss, params: { gid }, body: { void: 'postponed' } })).ok();
  const valuesOf = async (poolId: string, as: Person, kind: PoolFile['picks'][number]['kind']) => {
    const { text } = await league.call('GET /api/pools/:poolId/file', { as, params: { poolId } });
    const { picks } = JSON.parse(text) as PoolFile;
    return picks.flatMap((pick) => (pick.kind === kind ? [pick.value] : []));
  };

  test('seals the team of a postponed game after the next week began, with earlier teams', async () => {
    await move(BEFORE);
    const { poolId, ann, boss, runner, sunday, late } = await aLeague(league, {
      members: ['ann'],
      commissioners: ['runner'],
      admins: ['boss'],
      weeks: [WEEK_1, WEEK_2],
      rules: { format: 'survivor' },
      games: {
        sunday: { home: 'SF', away: 'SEA' },
        late: { home: 'KC', away: 'BUF', kickoff: SUNDAY_1PM + 3 * HOUR },
        next: { weekId: WEEK_2, home: 'KC', away: 'SEA', kickoff: SUNDAY_1PM + WEEK },
      },
    });
    await save(poolId, ann, [{ kind: 'team', about: WEEK_1, value: { gid: sunday, team: 'SF' } }]);
    await move(BEFORE + MINUTE);
    await save(poolId, ann, [{ kind: 'team', about: WEEK_1, value: { gid: late, team: 'KC' } }]);
    await postpone(boss, late);
    await move(NEXT_WEEK);
    expect(await valuesOf(poolId, runner, 'team')).toEqual([]);
  });

  test('seals the guess of a postponed game after the next week began', async () => {
    await move(BEFORE);
    const { poolId, ann, boss, runner, late } = await aLeague(league, {
      members: ['ann'],
      commissioners: ['runner'],
      admins: ['boss'],
      weeks: [WEEK_1, WEEK_2],
      rules: { tiebreak: 'closest' },
      games: {
        sunday: { home: 'DAL', away: 'NYG' },
        late: { home: 'LAR', away: 'LAC', kickoff: SUNDAY_1PM + 30 * HOUR },
        next: { weekId: WEEK_2, home: 'DAL', away: 'PHI', kickoff: SUNDAY_1PM + WEEK },
      },
    });
    await save(poolId, ann, [{ kind: 'guess', about: WEEK_1, value: { gid: late, total: 47 } }]);
    await move(SUNDAY_1PM + 2 * HOUR);
    await postpone(boss, late);
    await move(NEXT_WEEK);
    expect(await valuesOf(poolId, runner, 'guess')).toEqual([]);
  });

  test('says when the tiebreak game of a week was fixed only after the last lock of the week', async () => {
    const weekId = '2026-week6';
    await move(BEFORE);
    const { poolId, ann, runner, late } = await aLeague(league, {
      members: ['ann'],
      commissioners: ['runner'],
      weeks: [weekId],
      rules: { tiebreak: 'closest' },
      games: {
        early: { weekId, home: 'CHI', away: 'GB' },
        late: { weekId, home: 'DET', away: 'MIN', kickoff: SUNDAY_1PM + 4 * HOUR },
      },
    });
    const weeks = async () => {
      const { text } = await league.call('GET /api/pools/:poolId/file', { as: runner, params: { poolId } });
      return (JSON.parse(text) as PoolFile).weeks;
    };
    const before = await weeks();
    await save(poolId, ann, [{ kind: 'guess', about: weekId, value: { gid: late, total: 47 } }]);
    expect(await weeks()).toEqual(before);
    await save(poolId, ann, [{ kind: 'guess', about: weekId, value: { gid: late, total: null } }]);
    expect(await weeks()).toEqual(before);
    await move(SUNDAY_1PM + 4 * HOUR + 5 * MINUTE - 1);
    expect(await weeks()).toEqual(before);
    await move(SUNDAY_1PM + 4 * HOUR + 5 * MINUTE);
    expect(await weeks()).toMatchObject([{ tiebreakGid: late, tiebreakFixedAt: BEFORE }]);
  });

  test('shows no confidence value for a pick that was taken back before the lock', async () => {
    const weekId = '2026-week5';
    await move(BEFORE);
    const { poolId, ann, bob, runner, early, late } = await aLeague(league, {
      members: ['ann', 'bob'],
      commissioners: ['runner'],
      weeks: [weekId],
      rules: { format: 'confidence' },
      games: {
        early: { weekId, home: 'CHI', away: 'GB' },
        late: { weekId, home: 'DET', away: 'MIN', kickoff: SUNDAY_1PM + 4 * HOUR },
      },
    });
    for (const person of [ann, bob])
      await save(poolId, person, [
        { kind: 'order', about: weekId, value: { order: [late, early] } },
        { kind: 'pick', about: early, value: { side: 'home' } },
      ]);
    await move(BEFORE + MINUTE);
    await save(poolId, ann, [{ kind: 'pick', about: early, value: null }]);
    await move(SUNDAY_1PM + 5 * MINUTE);
    expect(await valuesOf(poolId, runner, 'order')).toHaveLength(1);
  });

  test('keeps the values of locked games, and seals the place of a game that is off', async () => {
    const weekId = '2026-week8';
    await move(BEFORE);
    const { poolId, ann, boss, runner, off, early, late } = await aLeague(league, {
      members: ['ann'],
      commissioners: ['runner'],
      admins: ['boss'],
      weeks: [weekId],
      rules: { format: 'confidence' },
      games: {
        off: { weekId, home: 'PHI', away: 'DAL', kickoff: SUNDAY_1PM + HOUR },
        early: { weekId, home: 'CHI', away: 'GB' },
        late: { weekId, home: 'DET', away: 'MIN', kickoff: SUNDAY_1PM + 4 * HOUR },
      },
    });
    await save(poolId, ann, [
      { kind: 'order', about: weekId, value: { order: [late, early, off] } },
      { kind: 'pick', about: early, value: { side: 'home' } },
    ]);
    const body = { void: 'cancelled' } as const;
    (await league.call('PATCH /api/games/:gid', { as: boss, params: { gid: off }, body })).ok();
    await move(SUNDAY_1PM + 5 * MINUTE);
    // The locked game has 2 of 2 points, as where it is played.
    expect(await valuesOf(poolId, runner, 'order')).toEqual([JSON.stringify({ order: [late, early] })]);
  });
});
