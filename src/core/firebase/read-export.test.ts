import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readExport } from './read-export.ts';

/** The reason why something is left out, by path. */
function reasons(json: unknown): Record<string, string> {
  return Object.fromEntries(readExport(json).leftOut.map(({ path, reason }) => [path, reason]));
}

describe('A user of an export', () => {
  const read = (user: unknown) => readExport({ Users: { u1: user } }).users[0];

  it.each([
    ['with the spelling of the profile', { Email: 'a@x.org', displayName: 'Ann', isEnabled: true, isAdmin: true }],
    ['with the old spelling', { email: 'a@x.org', DisplayName: 'Ann', IsAdmin: 'true' }],
    ['with flags as numbers and texts', { Email: 'a@x.org', displayName: 'Ann', isEnabled: '1', isAdmin: 1 }],
  ])('is read %s', (_, user) => {
    expect(read(user)).toMatchObject({ uid: 'u1', email: 'a@x.org', name: 'Ann', isEnabled: true, isAdmin: true });
  });

  it('is disabled where that is said', () => {
    expect(read({ isEnabled: 'false' })).toMatchObject({ isEnabled: false, isAdmin: false });
  });

  it('is enabled, no admin and nameless where nothing is said', () => {
    expect(read({})).toEqual({ uid: 'u1', path: 'Users/u1', email: null, name: null, isEnabled: true, isAdmin: false });
  });

  it.each<[string, unknown, string, string]>([
    ['that is a text', 'Ann', 'Users/u1', 'This is not a user.'],
    [
      'with a strange flag',
      { isAdmin: 'maybe' },
      'Users/u1/isAdmin',
      'This is neither true nor false. It counts as false.',
    ],
  ])('%s is reported', (_, user, path, reason) => {
    expect(reasons({ Users: { u1: user } })).toEqual({ [path]: reason });
  });
});

describe('A pool of an export', () => {
  const read = (pool: object) => readExport({ Pools: { p1: pool } });

  it('is read with its rules, members and weeks', () => {
    const { pools, leftOut } = read({
      Name: ' Old \n Boys ',
      Description: 'Since 1999',
      MoneyURL: 'https://pay.example.org/me',
      UseSpread: 'true',
      RoundSpread: 1,
      ActiveWeek: '2024-week2',
      Weeks: { '2024-week1': true, '2024 Week 02': 'false', '2024-wild-card': true },
      Users: { u1: true, u2: { Enabled: 'false' }, u3: { enabled: true } },
      TrashTalk: { enabled: true, messages: [] },
      _createdAt: 1_720_000_000_000,
    });
    expect(leftOut).toEqual([]);
    expect(pools).toEqual([
      {
        id: 'p1',
        path: 'Pools/p1',
        name: 'Old   Boys',
        description: 'Since 1999',
        moneyUrl: 'https://pay.example.org/me',
        useSpread: true,
        roundSpread: true,
        createdAt: 1_720_000_000_000,
        weeks: new Map([
          ['2024-week1', true],
          ['2024-week2', false],
          ['2024-wild-card', true],
        ]),
        members: new Map([
          ['u1', true],
          ['u2', false],
          ['u3', true],
        ]),
      },
    ]);
  });

  it.each([
    ['a number', { _createdAt: 1_720_000_001_000 }],
    ['a number in a text', { createdAt: '1720000001000' }],
    ['a date in a text', { _createdAt: '2024-07-03T09:46:41.000Z' }],
    ['the first of both that can be read', { createdAt: 'long ago', _createdAt: 1_720_000_001_000 }],
  ])('knows when it was made from %s', (_, pool) => {
    expect(read({ Name: 'Old Boys', ...pool }).pools[0]?.createdAt).toBe(1_720_000_001_000);
  });

  it.each<[string, object, string, string]>([
    ['that was deleted', { Name: 'Gone', deleted: true }, 'Pools/p1', 'The pool was deleted.'],
    ['with a moment of its end', { Name: 'Gone', deletedAt: 1 }, 'Pools/p1', 'The pool was deleted.'],
    ['without a name', { Name: ' \u0000 ' }, 'Pools/p1', 'The pool has no name.'],
    ['that is a list of holes', [null, null], 'Pools/p1', 'The pool has no name.'],
  ])('%s is left out', (_, pool, path, reason) => {
    expect(read(pool).pools).toEqual([]);
    expect(reasons({ Pools: { p1: pool } })).toEqual({ [path]: reason });
  });

  it.each<[string, object, string, string]>([
    ['money page', { MoneyURL: 'javascript:alert(1)' }, 'MoneyURL', 'This is not a web address.'],
    ['long name', { Name: 'x'.repeat(101) }, 'Name', 'The text was cut to 100 characters.'],
    ['date', { createdAt: 'long ago' }, 'createdAt', 'This is not a date with a time.'],
    ['week', { Weeks: { preseason: true } }, 'Weeks/preseason', 'This is not the id of a week.'],
    ['member', { Users: { u1: 'x' } }, 'Users/u1', 'This does not say whether it is enabled.'],
    ['talk', { TrashTalk: { messages: ['Hi'] } }, 'TrashTalk/messages', 'Messages are not imported.'],
  ])('comes without its %s where that makes no sense', (_, pool, path, reason) => {
    expect(read({ Name: 'Old Boys', ...pool }).pools).toHaveLength(1);
    expect(reasons({ Pools: { p1: { Name: 'Old Boys', ...pool } } })).toEqual({ [`Pools/p1/${path}`]: reason });
  });
});

describe('A game of an export', () => {
  const start = Date.UTC(2024, 8, 8, 17);
  const read = (game: object) => readExport({ Weeks: { '2024-week1': { Games: { g1: game } } } });
  const game = { Home: 'KC', Away: 'BAL', Date: '2024-09-08T13:00:00-04:00' };

  it.each([
    ['under its week', { ID: '2024-week1', g1: game }],
    ['under the games of its week', { Games: { g1: game } }],
    ['in the other spelling', { g1: { home: 'kc', away: 'Ravens', start: String(start), status: 'Not Started' } }],
  ])('is read %s', (_, week) => {
    const { games, leftOut } = readExport({ Weeks: { '2024-week1': week } });
    expect(leftOut).toEqual([]);
    expect(games).toMatchObject([
      {
        gid: 'g1',
        weekId: '2024-week1',
        fields: { home: 'KC', away: 'BAL', kickoff: start, timeTbd: false },
      },
    ]);
  });

  it('has the number of its place in a list as id', () => {
    const { games } = readExport({ Weeks: { '2024-week1': { Games: [null, game] } } });
    expect(games.map(({ gid, path }) => [gid, path])).toEqual([['1', 'Weeks/2024-week1/Games/1']]);
  });

  it.each<[string, object, object]>([
    [
      'a result',
      { Status: 'Final', HomeScore: '27', AwayScore: 20 },
      { status: 'Final', homeScore: 27, awayScore: 20 },
    ],
    ['overtime', { status: 'Final/OT', homeScore: 3, awayScore: 0 }, { status: 'Final', homeScore: 3, awayScore: 0 }],
    ['a postponement', { Status: 'Postponed' }, { void: 'postponed' }],
    ['a line', { Spread: '-2.5' }, { spread: -2.5 }],
    ['a situation', { Situation: ' Wild Card ' }, { situation: 'Wild Card' }],
    ['a note', { SpreadNote: 'Off\u0007 the board' }, { spreadNote: 'Off the board' }],
    [
      'flags',
      { AllowAutoSpreadUpdate: false, allowTimeUpdate: 'true' },
      { allowSpreadUpdate: false, allowTimeUpdate: true },
    ],
  ])('comes with %s', (_, more, fields) => {
    expect(read({ ...game, ...more }).games[0]?.fields).toMatchObject(fields);
    expect(read({ ...game, ...more }).leftOut).toEqual([]);
  });

  it('has no line where the old system says 0', () => {
    expect(read({ ...game, Spread: 0 }).games[0]?.fields).not.toHaveProperty('spread');
  });

  it.each<[string, object, string, string]>([
    ['status', { Status: 'Soon' }, '/Status', 'This is not the status of a game.'],
    ['result', { Status: 'Final' }, '', 'The game has no two scores from 0 to 99, so it comes without its status.'],
    [
      'result that is out of range',
      { Status: 'Final', HomeScore: 100, AwayScore: 3 },
      '',
      'The game has no two scores from 0 to 99, so it comes without its status.',
    ],
    ['line', { Spread: 2.3 }, '/Spread', 'This is not a line in steps of 0.5.'],
  ])('comes without a %s that makes no sense', (_, more, path, reason) => {
    const { games, leftOut } = read({ ...game, ...more });
    expect(games[0]?.fields).toEqual({ home: 'KC', away: 'BAL', kickoff: start, timeTbd: false });
    expect(leftOut).toEqual([{ path: `Weeks/2024-week1/Games/g1${path}`, reason }]);
  });

  it.each<[string, object, string]>([
    ['an unknown team', { Home: 'London' }, 'The game does not name two teams that we know.'],
    ['one team twice', { Home: 'BAL' }, 'A team cannot play against itself.'],
    ['no kick-off', { Date: 'Sunday' }, 'The game has no kick-off that can be read.'],
  ])('is left out with %s', (_, more, reason) => {
    const { games, leftOut } = read({ ...game, ...more });
    expect(games).toEqual([]);
    expect(leftOut).toEqual([{ path: 'Weeks/2024-week1/Games/g1', reason }]);
  });
});

describe('A pick of an export', () => {
  const read = (pick: unknown) => readExport({ PoolPicks: { p1: { u1: { '2024-week1': { g1: pick } } } } });

  it.each<[string, string, boolean]>([
    ['home', 'home', false],
    ['AWAY', 'away', false],
    ['home,bus', 'home', true],
    ['away, Bus', 'away', true],
    ['home,', 'home', false],
    ['home , bus ', 'home', true],
  ])('is read from %j', (text, side, bus) => {
    expect(read(text).picks).toMatchObject([{ poolId: 'p1', uid: 'u1', weekId: '2024-week1', gid: 'g1', side, bus }]);
  });

  it.each([
    [''],
    ['KC'],
    ['home,away'],
    ['home,bus,bus'],
    [`home,${' '.repeat(300_000)}x`],
    [true],
    [{ side: 'home' }],
    [7],
  ])('is left out from %j', (pick) => {
    expect(read(pick).picks).toEqual([]);
    expect(read(pick).leftOut.map(({ path }) => path)).toEqual(['PoolPicks/p1/u1/2024-week1/g1']);
  });

  it('of a deleted pool is left out with its pool', () => {
    const json = { Pools: { p1: { deleted: true } }, PoolPicks: { p1: { u1: { '2024-week1': { g1: 'home' } } } } };
    expect(reasons(json)).toEqual({ 'Pools/p1': 'The pool was deleted.', 'PoolPicks/p1': 'The pool was deleted.' });
  });
});

describe('An old score', () => {
  it.each([
    ['by user', { u1: { weeks: { '2024-week1': '11' }, picks: {} } }],
    ['by week', { '2024-week1': { u1: 11, picks: { u1: {} } } }],
    ['by week, below its scores', { '2024-week1': { scores: { u1: 11 }, picks: {} } }],
  ])('is read %s', (_, scores) => {
    const { scores: read, leftOut } = readExport({ PoolScores: { p1: scores } });
    expect(read).toMatchObject([{ poolId: 'p1', uid: 'u1', weekId: '2024-week1', score: 11 }]);
    expect(leftOut).toEqual([]);
  });

  it.each<[object, string, string]>([
    [{ u1: 45 }, 'u1', 'This has no scores by week.'],
    [{ u1: { weeks: { may: 1 } } }, 'u1/weeks/may', 'This is not the id of a week.'],
    [{ u1: { weeks: { '2024-week1': 'ten' } } }, 'u1/weeks/2024-week1', 'This is not a score.'],
  ])('that makes no sense is left out: %j', (scores, path, reason) => {
    expect(reasons({ PoolScores: { p1: scores } })).toEqual({ [`PoolScores/p1/${path}`]: reason });
  });
});

describe('An export', () => {
  it('has teams of its own, of which unknown ones are named', () => {
    expect(reasons({ Teams: { KC: {}, WSH: {}, LON: {} } })).toEqual({
      'Teams/LON': 'This is not a team that we know.',
    });
  });

  it('may have other parts, which are named', () => {
    expect(reasons({ Settings: { a: 1 } })).toEqual({ Settings: 'This is not a part of a pool.' });
  });

  it.each([[null], [7], ['text']])('is none: %j', (json) => {
    expect(reasons(json)).toEqual({ '/': 'This is not an export of a Realtime Database.' });
  });

  it('harms nothing with the keys of prototypes, control characters and long keys', () => {
    const text = `{"Users": {"__proto__": {"isAdmin": true}, "constructor": {}, "a\\u0000b": {}, "${'x'.repeat(800)}": {}}}`;
    const { users, leftOut } = readExport(JSON.parse(text));
    expect(users.map(({ uid, isAdmin }) => [uid, isAdmin])).toEqual([
      ['__proto__', true],
      ['constructor', false],
    ]);
    expect(leftOut.map(({ path }) => path)).toEqual(['Users/ab', `Users/${'x'.repeat(60)}…`]);
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
  });

  it('may be nested deeply', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
    expect(readExport({ Users: { u1: deep }, PoolPicks: deep, Weeks: { '2024-week1': deep } }).picks).toEqual([]);
  });

  const names = ['Users', 'Pools', 'Weeks', 'PoolPicks', 'PoolScores', 'Teams', '2024-week1', 'Games', 'Name', 'Home'];
  const keys = fc.oneof(fc.constantFrom(...names, 'Away', 'Date', 'weeks', 'Status', '__proto__'), fc.string());
  const { tree } = fc.letrec((tie) => ({
    leaf: fc.oneof(
      fc.constantFrom<unknown>('home', 'KC', 'BAL', 'Final', null, true),
      fc.string(),
      fc.double(),
      fc.integer(),
    ),
    tree: fc.oneof({ maxDepth: 6 }, tie('leaf'), fc.dictionary(keys, tie('tree')), fc.array(tie('tree'))),
  }));

  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(fc.dictionary(keys, tree), (json) => {
        for (const { path, reason } of readExport(json).leftOut) expect(`${path} ${reason}`).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});
