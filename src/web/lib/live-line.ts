import type { LiveMessage, TopicRef, Watch } from '#contract/live.ts';

/** Without a word for so long the line is dead, though nobody said so. */
const DEAD_MS = 45_000;
/** A line that is down for less is not worth a word. */
const LOST_MS = 2000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;
/** The wait before the next try after the server closed the connection for asking too much, in ms. */
const REFUSED_WAIT_MS = 60_000;
/** The codes it closes it with: against its policy (RFC 6455, section 7.4.1), or try again later. */
const refusals: readonly number[] = [1008, 1013];

/** The part of a WebSocket that the line uses. */
export type LineSocket = Pick<WebSocket, 'send' | 'close' | 'onopen' | 'onmessage' | 'onclose'>;

export interface LineParts {
  readonly open: () => LineSocket;
  readonly onMessage: (message: LiveMessage) => void;
  /** The line broke: nothing arrives until it is back. */
  readonly onDown: () => void;
  /** Whether the line has been down long enough to say so. */
  readonly onLost: (lost: boolean) => void;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
}

/** The page's one connection for news. It comes back by itself, each time a little later and never all pages at once. */
export interface Line {
  /** Says which topics are wanted from now on. */
  readonly watch: (topics: readonly TopicRef[]) => void;
  /** Tries at once instead of waiting: the network is back, or somebody looks at the page again. */
  readonly hurry: () => void;
  /** Gives the line up and tries no more, until `wake`: who is there would be refused. */
  readonly rest: () => void;
  /** Ends a rest. */
  readonly wake: () => void;
  /** Gives the line up and tries anew. */
  readonly drop: () => void;
  readonly close: () => void;
}

export function openLine({ open, onMessage, onDown, onLost, random }: LineParts): Line {
  let socket: LineSocket | null = null;
  let isUp = false;
  let failures = 0;
  let wanted: readonly TopicRef[] = [];
  let silence: ReturnType<typeof setTimeout> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let losing: ReturnType<typeof setTimeout> | undefined;
  let isResting = false;
  let isRefused = false;

  function connect(): void {
    waiting = undefined;
    isRefused = false;
    losing ??= setTimeout(() => onLost(true), LOST_MS);
    const opened = open();
    socket = opened;
    listen();
    opened.onopen = () => {
      isUp = true;
      if (wanted.length > 0) say();
    };
    opened.onmessage = ({ data }) => hear(String(data));
    opened.onclose = ({ code }) => {
      isRefused = refusals.includes(code);
      drop();
    };
  }

  function hear(text: string): void {
    failures = 0;
    clearTimeout(losing);
    losing = undefined;
    onLost(false);
    listen();
    onMessage(JSON.parse(text) as LiveMessage);
  }

  function listen(): void {
    clearTimeout(silence);
    silence = setTimeout(drop, DEAD_MS);
  }

  function say(): void {
    socket?.send(JSON.stringify({ watch: [...wanted] } satisfies Watch));
  }

  function hangUp(): void {
    clearTimeout(silence);
    clearTimeout(waiting);
    waiting = undefined;
    isUp = false;
    if (socket === null) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
    socket = null;
  }

  function drop(): void {
    if (isResting) return;
    hangUp();
    onDown();
    losing ??= setTimeout(() => onLost(true), LOST_MS);
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.5 + random() / 2);
    failures += 1;
    waiting = setTimeout(connect, isRefused ? REFUSED_WAIT_MS : longest);
  }

  connect();
  return {
    watch: (topics) => {
      wanted = topics;
      if (isUp) say();
    },
    hurry: () => {
      if (waiting === undefined || isRefused) return;
      clearTimeout(waiting);
      connect();
    },
    rest: () => {
      isResting = true;
      hangUp();
      onDown();
    },
    wake: () => {
      if (!isResting) return;
      isResting = false;
      connect();
    },
    drop,
    close: () => {
      isResting = false;
      hangUp();
      clearTimeout(losing);
      onDown();
    },
  };
}
