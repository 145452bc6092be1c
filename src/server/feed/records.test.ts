import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestClock } from '#tests/app.ts';
import { addGame } from '#tests/builders.ts';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import { aStandings, aTeamBody, standingsUrl } from '#tests/espn-samples.ts';
import { withLeague } from '#tests/league.ts';
import { EspnClient } from './espn/client.ts';
import { parseRecords } from './espn/scoreboard.ts';
import { TeamRecords } from './records.ts';
import { writeRecords } from './store.ts';

const teams = { home: 'SEA', away: 'NE' } as const;
const current = { SEA: ['3-1', '2-0', '1-1'], NE: ['2-2', '1-1', '1-1'] } as const;
const last = { SEA: ['9-8', '5-4', '4-4'], NE: ['4-13', '2-6', '2-7'] } as const;
const TEAM = '/apis/site/v2/sports/football/nfl/teams';

describe('Records of the two teams of a game', () => {
  const league = withLeague('sqlite');
  let espn: Server;
  let answers: Record<string, unknown>;
  let asked: string[];
  let clock: TestClock;
  let season = 2040;

  beforeAll(async () => {
    espn = createServer((request, response) => {
      asked.push(request.url ?? '');
      const body = answers[request.url ?? ''];
      response.writeHead(body === undefined ? 500 : 200).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => espn.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    season += 2;
    answers = {};
    asked = [];
    clock = new TestClock(Date.parse(`${season}-10-10T12:00:00Z`));
  });
  afterEach(() => league.store.db.deleteFrom('team_records').execute());
  afterAll(async () => {
    espn.close();
  });

  function records({ isDemo = false, isAsked = true } = {}): TeamRecords {
    const url = new URL(`http://127.0.0.1:${(espn.address() as AddressInfo).port}`);
    const client = isAsked ? new EspnClient({ url, pauseMs: 1 }) : null;
    return new TeamRecords({ store: league.store, now: clock.now, client, isDemo });
  }

  const brought = async (year: number, table: typeof current | typeof last) => {
    const { value } = parseRecords(aStandings(year, table), year);
    await writeRecords(league.store.db, 'sqlite', year, value ?? new Map(), clock.now());
  };

  /** A final of SEA at home, some days ago: the first of the season, unless said otherwise. */
  const playOne = (week = 1) =>
    addGame(league.deps, {
      weekId: `${season}-week${week}`,
      ...teams,
      kickoff: clock.now() - 30 * HOUR,
      status: 'Final',
      homeScore: 24,
      awayScore: 20,
    });

  test('come from stored data without a request', async () => {
    await brought(season, current);
    expect(await records().of(teams)).toMatchObject({
      season,
      preseason: false,
      isSample: false,
      home: { wins: 3, losses: 1, winPercentage: 0.75, homeRecord: '2-0', awayRecord: '1-1', overallRecord: '3-1' },
      away: { overallRecord: '2-2' },
    });
    expect(asked).toEqual([]);
  });

  test('are the own finals until the feed brings them', async () => {
    await playOne();
    expect(await records().of(teams)).toMatchObject({
      season,
      home: { overallRecord: '1-0', homeRecord: '1-0' },
      away: { overallRecord: '0-1', awayRecord: '0-1' },
    });
    expect(asked).toEqual([]);
    await brought(season, { SEA: ['0-0', '0-0', '0-0'], NE: ['0-0', '0-0', '0-0'] } as unknown as typeof current);
    expect(await records().of(teams)).toMatchObject({ home: { overallRecord: '1-0' } });
    await brought(season, current);
    expect(await records().of(teams)).toMatchObject({ home: { overallRecord: '3-1' } });
  });

  test('before the season are Preseason', async () => {
    await addGame(league.deps, { weekId: `${season}-week1`, ...teams, kickoff: clock.now() + HOUR });
    expect(await records().of(teams)).toMatchObject({ season, preseason: true, home: { overallRecord: '0-0' } });
  });

  test('of all teams that have played are texts, kept for a minute, and never those of another year', async () => {
    answers[standingsUrl(season)] = aStandings(season, current);
    const of = records();
    expect(await of.all()).toEqual({});
    await brought(season - 1, last);
    await playOne();
    expect(await of.all()).toEqual({});
    clock.advance(MINUTE);
    expect(await of.all()).toEqual({ SEA: '1-0', NE: '0-1' });
    await brought(season, current);
    expect(await records().all()).toEqual({ SEA: '3-1', NE: '2-2' });
    expect(asked).toEqual([]);
  });

  describe('where nothing is known, are asked for in the order of section 7:', () => {
    test('standings, which are kept for all', async () => {
      answers[standingsUrl(season)] = aStandings(season, current);
      expect(await records().of(teams)).toMatchObject({ season, home: { overallRecord: '3-1' } });
      expect(await records().of(teams)).toMatchObject({ season, home: { overallRecord: '3-1' } });
      expect(asked).toEqual([standingsUrl(season)]);
    });

    test('then the two teams', async () => {
      answers[`${TEAM}/SEA`] = aTeamBody('SEA', current.SEA, season);
      answers[`${TEAM}/NE`] = aTeamBody('NE', current.NE);
      expect(await records().of(teams)).toMatchObject({ season, away: { overallRecord: '2-2' } });
    });

    test('then the standings of the year before, named as such', async () => {
      answers[standingsUrl(season)] = { fullViewLink: {} };
      answers[standingsUrl(season - 1)] = aStandings(season - 1, last);
      expect(await records().of(teams)).toMatchObject({
        season: season - 1,
        preseason: false,
        home: { overallRecord: '9-8' },
      });
      const order = [...new Set(asked)];
      const wanted = [standingsUrl(season), `${TEAM}/SEA`, `${TEAM}/NE`, standingsUrl(season - 1)];
      expect(order.toSorted()).toEqual(wanted.toSorted());
      expect([order[0], order[3]]).toEqual([wanted[0], wanted[3]]);
    });

    test('then nothing is invented', async () => {
      expect(await records().of(teams)).toBeNull();
    });
  });

  test('after a failure there is no request for a minute, and concurrent callers share one round', async () => {
    const service = records();
    expect(await Promise.all([1, 2, 3].map(() => service.of(teams)))).toEqual([null, null, null]);
    const once = asked.filter((path) => path === standingsUrl(season)).length;
    expect(once).toBe(2); // One round, tried twice.
    clock.advance(MINUTE - 1);
    await service.of(teams);
    expect(asked.filter((path) => path === standingsUrl(season))).toHaveLength(once);
    answers[standingsUrl(season)] = aStandings(season, current);
    clock.advance(1);
    expect(await service.of(teams)).toMatchObject({ home: { overallRecord: '3-1' } });
  });

  test('of own games alone stand for nothing while a result is missing', async () => {
    await playOne();
    await addGame(league.deps, { weekId: `${season}-week2`, ...teams, kickoff: clock.now() - 40 * HOUR });
    expect(await records({ isAsked: false }).of(teams)).toBeNull();
  });

  test('of own games alone stand for nothing while earlier weeks are not loaded', async () => {
    await playOne(5);
    expect(await records({ isAsked: false }).of(teams)).toBeNull();
    const behind = { SEA: ['0-0', '0-0', '0-0'], NE: ['0-0', '0-0', '0-0'] } as unknown as typeof current;
    await brought(season, behind);
    expect(await records().of(teams)).toMatchObject({ home: { overallRecord: '0-0' } });
  });

  test('without a feed are those of last year where these are kept', async () => {
    await brought(season - 1, last);
    expect(await records({ isAsked: false }).of(teams)).toMatchObject({
      season: season - 1,
      home: { overallRecord: '9-8' },
    });
  });

  test('in the demo are the built-in sample, marked, where there are no games; never in a league', async () => {
    const sample = await records({ isAsked: false, isDemo: true }).of(teams);
    expect(sample).toMatchObject({ season: null, isSample: true, preseason: false });
    expect(await records({ isAsked: false, isDemo: true }).of(teams)).toEqual(sample);
    expect(await records({ isAsked: false }).of(teams)).toBeNull();
  });

  test('in the demo are its own finals where there are some', async () => {
    await playOne();
    const demo = await records({ isAsked: false, isDemo: true }).of(teams);
    expect(demo).toMatchObject({ season, isSample: false, home: { overallRecord: '1-0' } });
  });
});
