import { tooManyRequests } from '../auth/refusals.ts';
import { Slots } from '../fair-queue.ts';
import type { Engine } from '../store/engine/connect.ts';
import { nextTurn, yieldToRequests } from '../turns.ts';
import type { Failure } from './call.ts';

/** Calls that run at once: on SQLite statements hold up the event loop, on PostgreSQL they hold connections that others need. */
const AT_ONCE: Readonly<Record<Engine, number>> = { sqlite: 1, postgres: 3 };
/** Calls of one person that are not answered yet, at most. */
const MOST = 30;
const RETRY_MS = 1000;
/** How often the event loop goes round before the next call begins: a quick request is read, looked up and answered meanwhile. */
const ROUNDS = 4;

/**
 * Calls that cost much, a few at once. People take turns, however many calls each of them makes, and quick requests of anybody run before
 * the next one begins.
 */
export class CostlyCalls {
  readonly #slots: Slots;
  readonly #open = new Map<string, number>();

  constructor(engine: Engine) {
    this.#slots = new Slots(AT_ONCE[engine]);
  }

  /** @param whose a person, or the network that a call without a session comes from. @returns a refusal where too many of theirs are waiting */
  async run<T>(whose: string, act: () => Promise<T>): Promise<T | Failure<'too_many_requests'>> {
    const open = this.#open.get(whose) ?? 0;
    if (open >= MOST) return tooManyRequests(RETRY_MS);
    this.#open.set(whose, open + 1);
    try {
      return await this.#slots.run({ whose, caps: () => [[whose, 1]] }, async () => {
        for (let round = 0; round < ROUNDS; round += 1) await nextTurn();
        await yieldToRequests();
        return act();
      });
    } finally {
      this.#close(whose);
    }
  }

  #close(whose: string): void {
    const open = (this.#open.get(whose) ?? 1) - 1;
    if (open === 0) this.#open.delete(whose);
    else this.#open.set(whose, open);
  }
}
