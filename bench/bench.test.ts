import { afterAll, describe, expect, test } from 'vitest';
import { connect } from '#server/platform/db/connect.ts';
import { withLeague } from '#tests/direct-league.ts';
import { usualEngines } from '#tests/engines.ts';
import { isLong } from '#tests/long.ts';
import { measureBusy } from './cases/busy.ts';
import { measureGrowing } from './cases/growing.ts';
import { measureLive } from './cases/live.ts';
import { measureReads } from './cases/reads.ts';
import { measureRules } from './cases/rules.ts';
import { measureSaves } from './cases/saves.ts';
import type { Line, Plan } from './measure.ts';
import { lineOf, table } from './measure.ts';
import { makeDatabase, startRaw } from './servers.ts';

const aLine: Line = {
  name: 'a case',
  engine: 'sqlite',
  unit: 'req/s',
  own: 12_345.6,
  raw: 2000,
  ratio: { median: 6.17, lowest: 5.1, highest: 7 },
  problems: [],
};

describe('A measurement', () => {
  test('is a ratio round by round, so that a slow moment of the machine affects both', () => {
    const run = (ms: number) => ({ ms, problems: [] });
    const round = (own: number, raw: number) => ({ own: run(own), raw: run(raw) });
    const rounds = [round(1000, 1), round(50, 10), round(10, 5), round(60, 20)];
    const { ratio } = lineOf({ name: 'a case', unit: 'ms' }, rounds, ({ ms }) => ms);
    expect(ratio).toEqual({ median: 3, lowest: 2, highest: 5 });
  });

  test.each<[string, Partial<Line>, string[]]>([
    ['without an aim has no verdict', {}, []],
    ['meets a ratio', { aim: { ratio: 6 } }, ['≥ 6x', 'met']],
    ['misses a ratio', { aim: { ratio: 6.5 } }, ['≥ 6.5x', 'missed']],
    ['stays below a time', { aim: { below: 20_000 } }, ['< 20000 req/s', 'met']],
    ['takes longer', { aim: { below: 12_000 } }, ['< 12000 req/s', 'missed']],
    ['fails if it lost a pick, however fast it was', { problems: ['a pick is missing'] }, ['FAILED']],
  ])('%s', (_name, changes, verdict) => {
    const [, line = ''] = table([{ ...aLine, ...changes }]).split('\n');
    const cells = ['a case', 'sqlite', '12,346 req/s', '2,000 req/s', '6.17 (5.10-7.00)', ...verdict];
    expect(line.split(/ {2,}/)).toEqual(cells);
  });
});

test('The baseline leaves the file of the league alone: its commits would make our server read all topics again', async () => {
  await using cleanup = new AsyncDisposableStack();
  const location = await makeDatabase('sqlite', cleanup);
  await withLeague(location, async () => undefined);
  await using raw = await startRaw(location);
  const store = connect(location);
  cleanup.defer(() => store.close());
  const before = store.dataVersion();
  await fetch(`http://127.0.0.1:${raw.port}`, { method: 'POST', body: 'a score' });
  expect(store.dataVersion()).toBe(before);
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
    busy: { members: 2, messages: 60 },
    cleanup,
  };

  const served = [
    ['saves picks, and finds every acknowledged one on disk after the server was killed', measureSaves, 1],
    ['reads standings and a matchup, and gets the same bytes from the baseline', measureReads, 2],
    ['sends a score to pages', measureLive, 2],
    ['answers a member while others are busy', measureBusy, 5],
    ['scores a week in every pool, as the database counts it', measureGrowing, 12],
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
