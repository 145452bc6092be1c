import type { Deps } from '#server/deps.ts';
import { transact } from '#server/platform/db/transactions.ts';
import type { Caller, ClientInfo, Failure } from '#server/platform/http/call.ts';
import { fail } from '#server/platform/http/call.ts';
import { networkOf, tooMany } from '#server/platform/http/limits.ts';
import type { Attempt } from './limits.ts';
import { spendCode } from './second-factor-store.ts';
import { holdAccount } from './store.ts';

/** A code of the caller's second factor, as they typed it. */
export interface GivenCode {
  readonly code: string;
  readonly client: ClientInfo;
}

/** Refuses a caller who gives no right code of their second factor; a right one is used up. @returns null for a right code */
export async function requireCode(
  { store, accounts }: Deps,
  { accountId }: Caller,
  { code, client }: GivenCode,
): Promise<Failure<'wrong_code' | 'too_many_attempts'> | null> {
  const attempts: Attempt[] = [['second factor of', accountId]];
  const wait = await accounts.limits.take(attempts);
  if (wait > 0) return tooMany(wait);
  const used = await transact(store, async (tx) => {
    await holdAccount(store, tx, accountId);
    return spendCode(tx, accountId, code, Date.now());
  });
  if (used === null) {
    const detail = 'wrong second factor in the profile';
    accounts.security.note({ event: 'sign-in-failed', accountId, network: networkOf(client.address), detail });
    return fail('wrong_code');
  }
  await accounts.limits.refund(attempts);
  return null;
}
