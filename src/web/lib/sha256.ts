import type { Hash } from '#core/receipts/receipts.ts';
import { hex } from './hex.ts';

/** SHA-256 by WebCrypto, which browsers offer to secure origins only; null elsewhere. */
export const webHash: Hash | null = globalThis.crypto?.subtle === undefined ? null : sha256;

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return hex(new Uint8Array(digest));
}
