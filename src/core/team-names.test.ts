import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTeam } from '#core/team-names.ts';
import { canonicalTeam, teamAbbrs } from '#core/teams.ts';
import { anyText } from '#tests/core-samples.ts';
import { nflCsv } from '#tests/nfl-data.ts';

describe('A team in a file', () => {
  it.each([
    ['AZ', 'ARI'],
    ['ARZ', 'ARI'],
    ['LA', 'LAR'],
    ['STL', 'LAR'],
    ['OAK', 'LV'],
    ['SD', 'LAC'],
    ['wsh', 'WAS'],
    ['Arizona', 'ARI'],
    ['cardinals', 'ARI'],
    [' Arizona  Cardinals ', 'ARI'],
    ['KC Chiefs', 'KC'],
    ['49ers', 'SF'],
    ['L.A. Chargers', 'LAC'],
    ['NY Jets', 'NYJ'],
    ['N.Y. Giants', 'NYG'],
    ['Tampa', 'TB'],
    ['St. Louis Rams', 'LAR'],
    ['Oakland Raiders', 'LV'],
    ['San Diego', 'LAC'],
    ['Redskins', 'WAS'],
    ['Washington Football Team', 'WAS'],
    ['ARIZ', 'ARI'],
    ['Balt.', 'BAL'],
    ['BUFF', 'BUF'],
    ['CINC', 'CIN'],
    ['Clev', 'CLE'],
    ['MINN', 'MIN'],
    ['PHIL', 'PHI'],
    ['PITT', 'PIT'],
    ['TENN', 'TEN'],
    ['WASH', 'WAS'],
  ])('%j means %s', (text, abbr) => {
    expect(readTeam(text)).toEqual({ abbr, problem: null });
  });

  it.each([
    ['New York', "'New York' may be the Jets or the Giants. Write which of them."],
    ['ny', "'ny' may be the Jets or the Giants. Write which of them."],
    ['Los Angeles', "'Los Angeles' may be the Chargers or the Rams. Write which of them."],
    ['KCC', "'KCC' is not a team."],
    ['', "'' is not a team."],
    ['constructor', "'constructor' is not a team."],
    ['__proto__', "'__proto__' is not a team."],
  ])('%j means none', (text, problem) => {
    expect(readTeam(text)).toEqual({ abbr: null, problem });
  });

  it('is found or refused in words, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { abbr, problem } = readTeam(text);
        expect(abbr === null ? problem : teamAbbrs.includes(abbr)).toBeTruthy();
      }),
    );
  });
});

describe('A code of a feed', () => {
  it.each(['Arizona', 'Cardinals', 'Arizona Cardinals', 'NY Jets', 'N.E.'])('is not %j', (text) => {
    expect(canonicalTeam(text)).toBeNull();
  });
});

describe('The names of teams, against the facts', () => {
  const facts = nflCsv('teams.csv');
  const cities = facts.map((fact) => fact.city ?? '');

  it('are those of 32 teams', () => expect(facts).toHaveLength(32));

  it.each(facts.map((fact) => [fact.abbr, fact] as const))(
    'of %s mean it, and so does each of its codes',
    (abbr, fact) => {
      const names = ['abbr', 'espn_abbr', 'nflverse_abbr', 'mascot', 'full_name'].map((column) => fact[column] ?? '');
      for (const name of names) expect(readTeam(name), name).toEqual({ abbr, problem: null });
      const city = fact.city ?? '';
      const isShared = cities.indexOf(city) !== cities.lastIndexOf(city);
      expect(readTeam(city).abbr).toBe(isShared ? null : abbr);
    },
  );
});
