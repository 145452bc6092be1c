import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Caller } from '../auth/session.ts';
import type { Viewer } from '../live/hub.ts';

/** A page that reads so slowly that this many bytes wait for it is dropped; it comes back and gets the state anew. */
const LONGEST_BACKLOG = 1024 * 1024;

/** A connection that was turned away is cut this much later, in ms: by then it has heard why. */
const GOING_MS = 1000;

/** One open page: its socket, and who sits before it. */
export class Page implements Viewer {
  readonly token: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly #socket: WebSocket;
  readonly #wire: Socket;
  #isHeard = true;

  /** @param wire what the socket writes to: frames that lie ready go there without being framed again */
  constructor(socket: WebSocket, wire: Socket, { user, token }: Caller) {
    this.token = token;
    this.userId = user.id;
    this.isAdmin = user.isAdmin;
    this.#socket = socket;
    this.#wire = wire;
    socket.on('pong', () => {
      this.#isHeard = true;
    });
  }

  /** @param frames whole frames, ready to be sent */
  send(frames: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#wire.writableLength > LONGEST_BACKLOG) this.#socket.terminate();
    else this.#wire.write(frames);
  }

  /** Sends frames with a ping among them; who did not answer the one before is gone. */
  beat(frames: Buffer): void {
    if (this.#isHeard) this.send(frames);
    else this.#socket.terminate();
    this.#isHeard = false;
  }

  close(): void {
    this.#socket.close(1001, 'come back');
  }

  /** Ends a connection that asks for too much: nothing more is read from it, and it is cut if it does not go. */
  turnAway(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#socket.pause();
    setTimeout(() => this.#socket.terminate(), GOING_MS).unref();
  }

  onClose(act: () => void): void {
    this.#socket.on('close', act);
  }
}
