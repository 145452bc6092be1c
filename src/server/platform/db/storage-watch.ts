import type { Store } from './connect.ts';
import type { StorageFault } from './faults.ts';
import { faultOf } from './faults.ts';
import { isDamaged } from './file-check.ts';
import { writeMeta } from './meta.ts';

/** A database that failed is tried again this often, in ms. */
const PAUSE_MS = 1000;
const TRIED_KEY = 'storage_tried';
/** The size, in characters, that must fit before a full disk counts as usable again. */
const TRIED_SIZE = 256 * 1024;

const words: Readonly<Record<StorageFault, string>> = {
  disk_full: 'The disk is full: nothing can be saved until there is room.',
  storage_failed: 'The database cannot be read or written.',
  database_busy: 'Another process holds the database: nothing can be saved until it lets go.',
  database_away: 'The database does not answer.',
};
const DAMAGED = 'The database is damaged. Restore a copy; until a restart it counts as failed.';

/**
 * Tracks whether the database works. An error of the database itself starts a fault, and the database is then tried until it can be written
 * again. One line is logged at the start and at the end of a fault, however many requests fail in between. Damage of an SQLite file ends
 * only with the process, because a successful write proves nothing about the rest.
 */
export class StorageWatch {
  readonly #store: Store;
  readonly #report: (text: string) => void;
  readonly #pauseMs: number;
  #fault: StorageFault | null = null;
  #timer: NodeJS.Timeout | undefined;
  #trying: Promise<void> = Promise.resolve();
  #isDamaged = false;
  #isStopped = false;

  constructor(store: Store, report: (text: string) => void, pauseMs = PAUSE_MS) {
    this.#store = store;
    this.#report = report;
    this.#pauseMs = pauseMs;
  }

  /** The current fault; null if none is known. */
  get fault(): StorageFault | null {
    return this.#fault;
  }

  /** @returns the database fault of an error; null if it is about something else */
  note(error: unknown): StorageFault | null {
    const fault = faultOf(error);
    if (fault === null || this.#isDamaged || this.#isStopped) return fault;
    this.#isDamaged = isDamaged(error);
    if (this.#isDamaged || this.#fault !== fault) {
      this.#report(`${this.#isDamaged ? DAMAGED : words[fault]} (${reasonOf(error)})`);
    }
    if (this.#fault === null) this.#tryLater();
    this.#fault = fault;
    return fault;
  }

  /** Ends the tries. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#trying;
  }

  #tryLater(): void {
    this.#timer = setTimeout(() => {
      this.#trying = this.#try();
    }, this.#pauseMs);
    this.#timer.unref();
  }

  async #try(): Promise<void> {
    const { db } = this.#store;
    if (this.#isDamaged) return;
    try {
      await writeMeta(db, TRIED_KEY, '.'.repeat(TRIED_SIZE));
      await db.deleteFrom('meta').where('key', '=', TRIED_KEY).execute();
    } catch (error) {
      this.note(error);
      if (!this.#isStopped) this.#tryLater();
      return;
    }
    if (this.#isDamaged) return;
    this.#fault = null;
    this.#report('The database works again.');
  }
}

function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || String(code);
}
