import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const PATH = '/healthz';
const PAUSE_MS = 1;

/** Asks a server for next to nothing, again and again. */
export class Requests {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #longest = 0;
  #going = true;
  readonly #done: Promise<void>;

  constructor(port: number) {
    this.#port = port;
    this.#done = this.#go();
  }

  /** The longest that one waited since this was last asked, in ms. */
  longest(): number {
    const longest = this.#longest;
    this.#longest = 0;
    return longest;
  }

  async stop(): Promise<void> {
    this.#going = false;
    await this.#done;
    this.#agent.destroy();
  }

  async #go(): Promise<void> {
    while (this.#going) {
      const began = performance.now();
      await this.#ask();
      this.#longest = Math.max(this.#longest, performance.now() - began);
      await pause(PAUSE_MS);
    }
  }

  #ask(): Promise<void> {
    return new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port: this.#port, path: PATH, agent: this.#agent }, (response) => {
        response.resume().on('end', resolve);
      }).on('error', reject);
    });
  }
}
