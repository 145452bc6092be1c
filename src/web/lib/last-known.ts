import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { hashKey } from '@tanstack/react-query';
import type { Session } from '#contract/auth.ts';
import { ApiError } from './api.ts';
import { SESSION_KEY } from './query.ts';

/** One answer that was on the page. */
interface Seen {
  readonly key: QueryKey;
  readonly data: unknown;
  /** When it was read, ms. */
  readonly at: number;
}

/** What one person saw last, on this device, for the times without a connection. */
interface LastKnown {
  readonly userId: string;
  /** Another build may read other shapes. */
  readonly build: string;
  readonly session: Session;
  /** When this device heard of the session, ms. */
  readonly heardAt: number;
  readonly seen: readonly Seen[];
}

/** Its place in the browser's cache storage, which has room for it and is there for the worker's files anyway. */
const STORE = 'last-known';
const ADDRESS = '/last-known';
/** What is read for the first time is written after this pause. */
const PAUSE_MS = 1000;
/**
 * While scores move, what is known is written again no more often than this, and when the page is put away; own picks are not made to
 * wait.
 */
const BETWEEN_MS = 30_000;
/** So many answers are kept, the newest: some weeks of some pools. */
const MOST = 40;

/** What is kept, by the first part of its key: what players see of their pools, nothing of what admins see of people. */
const lasting: readonly unknown[] = ['pools', 'pool', 'games', 'picks', 'matchup', 'activePlayers', 'standings'];

/** One after the other, so that forgetting is never overtaken by keeping. */
let work: Promise<unknown> = Promise.resolve();
let stop = (): void => {};

/** Keeps what is read for a person, shortly after it changed, until he is gone, and shows it where it cannot be read. */
export async function keep(client: QueryClient, userId: string): Promise<void> {
  await forgetOthers(userId);
  let soon: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let written = new Set<string>();
  const write = (): void => {
    clearTimeout(soon);
    soon = undefined;
    dueAt = Number.POSITIVE_INFINITY;
    written = new Set(shownOf(client).map(({ queryHash }) => queryHash));
    inTurn(async (store) => {
      const known = collect(client, userId, await read());
      if (known !== null) await store.put(ADDRESS, new Response(JSON.stringify(known)));
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
    if (event.action.type === 'error') void standIn(client, userId, event.query).catch(report);
    if (event.action.type !== 'success') return;
    const { queryHash, queryKey } = event.query;
    if (lasting.includes(queryKey[0]) || queryKey[0] === SESSION_KEY[0]) {
      writeIn(written.has(queryHash) && queryKey[0] !== 'picks' ? BETWEEN_MS : PAUSE_MS);
    }
  });
  document.addEventListener('visibilitychange', hide);
  writeIn(PAUSE_MS);
  stop = () => {
    clearTimeout(soon);
    unsubscribe();
    document.removeEventListener('visibilitychange', hide);
  };
}

/** Nobody is signed in: nothing stays. */
export function forgetLastKnown(): void {
  stop();
  stop = () => {};
  work = work.then(() => globalThis.caches?.delete(STORE)).catch(report);
}

/** Lays what was kept into the cache. @returns the session that it belongs to; null where there is nothing */
export async function recall(client: QueryClient): Promise<Session | null> {
  const known = await read();
  if (known === null || known.build !== __BUILD_TIME__) return null;
  for (const { key, data, at } of known.seen) client.setQueryData(key, data, { updatedAt: at });
  addEventListener('online', () => void client.invalidateQueries({ queryKey: SESSION_KEY }), { once: true });
  return { ...known.session, now: known.session.now + Date.now() - known.heardAt };
}

/** What was seen last of something that cannot be read without a connection; it goes on being tried. */
async function standIn(client: QueryClient, userId: string, { queryKey, queryHash, state }: Query): Promise<void> {
  if (state.data !== undefined || !(state.error instanceof ApiError) || state.error.code !== 'network') return;
  const known = await read();
  const seen = isOf(known, userId) ? known.seen.find(({ key }) => hashKey(key) === queryHash) : undefined;
  if (seen === undefined || client.getQueryData(queryKey) !== undefined) return;
  client.setQueryData(queryKey, seen.data, { updatedAt: seen.at });
  await client.invalidateQueries({ queryKey, exact: true });
}

function isOf(known: LastKnown | null, userId: string): known is LastKnown {
  return known?.userId === userId && known.build === __BUILD_TIME__;
}

async function forgetOthers(userId: string): Promise<void> {
  const isOther = (await read())?.userId !== userId;
  stop();
  if (isOther) forgetLastKnown();
}

/** What is on the page, and what was kept before and is not; null where somebody else is signed in by now. */
function collect(client: QueryClient, userId: string, before: LastKnown | null): LastKnown | null {
  const { data: session, dataUpdatedAt: heardAt } = client.getQueryState<Session>(SESSION_KEY) ?? {};
  if (session?.user?.id !== userId || heardAt === undefined) return null;
  const shown = shownOf(client).map(({ queryKey: key, state: { data, dataUpdatedAt: at } }) => ({ key, data, at }));
  const known = isOf(before, userId) ? before.seen : [];
  const byKey = new Map([...known, ...shown].map((each) => [JSON.stringify(each.key), each]));
  const seen = [...byKey.values()].sort((a, b) => b.at - a.at).slice(0, MOST);
  return { userId, build: __BUILD_TIME__, session, heardAt, seen };
}

function shownOf(client: QueryClient): Query[] {
  return client
    .getQueryCache()
    .findAll({ predicate: ({ queryKey: [name], state }) => lasting.includes(name) && state.data !== undefined });
}

function inTurn(act: (store: Cache) => Promise<unknown>): void {
  work = work.then(async () => globalThis.caches && act(await caches.open(STORE))).catch(report);
}

async function read(): Promise<LastKnown | null> {
  const kept = await globalThis.caches?.match(ADDRESS, { cacheName: STORE });
  return kept === undefined ? null : kept.json();
}

function report(error: unknown): void {
  console.error('What was seen cannot be kept', error);
}
