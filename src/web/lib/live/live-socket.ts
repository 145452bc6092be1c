import type { LiveMessage, TopicRef, Watch } from '#contract/live.ts';
import { LIVE_BEAT_MS } from '#contract/live.ts';
import { MINUTE_MS } from '#core/time.ts';

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
