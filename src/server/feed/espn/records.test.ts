import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aStandings, aTeamBody } from '#tests/espn-samples.ts';
import { parseRecords, parseTeam } from './scoreboard.ts';

const read = (body: unknown, season = 2026) => {
  const { value, problems } = parseRecords(body, season);
  return { records: value && Object.fromEntries(value), kinds: problems.map((problem) => problem.kind) };
};
const readTeam = (body: unknown, abbr = 'SEA') => {
  const { value, problems } = parseTeam(body, abbr, 2026);
  return { value, kinds: problems.map((problem) => problem.kind) };
};

const seahawks = {
  wins: 9,
  losses: 7,
  ties: 1,
  winPercentage: 9.5 / 17,
  homeRecord: '6-2-1',
  awayRecord: '3-5',
  overallRecord: '9-7-1',
};

describe('Standings', () => {
  test.each([false, true])('are read by the names of their figures, with divisions: %s', (byDivision) => {
    const body = aStandings(2026, { SEA: ['9-7-1', '6-2-1', '3-5'], WSH: ['1-0', '0-0', '1-0'] }, { byDivision });
    const { records, kinds } = read(body);
    expect(kinds).toEqual([]);
    expect(Object.keys(records ?? {})).toEqual(['SEA', 'WAS']);
    expect(records?.SEA).toEqual(seahawks);
  });

  test('of the pre-season, or of another season, are not used', () => {
    const teams = { SEA: ['1-0', '1-0', '0-0'] } as const;
    expect(read(aStandings(2026, teams, { seasonType: 1 }))).toEqual({ records: null, kinds: ['other_season'] });
    expect(read(aStandings(2025, teams))).toEqual({ records: null, kinds: ['other_season'] });
  });

  test.each([
    ['a stub', { fullViewLink: { text: 'Full Standings' } }],
    ['nothing', null],
    ['tables without entries', aStandings(2026, {})],
  ])('%s says nothing', (_, body) => {
    expect(read(body)).toEqual({ records: null, kinds: ['stub'] });
  });

  test.each([
    ['a team that is unknown', { XYZ: ['1-0', '1-0', '0-0'] }, 'unknown_team'],
    ['a record that is none', { KC: ['one', '1-0', '0-0'] }, 'bad_record'],
    ['more at home and away than in all', { KC: ['1-0', '1-0', '1-0'] }, 'bad_record'],
    ['more games than there are', { KC: ['30-0', '15-0', '15-0'] }, 'bad_record'],
  ] as const)('%s is left out, and told', (_, team, kind) => {
    const { records, kinds } = read(aStandings(2026, { SEA: ['9-7-1', '6-2-1', '3-5'], ...team }));
    expect(Object.keys(records ?? {})).toEqual(['SEA']);
    expect(kinds).toEqual([kind]);
  });

  test('figures that contradict the record are not believed', () => {
    const text = JSON.stringify(aStandings(2026, { SEA: ['9-7-1', '6-2-1', '3-5'] })).replace('"value":9', '"value":8');
    expect(read(JSON.parse(text))).toEqual({ records: null, kinds: ['bad_record'] });
  });
});

describe('The body of a team', () => {
  test('gives its record', () => {
    expect(readTeam(aTeamBody('SEA', ['9-7-1', '6-2-1', '3-5'], 2026))).toEqual({ value: seahawks, kinds: [] });
    expect(readTeam(aTeamBody('SEA', ['9-7-1', '6-2-1', '3-5'])).value).toEqual(seahawks);
    expect(readTeam(aTeamBody('WSH', ['1-0', '0-0', '1-0']), 'WAS').value).toMatchObject({ wins: 1 });
  });

  test.each([
    ['of another team', aTeamBody('KC', ['1-0', '1-0', '0-0']), 'unknown_team'],
    ['that still shows the last season', aTeamBody('SEA', ['9-8', '5-3', '4-5'], 2025), 'other_season'],
    ['without a record, as between seasons', { team: { abbreviation: 'SEA', record: {} } }, 'empty'],
    ['that is a stub', {}, 'stub'],
    [
      'with half a record',
      { team: { abbreviation: 'SEA', record: { items: [{ type: 'total', summary: '1-0' }] } } },
      'bad_record',
    ],
  ])('%s is not used', (_, body, kind) => {
    expect(readTeam(body)).toEqual({ value: null, kinds: [kind] });
  });
});

test('whatever comes, nothing is thrown', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(parseRecords(body, 2026).value).toBeNull();
      expect(parseTeam(body, 'SEA', 2026).value).toBeNull();
    }),
  );
});
