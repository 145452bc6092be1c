import type { ScryptOptions } from 'node:crypto';
import { argon2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import type { PasswordOwner } from '#core/weak-password.ts';
import { isTooWeak } from '#core/weak-password.ts';

const derive = promisify(argon2);
const deriveOlder = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** The cost of a hash. */
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

/** A hash contains its parameters: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, the PHC string format. */
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

/** Hashes a password with Argon2id at today's cost. */
async function hashWithArgon2(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return encode(salt, await digest(password, salt, COST, HASH_BYTES));
}

/** @returns whether the password matches the hash; null for another hash format */
async function verifyWithArgon2(hash: string, password: string): Promise<boolean | null> {
  const parts = PHC.exec(hash);
  if (!parts) return null;
  const [, memory, passes, parallelism, salt = '', expected = ''] = parts;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const wanted = Buffer.from(expected, 'base64');
  return timingSafeEqual(await digest(password, Buffer.from(salt, 'base64'), cost, wanted.length), wanted);
}

/** The cost of scrypt, which older hashes were made with: `salt:hash`, both in hexadecimal. */
const OLDER_COST: ScryptOptions = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
const OLDER_HASH_BYTES = 64;

async function verifyWithScrypt(hash: string, password: string): Promise<boolean> {
  const [salt = '', expected = ''] = hash.split(':');
  const wanted = Buffer.from(expected, 'hex');
  if (wanted.length !== OLDER_HASH_BYTES) throw new Error('The hash of a password has an unknown form.');
  // The salt is used as text.
  return timingSafeEqual(await deriveOlder(password.normalize('NFKC'), salt, OLDER_HASH_BYTES, OLDER_COST), wanted);
}

/** Whether a hash was made with less than the current cost, or by another algorithm. */
function isOutdated(hash: string): boolean {
  return !hash.startsWith(prefixOf(COST));
}

/** Takes as long to verify as a current hash, but matches no password. */
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

/** A waiting task with its keys. */
interface Task {
  readonly keys: readonly string[];
  readonly start: () => void;
}

export interface WorkQueueLimits {
  /** Maximum number of running tasks. */
  readonly running: number;
  /** Maximum number of waiting tasks. */
  readonly waiting: number;
  /** Maximum number of waiting tasks per key. */
  readonly waitingPerKey: number;
}

/**
 * Limits concurrent expensive work. Only one task per key (an address, an account) runs at a time, so that a caller with many requests
 * waits for their own tasks and leaves room for others. Otherwise first come, first served.
 */
export class WorkQueue {
  readonly #limits: WorkQueueLimits;
  readonly #running = new Set<Task>();
  #waiting: Task[] = [];

  constructor(limits: WorkQueueLimits) {
    this.#limits = limits;
  }

  /** Whether work for these keys would be rejected now. */
  isFull(keys: readonly string[]): boolean {
    const { waiting, waitingPerKey } = this.#limits;
    if (this.#waiting.length >= waiting) return true;
    return keys.some((key) => this.#waiting.filter((task) => task.keys.includes(key)).length >= waitingPerKey);
  }

  /** @returns the result of the work, or null if too much is already waiting */
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

/** Passwords by frequency, the most common first, in lower case. */
const LIST = '@zxcvbn-ts/language-common/src/passwords.json';
/** How many of those that the rules of section 5 allow, in some capitals. ASVS 6.2.4 asks for 3,000. */
const COMMONEST = 4000;

let commonest: ReadonlySet<string> | null = null;

/** Whether a password is too weak for its owner. The list of common passwords is loaded on first use. */
export function isWeak(password: string, owner: PasswordOwner): boolean {
  commonest ??= readCommonest();
  return isTooWeak(password, owner, commonest);
}

function readCommonest(): ReadonlySet<string> {
  const file = createRequire(import.meta.url).resolve(LIST);
  const list: string[] = JSON.parse(readFileSync(file, 'utf8'));
  return new Set(list.filter((password) => /[a-z]/.test(password) && /\d/.test(password)).slice(0, COMMONEST));
}

/** Slow by design: about 40 ms of one core, and 19 MiB. */
export interface Hasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Whether a correct password should be rehashed. */
  isOutdated?(hash: string): boolean;
}

/** Argon2id. Older hashes use scrypt and can still be verified. */
export const hasher: Hasher = {
  hash: hashWithArgon2,
  verify: async (hash, password) =>
    (await verifyWithArgon2(hash, password)) ?? (await verifyWithScrypt(hash, password)),
  isOutdated,
};

/** Two at once leave half of Node's worker threads for files and DNS. The last in the queue waits about 1.5 s. */
const LIMITS = { running: 2, waiting: 64, waitingPerKey: 12 };

/** Hashes passwords with limited concurrency. Keys identify the caller (`WorkQueue`). Both return null if too many are waiting. */
export interface Passwords {
  /** Whether the others would return null now. */
  isBusy(keys: readonly string[]): boolean;
  hash(password: string, keys: readonly string[]): Promise<string | null>;
  /** @param hash null if there is no password, which takes as long as a wrong one */
  verify(hash: string | null, password: string, keys: readonly string[]): Promise<boolean | null>;
  /** Whether a hash has an older format, so that its password should be rehashed. */
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
