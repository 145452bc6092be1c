import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { hashKey } from '@tanstack/react-query';
import type { Session } from '#contract/accounts.ts';
import type { TopicKind } from '#contract/live.ts';
import { liveTopics } from '#contract/live.ts';
import { ApiError } from './api.ts';
import { SESSION_KEY } from './query.ts';

/** One cached reply. */
interface CachedReply {
  readonly key: QueryKey;
  readonly data: unknown;
  /** When it was read, ms. */
  readonly at: number;
}

/** The data a person saw last on this device, for use without a connection. */
interface OfflineCache {
  readonly userId: string;
  /** Another build may expect other shapes. */
  readonly build: string;
  readonly session: Session;
  /** When the session was read, ms. */
  readonly readAt: number;
  readonly replies: readonly CachedReply[];
}

/** The name of the store in the browser's cache storage, which has enough room and keeps the worker's files anyway. */
const CACHE_NAME = 'last-known';
const CACHE_ADDRESS = '/last-known';
/** The delay before data that was read for the first time is written. */
const FIRST_WRITE_MS = 1000;
/** While scores change, the cache is rewritten at most this often, and when the page is hidden. Own picks do not wait. */
const REWRITE_MS = 30_000;
/** The number of replies that are kept, the newest first: some weeks of some pools. */
const MAX_REPLIES = 40;

/** The first parts of the keys that are cached: what players see of their pools, never what admins see of people. */
const cachedKeys: readonly unknown[] = [
  'pools',
  ...Object.keys(liveTopics).filter((kind) => liveTopics[kind as TopicKind].isOffline),
];

/** Writes run one after the other, so that a write can't overtake a clear. */
let pendingWrites: Promise<unknown> = Promise.resolve();
let stopCaching = (): void => {};

/** Caches what is read for a person until they sign out, and shows it if it cannot be read. */
export async function startOfflineCache(client: QueryClient, userId: string): Promise<void> {
  await clearOthers(userId);
  let soon: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let written = new Set<string>();
  const write = (): void => {
    clearTimeout(soon);
    soon = undefined;
    dueAt = Number.POSITIVE_INFINITY;
    written = new Set(shownOf(client).map(({ queryHash }) => queryHash));
    enqueue(async (store) => {
      const known = collect(client, userId, await read());
      if (known !== null) await store.put(CACHE_ADDRESS, new Response(JSON.stringify(known)));
    });
  };
  const writeIn = (wait: number): void => {
    const at = performance.now() + wait;
    if (at >= dueAt) return;
    clearTimeout(soon);
    dueAt = at;
    soon = setTimeout(write, wait);
  };
  const hide = (): void => {
    if (soon !== undefined && document.visibilityState === 'hidden') write();
  };
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'error') void showCached(client, userId, event.query).catch(report);
    if (event.action.type !== 'success') return;
    const { queryHash, queryKey } = event.query;
    if (cachedKeys.includes(queryKey[0]) || queryKey[0] === SESSION_KEY[0]) {
      writeIn(written.has(queryHash) && queryKey[0] !== 'picks' ? REWRITE_MS : FIRST_WRITE_MS);
    }
  });
  document.addEventListener('visibilitychange', hide);
  writeIn(FIRST_WRITE_MS);
  stopCaching = () => {
    clearTimeout(soon);
    unsubscribe();
    document.removeEventListener('visibilitychange', hide);
  };
}

/** Removes everything. Called when nobody is signed in. */
export function clearOfflineCache(): void {
  stopCaching();
  stopCaching = () => {};
  pendingWrites = pendingWrites.then(() => globalThis.caches?.delete(CACHE_NAME)).catch(report);
}

/** Fills the query cache. @returns the session that it belongs to; null if there is nothing */
export async function restoreOfflineCache(client: QueryClient): Promise<Session | null> {
  const known = await read();
  if (known === null || known.build !== __BUILD_TIME__) return null;
  for (const { key, data, at } of known.replies) client.setQueryData(key, data, { updatedAt: at });
  addEventListener('online', () => void client.invalidateQueries({ queryKey: SESSION_KEY }), { once: true });
  return { ...known.session, now: known.session.now + Date.now() - known.readAt };
}

/** Shows the cached reply if a query cannot be read without a connection; the query keeps trying. */
async function showCached(client: QueryClient, userId: string, { queryKey, queryHash, state }: Query): Promise<void> {
  if (state.data !== undefined || !(state.error instanceof ApiError) || state.error.code !== 'network') return;
  const known = await read();
  const seen = isOf(known, userId) ? known.replies.find(({ key }) => hashKey(key) === queryHash) : undefined;
  if (seen === undefined || client.getQueryData(queryKey) !== undefined) return;
  client.setQueryData(queryKey, seen.data, { updatedAt: seen.at });
  await client.invalidateQueries({ queryKey, exact: true });
}

function isOf(known: OfflineCache | null, userId: string): known is OfflineCache {
  return known?.userId === userId && known.build === __BUILD_TIME__;
}

async function clearOthers(userId: string): Promise<void> {
  const isOther = (await read())?.userId !== userId;
  stopCaching();
  if (isOther) clearOfflineCache();
}

/** Merges the data on the page with the older cached replies; null if another person is signed in. */
function collect(client: QueryClient, userId: string, before: OfflineCache | null): OfflineCache | null {
  const { data: session, dataUpdatedAt: readAt } = client.getQueryState<Session>(SESSION_KEY) ?? {};
  if (session?.user?.id !== userId || readAt === undefined) return null;
  const shown = shownOf(client).map(({ queryKey: key, state: { data, dataUpdatedAt: at } }) => ({ key, data, at }));
  const known = isOf(before, userId) ? before.replies : [];
  const byKey = new Map([...known, ...shown].map((each) => [JSON.stringify(each.key), each]));
  const replies = [...byKey.values()].sort((a, b) => b.at - a.at).slice(0, MAX_REPLIES);
  return { userId, build: __BUILD_TIME__, session, readAt, replies };
}

function shownOf(client: QueryClient): Query[] {
  return client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [name], state }) => cachedKeys.includes(name) && state.data !== undefined });
}

function enqueue(act: (store: Cache) => Promise<unknown>): void {
  pendingWrites = pendingWrites.then(async () => globalThis.caches && act(await caches.open(CACHE_NAME))).catch(report);
}

async function read(): Promise<OfflineCache | null> {
  const kept = await globalThis.caches?.match(CACHE_ADDRESS, { cacheName: CACHE_NAME });
  return kept === undefined ? null : kept.json();
}

function report(error: unknown): void {
  console.error('The offline cache failed', error);
}
