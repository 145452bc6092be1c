import { beforeEach, describe, expect, test } from 'vitest';
import type { Entry } from '#contract/entries.ts';
import { importWeeks } from '#server/store/import-picks.ts';
import { linkPlayer } from '#server/store/player-links.ts';
import { createUser } from '#server/store/users.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { until } from '#tests/until.ts';

const LATE = SUNDAY_1PM + 7 * HOUR;
const FIRST_LOCK = SUNDAY_1PM + 5 * MINUTE;
const WEEK = 7 * 24 * HOUR;

const won = { status: 'Final', homeScore: 20, awayScore: 10 };

describe('The teams of a linked player', () => {
  const { live, league, admin } = withLiveLeague('sqlite');
  let kim: Person;
  let tom: string;
  let poolId: string;
  let [early, late, next] = ['', '', ''];

  beforeEach(async () => {
    league.clock.set(SUNDAY_1PM - HOUR);
    const { db } = league.store;
    for (const table of ['picks', 'feed_games', 'week_scores', 'games'] as const) await db.deleteFrom(table).execute();
    kim = await addPerson(league.deps);
    tom = await createUser(db, { displayName: 'Old Tom', accountId: null }, 1);
    const rules = { format: 'survivor' } as const;
    poolId = await addPool(league.deps, { members: [{ userId: tom }], weeks: [WEEK_1, WEEK_2], rules });
    early = await addGame(league.deps);
    late = await addGame(league.deps, { home: 'KC', away: 'LV', kickoff: LATE });
    next = await addGame(league.deps, { weekId: WEEK_2, home: 'KC', away: 'PHI', kickoff: LATE + WEEK });
    await linkPlayer(league.store, tom, kim.userId, admin.userId, league.clock.now());
  });

  const give = (gid: string, team: string) =>
    importWeeks(league.store, poolId, [{ weekId: WEEK_1, playerId: tom, value: { gid, team } }], 1);

  async function enter(entry: Entry | null, weekId: string = WEEK_1) {
    const params = { poolId, weekId };
    const reply = await league.call('PUT /api/pools/:poolId/weeks/:weekId/entry', { as: kim, params, body: { entry } });
    return reply.code ?? reply.ok();
  }

  async function own(weekId: string = WEEK_1) {
    const reply = await league.call('GET /api/pools/:poolId/weeks/:weekId/picks', {
      as: kim,
      params: { poolId, weekId },
    });
    const { picks: _, ...rest } = reply.ok();
    return rest;
  }

  async function outWeek() {
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: kim, params: { poolId } })).ok();
    return rows.find(({ id }) => id === kim.userId)?.survival?.outWeekId;
  }

  const edit = async (gid: string, body: object) =>
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body })).ok();

  test('keep the account in, and are used, as the standings have it', async () => {
    await give(early, 'PHI');
    league.clock.set(LATE + HOUR);
    for (const gid of [early, late]) await edit(gid, won);
    expect(await outWeek()).toBeNull();
    expect(await own(WEEK_2)).toEqual({ used: { PHI: WEEK_1 } });
    expect(await enter({ gid: next, team: 'PHI' }, WEEK_2)).toBe('team_used');
    expect(await enter({ gid: next, team: 'KC' }, WEEK_2)).toMatchObject({ revision: 1 });
  });

  test('put the account out', async () => {
    await give(early, 'DAL');
    league.clock.set(FIRST_LOCK);
    await edit(early, won);
    expect(await outWeek()).toBe(WEEK_1);
    expect(await own(WEEK_2)).toEqual({ used: { DAL: WEEK_1 }, outWeekId: WEEK_1 });
    expect(await enter({ gid: next, team: 'KC' }, WEEK_2)).toBe('player_out');
  });

  test('stay from their lock on, and give way where their game is off', async () => {
    await give(early, 'DAL');
    league.clock.set(FIRST_LOCK);
    const dallas = { entry: { gid: early, team: 'DAL' }, revision: 0 };
    expect((await own()).entry).toEqual(dallas);
    expect(await enter({ gid: late, team: 'KC' })).toBe('game_locked');
    expect(await enter(null)).toBe('game_locked');
    expect(await enter(dallas.entry)).toEqual(dallas);
    await edit(early, { void: 'cancelled' });
    expect(await enter({ gid: late, team: 'KC' })).toMatchObject({ revision: 1 });
    expect((await own()).entry).toMatchObject({ entry: { gid: late, team: 'KC' } });
  });

  test('are told to nobody before their lock, not by what the account can choose either', async () => {
    const told: unknown[] = [];
    for (const team of ['PHI', 'DAL']) {
      await give(early, team);
      told.push([
        await own(),
        await own(WEEK_2),
        await enter(null),
        await enter({ gid: next, team: 'PHI' }, WEEK_2),
        await own(),
      ]);
      await league.store.db.deleteFrom('picks').execute();
    }
    expect(told[0]).toEqual(told[1]);
    expect(told[0]).toMatchObject([{ used: {} }, { used: {} }, { entry: null }, { revision: 1 }, {}]);
  });

  test('count nothing where the account has chosen, or taken its team back', async () => {
    await give(early, 'DAL');
    await enter({ gid: late, team: 'KC' });
    league.clock.set(FIRST_LOCK);
    await edit(early, won);
    expect([await own(WEEK_2), await outWeek()]).toEqual([{ used: { KC: WEEK_1 } }, null]);
    expect(await enter(null)).toMatchObject({ revision: 2 });
    expect(await own(WEEK_2)).toEqual({ used: {} });
  });

  test('cost no life before their lock where their game is off and the week is over', async () => {
    await give(late, 'KC');
    await edit(late, { void: 'cancelled' });
    league.clock.set(FIRST_LOCK);
    await edit(early, won);
    expect([await own(WEEK_2), await outWeek()]).toEqual([{ used: {} }, null]);
    expect(await enter({ gid: next, team: 'KC' }, WEEK_2)).toMatchObject({ revision: 1 });
  });

  test('come to who watches at the lock', async () => {
    await give(early, 'DAL');
    league.clock.set(FIRST_LOCK - 200);
    const topics = ([WEEK_1, WEEK_2] as const).map((weekId) => ({ kind: 'picks', poolId, weekId }) as const);
    const page = await live.open({ as: kim });
    await page.watching(...topics);
    const heads = () => topics.map((topic) => page.state(topic)?.head);
    expect(heads()).toEqual([{ used: {} }, { used: {} }]);
    league.clock.set(FIRST_LOCK);
    await until(() => heads()[0]?.entry?.revision === 0);
    await until(() => heads()[1]?.used?.DAL === WEEK_1);
    await page.close();
  });
});
