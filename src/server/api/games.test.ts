import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import { engines } from '#server/store/connect.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';

const YEAR_2100 = 4_102_444_800_000;

type Edit = BodyOf<'PATCH /api/games/:gid'>;

describe.each(engines)('Editing a game on %s', (engine) => {
  let league: TestApp;
  let admin: Person;
  let poolId: string;
  let gid: string;

  beforeAll(async () => {
    league = await createTestApp(engine);
    admin = await addPerson(league.deps, { isAdmin: true });
    poolId = await addPool(league.deps);
  });

  beforeEach(async () => {
    gid = await addGame(league.deps, { spread: -2.5 });
  });

  afterAll(() => league.close());

  const edit = (body: Edit, id = gid) => league.call('PATCH /api/games/:gid', { as: admin, params: { gid: id }, body });

  async function gameInList() {
    const params = { poolId, weekId: WEEK_1 };
    const reply = await league.call('GET /api/pools/:poolId/weeks/:weekId/games', { as: admin, params });
    return reply.ok().games.find((game) => game.gid === gid);
  }

  test('answers with the game as it is now, and everyone reads it so', async () => {
    const reply = (await edit({ homeScore: 21, spread: 3, kickoff: SUNDAY_1PM + HOUR })).ok();
    expect(reply).toMatchObject({
      gid,
      homeScore: 21,
      awayScore: 0,
      spread: 3,
      kickoff: SUNDAY_1PM + HOUR,
      lockAt: SUNDAY_1PM + HOUR + 5 * MINUTE,
      setByAdmin: ['score', 'spread', 'kickoff'],
    });
    expect(await gameInList()).toEqual(reply);
  });

  test.each<Edit>([
    { homeScore: 0 },
    { awayScore: 99 },
    { spread: 0 },
    { spread: null },
    { spread: -20.5 },
    { status: 'Final' },
    { void: 'cancelled' },
    { kickoff: YEAR_2100 },
    { allowSpreadUpdate: false, allowTimeUpdate: false },
  ])('takes %j', async (body) => {
    expect((await edit(body)).ok()).toMatchObject(body);
  });

  test.each<[string, object]>([
    ['homeScore', { homeScore: 100 }],
    ['awayScore', { awayScore: -1 }],
    ['homeScore', { homeScore: 7.5 }],
    ['spread', { spread: 0.25 }],
    ['spread', { spread: 100 }],
    ['status', { status: 'final' }],
    ['void', { void: 'rained out' }],
    ['kickoff', { kickoff: -1 }],
    ['kickoff', { kickoff: YEAR_2100 + 1 }],
    ['lockAt', { lockAt: 0 }],
    ['setByAdmin', { setByAdmin: [] }],
    ['home', { home: 'KC' }],
  ])('refuses %s: %j', async (field, body) => {
    const before = await dumpTables(league.store.db);
    const reply = await edit(body as Edit);
    expect([reply.status, JSON.parse(reply.text).error.field]).toEqual([400, field]);
    expect(await dumpTables(league.store.db)).toEqual(before);
  });

  test('of nothing changes nothing', async () => {
    const before = await gameInList();
    expect((await edit({})).ok()).toEqual(before);
  });

  test('of a game that does not exist finds none', async () => {
    const reply = await edit({ homeScore: 1 }, 'no-such-game');
    expect([reply.status, reply.code]).toEqual([404, 'game_not_found']);
  });
});
