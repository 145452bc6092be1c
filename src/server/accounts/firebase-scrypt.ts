/** Verifies passwords that came from Firebase, until their owners sign in and they are rehashed. */
import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { HashConfig } from '#core/firebase/hash-config.ts';
import type { Hasher } from './passwords.ts';
import { signerIdOf } from './signer-store.ts';

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

const KEY_BYTES = 32;
/** The counter of AES begins at 0. */
const IV = Buffer.alloc(16);
const KIB = 1024;

/** `$firebase-scrypt$k=…,r=8,m=14$salt$hash`; k names the signer of `signer-store.ts`. */
const FORM = /^\$firebase-scrypt\$k=\w+,r=(\d),m=(\d{1,2})\$([\w+/=]+)\$([\w+/=]+)$/;

/** The parts of the signer that a hash does not contain. */
type Signer = Pick<HashConfig, 'signerKey' | 'saltSeparator'>;

/** Also verifies hashes of Firebase, which are outdated. @param signerOf finds a signer by its id; null if it is unknown */
export function withFirebase(hasher: Hasher, signerOf: (id: string) => Promise<Signer | null>): Hasher {
  return {
    hash: hasher.hash,
    async verify(hash, password) {
      const id = signerIdOf(hash);
      if (id === null) return hasher.verify(hash, password);
      const signer = await signerOf(id);
      return signer !== null && verifyFirebase(hash, password, signer);
    },
    isOutdated: (hash) => signerIdOf(hash) !== null || (hasher.isOutdated?.(hash) ?? false),
  };
}

/**
 * Firebase's scrypt: the derived key encrypts the project's signer key, and the hash is the result.
 * https://firebaseopensource.com/projects/firebase/scrypt/
 */
async function verifyFirebase(hash: string, password: string, signer: Signer): Promise<boolean> {
  const [, rounds, memCost, salt = '', expected = ''] = FORM.exec(hash) ?? [];
  const salted = Buffer.concat([Buffer.from(salt, 'base64'), Buffer.from(signer.saltSeparator, 'base64')]);
  const cost = { N: 2 ** Number(memCost), r: Number(rounds), p: 1 };
  // Node refuses to use as much memory as scrypt needs by default: 128 * N * r, and a little more.
  const key = await derive(password, salted, KEY_BYTES, { ...cost, maxmem: 128 * cost.N * cost.r + KIB * KIB });
  const cipher = createCipheriv('aes-256-ctr', key, IV);
  const actual = Buffer.concat([cipher.update(signer.signerKey, 'base64'), cipher.final()]);
  const wanted = Buffer.from(expected, 'base64');
  return actual.length === wanted.length && timingSafeEqual(actual, wanted);
}
