import fc from 'fast-check';
import { expect, it } from 'vitest';
import { easternMidnight, utcToEastern } from '#core/eastern-time.ts';
import { sides } from '#core/types.ts';
import { aGame, anyGame } from '#tests/core-samples.ts';
import { readExport } from './read-export.ts';
import type { FirebaseLeague } from './write-export.ts';
import { writeExport } from './write-export.ts';

const WEEKS = ['2026-week1', '2026-week2', '2026-week10', '2026-wild-card', '2026-week11'];
/** Keys of the old system can be names of object properties. */
const uids = ['uidAnn', '__proto__', 'constructor'];
const poolIds = ['-Nx1', 'hasOwnProperty'];
const gids = ['g1', 'toString', 'g3'];

const games = fc.tuple(...gids.map((gid) => anyGame.map((game) => ({ ...game, gid }))));

const league: fc.Arbitrary<FirebaseLeague> = fc.record({
  users: fc.tuple(
    ...uids.map((uid) =>
      fc.record({
        uid: fc.constant(uid),
        email: fc.constantFrom(null, 'ann@example.org'),
        name: fc.constantFrom('Ann', 'Zoë; "Jr."'),
        isEnabled: fc.boolean(),
        isAdmin: fc.boolean(),
        defaultPool: fc.constantFrom(null, ...poolIds),
      }),
    ),
  ),
  pools: fc.tuple(
    ...poolIds.map((id) =>
      fc.record({
        id: fc.constant(id),
        name: fc.constantFrom('Old Boys', '0'),
        description: fc.constantFrom('', 'Since\n1999'),
        moneyUrl: fc.constantFrom('', 'https://pay.example.org/me'),
        useSpread: fc.boolean(),
        roundSpread: fc.boolean(),
        createdAt: fc.constantFrom(null, 1_720_000_000_000),
        weeks: fc.dictionary(fc.constantFrom(...WEEKS), fc.boolean()).map((weeks) => new Map(Object.entries(weeks))),
        members: fc.uniqueArray(fc.constantFrom(...uids)).map((own) => new Map(own.map((uid, at) => [uid, at > 0]))),
        activeWeek: fc.constantFrom(null, ...WEEKS),
        hasTalk: fc.boolean(),
        template: fc.constantFrom(null, 'office'),
      }),
    ),
  ),
  weekIds: fc.constant(WEEKS),
  games,
  picks: fc.uniqueArray(
    fc.record({
      poolId: fc.constantFrom(...poolIds),
      uid: fc.constantFrom(...uids),
      weekId: fc.constantFrom(...WEEKS),
      gid: fc.constantFrom(...gids),
      side: fc.constantFrom(...sides),
      bus: fc.boolean(),
    }),
    { selector: ({ poolId, uid, weekId, gid }) => [poolId, uid, weekId, gid].join(' ') },
  ),
  scores: fc.uniqueArray(
    fc.record({
      poolId: fc.constantFrom(...poolIds),
      uid: fc.constantFrom(...uids),
      weekId: fc.constantFrom(...WEEKS),
      score: fc.integer({ min: 0, max: 32 }).map((halves) => halves / 2),
    }),
    { selector: ({ poolId, uid, weekId }) => [poolId, uid, weekId].join(' ') },
  ),
});

const written = (of: FirebaseLeague) => readExport(JSON.parse(JSON.stringify(writeExport(of))));

/** Rows without some fields, in an order of their own. */
function rows(from: readonly object[], ...without: readonly string[]): unknown[] {
  const cleaned = from.map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => !without.includes(key))));
  return cleaned.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

it('An export that is written is read back: users, pools, picks and scores', () => {
  fc.assert(
    fc.property(league, (each) => {
      const { users, pools, picks, scores, leftOut } = written(each);
      expect(leftOut).toEqual([]);
      expect(rows(users, 'path')).toEqual(rows(each.users, 'defaultPool'));
      expect(rows(pools, 'path')).toEqual(rows(each.pools, 'activeWeek', 'hasTalk', 'template'));
      expect(rows(picks, 'path')).toEqual(rows(each.picks));
      expect(rows(scores, 'path')).toEqual(rows(each.scores));
    }),
  );
});

it('A game that is written is read back with its kick-off, teams, line, notes and, unless it was called off, its result', () => {
  fc.assert(
    fc.property(anyGame, ({ kickoff, timeTbd, ...game }) => {
      const time = timeTbd ? easternMidnight(utcToEastern(kickoff).date) : kickoff;
      const played = { ...game, kickoff: time, timeTbd, weather: 'Rain', situation: 'Final/OT' };
      const [read] = written({
        users: [],
        pools: [],
        weekIds: [game.weekId],
        games: [played],
        picks: [],
        scores: [],
      }).games;
      const { gid, weekId, lockAt, frozenSpread, lineSource, setByAdmin, ...facts } = played;
      const { status, homeScore, awayScore, void: off, spread, ...always } = facts;
      const result = status === 'Not Started' ? {} : { status, homeScore, awayScore };
      expect(read).toEqual({
        gid,
        path: `Weeks/${weekId}/Games/${gid}`,
        weekId,
        fields: { ...always, ...(off === null ? result : { void: off }), ...(spread ? { spread } : {}) },
      });
    }),
  );
});

it('What the old screens read is written, too: full names, styles, the pools of a user, the week that is active', () => {
  const pool = { id: 'p1', name: 'Old Boys', description: '', moneyUrl: '', useSpread: true, roundSpread: false };
  const tree = writeExport({
    users: [{ uid: 'u1', email: null, name: 'Ann', isEnabled: true, isAdmin: false, defaultPool: 'p1' }],
    pools: [
      {
        ...pool,
        createdAt: 1,
        weeks: new Map(),
        members: new Map([['u1', true]]),
        activeWeek: '2026-week1',
        hasTalk: true,
        template: 'office',
      },
    ],
    weekIds: ['2026-week1'],
    games: [aGame()],
    picks: [],
    scores: [],
  });
  expect(tree).toMatchObject({
    Users: {
      u1: { defaultPool: 'p1', Pools: { p1: { ID: 'p1', Name: 'Old Boys', UseSpread: true, RoundSpread: false } } },
    },
    Pools: {
      p1: { ID: 'p1', ActiveWeek: '2026-week1', TrashTalk: { enabled: true }, Template: 'office', _createdAt: 1 },
    },
    Weeks: {
      '2026-week1': {
        ID: '2026-week1',
        Games: { g1: { HomeFullName: 'Philadelphia Eagles', AwayStyle: { backgroundColor: '#ffffff' }, Spread: 0 } },
      },
    },
    Teams: { KC: { abbreviation: 'KC', longName: 'Kansas City Chiefs', conference: 'AFC', division: 'West' } },
  });
});
