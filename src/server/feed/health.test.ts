import { describe, expect, test } from 'vitest';
import type { JobState } from '#server/platform/jobs/store.ts';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import type { PlannedTask } from './feed.ts';
import { feedHealth, idleHealth } from './feed.ts';

const NOON = Date.parse('2026-09-13T16:00:00Z');
const week: PlannedTask = { task: { kind: 'week', weekId: '2026-week1' }, period: HOUR };
const season: PlannedTask = { task: { kind: 'season', season: 2026 }, period: 24 * HOUR };

function ran(job: string, traits: Partial<JobState> = {}): JobState {
  return { job, slot: NOON, ranAt: NOON, succeededAt: NOON, failures: 0, problems: '[]', ...traits };
}

const health = (planned: readonly PlannedTask[], states: readonly JobState[], now = NOON + MINUTE) =>
  feedHealth('espn.example.org', planned, states, now);

describe('How the feed is', () => {
  test('after a success: when it was, how long ago, and when it runs again', () => {
    const { host, status, jobs } = health([week, season], [ran('week 2026-week1'), ran('season 2026')]);
    expect(host).toBe('espn.example.org');
    expect(status).toEqual({
      state: 'ok',
      lastSuccessAt: NOON,
      ageMs: MINUTE,
      failures: 0,
      nextRunAt: NOON + HOUR,
    });
    expect(jobs.map(({ name, period, nextRunAt }) => [name, period, nextRunAt])).toEqual([
      ['week 2026-week1', HOUR, NOON + HOUR],
      ['season 2026', 24 * HOUR, Date.parse('2026-09-14T00:00:00Z')],
    ]);
  });

  test('before the first run', () => {
    expect(health([season], []).status).toMatchObject({ state: 'waiting', lastSuccessAt: null, ageMs: null });
  });

  test('between seasons', () => {
    expect(health([season], [ran('season 2026')]).status.state).toBe('quiet');
  });

  test('while a job fails: how often, why, and when it is tried again', () => {
    const problems = JSON.stringify([{ kind: 'timeout', where: '2026-week1', detail: 'no answer' }]);
    const failing = ran('week 2026-week1', { failures: 2, succeededAt: NOON - HOUR, problems });
    const { status, jobs } = health([week, season], [failing, ran('season 2026')]);
    expect(status).toMatchObject({ state: 'failing', failures: 2, nextRunAt: NOON + 2 * MINUTE });
    expect(jobs[0]?.problems).toEqual([{ kind: 'timeout', where: '2026-week1', detail: 'no answer' }]);
  });

  test('when nobody runs it any more', () => {
    const states = [ran('week 2026-week1'), ran('season 2026')];
    expect(health([week, season], states, NOON + 2 * HOUR).status.state).toBe('ok');
    expect(health([week, season], states, NOON + 3 * HOUR).status.state).toBe('late');
  });

  test.each(['demo', 'off'] as const)('where nobody is asked: %s', (state) => {
    expect(idleHealth(state)).toMatchObject({ host: null, jobs: [], status: { state, nextRunAt: null } });
  });
});
