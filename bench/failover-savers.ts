/** Players who save picks, and remember each that the server acknowledged. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Side } from '#core/types.ts';
import { connect } from '#server/platform/db/connect.ts';
import { requestOf } from './servers.ts';

const PAUSE_MS = 1000;
const PATIENCE_MS = 10_000;

interface Saver {
  readonly cookie: string;
  readonly entryId: string;
}

/** What is known of a player's pick of a game. */
interface Known {
  readonly entryId: string;
  readonly gid: string;
  /** The last side that was tried, acknowledged or not. */
  tried: Side | null;
  acknowledged: { readonly revision: number; readonly side: Side } | null;
  /** How many saves failed: each may be stored all the same. */
  failed: number;
}

interface PickReply {
  readonly picks: readonly [{ readonly saved: boolean; readonly pick: { revision: number; value: { side: Side } } }];
}

export class Savers {
  /** The number of acknowledged picks. */
  acknowledged = 0;
  readonly #origin: string;
  readonly #savers: readonly { readonly cookie: string; readonly slots: readonly Known[] }[];
  #isOn = false;
  #running: Promise<unknown> = Promise.resolve();
  #since = 0;
  #saves: { readonly at: number; readonly ms: number }[] = [];
  #reasons = new Map<string, number>();

  constructor(origin: string, savers: readonly Saver[], gids: readonly string[]) {
    this.#origin = origin;
    this.#savers = savers.map(({ cookie, entryId }) => ({
      cookie,
      slots: gids.map((gid) => ({ entryId, gid, tried: null, acknowledged: null, failed: 0 })),
    }));
  }

  start(): void {
    this.#isOn = true;
    this.#running = Promise.all(this.#savers.map(({ cookie, slots }) => this.#saveOn(cookie, slots)));
  }

  /** Waits for the replies to what was sent. */
  async stop(): Promise<void> {
    this.#isOn = false;
    await this.#running;
  }

  /** Begins a new summary. */
  forget(): void {
    this.#since = performance.now();
    this.#saves = [];
    this.#reasons = new Map();
  }

  summary() {
    const now = performance.now();
    const times = [this.#since, ...this.#saves.map(({ at }) => at), now];
    const waits = this.#saves.map(({ ms }) => ms).sort((a, b) => a - b);
    return {
      perSecond: (1000 * waits.length) / (now - this.#since),
      p99: waits[Math.floor(waits.length * 0.99)] ?? Number.NaN,
      longestGap: Math.max(...times.slice(1).map((time, at) => time - (times[at] ?? 0))),
      failed: [...this.#reasons.values()].reduce((sum, times) => sum + times, 0),
      reasons: [...this.#reasons],
    };
  }

  /** The picks that were acknowledged and are not in the database, neither as they were nor as a later save left them. */
  async missing(location: string): Promise<string[]> {
    const store = connect(location);
    const rows = await store.db.selectFrom('game_picks').select(['entry_id', 'gid', 'revision', 'side']).execute();
    await store.close();
    const stored = new Map(rows.map((row) => [`${row.entry_id} ${row.gid}`, row]));
    return this.#savers.flatMap(({ slots }) =>
      slots.flatMap(({ entryId, gid, acknowledged, failed }) => {
        if (acknowledged === null) return [];
        const found = stored.get(`${entryId} ${gid}`);
        const later = (found?.revision ?? 0) - acknowledged.revision;
        const isThere = later === 0 ? found?.side === acknowledged.side : later > 0 && later <= failed;
        return isThere ? [] : [`${entryId} ${gid}: ${JSON.stringify(acknowledged)}, stored ${JSON.stringify(found)}`];
      }),
    );
  }

  async #saveOn(cookie: string, slots: readonly Known[]): Promise<void> {
    await pause(PAUSE_MS * Math.random());
    for (let turn = 0; this.#isOn; turn += 1) {
      const slot = slots[turn % slots.length];
      if (slot) await this.#save(cookie, slot);
      await pause(PAUSE_MS);
    }
  }

  async #save(cookie: string, slot: Known): Promise<void> {
    const side = slot.tried === 'home' ? 'away' : 'home';
    slot.tried = side;
    const wish = { kind: 'pick', about: slot.gid, value: { side } };
    const request = requestOf(cookie, 'PUT', { picks: [wish] });
    const began = performance.now();
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const reply = await fetch(`${this.#origin}/api/entries/${slot.entryId}/picks`, { ...request, signal });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${reply.status} ${text.slice(0, 100)}`);
      const [{ saved, pick }] = (JSON.parse(text) as PickReply).picks;
      if (!saved) throw new Error(text);
      slot.acknowledged = { revision: pick.revision, side: pick.value.side };
      this.acknowledged += 1;
      this.#saves.push({ at: performance.now(), ms: performance.now() - began });
    } catch (error) {
      slot.failed += 1;
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
      this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    }
  }
}
