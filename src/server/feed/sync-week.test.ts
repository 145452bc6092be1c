import { describe, expect, test } from 'vitest';
import { editGame } from '#server/game-changes/edit-store.ts';
import { gamesOfWeek, gamesOfWeeks } from '#server/games/reads.ts';
import { importGames } from '#server/season/store.ts';
import { HOUR, MINUTE, SUNDAY_1PM } from '#tests/core-samples.ts';
import { withLeague } from '#tests/league.ts';
import type { FeedGame } from './espn/scoreboard.ts';
import { feedSnapshots } from './store.ts';
import type { WeekSync } from './sync.ts';
import { syncWeek } from './sync.ts';

const DAY = 24 * HOUR;
const MONDAY = SUNDAY_1PM - 6 * DAY;

describe('An answer about a week', () => {
  const league = withLeague('sqlite');
  let season = 2030;

  /** Each test has a season of its own. */
  const nextSeason = () => {
    season += 1;
  };
  const week = (number: number) => `${season}-week${number}`;

  function feedGame(traits: Partial<FeedGame> = {}): FeedGame {
    const { away = 'NE', home = 'SEA', weekId = week(1) } = traits;
    const sourceId = `${season}1`;
    const codes = { away, home };
    return {
      sourceId,
      weekId,
      away,
      home,
      codes,
      kickoff: SUNDAY_1PM,
      timeTbd: false,
      status: 'Not Started',
      void: null,
      ...traits,
    };
  }

  function sync(games: readonly FeedGame[], now = MONDAY, askedAt = now): Promise<WeekSync> {
    return syncWeek(league.store, { weekId: games[0]?.weekId ?? '', games, askedAt }, () => now);
  }

  const find = async (gid: string) =>
    (await gamesOfWeeks(league.store.db, [week(1), week(2), week(7)])).find((game) => game.gid === gid);
  const only = async () => (await gamesOfWeek(league.store.db, week(1)))[0];

  test('brings a new game with all that is said of it, under the id that a file would give it', async () => {
    nextSeason();
    const gid = `${season}_01_NE_SEA`;
    const { added, gids, weekIds, problems } = await sync([feedGame({ spread: 3.5, weather: 'Rain' })]);
    expect({ added, gids, weekIds, problems }).toEqual({ added: [gid], gids: [], weekIds: [week(1)], problems: [] });
    expect(await only()).toMatchObject({
      gid,
      spread: 3.5,
      weather: 'Rain',
      spreadNote: 'Spread may change',
      setByAdmin: [],
    });
    expect(await sync([feedGame({ spread: 3.5, weather: 'Rain' })], MONDAY + MINUTE)).toEqual({
      games: 1,
      added: [],
      gids: [],
      replaced: [],
      weekIds: [],
      problems: [],
    });
  });

  test('a spread that comes with a new game is kept, however late', async () => {
    nextSeason();
    await sync([feedGame({ spread: 3 })], SUNDAY_1PM - HOUR);
    expect(await only()).toMatchObject({ spread: 3, spreadNote: '' });
    await sync([feedGame({ spread: 4 })], SUNDAY_1PM - HOUR + MINUTE);
    expect((await only())?.spread).toBe(3);
  });

  test('a game of a season that came from a file keeps its id, and the file keeps that of the feed', async () => {
    nextSeason();
    const facts = { weekId: week(1), away: 'NE', home: 'SEA', kickoff: SUNDAY_1PM, timeTbd: false };
    await importGames(league.store, season, [{ gid: `own-${season}`, ...facts }], () => MONDAY);
    expect(await sync([feedGame({ spread: 3 })])).toMatchObject({ added: [], gids: [`own-${season}`] });
    await sync([feedGame({ sourceId: `${season}2`, weekId: week(2), away: 'KC', home: 'LV' })]);
    const imported = await importGames(
      league.store,
      season,
      [{ gid: `${season}_02_KC_LV`, ...facts, weekId: week(2), away: 'KC', home: 'LV', spread: -1 }],
      () => MONDAY,
    );
    expect(imported).toMatchObject({ added: 0, changed: 1 });
    expect(await gamesOfWeek(league.store.db, week(2))).toHaveLength(1);
  });

  test('a game moves to another week with its id, and its picks with it', async () => {
    nextSeason();
    await sync([feedGame()]);
    const gid = `${season}_01_NE_SEA`;
    const moved = feedGame({ weekId: week(7), kickoff: SUNDAY_1PM + 42 * DAY });
    const { added, gids, weekIds } = await sync([moved]);
    expect({ added, gids, weekIds: weekIds.sort() }).toEqual({ added: [], gids: [gid], weekIds: [week(1), week(7)] });
    expect(await find(gid)).toMatchObject({ weekId: week(7), kickoff: SUNDAY_1PM + 42 * DAY });
  });

  test('an id that is taken by another game is not given twice', async () => {
    nextSeason();
    const kickoff = SUNDAY_1PM;
    const taken = { gid: `${season}_01_NE_SEA`, weekId: week(2), away: 'KC', home: 'LV', kickoff, timeTbd: false };
    await importGames(league.store, season, [taken], () => MONDAY);
    expect((await sync([feedGame()])).added).toEqual([`espn-${season}1`]);
  });

  test('an answer that was asked for before the last one is not used', async () => {
    nextSeason();
    const live = { status: 'In Progress', homeScore: 7, awayScore: 0 } as const;
    await sync([feedGame({ ...live, homeScore: 14 })], SUNDAY_1PM + 2 * MINUTE);
    const late = await sync([feedGame(live)], SUNDAY_1PM + 3 * MINUTE, SUNDAY_1PM + MINUTE);
    expect(late).toMatchObject({ gids: [], problems: [{ kind: 'late_answer' }] });
    expect(await only()).toMatchObject({ homeScore: 14 });
    await sync([feedGame({ ...live, homeScore: 13 })], SUNDAY_1PM + 4 * MINUTE);
    expect(await only()).toMatchObject({ homeScore: 13 });
  });

  test('a week that is brought twice at the same moment comes in once', async () => {
    nextSeason();
    const games = ['NE SEA', 'KC LV', 'DAL PHI', 'GB CHI'].map((pair, index) => {
      const [away = '', home = ''] = pair.split(' ');
      return feedGame({ away, home, codes: { away, home }, sourceId: `${season}${index}` });
    });
    const answer = { weekId: week(1), games, askedAt: MONDAY };
    const both = await Promise.all([1, 2].map(() => syncWeek(league.store, answer, () => MONDAY)));
    expect(both.map((each) => each.added.length).sort()).toEqual([0, 4]);
    expect(await gamesOfWeek(league.store.db, week(1))).toHaveLength(4);
  });

  test('values set by an admin are kept, and reports of the feed are stored meanwhile', async () => {
    nextSeason();
    await sync([feedGame({ spread: 3 })]);
    const gid = `${season}_01_NE_SEA`;
    await editGame(league.store, gid, { spread: 6 }, () => MONDAY);
    await sync([feedGame({ spread: 4 })], MONDAY + MINUTE);
    expect(await only()).toMatchObject({ spread: 6, setByAdmin: ['spread'] });
    const snapshots = await feedSnapshots(league.store.db, 'sqlite', [gid]);
    expect(snapshots.get(gid)).toMatchObject({ sourceId: `${season}1`, values: { spread: 4 }, mayRegress: false });
  });

  test('a game that is put off leaves with its status, and counts again when it is played', async () => {
    nextSeason();
    await sync([feedGame()]);
    const called = { void: 'postponed', situation: 'Snow' } as const;
    const { status: _, ...facts } = feedGame();
    await sync([{ ...facts, ...called }], SUNDAY_1PM);
    expect(await only()).toMatchObject({ void: 'postponed', status: 'Not Started', homeScore: 0, situation: 'Snow' });
    await sync([feedGame({ kickoff: SUNDAY_1PM + 2 * DAY })], SUNDAY_1PM + HOUR);
    expect(await only()).toMatchObject({ void: null, kickoff: SUNDAY_1PM + 2 * DAY });
  });

  test('a game named with its sides swapped keeps ours; scores and line go to their teams', async () => {
    nextSeason();
    await sync([feedGame({ spread: 3 })]);
    const swapped = { away: 'SEA', home: 'NE', codes: { away: 'SEA', home: 'NE' }, sourceId: `${season}9` };
    const before = await sync([feedGame({ ...swapped, spread: 4 })], MONDAY + MINUTE);
    expect(before).toMatchObject({ added: [], gids: [`${season}_01_NE_SEA`], problems: [] });
    expect(await only()).toMatchObject({ away: 'NE', home: 'SEA', spread: -4 });
    const result = { status: 'Final', homeScore: 10, awayScore: 31, spread: -2 } as const;
    await sync([feedGame({ ...swapped, ...result })], SUNDAY_1PM + 4 * HOUR);
    expect(await only()).toMatchObject({ away: 'NE', home: 'SEA', awayScore: 10, homeScore: 31, spread: -4 });
    const snapshots = await feedSnapshots(league.store.db, 'sqlite', [`${season}_01_NE_SEA`]);
    expect(snapshots.get(`${season}_01_NE_SEA`)?.values).toMatchObject({ awayScore: 10, homeScore: 31, spread: -4 });
    expect(await gamesOfWeek(league.store.db, week(1))).toHaveLength(1);
  });

  test('a game of a team that plays another one in that week is left out and named, and the others are used', async () => {
    nextSeason();
    const own = { weekId: week(1), away: 'NE', home: 'SEA', kickoff: SUNDAY_1PM, timeTbd: false };
    await importGames(league.store, season, [{ gid: 'own', ...own }], () => MONDAY);
    const second = feedGame({ home: 'KC', codes: { away: 'NE', home: 'KC' }, sourceId: `${season}8` });
    const other = feedGame({ away: 'DAL', home: 'PHI', codes: { away: 'DAL', home: 'PHI' }, sourceId: `${season}9` });
    const { games, added, problems } = await sync([second, other]);
    expect([games, added]).toEqual([1, [`${season}_01_DAL_PHI`]]);
    expect(problems).toContainEqual({
      kind: 'team_twice',
      where: `${week(1)} NE at KC`,
      detail: 'Game own is NE at SEA in the same week.',
    });
    expect(await feedSnapshots(league.store.db, 'sqlite', [`${season}_01_NE_KC`])).toEqual(new Map());
    await league.store.db.deleteFrom('games').where('gid', '=', 'own').execute();
  });

  test('a game does not move into a week in which one of its teams plays, until that team does not', async () => {
    nextSeason();
    const codes = { away: 'NE', home: 'KC' };
    const second = { home: 'KC', codes, sourceId: `${season}2` };
    await sync([feedGame()]);
    await sync([feedGame({ ...second, weekId: week(2), kickoff: SUNDAY_1PM + 7 * DAY })]);
    const moved = () => sync([feedGame(second)], MONDAY + MINUTE);
    const refused = await moved();
    expect(refused).toMatchObject({ games: 0, gids: [] });
    expect(refused.problems.map(({ kind }) => kind)).toEqual(['missing_game', 'team_twice']);
    expect(await find(`${season}_02_NE_KC`)).toMatchObject({ weekId: week(2), kickoff: SUNDAY_1PM + 7 * DAY });
    await sync([feedGame({ weekId: week(7), kickoff: SUNDAY_1PM + 42 * DAY })], MONDAY + 2 * MINUTE);
    expect(await moved()).toMatchObject({ gids: [`${season}_02_NE_KC`] });
  });

  test('a postponed game does not come back into a week in which one of its teams plays another', async () => {
    nextSeason();
    const { status: _, ...facts } = feedGame();
    await sync([{ ...facts, void: 'postponed' }]);
    const second = feedGame({ home: 'KC', codes: { away: 'NE', home: 'KC' }, sourceId: `${season}2` });
    expect((await sync([{ ...facts, void: 'postponed' }, second], MONDAY + MINUTE)).added).toHaveLength(1);
    const back = await sync([feedGame()], MONDAY + 2 * MINUTE);
    expect(back.problems.map(({ kind }) => kind)).toContain('team_twice');
    expect(await find(`${season}_01_NE_SEA`)).toMatchObject({ void: 'postponed' });
  });
});
