import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { teams } from '#core/teams.ts';
import { SUNDAY_1PM } from '#tests/core-samples.ts';
import type { OddsServer, Quote } from '#tests/odds-samples.ts';
import { anOddsEvent, openOddsServer, says } from '#tests/odds-samples.ts';
import { oddsApiClient, parseOdds } from './odds-api.ts';

const KEY = 'abc123secret';
const DAY = '2026-09-13';
const [KC, LV] = ['Kansas City Chiefs', 'Las Vegas Raiders'];
const event = (...quotes: Quote[]) => anOddsEvent(KC, LV, SUNDAY_1PM, quotes);

describe('The lines of The Odds API', () => {
  const lineOf = (...quotes: Quote[]) => parseOdds([event(...quotes)]).lines?.[0];

  test.each<[string, Quote[], number | null]>([
    ['the home side gives points', [{ point: -3.5 }], 3.5],
    ['the home side gets points', [{ point: 7 }], -7],
    ['an even line', [{ point: 0 }], 0],
    ['the middle of several', [{ point: -3 }, { point: -9.5 }, { point: -3.5 }], 3.5],
    ['between two, a half point away from zero', [{ point: -3 }, { point: -3.5 }], 3.5],
    ['a bookmaker without spreads', [{ home: -150, away: 130 }, { point: -3 }], 3],
    ['no spread', [{ home: -150, away: 130 }], null],
    ['no bookmaker', [], null],
    ['an implausible line', [{ point: -350 }, { point: -3 }], 3],
  ])('%s', (_, quotes, spread) => {
    expect(lineOf(...quotes)).toMatchObject({ home: 'KC', away: 'LV', day: DAY, spread });
  });

  test('moneylines say who is favored', () => {
    expect(lineOf({ home: -150, away: 130 })?.edge).toBeGreaterThan(0);
    expect(lineOf({ home: 150, away: -180 }, { home: 140, away: -170 })?.edge).toBeLessThan(0);
    expect(lineOf({ point: -3 })?.edge).toBeNull();
  });

  test('every team is known by its long name', () => {
    for (const { abbr, longName } of teams) {
      expect(parseOdds([anOddsEvent(longName, abbr === 'KC' ? LV : KC, 0, [])]).lines?.[0]?.home).toBe(abbr);
    }
  });

  test('teams of another league, games without a time, and lines of which the sides disagree are reported', () => {
    const strange = [
      anOddsEvent('Toronto Argonauts', KC, SUNDAY_1PM, []),
      { ...event(), commence_time: 'soon' },
      { ...event(), home_team: null },
      'no game',
      JSON.parse(JSON.stringify(event({ point: -3 })).replace('"point":3', '"point":4')),
    ];
    const { lines, problems } = parseOdds(strange);
    expect(lines).toEqual([{ home: 'KC', away: 'LV', day: DAY, spread: null, edge: null }]);
    expect(problems.map(({ kind }) => kind)).toEqual([
      'unknown_team',
      'bad_date',
      'unknown_team',
      'unknown_team',
      'bad_line',
    ]);
  });

  test('an answer about another sport is cut short in the report', () => {
    const others = Array.from({ length: 100 }, () => anOddsEvent('Toronto Argonauts', 'BC Lions', SUNDAY_1PM, []));
    expect(parseOdds(others).problems).toHaveLength(20);
  });
});

describe('Asking The Odds API', () => {
  let server: OddsServer;

  beforeAll(async () => {
    server = await openOddsServer();
  });
  afterAll(() => server.close());

  const ask = (listener: RequestListener, timeoutMs = 5000) => {
    server.answer(listener);
    return oddsApiClient({ url: server.url, key: KEY, timeoutMs }).ask();
  };

  test('one request names the sport, the markets and the key', async () => {
    const { lines, problems } = await ask(says([event({ point: -3 })], 200, { 'x-requests-remaining': '480' }));
    expect([lines?.length, problems]).toEqual([1, []]);
    expect(server.requests.at(-1)?.url).toBe(
      `/v4/sports/americanfootball_nfl/odds/?apiKey=${KEY}&regions=us&markets=spreads%2Ch2h&oddsFormat=american&dateFormat=iso`,
    );
  });

  test('a low number of remaining calls is reported', async () => {
    const { lines, problems } = await ask(says([], 200, { 'x-requests-remaining': '12' }));
    expect([lines, problems]).toEqual([
      [],
      [{ kind: 'few_calls_left', where: 'The Odds API', detail: '12 are left this month.' }],
    ]);
  });

  test.each<[string, RequestListener, string]>([
    ['a wrong key', says({ message: `API key ${KEY} is invalid` }, 401), 'refused'],
    ['too many calls', says('slow down', 429), 'refused'],
    ['a fault of the source', says('', 500), 'refused'],
    ['a redirect', says('', 302, { location: 'http://127.0.0.1:9/' }), 'refused'],
    ['broken JSON', says(`[{"id": "${KEY}`), 'not_json'],
    ['another answer', says({ message: KEY }), 'not_json'],
    ['a broken connection', (_, response) => void response.destroy(), 'unreachable'],
    ['a huge answer', says(' '.repeat(8 * 1024 * 1024 + 1)), 'too_large'],
  ])('%s gives no lines, and the key is not shown', async (_, listener, kind) => {
    const answer = await ask(listener);
    expect(answer).toMatchObject({ lines: null, problems: [{ kind, where: 'The Odds API' }] });
    expect(JSON.stringify(answer)).not.toContain(KEY);
  });

  test('a source that does not answer, or does not finish, is not waited for', async () => {
    const silent = await ask(() => {}, 50);
    const slow = await ask((_, response) => void response.writeHead(200).write('[{'), 50);
    for (const { lines, problems } of [silent, slow]) {
      expect([lines, problems]).toMatchObject([null, [{ kind: 'timeout', detail: 'no answer within 50 ms' }]]);
    }
  });
});
