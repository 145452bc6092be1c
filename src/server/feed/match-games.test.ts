import { describe, expect, test } from 'vitest';
import type { FeedGame } from './espn/scoreboard.ts';
import { gameId } from './espn/scoreboard.ts';
import type { FeedEvent, KnownGame } from './store.ts';
import { matchGames } from './sync.ts';

const WEEK = '2026-week4';

function said(away: string, home: string, sourceId = `${away}${home}`, called: FeedGame['void'] = null): FeedGame {
  return { sourceId, weekId: WEEK, away, home, codes: { away, home }, kickoff: 1, timeTbd: false, void: called };
}

function event(sourceId: string, traits: Partial<FeedEvent> = {}): Pick<KnownGame, 'event'> {
  return { event: { sourceId, weekId: WEEK, isOff: false, ...traits } };
}

function ours(away: string, home: string, traits: Partial<KnownGame> = {}): KnownGame {
  return { gid: `${away}-${home}`, weekId: WEEK, away, home, event: null, ...traits };
}

const match = (games: readonly FeedGame[], known: readonly KnownGame[]) => {
  const { known: found, fresh, problems } = matchGames(games, known, WEEK);
  return {
    found: found.map(({ gid, game }) => [gid, game.sourceId]),
    fresh: fresh.map((game) => game.sourceId),
    kinds: problems.map((problem) => problem.kind),
  };
};

describe('Which game of ours a game of the feed is', () => {
  test.each<[string, FeedGame[], KnownGame[], object]>([
    [
      'the one of that week with those teams',
      [said('NE', 'SEA')],
      [ours('NE', 'SEA')],
      { found: [['NE-SEA', 'NESEA']] },
    ],
    [
      'the one with that id, wherever it is',
      [said('NE', 'SEA', '9')],
      [ours('NE', 'SEA', { ...event('9'), weekId: '2026-week7' })],
      { found: [['NE-SEA', '9']] },
    ],
    [
      'the one with those teams that moved from another week',
      [said('NE', 'SEA')],
      [ours('NE', 'SEA', { weekId: '2026-week7' })],
      { found: [['NE-SEA', 'NESEA']] },
    ],
    [
      'the same under a new id',
      [said('NE', 'SEA', '10')],
      [ours('NE', 'SEA', event('9'))],
      { found: [['NE-SEA', '10']] },
    ],
    ['none: it is new', [said('NE', 'SEA')], [ours('KC', 'LV', { weekId: '2026-week7' })], { fresh: ['NESEA'] }],
    [
      'the postponed one that is played in this week',
      [said('NE', 'SEA', '2')],
      [ours('NE', 'SEA', { ...event('1', { weekId: '2026-week1', isOff: true }), weekId: '2026-week1' })],
      { found: [['NE-SEA', '2']] },
    ],
    [
      'the one whose own event has gone from another week',
      [said('NE', 'SEA', '2')],
      [ours('NE', 'SEA', { ...event('1', { weekId: null }), weekId: '2026-week1' })],
      { found: [['NE-SEA', '2']] },
    ],
    [
      'none: what is left of a postponed game is ignored',
      [said('NE', 'SEA', '1', 'postponed')],
      [ours('NE', 'SEA', { ...event('2', { weekId: '2026-week11' }), weekId: '2026-week11' })],
      {},
    ],
    [
      'none: so it is if the game stays in this week by hand',
      [said('NE', 'SEA', '1', 'postponed')],
      [ours('NE', 'SEA', event('2', { weekId: '2026-week11' }))],
      {},
    ],
    [
      'none: so it is if a file has the game in another week',
      [said('NE', 'SEA', '1', 'postponed')],
      [ours('NE', 'SEA', { weekId: '2026-week11' })],
      {},
    ],
    [
      'none: so it is if both are postponed',
      [said('NE', 'SEA', '1', 'postponed')],
      [ours('NE', 'SEA', { ...event('2', { weekId: '2026-week11', isOff: true }), weekId: '2026-week11' })],
      {},
    ],
    [
      'the postponed one itself',
      [said('NE', 'SEA', '1', 'postponed')],
      [ours('NE', 'SEA', event('1'))],
      { found: [['NE-SEA', '1']] },
    ],
    ['the one with the sides swapped', [said('SEA', 'NE')], [ours('NE', 'SEA')], { found: [['NE-SEA', 'SEANE']] }],
    [
      'the one with that id, whose other team is corrected',
      [said('NE', 'LV', '9')],
      [ours('NE', 'SEA', event('9'))],
      { found: [['NE-SEA', '9']] },
    ],
    [
      'the one with those teams, where two events exchanged their ids',
      [said('NE', 'SEA', '2'), said('KC', 'LV', '1')],
      [ours('NE', 'SEA', event('1')), ours('KC', 'LV', event('2'))],
      {
        found: [
          ['NE-SEA', '2'],
          ['KC-LV', '1'],
        ],
      },
    ],
    [
      'none of a regular week with one of its teams: it is new',
      [said('NE', 'KC')],
      [ours('NE', 'SEA')],
      { fresh: ['NEKC'], kinds: ['missing_game'] },
    ],
    [
      'none of the post-season',
      [said('NE', 'SEA')],
      [ours('NE', 'SEA', { weekId: '2026-super-bowl' })],
      { fresh: ['NESEA'] },
    ],
    [
      'none of the return match',
      [said('NE', 'SEA')],
      [ours('SEA', 'NE', { weekId: '2026-week7' })],
      { fresh: ['NESEA'] },
    ],
  ])('%s', (_, games, known, expected) => {
    expect(match(games, known)).toEqual({ found: [], fresh: [], kinds: [], ...expected });
  });

  test.each<[string, FeedGame[], KnownGame[], string[]]>([
    [
      'an id that means other teams',
      [said('KC', 'LV', '9')],
      [ours('NE', 'SEA', event('9'))],
      ['other_teams', 'missing_game'],
    ],
    [
      'an id of a game of another week with another team',
      [said('NE', 'LV', '9')],
      [ours('NE', 'SEA', { ...event('9'), weekId: '2026-week7' })],
      ['other_teams', 'missing_game'],
    ],
    [
      'a postponed event with another team',
      [said('NE', 'LV', '9', 'postponed')],
      [ours('NE', 'SEA', event('9'))],
      ['other_teams', 'missing_game'],
    ],
    [
      'two that mean the same game',
      [said('NE', 'SEA', '1'), said('NE', 'SEA', '2')],
      [ours('NE', 'SEA')],
      ['team_twice'],
    ],
    [
      'an event of a game that another event of another week names',
      [said('NE', 'SEA', '1')],
      [ours('NE', 'SEA', { ...event('2', { weekId: '2026-week11' }), weekId: '2026-week11' })],
      ['team_twice'],
    ],
    [
      'a game whose own event is missing, though a postponed one of its week has its teams',
      [said('NE', 'SEA', '1', 'postponed')],
      [ours('NE', 'SEA', event('2'))],
      ['missing_game'],
    ],
    ['a game that is missing', [said('KC', 'LV')], [ours('KC', 'LV'), ours('NE', 'SEA')], ['missing_game']],
  ])('%s is told', (_, games, known, kinds) => {
    expect(match(games, known)).toMatchObject({ fresh: [], kinds });
  });
});

test('The sides of a matched game are ours, and scores, line and codes those of their teams', () => {
  const named = { ...said('SEA', 'NE'), awayScore: 24, homeScore: 17, spread: -3 };
  const [match] = matchGames([named], [ours('NE', 'SEA')], WEEK).known;
  expect(match?.game).toMatchObject({ away: 'NE', home: 'SEA', awayScore: 17, homeScore: 24, spread: 3 });
  expect(match?.game.codes).toEqual({ away: 'NE', home: 'SEA' });
});

describe('In the post-season a game with another opponent is', () => {
  const round = '2026-wild-card';
  const find = (games: readonly FeedGame[], known: readonly KnownGame[]) =>
    matchGames(
      games.map((game) => ({ ...game, weekId: round })),
      known.map((game) => ({ ...game, weekId: round })),
      round,
    );
  test.each<[string, FeedGame[], KnownGame[], string[], string[]]>([
    ['that of its other team', [said('PHI', 'TB')], [ours('LAR', 'TB')], ['LAR-TB'], []],
    [
      'that of its other team, whose own event is gone',
      [said('PHI', 'TB')],
      [ours('LAR', 'TB', event('9', { weekId: null }))],
      ['LAR-TB'],
      [],
    ],
    [
      'new where that game has its own event',
      [said('PHI', 'TB', '8'), said('LAR', 'TB', '9')],
      [ours('LAR', 'TB', event('9'))],
      ['LAR-TB'],
      ['8'],
    ],
    ['new if it is off', [said('PHI', 'TB', '8', 'cancelled')], [ours('LAR', 'TB')], [], ['8']],
  ])('%s', (_, games, known, found, fresh) => {
    const matched = find(games, known);
    expect(matched.known.map(({ gid }) => gid)).toEqual(found);
    expect(matched.fresh.map(({ sourceId }) => sourceId)).toEqual(fresh);
  });
});

test('An event is gone if the answer about its week leaves it out', () => {
  const games = [
    ours('NE', 'SEA', event('1')),
    ours('KC', 'LV', { ...event('2'), weekId: '2026-week7' }),
    ours('DAL', 'PHI', event('3', { weekId: '2026-week7' })),
    ours('GB', 'CHI', event('4')),
  ];
  expect(matchGames([said('GB', 'CHI', '4')], games, WEEK).gone).toEqual(['NE-SEA', 'KC-LV']);
});

describe('The id of a new game is the one nflverse would give it', () => {
  test.each([
    ['2026-week1', 'NE', 'SEA', '2026_01_NE_SEA'],
    ['2026-week12', 'LAR', 'WSH', '2026_12_LA_WAS'],
    ['2019-week3', 'OAK', 'KC', '2019_03_OAK_KC'],
    ['2026-wild-card', 'SF', 'PHI', '2026_19_SF_PHI'],
    ['2026-super-bowl', 'SF', 'KC', '2026_22_SF_KC'],
    ['2019-super-bowl', 'SF', 'KC', '2019_21_SF_KC'],
  ])('%s %s at %s: %s', (weekId, away, home, gid) => {
    expect(gameId({ weekId, codes: { away, home } })).toBe(gid);
  });
});
