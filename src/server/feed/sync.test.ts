import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Game } from '#core/types.ts';
import { engines } from '#server/store/connect.ts';
import { editGame, gamesOfWeek } from '#server/store/games.ts';
import { importPicks } from '#server/store/picks.ts';
import { recount } from '#server/store/scores.ts';
import { weekScores } from '#server/store/standings.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { addGame, addPerson, addPool, WEEK_1, WEEK_2 } from '#tests/builders.ts';
import type { GameUpdate } from './sync.ts';
import { allowedUpdate, syncGames } from './sync.ts';

const HOUR = 60 * 60 * 1000;
const KICKOFF = Date.parse('2026-09-13T17:00:00Z');

const known: Game = {
  gid: 'g',
  weekId: WEEK_1,
  kickoff: KICKOFF,
  timeTbd: false,
  lockAt: KICKOFF + 5 * 60_000,
  status: 'In Progress',
  void: null,
  home: 'PHI',
  away: 'DAL',
  homeScore: 7,
  awayScore: 3,
  spread: 2.5,
  spreadNote: 'Spread may change',
  situation: 'Q2 3:00',
  weather: '',
  allowSpreadUpdate: true,
  allowTimeUpdate: true,
  setByAdmin: [],
};

interface Rule {
  readonly rule: string;
  readonly game: Partial<Game>;
  readonly update: Partial<GameUpdate>;
  readonly becomes: Partial<Game>;
  /** Hours before the kick-off; 0 where nothing is said. */
  readonly ahead?: number;
}

const notStarted: Partial<Game> = { status: 'Not Started', homeScore: 0, awayScore: 0, situation: 'Regular Season' };
const final: Partial<Game> = { status: 'Final', homeScore: 20, awayScore: 17, situation: 'Final' };

const rules: readonly Rule[] = [
  {
    rule: 'score, situation and weather are news',
    game: {},
    update: { status: 'In Progress', homeScore: 14, awayScore: 3, situation: 'Q2 1:12', weather: 'Rain' },
    becomes: { homeScore: 14, awayScore: 3, situation: 'Q2 1:12', weather: 'Rain' },
  },
  {
    rule: 'what the feed does not know stays',
    game: {},
    update: { homeScore: 14 },
    becomes: { ...known, homeScore: 14 },
  },
  {
    rule: 'the status goes forward',
    game: notStarted,
    update: { status: 'In Progress' },
    becomes: { status: 'In Progress' },
  },
  { rule: 'the status may skip a step', game: notStarted, update: final, becomes: final },
  { rule: 'the status never goes back', game: final, update: { status: 'In Progress' }, becomes: final },
  {
    rule: 'an update that is behind the status brings no score and no situation',
    game: final,
    update: { status: 'In Progress', homeScore: 13, awayScore: 17, situation: 'Q4 0:10', weather: 'Rain' },
    becomes: { ...final, weather: 'Rain' },
  },
  {
    rule: 'a final score may be corrected',
    game: final,
    update: { ...final, homeScore: 21 },
    becomes: { homeScore: 21 },
  },
  {
    rule: 'a status that an admin set holds',
    game: { ...final, setByAdmin: ['status'] },
    update: { status: 'In Progress' },
    becomes: { status: 'Final' },
  },
  {
    rule: 'a status that an admin set holds forward, too, and does not hold the score',
    game: { ...notStarted, setByAdmin: ['status'] },
    update: { status: 'In Progress', homeScore: 7 },
    becomes: { status: 'Not Started', homeScore: 7 },
  },
  {
    rule: 'a score that an admin set holds, and does not hold the status',
    game: { setByAdmin: ['score'] },
    update: { status: 'Final', homeScore: 14, awayScore: 10 },
    becomes: { status: 'Final', homeScore: 7, awayScore: 3 },
  },
  { rule: 'a postponed game is void', game: notStarted, update: { void: 'postponed' }, becomes: { void: 'postponed' } },
  {
    rule: 'a postponed game that is played counts again',
    game: { ...notStarted, void: 'postponed' },
    update: { status: 'In Progress', void: null },
    becomes: { status: 'In Progress', void: null },
  },
  {
    rule: 'void is part of the status that an admin set',
    game: { ...notStarted, void: 'cancelled', setByAdmin: ['status'] },
    update: { void: null },
    becomes: { void: 'cancelled' },
  },
  {
    rule: 'the kick-off moves',
    game: notStarted,
    update: { kickoff: KICKOFF + HOUR, timeTbd: true },
    becomes: { kickoff: KICKOFF + HOUR, timeTbd: true },
  },
  {
    rule: 'the kick-off stays where the game does not allow it to move',
    game: { ...notStarted, allowTimeUpdate: false },
    update: { kickoff: KICKOFF + HOUR, timeTbd: true },
    becomes: { kickoff: KICKOFF, timeTbd: false },
  },
  {
    rule: 'a kick-off that an admin set holds',
    game: { ...notStarted, setByAdmin: ['kickoff'] },
    update: { kickoff: KICKOFF + HOUR },
    becomes: { kickoff: KICKOFF },
  },
  {
    rule: 'the line moves until 24 hours before',
    game: notStarted,
    ahead: 24,
    update: { spread: 3 },
    becomes: { spread: 3 },
  },
  {
    rule: 'the line is locked after that',
    game: notStarted,
    ahead: 23.9,
    update: { spread: 3 },
    becomes: { spread: 2.5 },
  },
  {
    rule: 'a line that comes late is locked out',
    game: { ...notStarted, spread: null },
    ahead: 1,
    update: { spread: 3 },
    becomes: { spread: null },
  },
  {
    rule: 'the line locks by the new kick-off',
    game: notStarted,
    ahead: 20,
    update: { kickoff: KICKOFF + 5 * HOUR, spread: 3 },
    becomes: { spread: 3 },
  },
  {
    rule: 'the line stays where the game does not allow it to move',
    game: { ...notStarted, allowSpreadUpdate: false },
    ahead: 48,
    update: { spread: 3 },
    becomes: { spread: 2.5 },
  },
  {
    rule: 'a line that an admin set holds',
    game: { ...notStarted, setByAdmin: ['spread'] },
    ahead: 48,
    update: { spread: 3 },
    becomes: { spread: 2.5 },
  },
  { rule: 'an even line is a line', game: notStarted, ahead: 48, update: { spread: 0 }, becomes: { spread: 0 } },
  {
    rule: 'a known line is never lost',
    game: notStarted,
    ahead: 48,
    update: { spread: null },
    becomes: { spread: 2.5 },
  },
];

describe('what a feed may change', () => {
  it.each(rules)('$rule', ({ game, update, becomes, ahead = 0 }) => {
    const before = { ...known, ...game };
    const after = allowedUpdate(before, { gid: 'g', weekId: WEEK_1, ...update }, KICKOFF - ahead * HOUR);
    expect(after).toMatchObject(becomes);
    const untouched = Object.keys(known).filter((key) => !(key in update));
    for (const key of untouched) expect(after[key as keyof typeof after]).toEqual(before[key as keyof Game]);
  });
});

describe.each(engines)('a sync on %s', (engine) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp(engine);
  });
  afterAll(() => app.close());

  const sync = (updates: GameUpdate[]) => syncGames(app.store, updates, app.clock.now());

  it('tells what changed, and says nothing twice', async () => {
    const gid = await addGame(app.deps);
    const other = await addGame(app.deps, { weekId: WEEK_2 });
    const update: GameUpdate = { gid, weekId: WEEK_1, status: 'In Progress', homeScore: 7 };
    const same: GameUpdate = { gid: other, weekId: WEEK_2, homeScore: 0 };
    expect(await sync([update, same])).toMatchObject({ gids: [gid] });
    expect(await sync([update, same])).toEqual({ gids: [], weekIds: [] });
  });

  it('leaves out a game that the league does not have', async () => {
    expect(await sync([{ gid: 'nowhere', weekId: '2026-week3', status: 'Final' }])).toEqual({ gids: [], weekIds: [] });
    expect(await gamesOfWeek(app.store.db, '2026-week3')).toEqual([]);
  });

  it('scores a game that has become final, and again when its score is corrected', async () => {
    const player = await addPerson(app.deps);
    const gid = await addGame(app.deps);
    const poolId = await addPool(app.deps, { members: [player] });
    const pick = { poolId, gid, userId: player.userId, side: 'home', madeAt: 1 } as const;
    await importPicks(app.store.db, engine, [pick]);
    const score = async () => (await weekScores(app.store.db, poolId)).get(player.userId)?.[WEEK_1] ?? 0;

    const ended: GameUpdate = { gid, weekId: WEEK_1, status: 'Final', homeScore: 20, awayScore: 17 };
    expect(await sync([{ ...ended, status: 'In Progress' }])).toEqual({ gids: [gid], weekIds: [WEEK_1] });
    expect(await score()).toBe(0);
    expect(await sync([ended])).toEqual({ gids: [gid], weekIds: [WEEK_1] });
    expect(await score()).toBe(1);
    await sync([{ ...ended, awayScore: 24 }]);
    expect(await score()).toBe(0);
    expect(await recount(app.store)).toEqual([]);
  });

  it('never overwrites what an admin sets at the same moment', async () => {
    const gid = await addGame(app.deps, { status: 'In Progress' });
    const update = (homeScore: number): GameUpdate => ({ gid, weekId: WEEK_1, homeScore, awayScore: 3 });
    const edit = editGame(app.store, gid, { homeScore: 50 }, app.clock.now());
    await Promise.all([sync([update(7)]), edit, sync([update(10)]), sync([update(14)])]);
    await sync([update(21)]);
    const game = (await gamesOfWeek(app.store.db, WEEK_1)).find((each) => each.gid === gid);
    expect(game).toMatchObject({ homeScore: 50, setByAdmin: ['score'] });
  });
});
