import { LINKS_MAX } from '#contract/receipts.ts';
import { continues } from '#core/receipts/check.ts';
import type { KeptReceipt, ReceiptLink } from '#core/receipts/receipts.ts';
import { webHash } from '#web/lib/sha256.ts';

/** Reads the links of a pool's chain from a number on, at most `LINKS_MAX` at once. */
export type ReadLinks = (from: number) => Promise<readonly ReceiptLink[]>;

/**
 * The last receipt of the chain that continues from a given one; null if it does not. Without WebCrypto nothing is checked, and it is the
 * given one.
 */
export async function followChain(
  from: KeptReceipt,
  readLinks: ReadLinks,
  hash = webHash,
): Promise<KeptReceipt | null> {
  if (hash === null) return from;
  const links = await readLinks(from.number);
  const last = links.at(-1);
  if (last === undefined || !(await continues(hash, from, links))) return null;
  return links.length < LINKS_MAX ? last : followChain(last, readLinks, hash);
}
