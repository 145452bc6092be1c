import { afterAll, describe, expect, test } from 'vitest';
import { usualEngines } from '#tests/engines.ts';
import { isLong } from '#tests/long.ts';
import { measureBusy } from './cases/busy.ts';
import { measureGrowing } from './cases/growing.ts';
import { measureLive } from './cases/live.ts';
import { measureReads } from './cases/reads.ts';
import { measureRules } from './cases/rules.ts';
import { measureSaves } from './cases/saves.ts';
import type { Line, Plan } from './measure.ts';
import { lineOf, median, table } from './measure.ts';

const aLine: Line = {
  name: 'a case',
  engine: 'sqlite',
  unit: 'req/s',
  own: 12_345.6,
  raw: 2000,
  ratio: { median: 6.17, lowest: 5.1, highest: 7 },
  aim: { ratio: 5 },
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

  test('is a ratio round by round, so that a slow moment of the machine affects both', () => {
    const run = (ms: number) => ({ ms, problems: [] });
    const rounds = [
      [1000, 1],
      [50, 10],
      [10, 5],
      [60, 20],
    ].map(([own = 0, raw = 0]) => ({ own: run(own), raw: run(raw) }));
    const { ratio } = lineOf({ name: 'a case', unit: 'ms' }, rounds, ({ ms }) => ms);
    expect(ratio).toEqual({ median: 3, lowest: 2, highest: 5 });
  });

  test.each<[string, Partial<Line>, RegExp]>([
    ['with a ratio that is reached', { aim: { ratio: 6 } }, / met$/],
    ['with a ratio that is missed', { aim: { ratio: 6.5 } }, / missed$/],
    ['with a time that stays below', { aim: { below: 20_000 } }, / met$/],
    ['with a time that does not', { aim: { below: 12_000 } }, / missed$/],
    ['that lost a pick, however fast it was,', { problems: ['a pick is missing'] }, / FAILED$/],
  ])('%s has its verdict', (_name, changes, verdict) => {
    expect(table([{ ...aLine, ...changes }])).toMatch(verdict);
  });

  test('without an aim has no verdict', () => {
    const { aim: _, ...aimless } = aLine;
    expect(table([aimless])).toMatch(/\(5\.10-7\.00\)$/);
  });

  test('stands in the table with its significant digits', () => {
    const [, line = ''] = table([aLine]).split('\n');
    const cells = ['a case', 'sqlite', '12,346 req/s', '2,000 req/s', '6.17 (5.10-7.00)', '≥ 5x', 'met'];
    expect(line.split(/ {2,}/)).toEqual(cells);
  });
});

/** Every case in its smallest form: its result must be consistent, its speed does not matter. */
describe('A case', { timeout: 120_000 }, () => {
  const cleanup = new AsyncDisposableStack();
  afterAll(() => cleanup.disposeAsync());

  const plan: Plan = {
    rounds: 1,
    stretchMs: 100,
    players: 4,
    poolSizes: [10],
    weeks: 2,
    pages: [8],
    leagues: [4],
    busy: { members: 2, messages: 60, acts: ['calendars', 'weeks emptied and filled'] },
    cleanup,
  };

  const served = [
    ['saves picks, and finds every acknowledged one on disk after the server was killed', measureSaves, 1],
    ['reads standings and a matchup, and gets the same bytes from the baseline', measureReads, 2],
    ['sends a score to pages', measureLive, 2],
    ['answers a member while others are busy', measureBusy, 2],
    ['scores a week in every pool, as the database counts it', measureGrowing, 9],
  ] as const;

  describe.each(usualEngines)('on %s', (engine) => {
    test.each(isLong ? served : served.slice(0, 1))('%s', async (_name, measure, count) => {
      holds(await measure(plan, engine), count);
    });
  });

  test('calculates standings, and game days as brute force does', async () => {
    const lines = await measureRules(plan);
    holds(lines, 5);
    const whole = lines.filter(({ name }) => /^game day, .*: 16 games, 10 players$/.test(name));
    expect(whole.map(({ aim }) => aim)).toEqual([{ below: 400 }, { below: 400 }]);
  });

  function holds(lines: readonly Line[], count: number): void {
    expect(lines).toHaveLength(count);
    for (const line of lines) {
      expect(line.problems).toEqual([]);
      expect(line.own).toBeGreaterThan(0);
      for (const value of Object.values(line.ratio ?? {})) expect(Number.isFinite(value) && value > 0).toBe(true);
    }
  }
});
