import type { WebSocket } from 'ws';
import { MINUTE_MS } from '#core/time.ts';
import type { Caller } from '#server/platform/http/call.ts';
import type { Viewer } from './hub.ts';

/** A connection with more unsent bytes than this is ended; the page reconnects and receives whole states. */
const MAX_BACKLOG = 1024 * 1024;

/** How long a refused connection has to close by itself, in ms. */
const CUT_MS = 1000;

/** The live connection of one page, and its signed-in user. */
export class Connection implements Viewer {
  readonly token: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly #socket: WebSocket;
  #isAlive = true;

  constructor(socket: WebSocket, { user, token }: Caller) {
    this.token = token;
    this.userId = user.id;
    this.isAdmin = user.isAdmin;
    this.#socket = socket;
    socket.on('pong', () => {
      this.#isAlive = true;
    });
  }

  send(message: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_BACKLOG) this.#socket.terminate();
    else this.#socket.send(message);
  }

  /** Sends a message and a ping. Ends the connection if the last ping was not answered. */
  beat(message: string): void {
    if (this.#isAlive) {
      this.send(message);
      this.#socket.ping();
    } else {
      this.#socket.terminate();
    }
    this.#isAlive = false;
  }

  close(): void {
    this.#socket.close(1001, 'come back');
  }

  /** Ends a connection that exceeds a limit: nothing more is read from it, and it is terminated if it does not close. */
  refuse(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#socket.pause();
    setTimeout(() => this.#socket.terminate(), CUT_MS).unref();
  }

  onClose(act: () => void): void {
    this.#socket.on('close', act);
  }
}

/** Counts the open connections of each person. */
export class OpenConnections {
  readonly #max: number;
  readonly #open = new Map<string, number>();

  /** @param max maximum number of connections per person */
  constructor(max: number) {
    this.#max = max;
  }

  /** Counts a connection until it closes. @returns false if the person has too many; then it is refused */
  add(connection: Connection): boolean {
    const { userId } = connection;
    const open = this.#open.get(userId) ?? 0;
    if (open >= this.#max) {
      connection.refuse(1013, 'too many open pages');
      return false;
    }
    this.#open.set(userId, open + 1);
    connection.onClose(() => this.#forget(userId));
    return true;
  }

  #forget(userId: string): void {
    const left = (this.#open.get(userId) ?? 1) - 1;
    if (left === 0) this.#open.delete(userId);
    else this.#open.set(userId, left);
  }
}

/** Limits the messages per minute. */
export class MessageRate {
  readonly #max: number;
  #count = 0;
  #began = performance.now();

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts a message. @returns whether it is within the limit */
  add(): boolean {
    const now = performance.now();
    if (now - this.#began >= MINUTE_MS) {
      this.#began = now;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= this.#max;
  }
}
