import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { createQueryClient, liveQuery, SESSION_KEY } from './query.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function tryReading(failure: Error): Promise<{ calls: number; logged: unknown[][] }> {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const read = vi.fn(() => Promise.reject(failure));
  const reading = createQueryClient().fetchQuery({
    queryKey: ['x'],
    queryFn: read,
    meta: { failure: 'Error reading x' },
  });
  const settled = reading.catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  await settled;
  return { calls: read.mock.calls.length, logged: log.mock.calls };
}

describe('reading', () => {
  it.each(['network', 'unexpected', 'stopping'] as const)('tries once more after %s, then logs', async (code) => {
    const failure = new ApiError(code, 'no');
    const { calls, logged } = await tryReading(failure);
    expect(calls).toBe(2);
    expect(logged).toEqual([['Error reading x', failure]]);
  });

  it('does not retry a refusal', async () => {
    expect((await tryReading(new ApiError('pool_not_found', 'Pool not found'))).calls).toBe(1);
  });

  it.each(['not_signed_in', 'account_disabled'] as const)('asks who is signed in after %s', async (code) => {
    const client = createQueryClient();
    client.setQueryData(SESSION_KEY, { user: null });
    const refused = { queryKey: ['x'], queryFn: () => Promise.reject(new ApiError(code, 'no')) };
    await client.fetchQuery(refused).catch(() => null);
    expect(client.getQueryState(SESSION_KEY)?.isInvalidated).toBe(true);
  });
});

describe('live data', () => {
  async function readings(afterMs: number): Promise<number> {
    const client = createQueryClient();
    const queryFn = vi.fn(async () => 'read');
    const query = { ...liveQuery, queryKey: ['x'], queryFn };
    new QueryObserver(client, query).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(afterMs);
    new QueryObserver(client, query).subscribe(() => {});
    await vi.advanceTimersByTimeAsync(0);
    return queryFn.mock.calls.length;
  }

  it('is read again for another part of the page, unless it was just read', async () => {
    expect(await readings(900)).toBe(1);
    expect(await readings(1100)).toBe(2);
  });
});

describe('the cache', () => {
  const read = { queryKey: ['x'], queryFn: vi.fn(async () => 'read') };

  it('reads data again once it is older than five minutes, but not earlier', async () => {
    const client = createQueryClient();
    await client.fetchQuery(read);
    vi.advanceTimersByTime(5 * 60 * 1000 - 1);
    await client.fetchQuery(read);
    expect(read.queryFn).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await client.fetchQuery(read);
    expect(read.queryFn).toHaveBeenCalledTimes(2);
  });
});

describe('the signed-in person', () => {
  const session = (id: string | null, isEnabled = true) => ({ user: id === null ? null : { id, isEnabled } });

  function readBy(...people: readonly ReturnType<typeof session>[]) {
    const reported: (string | null)[] = [];
    const client = createQueryClient((userId) => reported.push(userId));
    for (const person of people) {
      client.setQueryData(SESSION_KEY, person);
      client.setQueryData(['x'], (before?: string) => before ?? `read for ${person.user?.id}`);
    }
    return { reported, seen: client.getQueryData(['x']) };
  }

  it('sees nothing that was read for another person', () => {
    expect(readBy(session('ann'), session('bob'))).toEqual({ reported: ['ann', 'bob'], seen: 'read for bob' });
    expect(readBy(session('ann'), session(null)).seen).toBe('read for undefined');
  });

  it('keeps the cached data if they are confirmed', () => {
    expect(readBy(session('ann'), session('ann'))).toEqual({ reported: ['ann'], seen: 'read for ann' });
  });

  it('counts as signed out while the account is disabled', () => {
    expect(readBy(session('ann'), session('ann', false)).reported).toEqual(['ann', null]);
  });
});
