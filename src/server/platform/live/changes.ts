import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '#server/platform/db/connect.ts';
import { LONGEST_PAYLOAD, sendNotice } from '#server/platform/db/notices.ts';

/**
 * What somebody wrote, as far as readers care. It names states, not events: whoever hears of it reads again.
 */
export type Change =
  /** Games of these weeks; `scored` where scores were worked out anew: one has ended, was called off, or has come back. */
  | { readonly kind: 'games'; readonly weekIds: readonly string[]; readonly scored?: true }
  /** Picks for entries of one person in one pool and week; `entered` where they are an admin's: those may be of locked games. */
  | {
      readonly kind: 'picks';
      readonly poolId: string;
      readonly weekId: string;
      readonly userId: string;
      readonly entered?: true;
    }
  /** What a week as a whole has for entries of one person in a pool, or which entries they have there. */
  | { readonly kind: 'entries'; readonly poolId: string; readonly userId: string }
  /**
   * Pools: their settings, weeks and people, and the names of their entries; `userIds` are those it let in or put out, `weeks` says that
   * their weeks or rules may be others.
   */
  | {
      readonly kind: 'pools';
      readonly poolIds: readonly string[];
      readonly userIds?: readonly string[];
      readonly weeks?: true;
    }
  /** The talk of a pool. */
  | { readonly kind: 'talk'; readonly poolId: string }
  /** Sessions of one person, or what they may do: nothing that others read. */
  | { readonly kind: 'sessions'; readonly userId: string }
  /** Anything: many people, imports. */
  | { readonly kind: 'everything' };

export const EVERYTHING: Change = { kind: 'everything' };

/** What one node tells the others. */
export interface Notice {
  /** The node that sends it: it hears itself and need not listen. */
  readonly from: string;
  readonly changes: readonly Change[];
}

export function encodeNotice(from: string, changes: readonly Change[]): string {
  return JSON.stringify({ from, changes } satisfies Notice);
}

/** Reads a notice; what is not understood counts as everything, from somebody else. */
export function parseNotice(text: string): Notice {
  try {
    const { from, changes } = JSON.parse(text) as Partial<Record<keyof Notice, unknown>>;
    if (typeof from === 'string' && Array.isArray(changes) && changes.every(isChange)) return { from, changes };
  } catch {
    // Another version of the program may have sent it.
  }
  return { from: '', changes: [EVERYTHING] };
}

function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'games') return 'weekIds' in value && Array.isArray(value.weekIds);
  if (value.kind === 'pools') return 'poolIds' in value && Array.isArray(value.poolIds);
  if (value.kind === 'picks') return 'poolId' in value && 'weekId' in value && 'userId' in value;
  if (value.kind === 'entries') return 'poolId' in value && 'userId' in value;
  if (value.kind === 'talk') return 'poolId' in value;
  if (value.kind === 'sessions') return 'userId' in value;
  return value.kind === 'everything';
}

/** Between two notices, in ms: what changes meanwhile goes into the next one, and what changes twice goes once. */
const REST_MS = 20;
/** Room for what a notice holds besides its changes, in characters. */
const NOTICE_FRAME = 100;
/** After a notice that could not be sent, the next is tried this much later, in ms. */
const RETRY_MS = 1000;

/**
 * Tells the other nodes on PostgreSQL, in few notices for whatever changed at the same time. Where the database cannot be
 * reached it keeps trying to say that anything may have changed; a node that dies meanwhile is made up for by the others,
 * who trust no state for longer than some seconds.
 */
export class NoticeQueue {
  /** Names this node in its notices. */
  readonly node = randomUUID();
  readonly #store: Store;
  readonly #waiting = new Map<string, Change>();
  readonly #closing = new AbortController();
  #running: Promise<void> | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  add(change: Change): void {
    this.#put(change);
    this.#running ??= this.#run();
  }

  /** Sends what waits, and tries no more where that fails. */
  async close(): Promise<void> {
    this.#closing.abort();
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.size > 0) {
      const rested = pause(REST_MS);
      const changes = this.#take();
      try {
        await sendNotice(this.#store.db, encodeNotice(this.node, changes), encodeNotice(this.node, [EVERYTHING]));
      } catch {
        await this.#failed();
      }
      if (this.#waiting.size > 0 && !this.#closing.signal.aborted) await rested;
    }
    this.#running = null;
  }

  /** As many changes as fit into one notice; at least one. */
  #take(): Change[] {
    const taken: Change[] = [];
    let room = LONGEST_PAYLOAD - NOTICE_FRAME;
    for (const [key, change] of this.#waiting) {
      room -= key.length + 1;
      if (room < 0 && taken.length > 0) break;
      this.#waiting.delete(key);
      taken.push(change);
    }
    return taken;
  }

  async #failed(): Promise<void> {
    this.#waiting.clear();
    if (this.#closing.signal.aborted) return;
    this.#put(EVERYTHING);
    await pause(RETRY_MS, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  #put(change: Change): void {
    this.#waiting.set(JSON.stringify(change), change);
  }
}
