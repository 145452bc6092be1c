/**
 * Each browser remembers the latest lock receipt of a pool that it saw. If the chain of the server no longer continues from it, what it
 * covers was changed.
 */
import type { KeptReceipt } from '#core/receipts/receipts.ts';
import { readItem, removeItem, writeItem } from '#web/lib/storage.ts';

/** The receipt of a pool that this browser remembers; null if there is none. */
export function keptReceipt(poolId: string): KeptReceipt | null {
  const [, number, hash] = /^([1-9]\d{0,8}) ([0-9a-f]{64})$/.exec(readItem(keyOf(poolId)) ?? '') ?? [];
  return hash === undefined ? null : { number: Number(number), hash };
}

/** Remembers a receipt in place of any other. @param receipt null if the pool has none */
export function keepReceipt(poolId: string, receipt: KeptReceipt | null): void {
  if (receipt === null) removeItem(keyOf(poolId));
  else writeItem(keyOf(poolId), `${receipt.number} ${receipt.hash}`);
}

/**
 * Compares the remembered receipt of a pool with the server's chain, and remembers the chain's last one if that continues from it.
 * @param latest the pool's latest receipt as the page knows it. It may be older than the remembered one, so it decides nothing but whether
 * the chain is read.
 * @param follow finds the last receipt of the chain if that continues from a given one, otherwise null
 * @returns the remembered receipt if the chain does not continue from it, otherwise null
 */
export async function lostReceipt(
  poolId: string,
  latest: KeptReceipt | undefined,
  follow: (kept: KeptReceipt) => Promise<KeptReceipt | null>,
): Promise<KeptReceipt | null> {
  const kept = keptReceipt(poolId);
  if (kept === null) {
    if (latest !== undefined) keepReceipt(poolId, latest);
    return null;
  }
  if (isSame(kept, latest)) return null;
  const last = await follow(kept);
  if (last === null) return kept;
  // Another tab may have remembered a later one meanwhile.
  if (isSame(kept, keptReceipt(poolId))) keepReceipt(poolId, last);
  return null;
}

function keyOf(poolId: string): string {
  return `receipt:${poolId}`;
}

function isSame(one: KeptReceipt, other: KeptReceipt | null | undefined): boolean {
  return one.number === other?.number && one.hash === other.hash;
}
