import { beforeEach, describe, expect, test } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import { easternToUtc } from '#core/eastern-time.ts';
import { syncGames } from '#server/feed/sync.ts';
import { gamesOfWeeks } from '#server/games/reads.ts';
import { importGames } from '#server/season/store.ts';
import { recount } from '#server/standings/store.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPool, removeMember, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLiveLeague } from '#tests/live-league.ts';
import { until } from '#tests/until.ts';

const TUESDAY = easternToUtc('2026-09-08', '12:00');
const DAY = 24 * HOUR;

type Correction = BodyOf<'PUT /api/pools/:poolId/lines/:gid'>;

describe('Frozen lines', () => {
  const { live, league, admin, ann, bob } = withLiveLeague('sqlite');
  /** A pool whose lines freeze, and one with the same people whose lines move. */
  let frozenId: string;
  let movingId: string;
  let gid: string;

  beforeEach(async () => {
    league.clock.set(TUESDAY - HOUR);
    const { db } = league.store;
    for (const table of ['pool_lines', 'picks', 'week_scores', 'feed_games', 'games'] as const)
      await db.deleteFrom(table).execute();
    const members = [ann, bob];
    frozenId = await addPool(league.deps, { members, rules: { useSpread: true, line: 'frozen' } });
    movingId = await addPool(league.deps, { members, rules: { useSpread: true } });
    gid = await addGame(league.deps, { spread: 3 });
  });

  const feed = (spread: number | null, more: { kickoff?: number; weekId?: string } = {}) =>
    syncGames(league.store, [{ gid, weekId: WEEK_1, timeTbd: false, spread, ...more }], league.clock.now);

  async function edit(body: BodyOf<'PATCH /api/games/:gid'>, id = gid) {
    return (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid: id }, body })).ok();
  }

  const finish = (awayScore: number, homeScore: number) => edit({ status: 'Final', awayScore, homeScore });

  const stored = async () => (await gamesOfWeeks(league.store.db, [WEEK_1, WEEK_2])).find((game) => game.gid === gid);

  /** The moving and the frozen line, as members read them. */
  async function lines() {
    league.deps.live.changed({ kind: 'everything' });
    const params = { poolId: movingId, weekId: WEEK_1 };
    const { games } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/games', { as: ann, params })).ok();
    const game = games.find((each) => each.gid === gid);
    return [game?.spread, game?.frozenSpread];
  }

  async function correct(body: Partial<Correction> = {}, more: { poolId?: string; as?: Person; gid?: string } = {}) {
    const params = { poolId: more.poolId ?? frozenId, gid: more.gid ?? gid };
    const whole = { spread: 7, seen: { spread: 3 }, reason: 'A typo', ...body };
    const reply = await league.call('PUT /api/pools/:poolId/lines/:gid', {
      as: more.as ?? admin,
      params,
      body: whole,
    });
    return reply.code;
  }

  async function pick(as: Person, side: 'home' | 'away') {
    for (const poolId of [frozenId, movingId]) {
      (await league.pick(as, poolId, { gid, side })).ok();
    }
  }

  /** Who has points in a pool. */
  async function scorers(poolId: string) {
    const { rows } = (await league.call('GET /api/pools/:poolId/standings', { as: ann, params: { poolId } })).ok();
    return rows.filter(({ totalHalves }) => totalHalves > 0).map(({ name }) => name);
  }

  const poolOf = async (poolId: string) =>
    (await league.call('GET /api/pools/:poolId', { as: ann, params: { poolId } })).ok();

  test('one game is scored by the line of Tuesday in one pool, and by the one of its end in the other', async () => {
    await pick(ann, 'home');
    await pick(bob, 'away');
    league.clock.set(TUESDAY);
    await feed(7);
    expect(await stored()).toMatchObject({ spread: 7, frozenSpread: 3 });
    league.clock.set(SUNDAY_1PM + 4 * HOUR);
    await finish(20, 24);
    expect([await scorers(frozenId), await scorers(movingId)]).toEqual([['Ann'], ['Bob']]);
    expect(await recount(league.store)).toEqual([]);
  });

  describe('at noon on Tuesday', () => {
    test('freeze without a write: readers see it from that moment on', async () => {
      league.clock.set(TUESDAY - 1);
      expect(await lines()).toEqual([3, null]);
      league.clock.set(TUESDAY);
      expect(await lines()).toEqual([3, 3]);
    });

    test('open pages learn it, though nobody writes', async () => {
      league.clock.set(TUESDAY - 50);
      const page = await live.open({ as: ann });
      const topic = { kind: 'games', weekId: WEEK_1 } as const;
      await page.watching(topic);
      const line = () => page.state(topic)?.rows[gid];
      // Whatever was changed until now is read before the clock goes on.
      await feed(4);
      league.deps.live.changed({ kind: 'everything' });
      await until(() => line()?.spread === 4);
      expect(line()?.frozenSpread).toBe(null);
      league.clock.set(TUESDAY);
      await until(() => line()?.frozenSpread === 4);
      await page.close();
    });

    test('stay what they were where the feed or the server was away, for days', async () => {
      league.clock.set(TUESDAY + 2 * DAY);
      expect(await lines()).toEqual([3, 3]);
      await feed(6);
      expect(await stored()).toMatchObject({ spread: 6, frozenSpread: 3 });
      await feed(8);
      expect(await stored()).toMatchObject({ spread: 8, frozenSpread: 3 });
    });

    test.each<[string, () => Promise<unknown>]>([
      ['the form of a game', () => edit({ spread: 6 })],
      [
        'the form of scores and lines',
        async () => {
          const body = { games: [{ gid, spread: 6, seen: { spread: 3 } }] };
          const params = { weekId: WEEK_1 };
          (await league.call('PATCH /api/weeks/:weekId/games', { as: admin, params, body })).ok();
        },
      ],
      [
        'a file of games',
        () => {
          const game = {
            gid,
            weekId: WEEK_1,
            home: 'PHI',
            away: 'DAL',
            kickoff: SUNDAY_1PM,
            timeTbd: false,
            spread: 6,
          };
          return importGames(league.store, 2026, [game], league.clock.now);
        },
      ],
      ['the feed', () => feed(6)],
    ])('are kept by %s, which moves the other line', async (_, write) => {
      league.clock.set(TUESDAY + HOUR);
      await write();
      expect(await stored()).toMatchObject({ spread: 6, frozenSpread: 3 });
      expect(await lines()).toEqual([6, 3]);
    });

    test('are reported by the edit that moved the other line', async () => {
      league.clock.set(TUESDAY + HOUR);
      expect(await edit({ spread: null })).toMatchObject({ spread: null, frozenSpread: 3 });
      expect(await lines()).toEqual([null, 3]);
    });

    test('are the first one after, where there was none', async () => {
      await edit({ spread: null });
      league.clock.set(TUESDAY + HOUR);
      expect(await lines()).toEqual([null, null]);
      await edit({ spread: -2.5 });
      expect(await lines()).toEqual([-2.5, -2.5]);
      await edit({ spread: -4 });
      expect(await lines()).toEqual([-4, -2.5]);
    });

    test('are the first of a game that comes later, too', async () => {
      league.clock.set(TUESDAY + DAY);
      gid = await addGame(league.deps, { home: 'KC', away: 'LV', spread: 1 });
      expect(await lines()).toEqual([1, 1]);
      await edit({ spread: 2 });
      expect(await lines()).toEqual([2, 1]);
    });

    test('do not freeze a moment earlier, however often the line moves', async () => {
      for (const spread of [4, 5, 6]) await edit({ spread });
      expect(await stored()).toMatchObject({ frozenSpread: null });
      league.clock.set(TUESDAY);
      expect(await lines()).toEqual([6, 6]);
    });
  });

  describe('that are frozen', () => {
    test('stay with a game that moves to another time or week', async () => {
      league.clock.set(TUESDAY + HOUR);
      await edit({ kickoff: SUNDAY_1PM + 9 * DAY });
      await edit({ spread: 6 });
      expect(await stored()).toMatchObject({ spread: 6, frozenSpread: 3 });
      await importGames(
        league.store,
        2026,
        [{ gid, weekId: WEEK_2, home: 'PHI', away: 'DAL', kickoff: SUNDAY_1PM + 7 * DAY, timeTbd: false, spread: 8 }],
        league.clock.now,
      );
      expect(await stored()).toMatchObject({ weekId: WEEK_2, frozenSpread: 3 });
    });

    test('stay with the others of the week, where all of it is put off', async () => {
      const other = await addGame(league.deps, { home: 'KC', away: 'LV', spread: 1 });
      league.clock.set(TUESDAY + HOUR);
      await edit({ kickoff: SUNDAY_1PM + 7 * DAY });
      await edit({ kickoff: SUNDAY_1PM + 7 * DAY }, other);
      await edit({ spread: 9 }, other);
      await edit({ spread: 9 });
      const games = await gamesOfWeeks(league.store.db, [WEEK_1]);
      expect(games.map(({ spread, frozenSpread }) => [spread, frozenSpread]).sort()).toEqual([
        [9, 1],
        [9, 3],
      ]);
    });

    test('are planned anew while they are not', async () => {
      await edit({ kickoff: SUNDAY_1PM + 7 * DAY });
      league.clock.set(TUESDAY + HOUR);
      await edit({ spread: 6 });
      expect(await lines()).toEqual([6, null]);
      league.clock.set(TUESDAY + 7 * DAY);
      expect(await lines()).toEqual([6, 6]);
    });

    test('are those at the lock of a game that is begun before its Tuesday', async () => {
      await edit({ status: 'In Progress' });
      await edit({ spread: 6 });
      expect(await lines()).toEqual([6, 3]);
    });
  });

  describe('that are corrected', () => {
    beforeEach(() => league.clock.set(TUESDAY + HOUR));

    test('hold in that pool alone, and its members read it with the reason', async () => {
      const page = await live.open({ as: ann });
      const topic = { kind: 'pool', poolId: frozenId } as const;
      await page.watching(topic);
      expect(await correct({ reason: ' The feed had a typo ' })).toBe(null);
      expect([(await poolOf(frozenId)).lines, (await poolOf(movingId)).lines]).toEqual([{ [gid]: 7 }, {}]);
      expect(await lines()).toEqual([3, 3]);
      await until(() => JSON.stringify(page.state(topic)).includes(`"lines":{"${gid}":7}`));
      await page.close();
      const entry = {
        act: 'line.correct',
        game: { label: 'DAL @ PHI' },
        fields: [
          { name: 'spread', before: 3, after: 7 },
          { name: 'why', before: null, after: 'The feed had a typo' },
        ],
      };
      const query = { poolId: frozenId };
      const logs = [
        await league.call('GET /api/pools/:poolId/log', { as: ann, params: query, query: {} }),
        await league.call('GET /api/admin/audit', { as: admin, query }),
        await league.call('GET /api/audit/mine', { as: ann, query: {} }),
      ];
      expect(logs.map((log) => log.ok().entries[0])).toMatchObject([entry, entry, entry]);
    });

    test('are rescored where the game is over, and no side changes', async () => {
      await pick(ann, 'home');
      await pick(bob, 'away');
      league.clock.set(SUNDAY_1PM + 4 * HOUR);
      await finish(20, 24);
      expect(await scorers(frozenId)).toEqual(['Ann']);
      const picks = () => league.store.db.selectFrom('game_picks').selectAll().orderBy('entry_id').execute();
      const before = await picks();
      expect(await correct({ spread: 7 })).toBe(null);
      expect([await scorers(frozenId), await scorers(movingId)]).toEqual([['Bob'], ['Ann']]);
      expect(await picks()).toEqual(before);
      expect(await recount(league.store)).toEqual([]);
      await edit({ spread: -10 });
      expect([await scorers(frozenId), await scorers(movingId)]).toEqual([['Bob'], ['Ann']]);
    });

    test('count in the lab and after a change of the rule, where lines freeze and nowhere else', async () => {
      await pick(ann, 'home');
      await pick(bob, 'away');
      league.clock.set(SUNDAY_1PM + 4 * HOUR);
      await finish(20, 24);
      await correct({ spread: 7 });
      const season = (await league.call('GET /api/pools/:poolId/lab', { as: ann, params: { poolId: frozenId } })).ok();
      expect(season.games).toMatchObject([{ gid, spread: 3, frozenSpread: 7 }]);
      const change = async (line: 'moving' | 'frozen', seen: 'moving' | 'frozen') => {
        const body = { change: { rules: { line } }, seen: { rules: { line: seen } }, reason: 'We agreed' };
        (await league.call('PATCH /api/pools/:poolId', { as: admin, params: { poolId: frozenId }, body })).ok();
        return [await scorers(frozenId), (await poolOf(frozenId)).lines];
      };
      expect(await change('moving', 'frozen')).toEqual([['Ann'], {}]);
      expect(await change('frozen', 'moving')).toEqual([['Bob'], { [gid]: 7 }]);
    });

    test('may be corrected again, and back; the same line once more is no act', async () => {
      expect(await correct({ spread: 7, seen: { spread: 3 } })).toBe(null);
      expect(await correct({ spread: 7, seen: { spread: 3 } })).toBe(null);
      expect(await correct({ spread: 3, seen: { spread: 7 } })).toBe(null);
      const query = { poolId: frozenId };
      const { entries } = (await league.call('GET /api/admin/audit', { as: admin, query })).ok();
      expect(entries.map(({ fields }) => fields[0]?.after)).toEqual([3, 7]);
    });

    test('are one of two that come at the same moment, and the other is refused', async () => {
      const codes = await Promise.all([correct({ spread: 7 }), correct({ spread: 8 })]);
      expect(codes.toSorted()).toEqual(['changed_meanwhile', null]);
      expect((await poolOf(frozenId)).lines[gid]).toBe(codes[0] === null ? 7 : 8);
    });

    test('can be given to a game that has none yet', async () => {
      const late = await addGame(league.deps, { home: 'KC', away: 'LV' });
      expect(await correct({ spread: -1, seen: { spread: null } }, { gid: late })).toBe(null);
      await edit({ spread: 5 }, late);
      expect((await poolOf(frozenId)).lines).toEqual({ [late]: -1 });
    });

    test.each<[string, Partial<Correction>, string]>([
      ['without a reason', { reason: '  ' }, 'line_reason_missing'],
      ['over the line of somebody else', { seen: { spread: 2.5 } }, 'changed_meanwhile'],
      ['to a line in quarters', { spread: 2.25 }, 'invalid_input'],
      ['beyond every line', { spread: 99.5 }, 'invalid_input'],
      ['to none', { spread: null as unknown as number }, 'invalid_input'],
      ['with a reason without end', { reason: 'x'.repeat(201) }, 'invalid_input'],
    ])('are refused %s', async (_, body, code) => {
      expect(await correct(body)).toBe(code);
      expect((await poolOf(frozenId)).lines).toEqual({});
    });

    test('are refused to everybody but commissioners and admins, members of the pool too', async () => {
      const poolId = await addPool(league.deps, {
        members: [ann, bob],
        commissioners: [bob],
        rules: { useSpread: true, line: 'frozen' },
      });
      await removeMember(league.deps, frozenId, bob.userId);
      for (const as of [ann, bob, live.stranger]) expect(await correct({}, { as })).toBe('admin_only');
      expect(await correct({}, { as: ann, poolId })).toBe('admin_only');
      expect((await poolOf(frozenId)).lines).toEqual({});
      expect(await correct({}, { as: bob, poolId })).toBeNull();
    });

    test('are refused where lines move, before Tuesday, and for games and pools that are not there', async () => {
      const elsewhere = await addGame(league.deps, { weekId: WEEK_2, kickoff: SUNDAY_1PM + 7 * DAY, spread: 3 });
      expect(await correct({}, { poolId: movingId })).toBe('line_moves');
      expect(await correct({}, { gid: elsewhere })).toBe('game_not_found');
      expect(await correct({}, { gid: 'none' })).toBe('game_not_found');
      expect(await correct({}, { poolId: 'none' })).toBe('pool_not_found');
      league.clock.set(TUESDAY - HOUR);
      expect(await correct()).toBe('line_not_frozen');
      expect((await poolOf(frozenId)).lines).toEqual({});
    });
  });
});
