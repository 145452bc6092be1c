import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gamesOfWeek, gamesOfWeeks } from '#server/games/reads.ts';
import { addGame, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { engines } from '#tests/engines.ts';
import { withLeague } from '#tests/league.ts';
import { editGame } from './edit-store.ts';
import type { GameWrite, WrittenGames } from './store.ts';
import { writeGames } from './store.ts';

const NOW = SUNDAY_1PM - HOUR;

describe.each(engines)('Games on %s', (engine) => {
  const league = withLeague(engine);
  let made = 0;
  let gid: string;

  beforeAll(async () => {
    await addPool(league.deps, { weeks: [WEEK_1, WEEK_2] });
  });

  beforeEach(() => {
    made += 1;
    gid = `g${made}`;
  });

  const facts = (changes: Partial<GameWrite> = {}): GameWrite => ({
    gid,
    weekId: WEEK_1,
    home: 'PHI',
    away: 'DAL',
    kickoff: SUNDAY_1PM,
    timeTbd: false,
    ...changes,
  });

  const write = (games: readonly GameWrite[], now = NOW): Promise<WrittenGames> =>
    league.store.db.transaction().execute((tx) => writeGames(tx, engine, games, () => now, 'feed'));

  const find = async (id = gid) =>
    (await gamesOfWeeks(league.store.db, [WEEK_1, WEEK_2])).find((game) => game.gid === id);

  const staleWeeks = async () => {
    const rows = await league.store.db.selectFrom('stale_weeks').select('week_id').orderBy('week_id').execute();
    return rows.map((row) => row.week_id);
  };

  test('a new game has the defaults of section 9', async () => {
    expect(await write([facts()])).toEqual({ added: [gid], changed: [], weekIds: [WEEK_1] });
    expect(await find()).toEqual({
      ...facts(),
      lockAt: SUNDAY_1PM + 5 * MINUTE,
      status: 'Not Started',
      void: null,
      homeScore: 0,
      awayScore: 0,
      spread: null,
      frozenSpread: null,
      lineSource: null,
      spreadNote: 'Spread may change',
      situation: 'Regular Season',
      weather: '',
      allowSpreadUpdate: true,
      allowTimeUpdate: true,
      setByAdmin: [],
    });
  });

  test('a line keeps its source while it stays, and has none if its writer names none', async () => {
    await write([facts({ spread: 3, lineSource: 'nflverse' })]);
    await write([facts({ spread: 3, homeScore: 7 })]);
    expect(await find()).toMatchObject({ spread: 3, lineSource: 'nflverse' });
    await write([facts({ spread: 4 })]);
    expect(await find()).toMatchObject({ spread: 4, lineSource: null });
    await write([facts({ spread: null, lineSource: 'admin' })]);
    expect(await find()).toMatchObject({ spread: null, lineSource: null });
  });

  test('only what is said of a known game changes', async () => {
    await write([facts({ spread: -3.5, weather: 'snow' })]);
    expect(await write([facts({ homeScore: 7 })])).toEqual({ added: [], changed: [gid], weekIds: [WEEK_1] });
    expect(await find()).toMatchObject({ spread: -3.5, weather: 'snow', homeScore: 7 });
  });

  test('saying what is known already changes nothing', async () => {
    await write([facts({ spread: 2.5 })]);
    await league.store.db.deleteFrom('stale_weeks').execute();
    const before = await dumpTables(league.store.db);
    expect(await write([facts({ spread: 2.5 })], NOW + MINUTE)).toEqual({ added: [], changed: [], weekIds: [] });
    expect(await dumpTables(league.store.db)).toEqual(before);
  });

  test('of one game said twice the last word counts', async () => {
    expect(await write([facts({ spread: 1 }), facts({ spread: 2 })])).toMatchObject({ added: [gid], changed: [] });
    expect((await find())?.spread).toBe(2);
    const { changed } = await write([facts({ homeScore: 7 }), facts({ awayScore: 3 })]);
    expect(changed).toEqual([gid]);
    expect(await find()).toMatchObject({ homeScore: 7, awayScore: 3, spread: 2 });
  });

  test('no line and an even line are two things', async () => {
    await write([facts()]);
    expect((await find())?.spread).toBeNull();
    await write([facts({ spread: 0 })]);
    expect((await find())?.spread).toBe(0);
    await write([facts({ spread: null })]);
    expect((await find())?.spread).toBeNull();
  });

  test('the first lock is final', async () => {
    await write([facts({ status: 'In Progress' })]);
    await write([facts({ status: 'Not Started', kickoff: SUNDAY_1PM + 48 * HOUR })], NOW + MINUTE);
    expect((await find())?.lockAt).toBe(NOW);
  });

  test('both weeks of a finished game that moves are marked for their scores', async () => {
    await write([facts({ status: 'Final' })]);
    await league.store.db.deleteFrom('stale_weeks').execute();
    const { weekIds } = await write([facts({ weekId: WEEK_2 })]);
    expect(weekIds.sort()).toEqual([WEEK_1, WEEK_2]);
    expect(await staleWeeks()).toEqual([WEEK_1, WEEK_2]);
  });

  test.each<[string, Partial<GameWrite>, Partial<GameWrite>]>([
    ['a clock', { status: 'In Progress' }, { situation: 'Q2 3:00' }],
    ['a score', { status: 'In Progress' }, { homeScore: 7 }],
    ['a line', {}, { spread: 3 }],
    ['the weather', { status: 'Final' }, { weather: 'Rain' }],
  ])('%s that decides nothing yet marks no week', async (_, before, change) => {
    await write([facts(before)]);
    await league.store.db.deleteFrom('stale_weeks').execute();
    expect((await write([facts({ ...before, ...change })])).changed).toEqual([gid]);
    expect(await staleWeeks()).toEqual([]);
  });

  test.each<[string, Partial<GameWrite>, Partial<GameWrite>]>([
    ['a game that ends', { status: 'In Progress' }, { status: 'Final' }],
    ['a game that is taken back', { status: 'Final' }, { status: 'In Progress' }],
    ['another final score', { status: 'Final' }, { awayScore: 3 }],
    ['another line of a finished game', { status: 'Final' }, { spread: 3 }],
    ['a finished game that is called off', { status: 'Final' }, { void: 'cancelled' }],
  ])('%s marks its week', async (_, before, change) => {
    await write([facts(before)]);
    await league.store.db.deleteFrom('stale_weeks').execute();
    await write([facts({ ...before, ...change })]);
    expect(await staleWeeks()).toEqual([WEEK_1]);
  });

  test('the games of a week come by kick-off, those without a time last', async () => {
    const week = '2026-week3';
    await addGame(league.deps, { gid: 'a-tbd', weekId: week, kickoff: SUNDAY_1PM - 13 * HOUR, timeTbd: true });
    await addGame(league.deps, { gid: 'b-late', weekId: week, kickoff: SUNDAY_1PM + 3 * HOUR });
    await addGame(league.deps, { gid: 'early-b', weekId: week });
    await addGame(league.deps, { gid: 'early-a', weekId: week });
    const games = await gamesOfWeek(league.store.db, week);
    expect(games.map((game) => game.gid)).toEqual(['early-a', 'early-b', 'b-late', 'a-tbd']);
  });

  test.each<[string, Partial<GameWrite>]>([
    ['a score of 100', { homeScore: 100 }],
    ['a score below 0', { awayScore: -1 }],
    ['a team that does not exist', { home: 'XYZ' }],
    ['a week that does not exist', { weekId: '2026-week4' }],
    ['another status', { status: 'Halftime' as 'Final' }],
  ])('the database itself refuses %s, and then nothing is written', async (_, change) => {
    const before = await dumpTables(league.store.db);
    const other = { ...facts(), gid: `${gid}-other` };
    await expect(write([other, facts(change)])).rejects.toThrow();
    expect(await dumpTables(league.store.db)).toEqual(before);
  });

  describe("An admin's edit", () => {
    test.each([
      [{ status: 'Final' as const }, ['status']],
      [{ void: 'postponed' as const }, ['status']],
      [{ homeScore: 1 }, ['score']],
      [{ awayScore: 1, spread: 3 }, ['score', 'spread']],
      [{ spread: null }, ['spread']],
      [{ kickoff: SUNDAY_1PM + HOUR }, ['kickoff']],
      [{ allowSpreadUpdate: false, allowTimeUpdate: false }, []],
      [{}, []],
    ])('%j is remembered as set by hand: %j', async (change, setByAdmin) => {
      await write([facts()]);
      const edited = await editGame(league.store, gid, change, () => NOW);
      expect(edited).toMatchObject({ ...change, setByAdmin });
      expect(await find()).toEqual(edited);
    });

    test('is remembered together with earlier ones', async () => {
      await write([facts()]);
      await editGame(league.store, gid, { homeScore: 3 }, () => NOW);
      expect((await editGame(league.store, gid, { spread: 1 }, () => NOW))?.setByAdmin).toEqual(['score', 'spread']);
    });

    test('gives a game without a time its time', async () => {
      const kickoff = SUNDAY_1PM + 7 * 24 * HOUR;
      await write([facts({ kickoff: kickoff - 13 * HOUR, timeTbd: true })]);
      expect(await editGame(league.store, gid, { spread: 1 }, () => NOW)).toMatchObject({
        timeTbd: true,
        lockAt: kickoff - 3.5 * HOUR,
      });
      expect(await editGame(league.store, gid, { kickoff }, () => NOW)).toMatchObject({
        timeTbd: false,
        lockAt: kickoff + 5 * MINUTE,
      });
    });

    test('of a game that does not exist finds none', async () => {
      expect(await editGame(league.store, 'no-such-game', { homeScore: 1 }, () => NOW)).toBeNull();
    });

    test('of different fields at the same moment loses none of them', async () => {
      await write([facts()]);
      const edits = [{ homeScore: 10 }, { awayScore: 20 }, { spread: 2.5 }, { allowTimeUpdate: false }];
      await Promise.all(edits.map((change) => editGame(league.store, gid, change, () => NOW)));
      expect(await find()).toMatchObject({ homeScore: 10, awayScore: 20, spread: 2.5, allowTimeUpdate: false });
    });
  });
});
