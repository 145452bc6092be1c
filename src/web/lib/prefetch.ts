import { readItem, writeItem } from './storage.ts';

declare global {
  /** The response to a prefetched GET call; each is handed out once. */
  var prefetchedResponse: ((address: string) => Promise<Response> | undefined) | undefined;
}

/** Where the calls of the first moments are stored, by the path that made them. Removed when nobody is signed in. */
export const PREFETCH_KEY = 'early';

/** Calls later than this after the page was opened do not belong to its first screen. */
const FIRST_MOMENTS_MS = 5000;
const TIMEOUT_MS = 15_000;
const SESSION_ADDRESS = '/api/session';

/**
 * Repeats the calls that the same screen made when it was last opened, in parallel and before the app is loaded. Otherwise the pool waits
 * for the session, the week for the pool, and the games for the week. `prefetchedResponse` hands out the responses and records the calls
 * for the next time.
 */
export function prefetch(): void {
  const path = location.pathname;
  const calls = readCalls();
  const made = new Set<string>();
  const responses = new Map([SESSION_ADDRESS, ...(calls[path] ?? [])].map((address) => [address, fetchNow(address)]));
  globalThis.prefetchedResponse = (address) => {
    if (performance.now() > FIRST_MOMENTS_MS || location.pathname !== path) return undefined;
    if (address !== SESSION_ADDRESS && !made.has(address)) {
      const recorded = readCalls();
      // The first call starts a new list.
      const before = made.size === 0 ? [] : (recorded[path] ?? []);
      made.add(address);
      writeItem(PREFETCH_KEY, JSON.stringify({ ...recorded, [path]: [...before, address] }));
    }
    const response = responses.get(address);
    responses.delete(address);
    return response;
  };
}

/** Removes the calls of all other pools: those of a pool that is closed to the person would only be refused. */
export function limitPrefetch(poolIds: readonly string[]): void {
  const isOpen = (address: string): boolean => {
    const poolId = /^\/api\/pools\/([^/]+)/.exec(address)?.[1];
    return poolId === undefined || poolIds.includes(poolId);
  };
  const recorded = Object.entries(readCalls());
  if (recorded.every(([, addresses]) => addresses.every(isOpen))) return;
  const open = recorded.map(([path, addresses]) => [path, addresses.filter(isOpen)]);
  writeItem(PREFETCH_KEY, JSON.stringify(Object.fromEntries(open)));
}

function fetchNow(address: string): Promise<Response> {
  const response = fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  // The failure is reported to the caller that takes the response.
  response.catch(() => {});
  return response;
}

function readCalls(): Readonly<Record<string, readonly string[]>> {
  try {
    const recorded: Record<string, unknown> = JSON.parse(readItem(PREFETCH_KEY) ?? '{}');
    const lists = Object.entries(recorded).filter(([, addresses]) => isTexts(addresses));
    return Object.fromEntries(lists as [string, string[]][]);
  } catch {
    return {};
  }
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
