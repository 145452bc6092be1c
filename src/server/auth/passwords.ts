import { verifyPassword } from 'better-auth/crypto';
import { hashWithArgon2, isOutdated, NO_PASSWORD, verifyWithArgon2 } from './argon2.ts';
import { WorkQueue } from './work-queue.ts';

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
