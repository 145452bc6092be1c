import type { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api.ts';
import { clearOfflineCache, restoreOfflineCache, startOfflineCache } from './offline-cache.ts';
import { createQueryClient, SESSION_KEY } from './query.ts';

const ANN = 'ann';
const GAMES = ['poolGames', 'pool', 'week'];
const PICKS = ['picks', 'pool'];

let texts: Map<string, string>;
let writes: number;
let visibility: DocumentVisibilityState;
let hide: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  texts = new Map();
  writes = 0;
  visibility = 'visible';
  const listeners = new Set<() => void>();
  hide = () => {
    visibility = 'hidden';
    for (const listener of listeners) listener();
  };
  const store = {
    put: async (address: string, answer: Response) => {
      writes += 1;
      texts.set(address, await answer.text());
    },
  };
  vi.stubGlobal('caches', {
    open: async () => store,
    match: async (address: string) => (texts.has(address) ? new Response(texts.get(address)) : undefined),
    delete: async () => texts.clear(),
  });
  vi.stubGlobal('document', {
    get visibilityState() {
      return visibility;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('__BUILD_TIME__', 'a build');
});

afterEach(() => {
  clearOfflineCache();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(userId = ANN): Promise<QueryClient> {
  const client = createQueryClient();
  client.setQueryData(SESSION_KEY, { user: { id: userId }, now: 0 });
  await startOfflineCache(client, userId);
  return client;
}

async function recalled(): Promise<{ user: string | undefined; read: (key: readonly string[]) => unknown }> {
  const client = createQueryClient();
  const session = await restoreOfflineCache(client);
  return { user: session?.user?.id, read: (key) => client.getQueryData(key) };
}

describe('The offline cache', () => {
  it('is written a second after a read', async () => {
    const client = await open();
    client.setQueryData(GAMES, { score: 7 });
    await vi.advanceTimersByTimeAsync(1000);
    const { user, read } = await recalled();
    expect(user).toBe(ANN);
    expect(read(GAMES)).toEqual({ score: 7 });
  });

  it('is written a second after a read even if it was just written', async () => {
    const client = await open();
    client.setQueryData(GAMES, { score: 7 });
    await vi.advanceTimersByTimeAsync(5000);
    client.setQueryData(PICKS, { side: 'home' });
    await vi.advanceTimersByTimeAsync(1000);
    expect((await recalled()).read(PICKS)).toEqual({ side: 'home' });
  });

  it('is written again every half minute while scores change, with the newest data', async () => {
    const client = await open();
    client.setQueryData(GAMES, { score: 0 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(writes).toBe(1);
    for (let second = 1; second <= 45; second += 1) {
      client.setQueryData(GAMES, { score: second });
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(writes).toBe(2);
    expect((await recalled()).read(GAMES)).toEqual({ score: 30 });
  });

  it('is written a second after every pick', async () => {
    const client = await open();
    client.setQueryData(PICKS, { side: 'home' });
    await vi.advanceTimersByTimeAsync(1000);
    client.setQueryData(PICKS, { side: 'away' });
    await vi.advanceTimersByTimeAsync(1000);
    expect((await recalled()).read(PICKS)).toEqual({ side: 'away' });
  });

  it('is written when the page is hidden', async () => {
    const client = await open();
    client.setQueryData(GAMES, { score: 0 });
    await vi.advanceTimersByTimeAsync(1000);
    client.setQueryData(GAMES, { score: 3 });
    hide();
    await vi.advanceTimersByTimeAsync(0);
    expect((await recalled()).read(GAMES)).toEqual({ score: 3 });
  });

  it('replaces data that cannot be read without a connection', async () => {
    const client = await open();
    client.setQueryData(GAMES, { score: 7 });
    await vi.advanceTimersByTimeAsync(1000);
    client.removeQueries({ queryKey: GAMES });
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fail = (code: 'network' | 'pool_not_found') => () => Promise.reject(new ApiError(code, 'no'));
    const read = (key: readonly string[], code: 'network' | 'pool_not_found') =>
      client.fetchQuery({ queryKey: key, queryFn: fail(code), retry: false }).catch(() => undefined);
    await read(GAMES, 'pool_not_found');
    await vi.advanceTimersByTimeAsync(0);
    expect(client.getQueryData(GAMES)).toBeUndefined();
    await read(GAMES, 'network');
    await read(PICKS, 'network');
    await vi.advanceTimersByTimeAsync(0);
    expect(client.getQueryData(GAMES)).toEqual({ score: 7 });
    expect(client.getQueryData(PICKS)).toBeUndefined();
    log.mockRestore();
  });

  it('does not contain what admins see of people', async () => {
    const client = await open();
    client.setQueryData(['admin', 'users'], ['an address']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([...texts.values()].join()).not.toContain('an address');
  });

  it('is removed when another person signs in, and when nobody is signed in', async () => {
    const client = await open();
    client.setQueryData(GAMES, { score: 7 });
    await vi.advanceTimersByTimeAsync(1000);
    await open('bob');
    await vi.advanceTimersByTimeAsync(1000);
    const { user, read } = await recalled();
    expect(user).toBe('bob');
    expect(read(GAMES)).toBeUndefined();
    clearOfflineCache();
    await vi.advanceTimersByTimeAsync(0);
    expect((await recalled()).user).toBeUndefined();
  });
});
