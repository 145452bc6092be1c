import { beforeEach, describe, expect, test } from 'vitest';
import type { EarlierWish } from '#contract/earlier-picks.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { withLeague } from '#tests/league.ts';

describe('A page of the release before', () => {
  const league = withLeague('sqlite');
  let ann: Person;
  let gid: string;

  beforeEach(async () => {
    ann = await addPerson(league.deps);
    gid = await addGame(league.deps, { home: 'PHI', kickoff: SUNDAY_1PM + 3 * HOUR });
  });

  async function save(poolId: string, ...picks: EarlierWish[]) {
    const params = { entryId: entryIdOf(poolId, ann.userId) };
    const reply = await league.call('PUT /api/entries/:entryId/picks', { as: ann, params, body: { picks } });
    return reply.ok().picks;
  }

  async function own(poolId: string) {
    const reply = await league.call('GET /api/pools/:poolId/entries', { as: ann, params: { poolId } });
    const { entries, picks } = reply.ok();
    return { ...entries[0], picks };
  }

  test('saves a side, an order and a guess, and reads them', async () => {
    const rules = { format: 'confidence', tiebreak: 'closest' } as const;
    const poolId = await addPool(league.deps, { members: [ann], rules });
    const [entryId, order] = [entryIdOf(poolId, ann.userId), [gid]];
    const saved = await save(
      poolId,
      { kind: 'pick', gid, side: 'home', basedOn: 0 },
      { kind: 'order', weekId: WEEK_1, order },
      { kind: 'guess', weekId: WEEK_1, gid, total: 41 },
      { kind: 'pick', gid: 'no-such-game', side: 'home' },
      { kind: 'order', weekId: `${WEEK_1}:2`, order },
      { kind: 'guess', weekId: `${WEEK_1}:2`, gid, total: 50 },
    );
    expect(saved).toEqual([
      { saved: true, pick: { side: 'home', revision: 1 } },
      { saved: true, pick: { entry: { order }, revision: 1 } },
      { saved: true, pick: { gid, guess: 41, revision: 1 } },
      { saved: false, code: 'game_not_found', message: 'Game not found' },
      { saved: false, code: 'week_not_found', message: 'This week is not part of the pool.' },
      { saved: false, code: 'week_not_found', message: 'This week is not part of the pool.' },
    ]);
    expect(await own(poolId)).toMatchObject({
      id: entryId,
      picks: [{ key: `${entryId} ${gid}`, entryId, gid, side: 'home', revision: 1 }],
      guesses: { [WEEK_1]: { gid, guess: 41, revision: 1 } },
      weeks: { [WEEK_1]: { entry: { order }, revision: 1 } },
    });
    await save(poolId, { kind: 'pick', gid, side: null }, { kind: 'guess', weekId: WEEK_1, gid, total: null });
    expect(await own(poolId)).toMatchObject({
      picks: [{ gid, side: null, revision: 2 }],
      guesses: { [WEEK_1]: { gid, guess: null, revision: 2 } },
    });
  });

  test('saves both teams of a week, takes one back, and reads which were entered for its player', async () => {
    const admin = await addPerson(league.deps, { isAdmin: true });
    const poolId = await addPool(league.deps, { members: [ann], rules: { format: 'survivor', twoTeamsFrom: 1 } });
    const early = await addGame(league.deps, { home: 'KC', away: 'LV' });
    const team = { gid, team: 'PHI' };
    await save(poolId, { kind: 'team', weekId: WEEK_1, team: { gid: early, team: 'KC' } });
    await save(poolId, { kind: 'team', weekId: WEEK_1, team: null });
    (await league.enter(admin, entryIdOf(poolId, ann.userId), { gid: early, team: 'LV' }, 'By phone')).ok();
    await save(poolId, { kind: 'team', weekId: WEEK_1, team, second: true });
    expect((await own(poolId)).weeks).toEqual({
      [WEEK_1]: { entry: { gid: early, team: 'LV' }, revision: 3, bus: 'By phone' },
      [`${WEEK_1}:2`]: { entry: team, revision: 1 },
    });
  });

  test('learns that a newer order was stored', async () => {
    const poolId = await addPool(league.deps, { members: [ann], rules: { format: 'confidence' } });
    const late = await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: SUNDAY_1PM + 6 * HOUR });
    await save(poolId, { kind: 'order', weekId: WEEK_1, order: [gid, late] });
    const older = { kind: 'order', weekId: WEEK_1, order: [late, gid], basedOn: 0 } as const;
    expect(await save(poolId, { ...older, order: [...older.order] })).toMatchObject([{ code: 'newer_entry' }]);
  });

  test('marks a best bet', async () => {
    const poolId = await addPool(league.deps, { members: [ann], rules: { bestBets: 1 } });
    await save(poolId, { kind: 'pick', gid, side: 'away', best: true });
    expect((await own(poolId)).picks).toMatchObject([{ side: 'away', best: true }]);
  });
});
