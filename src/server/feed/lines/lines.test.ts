import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { teamByAbbr } from '#core/teams.ts';
import type { Game } from '#core/types.ts';
import { findGame } from '#server/games/reads.ts';
import { engines } from '#server/platform/db/connect.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, deletePool } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import type { OddsServer, Quote } from '#tests/odds-samples.ts';
import { anOddsEvent, openOddsServer, says } from '#tests/odds-samples.ts';
import { syncGames } from '../sync.ts';
import type { FoundLine } from './source.ts';
import { findLines } from './source.ts';
import { storeLines } from './store.ts';

const DAY = 24 * HOUR;
/** Tuesday, 12:00 in New York, when the lines of the week freeze. */
const FREEZE = SUNDAY_1PM - 5 * DAY - HOUR;
const KEY = 'abc123secret';
const nameOf = (abbr: string) => teamByAbbr(abbr)?.longName ?? abbr;

describe('Lines of a source', () => {
  const wanted = { gid: 'g1', weekId: '2026-week1', home: 'KC', away: 'LV', kickoff: SUNDAY_1PM };
  const line = { home: 'KC', away: 'LV', day: '2026-09-13', spread: 3, edge: 0.2 };

  test('belong to the game of the same teams on the same day', () => {
    expect(findLines([wanted], [line])).toEqual({ found: [{ ...wanted, spread: 3 }], problems: [] });
  });

  test('are turned over if the source has the sides the other way round', () => {
    const turned = { ...line, home: 'LV', away: 'KC', spread: -3, edge: -0.2 };
    expect(findLines([wanted], [turned]).found).toMatchObject([{ home: 'KC', spread: 3 }]);
  });

  test.each([
    ['of other teams', [{ ...line, away: 'DEN' }], 'missing_line'],
    ['of another day, to which the source moved the game', [{ ...line, day: '2026-09-14' }], 'missing_line'],
    ['that do not exist yet', [{ ...line, spread: null }], 'missing_line'],
    ['that contradict their moneylines', [{ ...line, edge: -0.2 }], 'contradiction'],
  ])('are not used but reported, if %s', (_, lines, kind) => {
    const { found, problems } = findLines([wanted], lines);
    expect(found).toEqual([]);
    expect(problems).toMatchObject([{ kind, where: '2026-week1 LV at KC' }]);
  });
});

describe.each(engines)('A second source of lines on %s', (engine) => {
  let server: OddsServer;
  let league: TestApp;
  let admin: Person;
  let poolId: string;
  let gid: string;

  beforeAll(async () => {
    server = await openOddsServer();
    league = await createTestApp(engine, { settings: { lines: { source: 'odds-api', url: server.url, key: KEY } } });
    admin = await addPerson(league.deps, { isAdmin: true });
  });
  afterAll(async () => {
    await league.close();
    await server.close();
  });

  beforeEach(async () => {
    league.clock.set(FREEZE - 2 * DAY);
    await league.store.db.deleteFrom('feed_jobs').execute();
    await league.store.db.deleteFrom('feed_slots').execute();
    server.answer(says([]));
    poolId = await poolOf({ useSpread: true, line: 'frozen' });
    gid = await addGame(league.deps, { home: 'KC', away: 'LV' });
  });
  afterEach(async () => {
    await deletePool(league.deps, poolId);
    await league.store.db.deleteFrom('feed_games').execute();
    await league.store.db.deleteFrom('games').execute();
  });

  const poolOf = (rules: Partial<PoolRules>) => addPool(league.deps, { rules });
  const tick = () => league.deps.feed.jobs?.tick();
  const game = async () => (await findGame(league.store.db, gid)) as Game;
  const quoted = (...quotes: Quote[]) => [anOddsEvent(nameOf('KC'), nameOf('LV'), SUNDAY_1PM, quotes)];
  /** How often it is asked at a time. */
  async function asked(at = league.clock.now()): Promise<number> {
    const before = server.requests.length;
    league.clock.set(at);
    await tick();
    return server.requests.length - before;
  }
  const espnSays = (spread: number | null) =>
    syncGames(league.store, [{ gid, weekId: '2026-week1', timeTbd: false, spread }], league.clock.now);
  const edit = async (spread: number | null) =>
    (await league.call('PATCH /api/games/:gid', { as: admin, params: { gid }, body: { spread } })).ok();

  test('sets the line of a game that has none, which pages then show', async () => {
    server.answer(says(quoted({ point: -3.5, home: -180, away: 150 })));
    expect(await asked()).toBe(1);
    expect(await game()).toMatchObject({ spread: 3.5, lineSource: 'odds-api', frozenSpread: null, setByAdmin: [] });
    const params = { poolId, weekId: '2026-week1' };
    const { games } = (await league.call('GET /api/pools/:poolId/weeks/:weekId/games', { as: admin, params })).ok();
    expect(games).toMatchObject([{ spread: 3.5, lineSource: 'odds-api' }]);
    expect(await asked(FREEZE - DAY)).toBe(0);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['the game has a line', () => espnSays(3)],
    ['an admin took its line away by hand', () => edit(null)],
    [
      'no pool plays by lines',
      () => league.store.db.updateTable('pools').set({ rules: '{}' }).where('id', '=', poolId).execute(),
    ],
    ['the game is called off', () => league.store.db.updateTable('games').set({ void: 'cancelled' }).execute()],
    ['its lines may not change', () => league.store.db.updateTable('games').set({ allow_spread_update: 0 }).execute()],
  ])('is not asked if %s', async (_, change) => {
    await change();
    expect(await asked()).toBe(0);
  });

  test('is asked eight days ahead, every six hours, and every hour in the last day before the freeze, never after', async () => {
    expect(await asked(SUNDAY_1PM - 8 * DAY - HOUR)).toBe(0);
    expect(await asked(SUNDAY_1PM - 8 * DAY)).toBe(1);
    const hourly = async (from: number, hours: number) => {
      let calls = 0;
      for (let hour = 0; hour < hours; hour += 1) calls += await asked(from + hour * HOUR);
      return calls;
    };
    expect(await hourly(FREEZE - 31 * HOUR, 7)).toBe(2);
    expect(await hourly(FREEZE - DAY, 2)).toBe(2);
    expect(await hourly(FREEZE - 2 * HOUR, 2)).toBe(2);
    expect(await hourly(FREEZE, 2)).toBe(0);
  });

  test('sets no line after the freeze, however late the answer comes', async () => {
    league.clock.set(FREEZE - 1);
    server.answer((request, response) => {
      league.clock.set(FREEZE);
      says(quoted({ point: -3 }))(request, response);
    });
    expect(await asked()).toBe(1);
    expect(await game()).toMatchObject({ spread: null, lineSource: null });
  });

  test('sets no line after the spread lock of a game that is early in its week', async () => {
    gid = await addGame(league.deps, { home: 'DEN', away: 'BUF', kickoff: FREEZE + 12 * HOUR });
    const found = { gid, weekId: '2026-week1', home: 'DEN', away: 'BUF', kickoff: FREEZE + 12 * HOUR, spread: 3 };
    const closesAt = FREEZE - 12 * HOUR;
    expect((await storeLines(league.store, [found], 'nflverse', () => closesAt)).gids).toEqual([]);
    expect((await storeLines(league.store, [found], 'nflverse', () => closesAt - 1)).gids).toEqual([gid]);
  });

  test('sets no line of a game that moved meanwhile, or got another team', async () => {
    const found: FoundLine = { gid, weekId: '2026-week1', home: 'KC', away: 'LV', kickoff: SUNDAY_1PM, spread: 3 };
    const others = [
      { ...found, kickoff: SUNDAY_1PM + HOUR },
      { ...found, away: 'DEN' },
    ];
    for (const other of others) await storeLines(league.store, [other], 'odds-api', league.clock.now);
    expect(await game()).toMatchObject({ spread: null });
  });

  test('keeps its line until the freeze, against the feed and another source', async () => {
    server.answer(says(quoted({ point: -3 })));
    await tick();
    await espnSays(6);
    const found = { gid, weekId: '2026-week1', home: 'KC', away: 'LV', kickoff: SUNDAY_1PM, spread: 7 };
    await storeLines(league.store, [found], 'nflverse', league.clock.now);
    expect(await game()).toMatchObject({ spread: 3, lineSource: 'odds-api' });
    league.clock.set(FREEZE + MINUTE);
    await espnSays(6.5);
    await edit(7);
    expect(await game()).toMatchObject({ spread: 7, frozenSpread: 3, lineSource: 'admin' });
  });

  test('does not touch the line of the feed, which the feed still moves', async () => {
    await espnSays(3);
    const found = { gid, weekId: '2026-week1', home: 'KC', away: 'LV', kickoff: SUNDAY_1PM, spread: 7 };
    await storeLines(league.store, [found], 'nflverse', league.clock.now);
    await espnSays(4);
    expect(await game()).toMatchObject({ spread: 4, lineSource: 'espn' });
  });

  test('gives way to an admin, and what the admin returns to the feed is set by the feed again', async () => {
    server.answer(says(quoted({ point: -3 })));
    await tick();
    await espnSays(6);
    await edit(2.5);
    await espnSays(6.5);
    expect(await game()).toMatchObject({ spread: 2.5, lineSource: 'admin' });
    const returned = await league.call('PATCH /api/games/:gid', {
      as: admin,
      params: { gid },
      body: { returnToFeed: ['spread'] },
    });
    expect(returned.ok()).toMatchObject({ spread: 6.5, lineSource: 'espn' });
  });

  test('two sources at the same time: the first one keeps the game', async () => {
    const found = { gid, weekId: '2026-week1', home: 'KC', away: 'LV', kickoff: SUNDAY_1PM, spread: 7 };
    await Promise.all([espnSays(3), storeLines(league.store, [found], 'nflverse', league.clock.now), espnSays(3)]);
    expect([
      { spread: 3, lineSource: 'espn' },
      { spread: 7, lineSource: 'nflverse' },
    ]).toContainEqual({ spread: (await game()).spread, lineSource: (await game()).lineSource });
  });

  test('admins see when it answered and what was wrong, never its key', async () => {
    const feed = async () => (await league.call('GET /api/feed', { as: admin })).ok().lines;
    expect(await feed()).toMatchObject({ source: 'odds-api', host: server.url.host, lastRunAt: null });
    server.answer(says(quoted({ point: -3.5, home: 150, away: -180 })));
    const at = league.clock.now();
    await tick();
    const problems = [{ kind: 'contradiction', where: '2026-week1 LV at KC' }];
    expect(await feed()).toMatchObject({ lastSuccessAt: at, failures: 0, problems });
    expect(await game()).toMatchObject({ spread: null });
    server.answer(says({ message: KEY }, 401));
    await asked(at + 6 * HOUR);
    expect(await feed()).toMatchObject({ lastSuccessAt: at, failures: 1, problems: [{ kind: 'refused' }] });
    await edit(3);
    expect(await feed()).toMatchObject({ nextRunAt: null });
    expect(JSON.stringify(await feed())).not.toContain(KEY);
    expect(JSON.stringify(await league.store.db.selectFrom('feed_jobs').selectAll().execute())).not.toContain(KEY);
  });
});
