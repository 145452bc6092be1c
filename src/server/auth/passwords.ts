import { hashPassword, verifyPassword } from 'better-auth/crypto';
import { WorkGate } from './work-gate.ts';

/** Slow on purpose: some 80 ms of one core, and 32 MB. */
export interface Hasher {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** The accounts library's own, so that it and we read each other's passwords. */
const libraryHasher: Hasher = {
  hash: hashPassword,
  verify: (hash, password) => verifyPassword({ hash, password }),
};

/** Two at once leave half of Node's worker threads to files and names. The last of those who wait waits some 3 s. */
const LIMITS = { running: 2, waiting: 64, waitingPerKey: 12 };

/** Compared with where there is no password, so that the time tells nothing; no password has this hash. */
const NO_PASSWORD = `${'0'.repeat(32)}:${'0'.repeat(128)}`;

/**
 * Hashes passwords, only so many at once.
 * Keys name who it is done for (`WorkGate`). Both answer null where too many are waiting.
 */
export interface Passwords {
  /** Whether the others would answer null now. */
  isBusy(keys: readonly string[]): boolean;
  hash(password: string, keys: readonly string[]): Promise<string | null>;
  /** @param hash null where there is no password, which takes as long as a wrong one */
  verify(hash: string | null, password: string, keys: readonly string[]): Promise<boolean | null>;
}

export function createPasswords(hasher: Hasher = libraryHasher): Passwords {
  const gate = new WorkGate(LIMITS);
  return {
    isBusy: (keys) => gate.isFull(keys),
    hash: (password, keys) => gate.run(keys, () => hasher.hash(password)),
    verify: (hash, password, keys) => gate.run(keys, () => hasher.verify(hash ?? NO_PASSWORD, password)),
  };
}
