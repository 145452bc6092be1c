import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LeaderReply } from '#contract/standings.ts';
import type { LeaderChange } from '#core/leader.ts';
import { watchedWeeks, watchLeader } from './celebration.tsx';

const open = { gid: 'a', status: 'In Progress' } as const;
const over = { gid: 'a', status: 'Final' } as const;
const other = { gid: 'b', status: 'Final' } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(answers: readonly (LeaderReply | Error)[]) {
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

const annLeads: LeaderReply = { halves: 3, entryIds: ['ann'], ownerIds: ['ann'], name: 'Ann' };
const bobLeads: LeaderReply = { halves: 4, entryIds: ['bob'], ownerIds: ['bob'], name: 'Bob' };

describe('the watch over the lead', () => {
  it('reads again two seconds after a game turned Final, and reports the leader', async () => {
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

  it('ignores games that were already over', async () => {
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

  it('reports nobody before it knows the previous leader', async () => {
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

describe('the weeks whose lead is watched', () => {
  it.each([
    ['the active one', [], 'week1', ['week1']],
    ['the same while it stays the active one', ['week1'], 'week1', ['week1']],
    ['also the one before, when another becomes active', ['week1'], 'week2', ['week1', 'week2']],
    ['no third one', ['week1', 'week2'], 'week3', ['week2', 'week3']],
    ['the same while none is known', ['week1'], null, ['week1']],
  ])('are %s', (_, before, active, watched) => {
    expect(watchedWeeks(before, active)).toEqual(watched);
  });
});
