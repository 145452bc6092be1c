import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TopicRef } from '#contract/live.ts';
import type { LiveSocket, RawSocket } from './live-provider.tsx';
import { openLiveSocket } from './live-provider.tsx';

const topic: TopicRef = { kind: 'standings', poolId: 'p' };
const beat = JSON.stringify({ kind: 'beat', now: 1 });

interface FakeSocket extends RawSocket {
  readonly sent: string[];
  closed: boolean;
}

function fakeSocket(): FakeSocket {
  const sent: string[] = [];
  const socket: FakeSocket = {
    sent,
    closed: false,
    send: (text) => void sent.push(String(text)),
    close: () => {
      socket.closed = true;
    },
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  return socket;
}

let sockets: FakeSocket[];
let lost: boolean[];
let down: number;
let messages: unknown[];

function start(random = 0): LiveSocket {
  return openLiveSocket({
    open: () => {
      const socket = fakeSocket();
      sockets.push(socket);
      return socket;
    },
    onMessage: (message) => messages.push(message),
    onDisconnect: () => {
      down += 1;
    },
    onLost: (isLost) => lost.at(-1) !== isLost && lost.push(isLost),
    random: () => random,
  });
}

/** The server accepts the connection and sends its first message. */
function answer(): FakeSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('Nothing connected');
  socket.onopen?.call(socket as unknown as WebSocket, new Event('open'));
  receive(socket);
  return socket;
}

function receive(socket: FakeSocket): void {
  socket.onmessage?.call(socket as unknown as WebSocket, new MessageEvent('message', { data: beat }));
}

/** @param code 1006 is a connection that broke without a close frame */
function disconnect(socket: FakeSocket, code = 1006): void {
  const event = Object.assign(new Event('close'), { code }) as CloseEvent;
  socket.onclose?.call(socket as unknown as WebSocket, event);
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  lost = [];
  down = 0;
  messages = [];
});
afterEach(() => void vi.useRealTimers());

describe('the live socket', () => {
  it('sends the watched topics once it is open, and again when it reconnects', () => {
    const live = start();
    live.watch([topic]);
    expect(sockets[0]?.sent).toEqual([]);
    const first = answer();
    expect(first.sent).toEqual([JSON.stringify({ watch: [topic] })]);
    live.watch([]);
    expect(first.sent.at(-1)).toBe(JSON.stringify({ watch: [] }));
    live.watch([topic]);
    disconnect(first);
    vi.advanceTimersByTime(1000);
    expect(answer().sent).toEqual([JSON.stringify({ watch: [topic] })]);
    expect(messages).toHaveLength(2);
  });

  it('counts as lost from two seconds after a disconnect until the next message', () => {
    start();
    disconnect(answer());
    expect(down).toBe(1);
    vi.advanceTimersByTime(1900);
    expect(lost).toEqual([false]);
    vi.advanceTimersByTime(200);
    expect(lost).toEqual([false, true]);
    answer();
    expect(lost).toEqual([false, true, false]);
  });

  it.each([1008, 1013])(
    'waits a minute before it reconnects to a server that closed it with %d, even if asked earlier',
    (code) => {
      const live = start();
      disconnect(answer(), code);
      live.reconnect();
      vi.advanceTimersByTime(59_000);
      live.reconnect();
      expect(sockets).toHaveLength(1);
      vi.advanceTimersByTime(1000);
      expect(sockets).toHaveLength(2);
      disconnect(answer());
      live.reconnect();
      expect(sockets).toHaveLength(3);
    },
  );

  it('retries less and less often, but at least every 15 seconds', () => {
    start(0.999);
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const count = sockets.length;
      disconnect(sockets.at(-1) as FakeSocket);
      let waited = 0;
      while (sockets.length === count) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });

  it('spreads the retries of many pages', () => {
    start(0);
    disconnect(sockets[0] as FakeSocket);
    vi.advanceTimersByTime(249);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
  });

  it('treats 45 seconds without a message as a dead connection', () => {
    start();
    const socket = answer();
    vi.advanceTimersByTime(40_000);
    receive(socket);
    vi.advanceTimersByTime(44_900);
    expect(socket.closed).toBe(false);
    vi.advanceTimersByTime(200);
    expect(socket.closed).toBe(true);
    expect(down).toBe(1);
  });

  it('reconnects at once on request, and keeps an open connection', () => {
    const live = start();
    const socket = answer();
    live.reconnect();
    expect(sockets).toHaveLength(1);
    disconnect(socket);
    live.reconnect();
    expect(sockets).toHaveLength(2);
  });

  it('stays closed', () => {
    const live = start();
    const socket = answer();
    live.close();
    vi.advanceTimersByTime(120_000);
    expect(socket.closed).toBe(true);
    expect(sockets).toHaveLength(1);
    expect(lost).toEqual([false]);
  });

  it('stays paused until it is resumed', () => {
    const live = start();
    const first = answer();
    live.pause();
    expect(first.closed).toBe(true);
    live.reconnect();
    live.restart();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    live.resume();
    expect(sockets).toHaveLength(2);
    live.resume();
    expect(sockets).toHaveLength(2);
  });

  it('is not resumed after it was closed', () => {
    const live = start();
    answer();
    live.pause();
    live.close();
    live.resume();
    expect(sockets).toHaveLength(1);
  });
});
