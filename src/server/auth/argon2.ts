import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

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
export async function hashWithArgon2(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return encode(salt, await digest(password, salt, COST, HASH_BYTES));
}

/** @returns whether it is the password of a hash; null for a hash of another form */
export async function verifyWithArgon2(hash: string, password: string): Promise<boolean | null> {
  const parts = PHC.exec(hash);
  if (!parts) return null;
  const [, memory, passes, parallelism, salt = '', expected = ''] = parts;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const wanted = Buffer.from(expected, 'base64');
  return timingSafeEqual(await digest(password, Buffer.from(salt, 'base64'), cost, wanted.length), wanted);
}

/** Whether a hash was made with less than today's cost, or by another algorithm. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(prefixOf(COST));
}

/** Costs as much to verify as a hash made today; no password has it. */
export const NO_PASSWORD = encode(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

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
