/** The signer keys of Firebase projects, which imported passwords need until the last of them is rehashed or replaced. */
import { createHash } from 'node:crypto';
import type { HashConfig } from '#core/firebase/hash-config.ts';
import type { Db, Engine } from '#server/platform/db/connect.ts';
import { deleteMeta, readMeta, writeMeta } from '#server/platform/db/meta.ts';

const FORM = '$firebase-scrypt$k=';
const ID_DIGITS = 16;

/** The stored form of a hash of Firebase. */
export function firebaseHash(
  config: HashConfig,
  { salt, hash }: { readonly salt: string; readonly hash: string },
): string {
  return `${FORM}${idOf(config)},r=${config.rounds},m=${config.memCost}$${salt}$${hash}`;
}

/** The id of the signer of a stored hash; null for a hash of another form. */
export function signerIdOf(hash: string | null): string | null {
  return hash?.startsWith(FORM) ? hash.slice(FORM.length, FORM.length + ID_DIGITS) : null;
}

/** Stores a signer, in the transaction that stores hashes of it: that keeps others from deleting it meanwhile. */
export function keepSigner(tx: Db, config: HashConfig): Promise<void> {
  return writeMeta(tx, keyOf(idOf(config)), JSON.stringify(config));
}

/** A signer by its id; null if it is unknown. */
export async function readSigner(db: Db, id: string): Promise<HashConfig | null> {
  const kept = await readMeta(db, keyOf(id));
  return kept === null ? null : JSON.parse(kept);
}

/** Deletes the signer of a hash that is no longer stored, if no other hash needs it. Comes last in its transaction. */
export async function forgetSigner(tx: Db, engine: Engine, hash: string | null): Promise<void> {
  const id = signerIdOf(hash);
  if (id === null) return;
  // Those who remove the last two hashes at the same time take turns, so that the second sees what the first did.
  const signer = tx.selectFrom('meta').select('key').where('key', '=', keyOf(id));
  await (engine === 'postgres' ? signer.forUpdate() : signer).execute();
  const others = tx.selectFrom('logins').select('id').where('password', 'like', `${FORM}${id},%`);
  if ((await others.executeTakeFirst()) === undefined) await deleteMeta(tx, keyOf(id));
}

function keyOf(id: string): string {
  return `firebase signer ${id}`;
}

/** A fingerprint of all parameters. */
function idOf({ signerKey, saltSeparator, rounds, memCost }: HashConfig): string {
  const parts = JSON.stringify([signerKey, saltSeparator, rounds, memCost]);
  return createHash('sha256').update(parts).digest('hex').slice(0, ID_DIGITS);
}
