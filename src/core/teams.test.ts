import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrastRatio } from '#core/contrast.ts';
import { awayStyle, canonicalTeam, helmetPath, homeStyle, teamAbbrs, teamByAbbr, teams } from '#core/teams.ts';
import { conferences, divisions } from '#core/types.ts';
import { anyText } from '#tests/core-samples.ts';
import { nflCsv } from '#tests/nfl-data.ts';

const byeOrder =
  'KC, LV, NE, BUF, MIA, NYJ, CIN, CLE, PIT, BAL, HOU, IND, JAX, TEN, DEN, LAC, ' +
  'DAL, NYG, PHI, WAS, GB, CHI, DET, MIN, NO, ATL, CAR, TB, SEA, LAR, ARI, SF';

describe('The teams', () => {
  it('are the 32 of the bye list, in its order', () => {
    expect(teamAbbrs.join(', ')).toBe(byeOrder);
    expect(new Set(teamAbbrs).size).toBe(32);
  });

  it.each(conferences.flatMap((conference) => divisions.map((division) => [conference, division])))(
    'has four teams in the %s %s',
    (conference, division) => {
      expect(teams.filter((team) => team.conference === conference && team.division === division)).toHaveLength(4);
    },
  );

  it('have a full name of city and mascot, and the mascot as short name', () => {
    for (const team of teams) {
      expect(team.longName).toBe(`${team.city} ${team.mascot}`);
      expect(team.shortName).toBe(team.mascot);
    }
    expect(new Set(teams.map((team) => team.shortName)).size).toBe(32);
  });

  it('have colors that a browser understands', () => {
    const colors = teams.flatMap((team) => Object.values(team.colors));
    expect(colors.filter((color) => !/^#[0-9A-F]{6}$/.test(color))).toEqual([]);
  });
});

describe('A team code', () => {
  it.each([
    ['WSH', 'WAS'],
    ['WAS', 'WAS'],
    ['LA', 'LAR'],
    ['STL', 'LAR'],
    ['OAK', 'LV'],
    ['SD', 'LAC'],
    ['JAC', 'JAX'],
    ['ARZ', 'ARI'],
    ['AZ', 'ARI'],
    ['GNB', 'GB'],
    ['KAN', 'KC'],
    ['wsh', 'WAS'],
    ['  phi ', 'PHI'],
  ])('%j means %s', (code, abbr) => {
    expect(canonicalTeam(code)).toBe(abbr);
    expect(teamByAbbr(code)?.abbr).toBe(abbr);
  });

  it.each(['', 'XYZ', 'AFC', 'NFC', 'TBD', 'PHI DAL', 'constructor', '__proto__'])('%j means no team', (code) => {
    expect(canonicalTeam(code)).toBeNull();
    expect(teamByAbbr(code)).toBeNull();
  });

  it('is unchanged if it is already ours', () => {
    for (const abbr of teamAbbrs) expect(canonicalTeam(abbr)).toBe(abbr);
  });

  it('never fails, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const abbr = canonicalTeam(text);
        expect(abbr === null || teamAbbrs.includes(abbr)).toBe(true);
      }),
    );
  });
});

describe('The style of a side', () => {
  it('is the team color at home and white away', () => {
    expect(homeStyle('PHI')).toEqual({ backgroundColor: '#004C54', color: '#ffffff' });
    expect(awayStyle('PHI')).toEqual({ backgroundColor: '#ffffff', color: '#004C54' });
  });

  it('is black on white for an unknown team', () => {
    expect(homeStyle('XYZ')).toEqual({ backgroundColor: '#ffffff', color: '#000000' });
    expect(awayStyle('XYZ')).toEqual({ backgroundColor: '#ffffff', color: '#000000' });
  });

  it('is black on white away for a team whose color is too pale to read', () => {
    expect(awayStyle('NO')).toEqual({ backgroundColor: '#ffffff', color: '#000000' });
  });

  it.each(teamAbbrs)('can be read for %s on either side', (abbr) => {
    for (const style of [homeStyle(abbr), awayStyle(abbr)]) {
      expect(contrastRatio(style.color, style.backgroundColor)).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('A helmet', () => {
  it.each([
    ['PHI', 'home', '/assets/g/helmets/PHI/home.svg'],
    ['WSH', 'away', '/assets/g/helmets/WAS/away.svg'],
    ['la', 'home', '/assets/g/helmets/LAR/home.svg'],
  ] as const)('of %s %s lies at %s', (abbr, side, path) => {
    expect(helmetPath(abbr, side)).toBe(path);
  });

  it('of an unknown team leads nowhere outside the helmets', () => {
    expect(helmetPath('../../secret', 'home')).toBe('/assets/g/helmets/secret/home.svg');
  });
});

describe('The table of teams, against the facts', () => {
  const facts = nflCsv('teams.csv');

  it('agrees on every name, conference and division', () => {
    expect(facts).toHaveLength(32);
    for (const fact of facts) {
      expect(teamByAbbr(fact.abbr ?? '')).toMatchObject({
        longName: fact.full_name,
        conference: fact.conference,
        division: fact.division,
      });
    }
  });

  it('knows the codes of ESPN and of nflverse', () => {
    for (const fact of facts) {
      expect(canonicalTeam(fact.espn_abbr ?? '')).toBe(fact.abbr);
      expect(canonicalTeam(fact.nflverse_abbr ?? '')).toBe(fact.abbr);
    }
  });

  it('knows every team that has played since 2015, in every city', () => {
    const codes = new Set(nflCsv('games.csv').flatMap((game) => [game.home_team ?? '', game.away_team ?? '']));
    expect([...codes].filter((code) => canonicalTeam(code) === null)).toEqual([]);
  });
});
