import { beforeEach, describe, expect, test } from 'vitest';
import { TestClock } from '#tests/app.ts';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import { engines } from '#tests/engines.ts';
import { withLeague } from '#tests/league.ts';
import { until } from '#tests/until.ts';
import type { Job, Outcome } from './jobs.ts';
import { Jobs } from './jobs.ts';
import { claimSlot, deleteOldJobs, deleteOldSlots, jobStates } from './store.ts';

const NOON = Date.parse('2026-09-13T16:00:00Z');
const fine: Outcome = { succeeded: true, problems: [] };
const failed: Outcome = { succeeded: false, problems: [{ kind: 'timeout', where: 'here', detail: '' }] };

describe.each(engines)('Jobs on %s', (engine) => {
  const league = withLeague(engine);
  let clock: TestClock;
  let name: string;
  let made = 0;

  beforeEach(() => {
    made += 1;
    name = `job ${made}`;
    clock = new TestClock(NOON);
  });

  function node(run: Job['run'], { period = MINUTE, errors = [] as unknown[], news = [] as string[] } = {}): Jobs {
    const plan = async () => [{ name, period, run }];
    const told = { onError: (error: unknown) => errors.push(error), onStatusChange: (text: string) => news.push(text) };
    return new Jobs({ store: league.store, clock, plan, ...told });
  }

  const state = async () => (await jobStates(league.store.db)).find((each) => each.job === name);

  test('a slot is run once, by one of many nodes, however often they check', async () => {
    const runs: number[] = [];
    const nodes = Array.from({ length: 4 }, () =>
      node(async () => {
        runs.push(clock.now());
        return fine;
      }),
    );
    for (let minute = 0; minute < 5; minute += 1) {
      clock.set(NOON + minute * MINUTE);
      await Promise.all(nodes.flatMap((each) => [each.tick(), each.tick()]));
    }
    expect(runs).toEqual([0, 1, 2, 3, 4].map((minute) => NOON + minute * MINUTE));
    expect(await state()).toMatchObject({ slot: NOON + 4 * MINUTE, failures: 0, succeededAt: NOON + 4 * MINUTE });
  });

  test('a past or claimed slot cannot be claimed', async () => {
    const claim = (slot: number) => claimSlot(league.store.db, name, slot, 'node', NOON);
    expect(await claim(NOON)).toBe(true);
    expect(await claim(NOON)).toBe(false);
    expect(await claim(NOON - MINUTE)).toBe(false);
    expect(await claim(NOON + MINUTE)).toBe(true);
  });

  test('failures are counted and reported, and end with a success', async () => {
    const outcomes = [failed, failed, fine];
    const news: string[] = [];
    const jobs = node(async () => outcomes.shift() ?? fine, { news });
    await jobs.tick();
    expect(await state()).toMatchObject({ failures: 1, succeededAt: null, problems: JSON.stringify(failed.problems) });
    clock.advance(MINUTE);
    await jobs.tick();
    expect(await state()).toMatchObject({ failures: 2 });
    clock.advance(2 * MINUTE);
    await jobs.tick();
    expect(await state()).toMatchObject({ failures: 0, succeededAt: clock.now(), problems: '[]' });
    expect(news).toEqual([
      `${name}: failed, and will be tried again. ${JSON.stringify(failed.problems[0])}`,
      `${name}: works again.`,
    ]);
  });

  test('an error is reported, counts as a failure, and stops nothing', async () => {
    const errors: unknown[] = [];
    let runs = 0;
    const jobs = node(
      async () => {
        runs += 1;
        throw new Error('a bug');
      },
      { errors },
    );
    await jobs.tick();
    clock.advance(2 * MINUTE);
    await jobs.tick();
    expect(runs).toBe(2);
    expect(errors).toHaveLength(2);
    expect(await state()).toMatchObject({ failures: 2 });
  });

  test('the next node continues if one died during a run', async () => {
    let begun = false;
    const dying = node(() => {
      begun = true;
      return new Promise(() => {});
    });
    void dying.tick();
    await until(() => begun);
    let runs = 0;
    const other = node(async () => {
      runs += 1;
      return fine;
    });
    await other.tick();
    expect(runs).toBe(0);
    clock.advance(MINUTE);
    await other.tick();
    expect(runs).toBe(1);
  });

  test('a run that takes longer than its slot is not joined by another on the same node', async () => {
    let running = 0;
    let most = 0;
    let looks = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const run = async () => {
      running += 1;
      most = Math.max(most, running);
      await released;
      running -= 1;
      return fine;
    };
    const plan = async () => {
      looks += 1;
      return [{ name, period: MINUTE, run }];
    };
    const jobs = new Jobs({ store: league.store, clock, plan, onError: () => {} });
    const ticks: Promise<number>[] = [];
    for (let minute = 0; minute < 4; minute += 1) {
      clock.set(NOON + minute * MINUTE);
      ticks.push(jobs.tick());
      await until(() => looks > minute);
    }
    release();
    await Promise.all(ticks);
    expect(most).toBe(1);
  });

  test('of two runs that overlap the later one is remembered', async () => {
    let release: (() => void) | undefined;
    const slow = node(() => new Promise((resolve) => (release = () => resolve(failed))));
    const ticking = slow.tick();
    await until(() => release !== undefined);
    clock.advance(MINUTE);
    await node(async () => fine).tick();
    release?.();
    await ticking;
    expect(await state()).toMatchObject({ slot: NOON + MINUTE, failures: 0 });
  });

  test('it says when the next job is due', async () => {
    const jobs = node(async () => fine, { period: HOUR });
    clock.advance(MINUTE);
    await jobs.tick();
    expect(await jobs.tick()).toBe(NOON + HOUR);
  });

  test('it keeps running after errors of the plan, and stops on request', async () => {
    const errors: unknown[] = [];
    let looks = 0;
    let runs = 0;
    const run = async () => {
      runs += 1;
      return fine;
    };
    const plan = async () => {
      looks += 1;
      if (looks === 1) throw new Error('no plan yet');
      return [{ name, period: 1000, run }];
    };
    const jobs = new Jobs({
      store: league.store,
      clock,
      plan,
      onError: (error) => errors.push(error),
      checkMs: 1,
    });
    jobs.start();
    await until(() => runs > 0);
    clock.advance(1000);
    await until(() => runs > 1);
    await jobs.stop();
    const after = looks;
    let later = 0;
    const startedLater = new Jobs({
      store: league.store,
      clock,
      plan: async () => {
        later += 1;
        return [];
      },
      onError: () => {},
      checkMs: 1,
    });
    startedLater.start();
    await until(() => later > 2);
    await startedLater.stop();
    expect(looks).toBe(after);
    expect(errors).toHaveLength(1);
  });

  test('the results of a run are planned for at once, not at the next check', async () => {
    let known = false;
    let runs = 0;
    const first = async () => {
      known = true;
      return fine;
    };
    const second = async () => {
      runs += 1;
      return fine;
    };
    const plan = async () => [
      { name, period: HOUR, run: first },
      ...(known ? [{ name: `${name} again`, period: HOUR, run: second }] : []),
    ];
    const jobs = new Jobs({ store: league.store, clock, plan, onError: () => {}, checkMs: HOUR });
    jobs.start();
    await until(() => runs === 1);
    await jobs.stop();
  });

  test('stopping breaks off a run, which then counts for nothing', async () => {
    let begun = false;
    const jobs = node((signal) => {
      begun = true;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(failed)));
    });
    jobs.start();
    await until(() => begun);
    await jobs.stop();
    expect(await state()).toBeUndefined();
  });

  test('slots and jobs of long ago are forgotten', async () => {
    await node(async () => fine).tick();
    await deleteOldSlots(league.store.db, NOON + 15 * 24 * HOUR);
    expect(await claimSlot(league.store.db, name, NOON, 'test', NOON)).toBe(false);
    await deleteOldSlots(league.store.db, NOON + 17 * 24 * HOUR);
    expect(await claimSlot(league.store.db, name, NOON, 'test', NOON)).toBe(true);
    await deleteOldJobs(league.store.db, NOON + 1);
    expect(await state()).toBeUndefined();
  });
});
