import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { editGame } from '#server/game-changes/edit-store.ts';
import type { GameWrite } from '#server/game-changes/store.ts';
import { gamesOfWeeks } from '#server/games/reads.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { HOUR, SUNDAY_1PM } from '#tests/core-samples.ts';
import { dumpTables } from '#tests/database.ts';
import { usualEngines } from '#tests/engines.ts';
import { openLeague } from '#tests/open-league.ts';
import { importGames } from './store.ts';

const WEEKS = ['2026-week1', '2026-week2', '2026-wild-card'];
const NOW = SUNDAY_1PM - 48 * HOUR;

const opener: GameWrite = {
  gid: 'opener',
  weekId: '2026-week1',
  away: 'DAL',
  home: 'PHI',
  kickoff: SUNDAY_1PM,
  timeTbd: false,
};
const result = { status: 'Final', void: null, awayScore: 17, homeScore: 24 } as const;

describe.each(usualEngines)('An import of games on %s', (engine) => {
  let store: Store;
  let drop: () => Promise<void>;

  beforeEach(async () => {
    ({ store, drop } = await openLeague(engine));
  });

  afterEach(() => drop());

  const load = (games: readonly GameWrite[], now = NOW) => importGames(store, 2026, games, () => now);
  const stored = () => gamesOfWeeks(store.db, WEEKS);

  it('adds weeks and games, with the defaults for what the file does not know', async () => {
    const later = {
      ...opener,
      gid: 'later',
      weekId: '2026-wild-card',
      kickoff: SUNDAY_1PM + HOUR,
      ...result,
      spread: -3,
    };
    const done = await load([opener, { ...later, situation: 'Wild Card' }]);
    expect(done).toEqual({ added: 2, changed: 0, changes: [], kept: 0, weeks: 2, leftOut: [] });
    expect(await stored()).toMatchObject([
      { ...opener, status: 'Not Started', spread: null, situation: 'Regular Season', lockAt: SUNDAY_1PM + 300_000 },
      { gid: 'later', status: 'Final', homeScore: 24, awayScore: 17, spread: -3, situation: 'Wild Card', lockAt: NOW },
    ]);
  });

  it('that is repeated changes nothing at all', async () => {
    await load([opener, { ...opener, ...result, gid: 'later', weekId: '2026-week2', spread: 2.5 }]);
    const before = await dumpTables(store.db);
    expect(
      await load([opener, { ...opener, ...result, gid: 'later', weekId: '2026-week2', spread: 2.5 }], NOW + HOUR),
    ).toEqual({ added: 0, changed: 0, changes: [], kept: 0, weeks: 2, leftOut: [] });
    expect(await dumpTables(store.db)).toEqual(before);
  });

  it('moves a kick-off and its lock, changes the line and brings the result', async () => {
    await load([{ ...opener, spread: 3 }]);
    const moved = { ...opener, kickoff: SUNDAY_1PM + HOUR, spread: 4.5 };
    expect(await load([moved])).toMatchObject({ added: 0, changed: 1 });
    expect(await stored()).toMatchObject([{ ...moved, status: 'Not Started', lockAt: SUNDAY_1PM + HOUR + 300_000 }]);
    expect(await load([{ ...moved, ...result }])).toMatchObject({ changed: 1 });
    expect(await stored()).toMatchObject([{ ...moved, ...result }]);
  });

  it('moves a game to another week', async () => {
    await load([opener]);
    await load([{ ...opener, weekId: '2026-week2' }]);
    expect((await stored()).map((game) => game.weekId)).toEqual(['2026-week2']);
  });

  it('never moves a lock that has been reached', async () => {
    await load([opener]);
    await load([{ ...opener, kickoff: SUNDAY_1PM + 24 * HOUR }], SUNDAY_1PM + HOUR);
    expect(await stored()).toMatchObject([{ kickoff: SUNDAY_1PM + 24 * HOUR, lockAt: SUNDAY_1PM + 300_000 }]);
  });

  it('leaves alone what it does not know: a result, a line, a situation', async () => {
    await load([{ ...opener, ...result, spread: 3, situation: 'Final/OT' }]);
    expect(await load([{ ...opener, situation: 'Wild Card' }])).toMatchObject({ changed: 0 });
    expect(await stored()).toMatchObject([{ ...result, spread: 3, situation: 'Final/OT' }]);
  });

  it('finds a game that is known under another id, also in another week', async () => {
    await load([{ ...opener, gid: '401872656' }]);
    expect(await load([{ ...opener, ...result, weekId: '2026-week2' }])).toMatchObject({ added: 0, changed: 1 });
    expect(await stored()).toMatchObject([{ gid: '401872656', weekId: '2026-week2', ...result }]);
  });

  it('takes the same teams in the post-season for another game', async () => {
    await load([opener, { ...opener, gid: 'again', weekId: '2026-wild-card' }]);
    expect(await stored()).toHaveLength(2);
  });

  it.each([
    ['score', { homeScore: 30 }, { ...result }, { homeScore: 30, awayScore: 0, status: 'Final' }],
    ['status', { status: 'In Progress' }, { ...result }, { homeScore: 24, awayScore: 17, status: 'In Progress' }],
    ['line', { spread: 6 }, { spread: 3 }, { spread: 6 }],
    ['kick-off', { kickoff: SUNDAY_1PM + HOUR }, {}, { kickoff: SUNDAY_1PM + HOUR }],
  ] as const)('keeps a %s that an admin set by hand', async (_what, edit, file, kept) => {
    await load([opener]);
    await editGame(store, 'opener', edit, () => NOW);
    expect(await load([{ ...opener, ...file }])).toMatchObject({ kept: 1 });
    expect(await stored()).toMatchObject([kept]);
  });

  it('keeps line and kick-off of a game that is closed to updates', async () => {
    await load([{ ...opener, spread: 3 }]);
    await editGame(store, 'opener', { allowSpreadUpdate: false, allowTimeUpdate: false }, () => NOW);
    expect(await load([{ ...opener, spread: 4, kickoff: SUNDAY_1PM + HOUR }])).toMatchObject({ kept: 1, changed: 0 });
    expect(await stored()).toMatchObject([{ spread: 3, kickoff: SUNDAY_1PM }]);
  });

  it('keeps the sides of a game that the file swaps, by its id or by its week and teams', async () => {
    await load([{ ...opener, spread: 3 }]);
    const swapped = { ...opener, away: 'PHI', home: 'DAL' };
    expect(await load([{ ...swapped, spread: -4.5 }])).toMatchObject({ changed: 1, leftOut: [] });
    expect(await stored()).toMatchObject([{ away: 'DAL', home: 'PHI', spread: 4.5 }]);
    const ended = { ...result, awayScore: 24, homeScore: 17 };
    expect(await load([{ ...swapped, ...ended, gid: 'another' }])).toMatchObject({ added: 0, changed: 1, leftOut: [] });
    expect(await stored()).toMatchObject([{ gid: 'opener', away: 'DAL', home: 'PHI', ...result, spread: 4.5 }]);
  });

  it('takes swapped sides in another week for the return match, and leaves that out under the id of the first', async () => {
    await load([opener]);
    const back = { ...opener, away: 'PHI', home: 'DAL', weekId: '2026-week2', kickoff: SUNDAY_1PM + 168 * HOUR };
    expect(await load([back])).toMatchObject({ changed: 0, leftOut: [{ reason: 'other_game' }] });
    expect(await load([{ ...back, gid: 'back' }])).toMatchObject({ added: 1, leftOut: [] });
  });

  it('leaves out a game of a team that plays another one in that week here, and reads the others', async () => {
    await load([opener]);
    const second = { ...opener, gid: 'second', away: 'NYG' };
    const other = { ...opener, gid: 'other', away: 'KC', home: 'LV' };
    const done = await load([second, other]);
    expect(done).toMatchObject({ added: 1, weeks: 1 });
    expect(done.leftOut).toMatchObject([
      { wanted: { gid: 'second' }, known: { gid: 'opener' }, reason: 'second_game' },
    ]);
    expect((await stored()).map(({ gid }) => gid)).toEqual(['opener', 'other']);
  });

  it('does not move a game into a week in which one of its teams plays, unless that game moves as well', async () => {
    const second = { ...opener, gid: 'second', away: 'NYG', weekId: '2026-week2' };
    await load([opener, second]);
    const moved = { ...second, weekId: '2026-week1' };
    expect(await load([moved])).toMatchObject({ changed: 0, leftOut: [{ reason: 'second_game' }] });
    expect(await load([moved, { ...opener, weekId: '2026-week2' }])).toMatchObject({ changed: 2, leftOut: [] });
    expect((await stored()).map(({ gid, weekId }) => [gid, weekId])).toEqual([
      ['second', '2026-week1'],
      ['opener', '2026-week2'],
    ]);
  });

  it('corrects the opponent of a playoff game that is known under the id of the old one', async () => {
    const wildCard = { ...opener, gid: '2026_19_LA_TB', away: 'LAR', home: 'TB', weekId: '2026-wild-card' };
    await load([{ ...wildCard, spread: 3 }]);
    const corrected = { ...wildCard, gid: '2026_19_PHI_TB', away: 'PHI' };
    expect(await load([corrected])).toMatchObject({ added: 0, changed: 1, leftOut: [] });
    expect(await stored()).toMatchObject([{ gid: '2026_19_LA_TB', away: 'PHI', home: 'TB', spread: null }]);
    expect(await load([corrected])).toMatchObject({ added: 0, changed: 0, leftOut: [] });
    const locked = await load([{ ...corrected, gid: '2026_19_DAL_TB', away: 'DAL' }], SUNDAY_1PM + HOUR);
    expect(locked).toMatchObject({ added: 0, changed: 0, leftOut: [{ reason: 'locked' }] });
  });

  it('lets a postponed game count again once it has a result', async () => {
    await load([{ ...opener, void: 'postponed' }]);
    await load([opener]);
    expect(await stored()).toMatchObject([{ void: 'postponed' }]);
    await load([{ ...opener, ...result }]);
    expect(await stored()).toMatchObject([{ void: null, status: 'Final' }]);
  });
});
