import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { verifyPassword } from 'better-auth/crypto';
import type { PasswordOwner } from '#core/weak-password.ts';
import { isTooWeak } from '#core/weak-password.ts';

const derive = promisify(argon2);

/** What a hash costs. */
interface Cost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** A hash says how it was made: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, the PHC string format. */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

/** Hashes a password with Argon2id at today's cost. */
async function hashWithArgon2(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return encode(salt, await digest(password, salt, COST, HASH_BYTES));
}

/** @returns whether it is the password of a hash; null for a hash of another form */
async function verifyWithArgon2(hash: string, password: string): Promise<boolean | null> {
  const parts = PHC.exec(hash);
  if (!parts) return null;
  const [, memory, passes, parallelism, salt = '', expected = ''] = parts;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const wanted = Buffer.from(expected, 'base64');
  return timingSafeEqual(await digest(password, Buffer.from(salt, 'base64'), cost, wanted.length), wanted);
}

/** Whether a hash was made with less than today's cost, or by another algorithm. */
function isOutdated(hash: string): boolean {
  return !hash.startsWith(prefixOf(COST));
}

/** Costs as much to verify as a hash made today; no password has it. */
const NO_PASSWORD = encode(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

function digest(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFKC'), nonce, tagLength, ...cost });
}

function encode(salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  return `${prefixOf(COST)}${text(salt)}$${text(hash)}`;
}

function prefixOf({ memory, passes, parallelism }: Cost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;
}

/** Something that waits for its turn, and whom it is done for. */
interface Task {
  readonly keys: readonly string[];
  readonly start: () => void;
}

export interface WorkQueueLimits {
  /** Tasks under way at once. */
  readonly running: number;
  /** Tasks that wait, at most. */
  readonly waiting: number;
  /** Tasks that wait under one key, at most. */
  readonly waitingPerKey: number;
}

/**
 * Lets only so much heavy work run at once. Of one key (an address, an account) only one task runs at a time, so that
 * somebody who asks very often waits for their own tasks only and leaves room for others. Otherwise first come, first served.
 */
export class WorkQueue {
  readonly #limits: WorkQueueLimits;
  readonly #running = new Set<Task>();
  #waiting: Task[] = [];

  constructor(limits: WorkQueueLimits) {
    this.#limits = limits;
  }

  /** Whether work for these keys would be turned away now. */
  isFull(keys: readonly string[]): boolean {
    const { waiting, waitingPerKey } = this.#limits;
    if (this.#waiting.length >= waiting) return true;
    return keys.some((key) => this.#waiting.filter((task) => task.keys.includes(key)).length >= waitingPerKey);
  }

  /** @returns what the work answers, or null where too much is waiting already */
  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T | null> {
    if (this.isFull(keys)) return null;
    const task = await this.#turnOf(keys);
    try {
      return await work();
    } finally {
      this.#running.delete(task);
      this.#startNext();
    }
  }

  #turnOf(keys: readonly string[]): Promise<Task> {
    return new Promise((resolve) => {
      const task: Task = { keys, start: () => resolve(task) };
      this.#waiting.push(task);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running.size < this.#limits.running) {
      const next = this.#waiting.find((task) => !this.#isBusy(task));
      if (!next) return;
      this.#waiting = this.#waiting.filter((task) => task !== next);
      this.#running.add(next);
      next.start();
    }
  }

  #isBusy({ keys }: Task): boolean {
    return [...this.#running].some((running) => running.keys.some((key) => keys.includes(key)));
  }
}

/** Passwords by how often they are used, the commonest first, in small letters. */
const LIST = '@zxcvbn-ts/language-common/src/passwords.json';
const COMMONEST = 10_000;

let commonest: ReadonlySet<string> | null = null;

/** Whether a password is too weak for its owner. The list of common ones is read when it is first needed. */
export function isWeak(password: string, owner: PasswordOwner): boolean {
  commonest ??= readCommonest();
  return isTooWeak(password, owner, commonest);
}

function readCommonest(): ReadonlySet<string> {
  const file = createRequire(import.meta.url).resolve(LIST);
  const list: string[] = JSON.parse(readFileSync(file, 'utf8'));
  return new Set(list.slice(0, COMMONEST));
}

/** Slow on purpose: some 40 ms of one core, and 19 MiB. */
export interface Hasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Whether a right password should be hashed anew. */
  isOutdated?(hash: string): boolean;
}

/** Argon2id. Hashes from before are the accounts library's own, which is scrypt; they are still read. */
export const hasher: Hasher = {
  hash: hashWithArgon2,
  verify: async (hash, password) =>
    (await verifyWithArgon2(hash, password)) ?? (await verifyPassword({ hash, password })),
  isOutdated,
};

/** Two at once leave half of Node's worker threads to files and names. The last of those who wait waits some 1.5 s. */
const LIMITS = { running: 2, waiting: 64, waitingPerKey: 12 };

/**
 * Hashes passwords, only so many at once.
 * Keys name who it is done for (`WorkQueue`). Both answer null where too many are waiting.
 */
export interface Passwords {
  /** Whether the others would answer null now. */
  isBusy(keys: readonly string[]): boolean;
  hash(password: string, keys: readonly string[]): Promise<string | null>;
  /** @param hash null where there is no password, which takes as long as a wrong one */
  verify(hash: string | null, password: string, keys: readonly string[]): Promise<boolean | null>;
  /** Whether a hash is of an older form, so that its password should be hashed anew. */
  isOutdated(hash: string): boolean;
}

export function createPasswords(by: Hasher = hasher): Passwords {
  const gate = new WorkQueue(LIMITS);
  return {
    isBusy: (keys) => gate.isFull(keys),
    hash: (password, keys) => gate.run(keys, () => by.hash(password)),
    verify: (hash, password, keys) => gate.run(keys, () => by.verify(hash ?? NO_PASSWORD, password)),
    isOutdated: (hash) => by.isOutdated?.(hash) ?? false,
  };
}
