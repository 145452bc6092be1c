import { describe, expect, test } from 'vitest';
import { compareTeams, findByTeams, findCorrected, secondGames, withSidesSwapped } from './source-games.ts';
import type { Game } from './types.ts';

type Sample = Pick<Game, 'gid' | 'weekId' | 'home' | 'away' | 'void'>;

/** `KC at LV`, with the teams as its id unless another one is given. */
function game(text: string, weekId = '2026-week4', traits: Partial<Sample> = {}): Sample {
  const [away = '', home = ''] = text.split(' at ');
  return { gid: `${away}-${home}`, weekId, away, home, void: null, ...traits };
}

describe('The teams that a source names for a game', () => {
  test.each([
    ['LAR at TB', 'same'],
    ['TB at LAR', 'swapped'],
    ['PHI at TB', 'replaced'],
    ['LAR at PHI', 'replaced'],
    ['TB at PHI', 'replaced'],
    ['PHI at DAL', 'other'],
  ])('LAR at TB and %s: %s', (text, difference) => {
    expect(compareTeams(game('LAR at TB'), game(text))).toBe(difference);
  });
});

describe('With sides swapped, scores and line stay with their teams', () => {
  const teams = { away: 'BUF', home: 'MIA' };
  test.each<[string, Partial<Game>, Partial<Game>]>([
    ['scores', { awayScore: 17, homeScore: 24 }, { awayScore: 24, homeScore: 17 }],
    ['a line', { spread: 3.5 }, { spread: -3.5 }],
    ['an even line', { spread: 0 }, { spread: 0 }],
    ['no line', { spread: null }, { spread: null }],
    ['nothing', {}, {}],
  ])('%s', (_, values, expected) => {
    const swapped = withSidesSwapped({ ...teams, ...values });
    expect(swapped).toStrictEqual({ away: 'MIA', home: 'BUF', ...expected });
    expect(withSidesSwapped(swapped)).toStrictEqual({ ...teams, ...values });
  });
});

describe('A game that a source names by week and teams is', () => {
  test.each([
    ['that of its week', game('NE at SEA'), 'NE-SEA'],
    ['that of its week with the sides swapped', game('SEA at NE'), 'NE-SEA'],
    ['one that moved from another week', game('KC at LV'), 'KC-LV'],
    ['not the return match of another week', game('LV at KC'), undefined],
    ['not that of the playoffs', game('DAL at PHI'), undefined],
  ])('%s', (_, named, gid) => {
    const known = [game('NE at SEA'), game('KC at LV', '2026-week9'), game('DAL at PHI', '2026-wild-card')];
    expect(findByTeams(known)(named)?.gid).toBe(gid);
  });
});

describe('A corrected opponent in the playoffs', () => {
  const round = '2026-wild-card';
  test.each<[string, readonly string[], readonly string[], Record<string, string>]>([
    ['is that of the game of its host', ['LAR at TB'], ['PHI at TB'], { 'PHI at TB': 'LAR-TB' }],
    ['is that of the game of its visitors', ['LAR at TB'], ['LAR at PHI'], { 'LAR at PHI': 'LAR-TB' }],
    ['that hosts now is of the same game', ['LAR at TB'], ['TB at PHI'], { 'TB at PHI': 'LAR-TB' }],
    [
      'exchanged with another game leaves the hosts where they are',
      ['LAR at TB', 'PHI at DAL'],
      ['PHI at TB', 'LAR at DAL'],
      { 'PHI at TB': 'LAR-TB', 'LAR at DAL': 'PHI-DAL' },
    ],
    ['of two visitors that could be either is unknown', ['LAR at TB', 'PHI at DAL'], ['LAR at PHI'], {}],
    ['is none where both teams differ', ['LAR at TB'], ['PHI at DAL'], {}],
  ])('%s', (_, known, named, expected) => {
    const found = findCorrected(
      known.map((text) => game(text, round)),
      named.map((text) => game(text, round)),
    );
    expect(Object.fromEntries([...found].map(([{ away, home }, { gid }]) => [`${away} at ${home}`, gid]))).toEqual(
      expected,
    );
  });

  test('is of its own round only, and of no regular week', () => {
    expect(findCorrected([game('LAR at TB', '2026-divisional')], [game('PHI at TB', round)]).size).toBe(0);
    expect(findCorrected([game('LAR at TB')], [game('PHI at TB')]).size).toBe(0);
  });
});

describe('No team gets two games in a week', () => {
  const [here, there] = ['2026-week4', '2026-week5'];
  test.each<[string, readonly Sample[], readonly Sample[], readonly string[]]>([
    ['a new game beside another', [game('NE at SEA')], [game('KC at SEA')], ['KC-SEA for NE-SEA']],
    ['a new game of other teams', [game('NE at SEA')], [game('KC at LV')], []],
    ['a new game of another week', [game('NE at SEA')], [game('KC at SEA', there)], []],
    [
      'a game that moves in',
      [game('NE at SEA'), game('KC at SEA', there)],
      [game('KC at SEA', here)],
      ['KC-SEA for NE-SEA'],
    ],
    [
      'a game that moves in while the other moves out',
      [game('NE at SEA'), game('KC at SEA', there)],
      [game('KC at SEA', here), game('NE at SEA', there)],
      [],
    ],
    [
      'a game that moves in while the other cannot move out',
      [game('NE at SEA'), game('KC at SEA', there), game('NE at LV', there)],
      [game('KC at SEA', here), game('NE at SEA', there)],
      ['NE-SEA for NE-LV', 'KC-SEA for NE-SEA'],
    ],
    [
      'two new games of one team',
      [],
      [game('NE at SEA'), game('KC at SEA')],
      ['NE-SEA for KC-SEA', 'KC-SEA for NE-SEA'],
    ],
    ['a new game beside one that is off', [game('NE at SEA', here, { void: 'postponed' })], [game('KC at SEA')], []],
    ['a new game that is off', [game('NE at SEA')], [game('KC at SEA', here, { void: 'cancelled' })], []],
    [
      'a game that is on again',
      [game('NE at SEA', here, { void: 'postponed' }), game('KC at SEA')],
      [game('NE at SEA')],
      ['NE-SEA for KC-SEA'],
    ],
    [
      'a team that replaces another',
      [game('NE at SEA'), game('KC at LV')],
      [game('NE at LV', here, { gid: 'KC-LV' })],
      ['KC-LV for NE-SEA'],
    ],
    [
      'a game that stays, where there were two already',
      [game('NE at SEA'), game('KC at SEA')],
      [game('KC at SEA')],
      [],
    ],
  ])('%s', (_, known, next, expected) => {
    const stored = new Map(known.map((each) => [each.gid, each]));
    expect(secondGames(stored, next).map(({ game: { gid }, other }) => `${gid} for ${other.gid}`)).toEqual(expected);
  });
});
