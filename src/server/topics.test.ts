import { describe, expect, test } from 'vitest';
import { noTopics } from '#tests/topics.ts';
import type { Change } from './platform/live/changes.ts';
import type { Topic } from './topics.ts';

const { nameOf, topicOf, touched } = noTopics;

const WEEK = '2026-week1';
const OTHER_WEEK = '2026-week2';

const own = { kind: 'picks', poolId: 'p', userId: 'me' } as const;

const topics: Readonly<Record<string, Topic>> = {
  'games of the week': { kind: 'games', weekId: WEEK },
  'games of another week': { kind: 'games', weekId: OTHER_WEEK },
  'games of the week in the pool': { kind: 'poolGames', poolId: 'p', weekId: WEEK },
  'games of the week in another pool': { kind: 'poolGames', poolId: 'q', weekId: WEEK },
  'matchup of the week': { kind: 'matchup', poolId: 'p', weekId: WEEK, forCommissioners: false },
  'matchup for admins': { kind: 'matchup', poolId: 'p', weekId: WEEK, forCommissioners: true },
  'matchup of another week': { kind: 'matchup', poolId: 'p', weekId: OTHER_WEEK, forCommissioners: false },
  'matchup of another pool': { kind: 'matchup', poolId: 'q', weekId: WEEK, forCommissioners: false },
  'the pool': { kind: 'pool', poolId: 'p' },
  'another pool': { kind: 'pool', poolId: 'q' },
  'leader of the week': { kind: 'leader', poolId: 'p', weekId: WEEK },
  'leader of another week': { kind: 'leader', poolId: 'p', weekId: OTHER_WEEK },
  'active players of the week': { kind: 'activePlayers', poolId: 'p', weekId: WEEK },
  'active players of another week': { kind: 'activePlayers', poolId: 'p', weekId: OTHER_WEEK },
  'active players of another pool': { kind: 'activePlayers', poolId: 'q', weekId: WEEK },
  'shares of the week': { kind: 'shares', poolId: 'p', weekId: WEEK },
  'shares of another week': { kind: 'shares', poolId: 'p', weekId: OTHER_WEEK },
  standings: { kind: 'standings', poolId: 'p' },
  'the money': { kind: 'money', poolId: 'p' },
  'the money of another pool': { kind: 'money', poolId: 'q' },
  'the side tables': { kind: 'sideTables', poolId: 'p' },
  'the side tables of another pool': { kind: 'sideTables', poolId: 'q' },
  'the talk': { kind: 'talk', poolId: 'p' },
  'the talk of another pool': { kind: 'talk', poolId: 'q' },
  'standings of another pool': { kind: 'standings', poolId: 'q' },
  'the spared weeks': { kind: 'spared', poolId: 'p' },
  'the spared weeks of another pool': { kind: 'spared', poolId: 'q' },
  'own entries': own,
  'own entries in another pool': { kind: 'picks', poolId: 'q', userId: 'me' },
  'the lab': { kind: 'lab', poolId: 'p' },
  'the lab of another pool': { kind: 'lab', poolId: 'q' },
  'the season of the almanac': { kind: 'almanacSeason', poolId: 'p', year: '2026' },
  'the season before, of another pool': { kind: 'almanacSeason', poolId: 'q', year: '2025' },
  'a calendar': { kind: 'calendar', userId: 'me', site: 'https://pool.example.org' },
  'entries of another player': { kind: 'picks', poolId: 'p', userId: 'her' },
  'entries of a third player': { kind: 'entries', poolId: 'p', userId: 'him' },
};

/** Every kind, by its type: a new one does not compile until it is added here. */
const kinds: Readonly<Record<Topic['kind'], true>> = {
  poolGames: true,
  games: true,
  pool: true,
  matchup: true,
  activePlayers: true,
  standings: true,
  money: true,
  sideTables: true,
  talk: true,
  picks: true,
  entries: true,
  spared: true,
  leader: true,
  shares: true,
  lab: true,
  almanacSeason: true,
  calendar: true,
};

function touchedBy(change: Change): string[] {
  const kept = new Map(Object.entries(topics).map(([title, topic]) => [nameOf(topic), { title, topic }]));
  return touched(change, kept).map(([, { title }]) => title);
}

const OF_THE_WEEK = ['matchup of the week', 'matchup for admins', 'active players of the week', 'own entries'];

describe('What a change touches', () => {
  test('is tested for every kind of topic', () => {
    expect(new Set(Object.values(topics).map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)));
  });

  test('games: their week, its leader and active players, every standing and matchup, because they add up all weeks, and every pool, because its active week follows', () => {
    const untouched = Object.keys(topics).filter(
      (title) => !/entries|talk|side tables|season before|(games|leader|players|shares) of another week/.test(title),
    );
    expect(touchedBy({ kind: 'games', weekIds: [WEEK] })).toEqual(untouched);
    expect(touchedBy({ kind: 'games', weekIds: [WEEK, OTHER_WEEK] })).toContain('games of another week');
  });

  test('games that have ended or were called off: side tables too, and own entries unless they are known not to follow from that', () => {
    const change = { kind: 'games', weekIds: [WEEK], scored: true } as const;
    expect(touchedBy(change)).toEqual(expect.arrayContaining(['own entries', 'the side tables']));
    const known = (followsScores: boolean) => touched(change, new Map([['me', { topic: own, followsScores }]])).length;
    expect([known(true), known(false)]).toEqual([1, 0]);
  });

  test('games that are scored in some pools: what is theirs, and what is of no pool', () => {
    const ofAll = touchedBy({ kind: 'games', weekIds: [WEEK], scored: true });
    const elsewhere = ofAll.filter((title) => !/another pool/.test(title));
    expect(touchedBy({ kind: 'games', weekIds: [WEEK], scored: true, poolIds: ['p'] })).toEqual(elsewhere);
    expect(elsewhere).toContain('games of the week in the pool');
    expect(ofAll).toContain('games of the week in another pool');
  });

  test('pools: own entries of a survivor pool, whose weeks say which teams are used', () => {
    const known = (poolId: string, followsScores: boolean) =>
      touched({ kind: 'pools', poolIds: [poolId] }, new Map([['me', { topic: own, followsScores }]])).length;
    expect([known('p', true), known('p', false), known('other', true)]).toEqual([1, 0, 0]);
  });

  test.each([
    ['other weeks: all', { weeks: true }, ['p me', 'p her']],
    ['somebody whom they let in or put out: theirs', { userIds: ['me'] }, ['p me']],
  ] as const)('pools: own entries because of %s', (_, because, titles) => {
    const entriesOf = (poolId: string, userId: string) =>
      [`${poolId} ${userId}`, { topic: { kind: 'entries', poolId, userId }, followsScores: false }] as const;
    const kept = new Map([entriesOf('p', 'me'), entriesOf('p', 'her'), entriesOf('q', 'me')]);
    expect(touched({ kind: 'pools', poolIds: ['p'], ...because }, kept).map(([title]) => title)).toEqual(titles);
  });

  test('pools: they and all that is theirs, and nothing of other pools', () => {
    const untouched = Object.keys(topics).filter((title) => /^(?!games).*/.test(title) && !/another pool/.test(title));
    expect(touchedBy({ kind: 'pools', poolIds: ['p'] })).toEqual(untouched);
  });

  test("a player's picks: their own, and what their pool sees of them, but no scores", () => {
    expect(touchedBy({ kind: 'picks', poolId: 'p', weekId: WEEK, userId: 'me' }).sort()).toEqual(
      OF_THE_WEEK.toSorted(),
    );
  });

  test('picks that were entered or copied: how the pool picked and its latest receipt too, because their games may be locked', () => {
    const change = { kind: 'picks', poolId: 'p', weekId: WEEK, userId: 'me', entered: true } as const;
    expect(touchedBy(change).sort()).toEqual(
      [
        ...OF_THE_WEEK,
        'shares of the week',
        'standings',
        'the money',
        'the lab',
        'the pool',
        'the side tables',
        'the season of the almanac',
      ].sort(),
    );
  });

  test('what somebody has for a week, or which entries: their own, and all that their pool works out', () => {
    const touchedTitles = Object.keys(topics).filter(
      (title) => !/^(games|the pool|the talk|a calendar|entries of (another|a third) player)|another pool/.test(title),
    );
    expect(touchedBy({ kind: 'entries', poolId: 'p', userId: 'me' })).toEqual(touchedTitles);
  });

  test.each([
    ['one', 'p', WEEK, OF_THE_WEEK],
    [
      'another week after it',
      'p',
      OTHER_WEEK,
      ['matchup of another week', 'active players of another week', 'own entries'],
    ],
    [
      'another pool after that',
      'q',
      WEEK,
      ['matchup of another pool', 'active players of another pool', 'own entries in another pool'],
    ],
    ['the first again', 'p', WEEK, OF_THE_WEEK],
  ])('picks of one pool and week after those of others: %s', (_, poolId, weekId, titles) => {
    expect(touchedBy({ kind: 'picks', poolId, weekId, userId: 'me' }).sort()).toEqual(titles.toSorted());
  });

  test('picks that defaults made: everything of their pool that shows picks, or follows from them', () => {
    const touchedTitles = Object.keys(topics).filter(
      (title) => !/^games|another pool|the pool|talk|calendar/.test(title),
    );
    expect(touchedBy({ kind: 'defaults', poolId: 'p' })).toEqual(touchedTitles);
  });

  test('lock receipts: their pools', () => {
    expect(touchedBy({ kind: 'receipts', poolIds: ['p'] })).toEqual(['the pool']);
  });

  test('everything: all there is', () => {
    expect(touchedBy({ kind: 'everything' })).toEqual(Object.keys(topics));
  });

  test('a message: the talk alone, because many watch the pool and the mark that something is unread can wait', () => {
    expect(touchedBy({ kind: 'talk', poolId: 'p' })).toEqual(['the talk']);
  });

  test('sessions: nothing that is read', () => {
    expect(touchedBy({ kind: 'sessions', userId: 'me' })).toEqual([]);
  });
});

describe('The topic that somebody means', () => {
  const player = { userId: 'me', isAdmin: false, isCommissioner: false };
  const commissioner = { ...player, isCommissioner: true };
  const admin = { userId: 'boss', isAdmin: true, isCommissioner: false };

  test('of entries is their own', () => {
    const ref = { kind: 'entries', poolId: 'p' } as const;
    expect(topicOf(ref, player)).toEqual({ ...ref, userId: 'me' });
    expect(topicOf(ref, admin)).toEqual({ ...ref, userId: 'boss' });
  });

  test('of a matchup has bus marks for admins only', () => {
    const ref = { kind: 'matchup', poolId: 'p', weekId: WEEK } as const;
    expect(topicOf(ref, player)).toEqual({ ...ref, forCommissioners: false });
    expect(topicOf(ref, commissioner)).toEqual({ ...ref, forCommissioners: true });
    expect(topicOf(ref, admin)).toEqual({ ...ref, forCommissioners: true });
  });

  test('has another name if any of its fields is another, in whatever order they stand', () => {
    for (const topic of Object.values(topics)) {
      for (const field of Object.keys(topic).filter((name) => name !== 'kind'))
        expect(nameOf({ ...topic, [field]: 'another' } as Topic)).not.toBe(nameOf(topic));
      const turned = Object.fromEntries(Object.entries(topic).reverse()) as unknown as Topic;
      expect(nameOf(turned)).toBe(nameOf(topic));
    }
  });

  test('has a name of its own', () => {
    const names = Object.values(topics).map(nameOf);
    expect(new Set(names).size).toBe(names.length);
  });
});
