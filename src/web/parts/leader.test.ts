import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeaderChange } from '#core/leader.ts';
import type { NamedTop } from './leader.ts';
import { topOfWeek, watchLeader } from './leader.ts';

const open = { gid: 'a', status: 'In Progress' } as const;
const over = { gid: 'a', status: 'Final' } as const;
const other = { gid: 'b', status: 'Final' } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(answers: readonly (NamedTop | Error)[]) {
  const left = [...answers];
  const changes: [LeaderChange['kind'], string][] = [];
  const errors: unknown[] = [];
  const read = vi.fn(async () => {
    const answer = left.shift();
    if (answer === undefined || answer instanceof Error) throw answer;
    return answer;
  });
  const watch = watchLeader({
    read,
    onChange: ({ kind }, name) => changes.push([kind, name]),
    onError: (error) => errors.push(error),
  });
  return { watch, read, changes, errors };
}

const annLeads: NamedTop = { top: { score: 3, userIds: ['ann'] }, name: 'Ann' };
const bobLeads: NamedTop = { top: { score: 4, userIds: ['bob'] }, name: 'Bob' };

describe('the watch over the lead', () => {
  it('reads again two seconds after a game turned Final, and says who leads', async () => {
    const { watch, read, changes } = start([annLeads, bobLeads]);
    watch.see([open]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read).toHaveBeenCalledTimes(1);
    watch.see([over]);
    await vi.advanceTimersByTimeAsync(1999);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(changes).toEqual([['single', 'Bob']]);
  });

  it('takes games that were over before as nothing new', async () => {
    const { watch, read } = start([annLeads, bobLeads]);
    watch.see([over]);
    watch.see([over, open]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('reads once for games that end together', async () => {
    const { watch, read } = start([annLeads, bobLeads, bobLeads]);
    watch.see([open]);
    watch.see([over]);
    watch.see([over, other]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('tells of nobody before it knows who led', async () => {
    const { watch, changes, errors } = start([new Error('no'), bobLeads]);
    watch.see([open]);
    watch.see([over]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(errors).toHaveLength(1);
    expect(changes).toEqual([]);
  });

  it('is silent once it is stopped', async () => {
    const { watch, read, changes } = start([annLeads, bobLeads]);
    watch.see([open]);
    watch.see([over]);
    watch.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(read).toHaveBeenCalledTimes(1);
    expect(changes).toEqual([]);
  });
});

describe('the top of a week', () => {
  const row = (id: string, scores: (number | null)[]) => ({ id, name: id, scores, total: 0, average: 0, rank: 1 });
  const standings = {
    weeks: ['w1', 'w2'],
    activeWeekId: 'w2',
    finishedWeeks: ['w1'],
    activePlayers: 2,
    rows: [row('ann', [9, 2]), row('bob', [1, 3])],
  };

  it('counts that week only', () => {
    expect(topOfWeek(standings, 'w2')).toEqual({ top: { score: 3, userIds: ['bob'] }, name: 'bob' });
  });

  it('is nobody where nothing is over', () => {
    const rows = [row('ann', [null, null])];
    expect(topOfWeek({ ...standings, rows }, 'w2')).toEqual({ top: { score: 0, userIds: [] }, name: '' });
  });
});
