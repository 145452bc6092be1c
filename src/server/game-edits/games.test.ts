import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import { syncGames } from '#server/feed/sync.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { withLeague } from '#tests/league.ts';

const YEAR_2100 = 4_102_444_800_000;

type Edit = BodyOf<'PATCH /api/games/:gid'>;

describe('Editing a game', () => {
  const league = withLeague('sqlite');
  let admin: Person;
  let poolId: string;
  let gid: string;

  beforeAll(async () => {
    admin = await addPerson(league.deps, { isAdmin: true });
    poolId = await addPool(league.deps);
  });

  beforeEach(async () => {
    gid = await addGame(league.deps, { spread: -2.5 });
  });

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
      homestyle: { backgroundColor: '#004C54', color: '#ffffff' },
      awaystyle: { backgroundColor: '#ffffff', color: '#002244' },
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
    { spreadNote: 'Neutral field' },
    { spreadNote: '' },
  ])('takes %j', async (body) => {
    expect((await edit(body)).ok()).toMatchObject(body);
    expect(await gameInList()).toMatchObject(body);
  });

  test.each(['postponed', 'cancelled'] as const)(
    'marks a game as %s beside its status and score, which stay',
    async (mark) => {
      (await edit({ status: 'In Progress', homeScore: 7 })).ok();
      for (const change of [mark, null]) {
        expect((await edit({ void: change })).ok()).toMatchObject({
          void: change,
          status: 'In Progress',
          homeScore: 7,
        });
      }
    },
  );

  test('takes any status after any other', async () => {
    const statuses = ['Final', 'Not Started', 'In Progress', 'Not Started', 'Final', 'In Progress', 'Final'] as const;
    for (const status of statuses) {
      expect((await edit({ status })).ok()).toMatchObject({ status });
      expect(await gameInList()).toMatchObject({ status });
    }
  });

  test.each([
    ['the status', { status: 'Final' }, 'Regular Season'],
    ['the same status', { status: 'In Progress' }, 'Regular Season'],
    ['a mark beside it', { void: 'postponed' }, 'Regular Season'],
    ['the score alone', { homeScore: 3 }, 'Q4 0:10'],
  ] as const)('of %s at half-time leaves no clock of the feed beside it: %j', async (_, change, situation) => {
    const hear = (text: string) =>
      syncGames(
        league.store,
        [{ gid, weekId: WEEK_1, status: 'In Progress', situation: text }],
        () => SUNDAY_1PM + HOUR,
      );
    await hear('Half-time');
    (await edit(change)).ok();
    await hear('Q4 0:10');
    expect((await gameInList())?.situation).toBe(situation);
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
    ['spreadNote', { spreadNote: 'x'.repeat(101) }],
    ['lockAt', { lockAt: 0 }],
    ['setByAdmin', { setByAdmin: [] }],
    ['home', { home: 'KC' }],
  ])('refuses %s: %j', async (field, body) => {
    const before = await dumpTables(league.store.db);
    const reply = await edit(body as Edit);
    expect([reply.status, JSON.parse(reply.text).error.field]).toEqual([400, field]);
    expect(await dumpTables(league.store.db)).toEqual(before);
  });

  describe('of values that somebody else changed first', () => {
    const OVERTAKEN = 'Somebody else just changed this: home score. Check it, then save again.';

    test('is refused where the value is neither the one seen nor the one set, and writes nothing', async () => {
      (await edit({ homeScore: 7 })).ok();
      const before = await dumpTables(league.store.db);
      const reply = await edit({ homeScore: 10, awayScore: 3, seen: { homeScore: 0, awayScore: 0 } });
      expect([reply.status, reply.code, JSON.parse(reply.text).error.message]).toEqual([
        409,
        'changed_meanwhile',
        OVERTAKEN,
      ]);
      expect(await dumpTables(league.store.db)).toEqual(before);
    });

    test('is taken where both want the same, or other fields, or the value is the one seen', async () => {
      (await edit({ homeScore: 7, spread: 3 })).ok();
      expect((await edit({ homeScore: 7, seen: { homeScore: 0 } })).ok().homeScore).toBe(7);
      expect((await edit({ awayScore: 3, seen: { homeScore: 0, awayScore: 0 } })).ok().awayScore).toBe(3);
      expect((await edit({ spread: null, seen: { spread: 3 } })).ok().spread).toBeNull();
    });

    test('names every such field', async () => {
      (await edit({ homeScore: 7, kickoff: SUNDAY_1PM + HOUR })).ok();
      const seen = { homeScore: 0, kickoff: SUNDAY_1PM };
      const { error } = JSON.parse((await edit({ homeScore: 10, kickoff: SUNDAY_1PM + 2 * HOUR, seen })).text);
      expect(error.message).toContain(': home score, kick-off.');
    });

    test('counts the live score of the feed as such', async () => {
      await syncGames(
        league.store,
        [{ gid, weekId: WEEK_1, status: 'In Progress', homeScore: 3 }],
        () => SUNDAY_1PM + HOUR,
      );
      expect((await edit({ homeScore: 7, seen: { homeScore: 0 } })).code).toBe('changed_meanwhile');
    });

    test('lets one of several through who save at the same moment', async () => {
      const scores = [7, 10, 14, 17];
      const replies = await Promise.all(scores.map((homeScore) => edit({ homeScore, seen: { homeScore: 0 } })));
      const winners = scores.filter((_, at) => replies[at]?.status === 200);
      expect(winners).toHaveLength(1);
      expect((await gameInList())?.homeScore).toBe(winners[0]);
      expect(replies.filter((reply) => reply.code === 'changed_meanwhile')).toHaveLength(3);
    });
  });

  describe('is in the log', () => {
    const entries = async () => {
      const rows = await league.store.db
        .selectFrom('audit_log')
        .selectAll()
        .where('gid', '=', gid)
        .orderBy('id')
        .execute();
      return rows.map(({ act, actor_id, week_id, at, before, after }) => ({
        act,
        actor_id,
        week_id,
        at,
        before: JSON.parse(before),
        after: JSON.parse(after),
      }));
    };

    test('with who, when, and the fields that changed', async () => {
      (await edit({ homeScore: 7, awayScore: 0, spread: 3 })).ok();
      expect(await entries()).toEqual([
        {
          act: 'game.edit',
          actor_id: admin.userId,
          week_id: WEEK_1,
          at: league.clock.now(),
          before: { homeScore: 0, spread: -2.5, setByAdmin: [] },
          after: { homeScore: 7, spread: 3, setByAdmin: ['score', 'spread'] },
        },
      ]);
    });

    test('once, also where it is given back to the feed', async () => {
      (await edit({ homeScore: 7 })).ok();
      (await edit({ returnToFeed: ['score'] })).ok();
      expect((await entries()).map(({ before, after }) => [before.setByAdmin, after.setByAdmin])).toEqual([
        [[], ['score']],
        [['score'], []],
      ]);
    });

    test('only if it changed something', async () => {
      (await edit({})).ok();
      (await edit({ allowTimeUpdate: true, returnToFeed: ['status'] })).ok();
      expect(await entries()).toEqual([]);
    });
  });

  describe('of a whole week', () => {
    let other: string;
    beforeEach(async () => {
      other = await addGame(league.deps, { spread: 3 });
    });

    type WeekEdit = BodyOf<'PATCH /api/weeks/:weekId/games'>['games'];
    const editWeek = (games: WeekEdit, weekId: string = WEEK_1) =>
      league.call('PATCH /api/weeks/:weekId/games', { as: admin, params: { weekId }, body: { games } });
    const final = (id: string, homeScore: number) => {
      const seen = { status: 'Not Started', homeScore: 0 } as const;
      return { gid: id, status: 'Final', homeScore, seen } as const;
    };
    const log = () =>
      league.call('GET /api/admin/audit', { as: admin, query: { gid: other } }).then((reply) => reply.ok().entries);

    test('is one act in the log, with a line for each game that changed', async () => {
      const { games } = (await editWeek([final(gid, 24), final(other, 17)])).ok();
      expect(games.map((game) => [game.gid, game.status, game.homeScore, game.setByAdmin]).sort()).toEqual(
        [
          [gid, 'Final', 24, ['status', 'score']],
          [other, 'Final', 17, ['status', 'score']],
        ].sort(),
      );
      expect(games.every(({ lockAt }) => lockAt <= league.clock.now() || lockAt === SUNDAY_1PM + 5 * MINUTE)).toBe(
        true,
      );
      const [entry, ...more] = await log();
      expect(more).toEqual([]);
      expect([entry?.act, entry?.weekId, entry?.fields]).toEqual(['games.edit', WEEK_1, []]);
      const told = entry?.lines.map(({ gid: id, fields }) => [id, fields.map(({ name, after }) => [name, after])]);
      const fields = (homeScore: number) => [
        ['status', 'Final'],
        ['homeScore', homeScore],
        ['setByAdmin', 'status, score'],
      ];
      expect(told?.sort()).toEqual(
        [
          [gid, fields(24)],
          [other, fields(17)],
        ].sort(),
      );
      const csv = await league.call('GET /api/admin/audit.csv', { as: admin, query: { gid: other } });
      expect(csv.text).toContain('@');
      expect(csv.text).toContain('home score: 17');
      (await editWeek([{ gid: other, homeScore: 17, seen: { homeScore: 17 } }])).ok();
      expect(await log()).toHaveLength(1);
    });

    test('is refused as a whole if somebody else changed one game first, and names it', async () => {
      (await edit({ spread: 6 }, other)).ok();
      const before = await dumpTables(league.store.db);
      const reply = await editWeek([final(gid, 24), { gid: other, spread: -1, seen: { spread: 3 } }]);
      expect([reply.status, reply.code]).toEqual([409, 'changed_meanwhile']);
      expect(JSON.parse(reply.text).error.message).toMatch(/: \w+ @ \w+ spread\. Check it/);
      expect(await dumpTables(league.store.db)).toEqual(before);
    });

    test.each<[string, (ids: [string, string]) => WeekEdit, number]>([
      ['a game of no week', ([one]) => [final(one, 3), final('no-such-game', 3)], 404],
      ['a game twice', ([one]) => [final(one, 3), final(one, 7)], 400],
      ['a value that was not seen', ([one]) => [{ gid: one, homeScore: 3, seen: {} }], 400],
      ['a score that is none', ([one, two]) => [final(one, 3), final(two, 100)], 400],
      ['nothing', () => [], 400],
    ])('is refused whole with %s', async (_, games, status) => {
      const before = await dumpTables(league.store.db);
      expect((await editWeek(games([gid, other]))).status).toBe(status);
      expect(await dumpTables(league.store.db)).toEqual(before);
    });

    test('is refused with a game of another week', async () => {
      expect((await editWeek([final(gid, 3)], WEEK_2)).code).toBe('game_not_found');
    });

    test('lets one of two through who save at the same moment', async () => {
      const replies = await Promise.all([editWeek([final(gid, 3), final(other, 3)]), editWeek([final(other, 7)])]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    });
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
