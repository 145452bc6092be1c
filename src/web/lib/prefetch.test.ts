import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limitPrefetch, PREFETCH_KEY, prefetch } from './prefetch.ts';

const picks = '/api/pools/p/entries';
let stored: Map<string, string>;
let path: string;
let now: number;
const fetched = vi.fn(async (address: string) => new Response(address));

function open(at: string): void {
  path = at;
  now = 100;
  fetched.mockClear();
  prefetch();
}

/** The prefetched response that the app gets for a call. */
function answerTo(address: string): Promise<Response> | undefined {
  const { prefetchedResponse } = globalThis as {
    prefetchedResponse?: (address: string) => Promise<Response> | undefined;
  };
  return prefetchedResponse?.(address);
}

const asked = () => fetched.mock.calls.map(([address]) => address);

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal('location', {
    get pathname() {
      return path;
    },
  });
  vi.stubGlobal('fetch', fetched);
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  globalThis.prefetchedResponse = undefined;
});

describe('prefetched calls', () => {
  it('request the session at first, and the next time what the same screen requested', async () => {
    open('/picks');
    expect(asked()).toEqual(['/api/session']);
    expect(answerTo(picks)).toBeUndefined();
    open('/matchup');
    expect(asked()).toEqual(['/api/session']);
    open('/picks');
    expect(asked()).toEqual(['/api/session', picks]);
    expect(await (await answerTo(picks))?.text()).toBe(picks);
  });

  it('hand out each answer once', () => {
    open('/picks');
    expect(answerTo('/api/session')).toBeDefined();
    expect(answerTo('/api/session')).toBeUndefined();
  });

  it('forget calls that are no longer made', () => {
    open('/picks');
    answerTo(picks);
    open('/picks');
    answerTo('/api/pools');
    open('/picks');
    expect(asked()).toEqual(['/api/session', '/api/pools']);
  });

  it('neither answer nor record late calls, or those of another screen', () => {
    open('/picks');
    now = 5001;
    expect(answerTo('/api/session')).toBeUndefined();
    now = 100;
    path = '/scoreboard';
    expect(answerTo(picks)).toBeUndefined();
    expect(stored.has(PREFETCH_KEY)).toBe(false);
  });

  it('leave out the pools that are now closed to the person, on every screen', () => {
    const noted = ['/api/pools', '/api/pools/q', '/api/pools/q/entries'];
    for (const screen of ['/picks', '/matchup']) {
      open(screen);
      for (const address of [...noted, '/api/pools/p', picks]) answerTo(address);
    }
    limitPrefetch(['q', 'r']);
    answerTo('/api/pools/q/standings');
    expect(JSON.parse(stored.get(PREFETCH_KEY) ?? '')).toEqual({
      '/picks': noted,
      '/matchup': [...noted, '/api/pools/q/standings'],
    });
    open('/picks');
    expect(asked()).toEqual(['/api/session', ...noted]);
  });

  it.each(['{', 'null', '[7]', '{"/picks":"x"}', '{"/picks":[7]}'])('ignore an invalid memory: %s', (memory) => {
    stored.set(PREFETCH_KEY, memory);
    limitPrefetch(['q']);
    open('/picks');
    expect(asked()).toEqual(['/api/session']);
  });
});
