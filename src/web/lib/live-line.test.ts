import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TopicRef } from '#contract/live.ts';
import type { Line, LineSocket } from './live-line.ts';
import { openLine } from './live-line.ts';

const topic: TopicRef = { kind: 'standings', poolId: 'p' };
const beat = JSON.stringify({ kind: 'beat', now: 1 });

interface FakeSocket extends LineSocket {
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

function start(random = 0): Line {
  return openLine({
    open: () => {
      const socket = fakeSocket();
      sockets.push(socket);
      return socket;
    },
    onMessage: (message) => messages.push(message),
    onDown: () => {
      down += 1;
    },
    onLost: (now) => lost.at(-1) !== now && lost.push(now),
    random: () => random,
  });
}

/** The server takes the call and says its first word. */
function answer(): FakeSocket {
  const socket = sockets.at(-1);
  if (socket === undefined) throw new Error('Nobody called');
  socket.onopen?.call(socket as unknown as WebSocket, new Event('open'));
  hear(socket);
  return socket;
}

function hear(socket: FakeSocket): void {
  socket.onmessage?.call(socket as unknown as WebSocket, new MessageEvent('message', { data: beat }));
}

/** @param code 1006 is a line that broke without a word */
function breakOff(socket: FakeSocket, code = 1006): void {
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

describe('the line', () => {
  it('says what it wants once it is open, and again on coming back', () => {
    const line = start();
    line.watch([topic]);
    expect(sockets[0]?.sent).toEqual([]);
    const first = answer();
    expect(first.sent).toEqual([JSON.stringify({ watch: [topic] })]);
    line.watch([]);
    expect(first.sent.at(-1)).toBe(JSON.stringify({ watch: [] }));
    line.watch([topic]);
    breakOff(first);
    vi.advanceTimersByTime(1000);
    expect(answer().sent).toEqual([JSON.stringify({ watch: [topic] })]);
    expect(messages).toHaveLength(2);
  });

  it('is lost after two seconds, not before, and found with the first word', () => {
    start();
    breakOff(answer());
    expect(down).toBe(1);
    vi.advanceTimersByTime(1900);
    expect(lost).toEqual([false]);
    vi.advanceTimersByTime(200);
    expect(lost).toEqual([false, true]);
    answer();
    expect(lost).toEqual([false, true, false]);
  });

  it.each([1008, 1013])(
    'leaves a server in peace for a minute that closed it with %d, whoever is in a hurry',
    (code) => {
      const line = start();
      breakOff(answer(), code);
      line.hurry();
      vi.advanceTimersByTime(59_000);
      line.hurry();
      expect(sockets).toHaveLength(1);
      vi.advanceTimersByTime(1000);
      expect(sockets).toHaveLength(2);
      breakOff(answer());
      line.hurry();
      expect(sockets).toHaveLength(3);
    },
  );

  it('tries less and less often, but at least every 15 seconds', () => {
    start(0.999);
    const waits: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const count = sockets.length;
      breakOff(sockets.at(-1) as FakeSocket);
      let waited = 0;
      while (sockets.length === count) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]);
  });

  it('spreads the tries of many pages', () => {
    start(0);
    breakOff(sockets[0] as FakeSocket);
    vi.advanceTimersByTime(249);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
  });

  it('takes 45 seconds of silence for a dead line', () => {
    start();
    const socket = answer();
    vi.advanceTimersByTime(40_000);
    hear(socket);
    vi.advanceTimersByTime(44_900);
    expect(socket.closed).toBe(false);
    vi.advanceTimersByTime(200);
    expect(socket.closed).toBe(true);
    expect(down).toBe(1);
  });

  it('comes back at once when it is told to hurry, and a line that is up stays', () => {
    const line = start();
    const socket = answer();
    line.hurry();
    expect(sockets).toHaveLength(1);
    breakOff(socket);
    line.hurry();
    expect(sockets).toHaveLength(2);
  });

  it('stays closed', () => {
    const line = start();
    const socket = answer();
    line.close();
    vi.advanceTimersByTime(120_000);
    expect(socket.closed).toBe(true);
    expect(sockets).toHaveLength(1);
    expect(lost).toEqual([false]);
  });

  it('rests until it is woken, whatever happens meanwhile', () => {
    const line = start();
    const first = answer();
    line.rest();
    expect(first.closed).toBe(true);
    line.hurry();
    line.drop();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    line.wake();
    expect(sockets).toHaveLength(2);
    line.wake();
    expect(sockets).toHaveLength(2);
  });

  it('is not woken after it was closed', () => {
    const line = start();
    answer();
    line.rest();
    line.close();
    line.wake();
    expect(sockets).toHaveLength(1);
  });
});
