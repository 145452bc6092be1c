import { describe, expect, it } from 'vitest';
import type { Game } from '#core/types.ts';
import { aGame } from '#tests/core-samples.ts';
import type { OldGame } from './games.ts';
import { matchGames, oldGameKey } from './match-games.ts';

const fields = { home: 'KC', away: 'BAL', kickoff: 0, timeTbd: false };

function old(traits: Partial<OldGame> & { readonly fields?: OldGame['fields'] } = {}): OldGame {
  return { gid: 'g1', path: 'Weeks/2024-week1/g1', weekId: '2024-week1', fields, ...traits };
}

function ours(traits: Partial<Game> = {}): Game {
  return aGame({ gid: '2024_01_BAL_KC', weekId: '2024-week1', home: 'KC', away: 'BAL', ...traits });
}

describe('A game of an export', () => {
  it.each<[string, OldGame, Game]>([
    ['by its id', old({ gid: '2024_01_BAL_KC' }), ours()],
    ['by its teams', old(), ours()],
    ['by its teams in the week to which it moved', old(), ours({ weekId: '2024-week9' })],
    ['by its id in the week to which it moved', old({ gid: '2024_01_BAL_KC' }), ours({ weekId: '2024-week9' })],
  ])('is found here %s', (_, theirs, known) => {
    const { gids, missing, leftOut } = matchGames([theirs], [known]);
    expect([gids.get(oldGameKey(theirs)), missing, leftOut]).toEqual(['2024_01_BAL_KC', [], []]);
  });

  it('is not found by an id that belongs to other teams, or to another season, here', () => {
    const others = [ours({ gid: 'g1', home: 'SF', away: 'NYJ' }), ours({ gid: 'g2', weekId: '2023-week1' })];
    const back = { ...fields, home: 'BAL', away: 'KC' };
    const { missing } = matchGames([old(), old({ gid: 'g2', weekId: '2024-week2', fields: back })], others);
    expect(missing.map(({ gid }) => gid)).toEqual(['2024-week1_BAL_KC', '2024-week2_KC_BAL']);
  });

  it('that is missing keeps an id that is its own, and gets one where lists number the games of each week', () => {
    const week2 = old({ gid: '1', weekId: '2024-week2', fields: { ...fields, home: 'BAL', away: 'KC' } });
    const { missing } = matchGames(
      [old(), old({ gid: '1', fields: { ...fields, home: 'SF', away: 'NYJ' } }), week2],
      [],
    );
    expect(missing.map(({ gid }) => gid)).toEqual(['g1', '2024-week1_NYJ_SF', '2024-week2_KC_BAL']);
  });

  it('that stands twice is added once', () => {
    const twice = [old(), old({ gid: 'again' }), old({ gid: 'later', weekId: '2024-week2' })];
    const { gids, missing } = matchGames(twice, []);
    expect([missing.length, twice.map((each) => gids.get(oldGameKey(each)))]).toEqual([1, ['g1', 'g1', 'g1']]);
  });

  it('is left out where one of its teams plays another game in that week', () => {
    const { missing, leftOut } = matchGames([old()], [ours({ away: 'CIN' })]);
    expect([missing, leftOut.map(({ path }) => path)]).toEqual([[], ['Weeks/2024-week1/g1']]);
  });

  it.each<[string, Partial<Game>, number]>([
    ['the same result', { status: 'Final', homeScore: 27, awayScore: 20 }, 0],
    ['another result', { status: 'Final', homeScore: 27, awayScore: 21 }, 1],
    ['no result', {}, 1],
  ])('is reported where ours has another result: %s', (_, result, reported) => {
    const theirs = old({ fields: { ...fields, status: 'Final', homeScore: 27, awayScore: 20 } });
    expect(matchGames([theirs], [ours(result)]).otherResults).toHaveLength(reported);
  });
});
