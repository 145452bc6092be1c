import type { Query, QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useState } from 'react';
import type { Session } from '#contract/accounts.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { LiveMessage } from '#contract/live.ts';
import { LIVE_PATH, MAX_TOPICS } from '#contract/live.ts';
import { syncClock } from '#web/lib/clock.ts';
import { ADMIN_KEY, POOLS_KEY, SESSION_KEY } from '#web/lib/query.ts';
import { applyUpdate, isAbout } from './apply-updates.ts';
import type { LiveSocket } from './live-socket.ts';
import { openLiveSocket } from './live-socket.ts';
import { isLiveTopic, keepTopics, topicName } from './topic-versions.ts';

const LostContext = createContext(false);

/** Opens the page's live connection. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const stopping = new AbortController();
    startLiveUpdates(client, setLost, stopping.signal);
    return () => stopping.abort();
  }, [client]);
  return <LostContext value={isLost}>{children}</LostContext>;
}

/** Whether the live connection has been lost for a while. */
export function useConnectionLost(): boolean {
  return use(LostContext);
}

/** Refusals of a topic that concern its whole pool. */
const poolRefusals: readonly ErrorCode[] = ['not_a_member', 'pool_not_found'];

/** Keeps the queries on the page up to date over one connection, until `signal` is aborted. */
function startLiveUpdates(client: QueryClient, onLost: (isLost: boolean) => void, signal: AbortSignal): void {
  const socket = openLiveSocket({
    open: () => new WebSocket(LIVE_PATH),
    onMessage: (message) => handle(client, socket, message),
    onDisconnect: () => readInstead(client),
    onLost,
    random: Math.random,
  });
  addEventListener('online', socket.reconnect, { signal });
  addEventListener('offline', socket.restart, { signal });
  const onVisibility = () => document.visibilityState === 'visible' && socket.reconnect();
  document.addEventListener('visibilitychange', onVisibility, { signal });
  const stopWatching = watchActiveQueries(client, socket);
  const stopReconnecting = reconnectAfterReads(client, socket);
  signal.addEventListener('abort', () => {
    stopWatching();
    stopReconnecting();
    socket.close();
  });
}

/** Watches the topics of the active queries, and updates the list as these change. */
function watchActiveQueries(client: QueryClient, socket: LiveSocket): () => void {
  const cache = client.getQueryCache();
  let watched = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  function watch(): void {
    timer = undefined;
    const active = cache.findAll({ type: 'active' }).flatMap(({ meta }) => (meta?.topic ? [meta.topic] : []));
    const topics = [...new Map(active.map((topic) => [topicName(topic), topic])).values()].slice(0, MAX_TOPICS);
    const names = topics.map(topicName).sort().join();
    if (names === watched) return;
    watched = names;
    keepTopics(topics);
    socket.watch(topics);
  }

  watch();
  const unsubscribe = cache.subscribe(({ type, query }) => {
    const matters = type === 'observerAdded' || type === 'observerRemoved' || type === 'observerOptionsUpdated';
    if (matters && query.meta?.topic) timer ??= setTimeout(watch);
  });
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** A successful read shows that the network is back, even if the browser reports nothing. */
function reconnectAfterReads(client: QueryClient, socket: LiveSocket): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (event.query.meta?.topic) socket.reconnect();
  });
}

function handle(client: QueryClient, socket: LiveSocket, message: LiveMessage): void {
  switch (message.kind) {
    case 'beat': {
      const receivedAt = Date.now();
      syncClock(message.now, receivedAt, receivedAt);
      return;
    }
    case 'goodbye':
      socket.pause();
      void client.invalidateQueries({ queryKey: SESSION_KEY }).then(() => resumeIfSignedIn(client, socket));
      return;
    case 'refused':
      // The list of pools shows that a pool is closed or gone; reading the pool itself would only be refused again.
      void client.invalidateQueries(
        poolRefusals.includes(message.code) ? { queryKey: POOLS_KEY } : { predicate: isAbout(message.topic) },
      );
      return;
    case 'pools':
      for (const queryKey of [POOLS_KEY, ADMIN_KEY]) void client.invalidateQueries({ queryKey });
      return;
    default: {
      const hasGap = !applyUpdate(client, message);
      // A topic that is no longer watched may still send something; a gap in a watched one requires the whole state.
      if (hasGap && isLiveTopic(message.topic)) socket.restart();
    }
  }
}

/** The session ended, but the browser may have another one. */
function resumeIfSignedIn(client: QueryClient, socket: LiveSocket): void {
  if (client.getQueryData<Session>(SESSION_KEY)?.user?.isEnabled) socket.resume();
}

/** Without a connection the queries read by themselves, starting at once. */
function readInstead(client: QueryClient): void {
  const wasLive = (query: Query) => isLiveTopic(query.meta?.topic);
  const queries = client.getQueryCache().findAll({ type: 'active', predicate: wasLive });
  keepTopics([]);
  for (const query of queries) void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
}
