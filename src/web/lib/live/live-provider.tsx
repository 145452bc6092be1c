import type { Query, QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useEffect, useState } from 'react';
import type { Session } from '#contract/accounts.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { LiveMessage, TopicRef, Watch } from '#contract/live.ts';
import { LIVE_BEAT_MS, LIVE_PATH, MAX_TOPICS } from '#contract/live.ts';
import { MINUTE_MS } from '#core/time.ts';
import { syncClock } from '#web/lib/clock.ts';
import { ADMIN_KEY, isLiveTopic, keepTopics, POOLS_KEY, SESSION_KEY, topicName } from '#web/lib/query.ts';
import { applyUpdate, isAbout } from './apply-updates.ts';

/** After two missed beats the connection counts as dead, even if the browser has not noticed. */
const DEAD_MS = 2 * LIVE_BEAT_MS + 5000;
/** A shorter loss is not reported. */
const LOST_MS = 2000;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 15_000;
/** The delay before the next try, in ms, after the server closed the connection for too many requests. */
const REFUSED_DELAY_MS = MINUTE_MS;
/** The close codes for that: policy violation (RFC 6455, section 7.4.1), or try again later. */
const refusalCodes: readonly number[] = [1008, 1013];

/** The part of a WebSocket that is used. */
export type RawSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export interface LiveSocketDeps {
  readonly open: () => RawSocket;
  readonly onMessage: (message: LiveMessage) => void;
  /** Called when the socket disconnects: nothing arrives until it is connected again. */
  readonly onDisconnect: () => void;
  /** Whether the connection has been lost for long enough to report it. */
  readonly onLost: (isLost: boolean) => void;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

/** The page's only socket. It reconnects by itself, with growing random delays, so that pages do not all return at once. */
export interface LiveSocket {
  /** Sets the topics to receive. */
  readonly watch: (topics: readonly TopicRef[]) => void;
  /** Tries at once instead of after the delay: the network is back, or the page became visible. */
  readonly reconnect: () => void;
  /** Disconnects and stops trying until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Disconnects and tries again after a delay. */
  readonly restart: () => void;
  readonly close: () => void;
}

export function openLiveSocket({ open, onMessage, onDisconnect, onLost, random }: LiveSocketDeps): LiveSocket {
  let socket: RawSocket | null = null;
  let isOpen = false;
  let failures = 0;
  let watched: readonly TopicRef[] = [];
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let lostTimer: ReturnType<typeof setTimeout> | undefined;
  let isPaused = false;
  let isRefused = false;

  function connect(): void {
    retryTimer = undefined;
    isRefused = false;
    lostTimer ??= setTimeout(() => onLost(true), LOST_MS);
    const opened = open();
    socket = opened;
    expectMessage();
    opened.onopen = () => {
      isOpen = true;
      if (watched.length > 0) sendWatched();
    };
    opened.onmessage = ({ data }) => receive(String(data));
    opened.onclose = ({ code }) => {
      isRefused = refusalCodes.includes(code);
      restart();
    };
  }

  function receive(text: string): void {
    failures = 0;
    clearTimeout(lostTimer);
    lostTimer = undefined;
    onLost(false);
    expectMessage();
    onMessage(JSON.parse(text) as LiveMessage);
  }

  function expectMessage(): void {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(restart, DEAD_MS);
  }

  function sendWatched(): void {
    socket?.send(JSON.stringify({ watch: [...watched] } satisfies Watch));
  }

  function disconnect(): void {
    clearTimeout(silenceTimer);
    clearTimeout(retryTimer);
    retryTimer = undefined;
    isOpen = false;
    if (socket === null) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    socket = null;
  }

  function restart(): void {
    if (isPaused) return;
    disconnect();
    onDisconnect();
    lostTimer ??= setTimeout(() => onLost(true), LOST_MS);
    const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures) * (0.5 + random() / 2);
    failures += 1;
    retryTimer = setTimeout(connect, isRefused ? REFUSED_DELAY_MS : delay);
  }

  connect();
  return {
    watch: (topics) => {
      watched = topics;
      if (isOpen) sendWatched();
    },
    reconnect: () => {
      if (retryTimer === undefined || isRefused) return;
      clearTimeout(retryTimer);
      connect();
    },
    pause: () => {
      isPaused = true;
      disconnect();
      onDisconnect();
    },
    resume: () => {
      if (!isPaused) return;
      isPaused = false;
      connect();
    },
    restart,
    close: () => {
      isPaused = false;
      disconnect();
      clearTimeout(lostTimer);
      onDisconnect();
    },
  };
}

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
      // The list of pools says whether the user still runs any: otherwise the server refuses the rest.
      void client
        .invalidateQueries({ queryKey: POOLS_KEY })
        .then(() => client.invalidateQueries({ queryKey: ADMIN_KEY }));
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
