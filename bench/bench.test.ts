import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '#tests/engines.ts';
import { measureBusy } from './cases/busy.ts';
import { measureColdStart } from './cases/cold-start.ts';
import { measureGameDay } from './cases/game-day.ts';
import { measureMovingIn } from './cases/moving-in.ts';
import { measureReads } from './cases/reads.ts';
import { measureReminders } from './cases/reminders.ts';
import { measureSaves } from './cases/saves.ts';
import { measureSeason } from './cases/season.ts';
import { measureSession } from './cases/session.ts';
import { measureStandings } from './cases/standings.ts';
import type { Line, Plan } from './measure.ts';
import { median, meets, ratioOf } from './measure.ts';
import type { Places } from './places.ts';
import { openPlaces } from './places.ts';
import { table } from './report.ts';

const aLine: Line = {
  name: 'a case',
  engine: 'sqlite',
  unit: 'req/s',
  own: 12_345.6,
  raw: 2000,
  ratio: { median: 6.17, lowest: 5.1, highest: 7 },
  p50: 0.52,
  p99: 3.14,
  rawP99: null,
  aim: { of: 'ratio', is: 'at least', value: 5 },
  problems: [],
};

describe('A measurement', () => {
  test.each([
    [[3], 3],
    [[1, 9, 2], 2],
    [[4, 1, 3, 2], 2.5],
  ])('of %j has the median %d', (values, middle) => {
    expect(median(values)).toBe(middle);
  });

  test('is a ratio round by round, so that a slow moment of the machine meets both', () => {
    const rounds = [
      { own: 50, raw: 10 },
      { own: 10, raw: 5 },
      { own: 60, raw: 20 },
    ];
    expect(ratioOf(rounds)).toEqual({ median: 3, lowest: 2, highest: 5 });
  });

  test.each([
    ['a ratio that is reached', { of: 'ratio', is: 'at least', value: 6 }, true],
    ['a ratio that is missed', { of: 'ratio', is: 'at least', value: 6.5 }, false],
    ['a time that stays below', { of: 'own', is: 'below', value: 20_000 }, true],
    ['a time that does not', { of: 'own', is: 'below', value: 12_000 }, false],
    ['no aim', null, null],
  ] as const)('knows %s', (_name, aim, met) => {
    expect(meets({ ...aLine, aim })).toBe(met);
  });

  test('stands in the table with as many digits as mean something', () => {
    const [, line = ''] = table([aLine]).split('\n');
    expect(line.split(/ {2,}/)).toEqual([
      'a case',
      'sqlite',
      '12,346 req/s',
      '2,000 req/s',
      '6.17 (5.10-7.00)',
      '0.52',
      '3.1',
      '≥ 5x',
      'met',
    ]);
  });

  test('that lost a pick is marked, however fast it was', () => {
    expect(table([{ ...aLine, problems: ['a pick is missing'] }])).toMatch(/FAILED$/);
  });
});

/**
 * Every case in its smallest form: what it says must hold together, how fast it is does not matter. PostgreSQL only where the
 * case itself or its baseline differs by engine.
 */
describe('A case', { timeout: 120_000 }, () => {
  let places: Places;
  let plan: Plan;

  beforeAll(() => {
    places = openPlaces();
    const short = { rounds: 1, stretchMs: 100, warmUpMs: 20, starts: 1, runs: 2 };
    plan = {
      ...short,
      engines: ['sqlite'],
      players: 4,
      poolSizes: [10],
      weeks: 2,
      pages: [],
      members: 30,
      messages: 60,
      reminders: 150,
      busy: { members: 2, acts: ['calendars', 'weeks emptied and filled'] },
      season: { players: 27, weeks: 1 },
      movingIn: { players: 4, weeks: 1 },
      places,
    };
  });
  afterAll(() => places.remove());

  const counts = (line: Line) => {
    expect(line.problems).toEqual([]);
    expect(line.own).toBeGreaterThan(0);
    for (const value of Object.values(line.ratio ?? {})) expect(Number.isFinite(value) && value > 0).toBe(true);
  };

  test('saves picks, and finds every acknowledged one on disk after the server was killed', async () => {
    const lines = await measureSaves({ ...plan, engines });
    expect(lines.map((line) => line.engine)).toEqual(engines);
    for (const line of lines) counts(line);
  });

  test('reads sessions', async () => {
    const lines = await measureSession({ ...plan, engines });
    expect(lines.map((line) => line.engine)).toEqual(engines);
    for (const line of lines) counts(line);
  });

  test.each([
    ['reads standings and a matchup, and gets the same bytes from the baseline', measureReads, 2],
    ['starts a league and the demo', measureColdStart, 3],
    ['works out standings', measureStandings, 3],
    ['hands over reminders', measureReminders, 2],
    ['answers a member while others are busy', measureBusy, 4],
    ['plays a season of messages', measureSeason, 2],
    ['imports a season, and finds that its receipts hold', measureMovingIn, 3],
    ['works out game days, and comes to what the plainest way finds', measureGameDay, 4],
  ])('%s', async (_name, measure, count) => {
    const lines = await measure(plan);
    expect(lines).toHaveLength(count);
    for (const line of lines) counts(line);
  });
});
