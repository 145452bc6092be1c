import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store } from '#server/platform/db/connect.ts';
import { LONGEST_PAYLOAD, sendNotice } from '#server/platform/db/notices.ts';

/** What a write may have changed. It names states, not events: receivers read them again. */
export type Change =
  /**
   * Games of these weeks; `scored` if weeks were rescored, because a game ended, was called off, or was reinstated. With `poolIds` it concerns
   * those pools and what is of no pool: in others the scores do not stand yet, or are as they were.
   */
  | {
      readonly kind: 'games';
      readonly weekIds: readonly string[];
      readonly scored?: true;
      readonly poolIds?: readonly string[];
    }
  /** Picks for entries of one person in one pool and week; `entered` if a commissioner entered them, which may be after the lock. */
  | {
      readonly kind: 'picks';
      readonly poolId: string;
      readonly weekId: string;
      readonly userId: string;
      readonly entered?: true;
    }
  /** The teams of entries of one person in a pool, orders that a commissioner entered for them, or which entries they have there. */
  | { readonly kind: 'entries'; readonly poolId: string; readonly userId: string }
  /**
   * Pools: their settings, weeks, people and entry names. `userIds` are the people who were added or removed; `weeks` is set if their weeks
   * or rules may have changed.
   */
  | {
      readonly kind: 'pools';
      readonly poolIds: readonly string[];
      readonly userIds?: readonly string[];
      readonly weeks?: true;
    }
  /** Picks that defaults made in a pool. */
  | { readonly kind: 'defaults'; readonly poolId: string }
  /** The lock receipts of pools. */
  | { readonly kind: 'receipts'; readonly poolIds: readonly string[] }
  /** The talk of a pool. */
  | { readonly kind: 'talk'; readonly poolId: string }
  /** The sessions or the access of one person. Nobody else reads them. */
  | { readonly kind: 'sessions'; readonly userId: string }
  /** Anything, for example after an import. */
  | { readonly kind: 'everything' };

export const EVERYTHING: Change = { kind: 'everything' };

/** A message from one node to the others. */
export interface Notice {
  /** The node that sent it, which ignores its own messages. */
  readonly from: string;
  readonly changes: readonly Change[];
}

export function encodeNotice(from: string, changes: readonly Change[]): string {
  return JSON.stringify({ from, changes } satisfies Notice);
}

/** Parses a notice. An unknown format counts as a change of everything by another node. */
export function parseNotice(text: string): Notice {
  try {
    const { from, changes } = JSON.parse(text) as Partial<Record<keyof Notice, unknown>>;
    if (typeof from === 'string' && Array.isArray(changes) && changes.every(isChange)) return { from, changes };
  } catch {
    // It may come from another version of the app.
  }
  return { from: '', changes: [EVERYTHING] };
}

function isChange(value: unknown): value is Change {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'games')
    return (
      'weekIds' in value && Array.isArray(value.weekIds) && (!('poolIds' in value) || Array.isArray(value.poolIds))
    );
  if (value.kind === 'pools' || value.kind === 'receipts') return 'poolIds' in value && Array.isArray(value.poolIds);
  if (value.kind === 'picks') return 'poolId' in value && 'weekId' in value && 'userId' in value;
  if (value.kind === 'entries') return 'poolId' in value && 'userId' in value;
  if (value.kind === 'talk' || value.kind === 'defaults') return 'poolId' in value;
  if (value.kind === 'sessions') return 'userId' in value;
  return value.kind === 'everything';
}

/** The pause between two notices, in ms. Changes during the pause are merged into the next one, without duplicates. */
const REST_MS = 20;
/** The space of a notice besides its changes, in characters. */
const NOTICE_FRAME = 100;
/** The pause after a notice could not be sent, in ms. */
const RETRY_MS = 1000;

/**
 * Notifies the other nodes on PostgreSQL, and merges simultaneous changes into few notices. If the database cannot be reached, it keeps
 * trying to send a change of everything. If the node dies before that, the others recover by themselves, because they keep no state for
 * longer than 30 s.
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

  /** Sends the waiting changes, without retries. */
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
