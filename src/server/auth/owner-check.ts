import { MINUTE_MS } from '#core/time.ts';
import type { Caller, ClientInfo } from '#server/http/call.ts';
import type { Deps } from '../deps.ts';
import type { Failure } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { findCredentialsById } from '../store/accounts.ts';
import { sessionBegan } from '../store/own-sessions.ts';
import { networkOf } from './address.ts';
import type { Attempt } from './limits.ts';
import { tooBusy, tooMany } from './refusals.ts';

/** A sign-in counts as fresh for so long, in ms. */
const FRESH_MS = 10 * MINUTE_MS;

type Refusal = Failure<'wrong_password' | 'sign_in_again' | 'too_many_attempts' | 'busy'>;

/** What shows that somebody owns the account and does not just hold a session of it. */
export interface OwnerProof {
  /** What the caller says their password is. */
  readonly password: string | undefined;
  readonly client: ClientInfo;
}

/**
 * Refuses a caller who has a session of the account but does not show that they own it. Every change of the ways into an account
 * asks, so that a stolen session cannot outlive itself.
 * An account without a password needs a fresh session.
 * @returns null for the owner
 */
export async function requireOwner(deps: Deps, caller: Caller, proof: OwnerProof): Promise<Refusal | null> {
  const { accountId, sessionId } = caller;
  const network = networkOf(proof.client.address);
  const passwordHash = (await findCredentialsById(deps.store.db, accountId))?.passwordHash ?? null;
  if (passwordHash === null) {
    const began = await sessionBegan(deps.store.db, sessionId);
    if (began !== null && Date.now() - began < FRESH_MS) return null;
    deps.security.note({ event: 'refused', accountId, network, detail: 'no fresh sign-in' });
    return fail('sign_in_again');
  }
  const attempts: Attempt[] = [['password of', accountId]];
  const wait = await deps.limits.take(attempts);
  if (wait > 0) return tooMany(wait);
  const isRight = await deps.passwords.verify(passwordHash, proof.password ?? '', [`account ${accountId}`]);
  if (isRight === null) return tooBusy();
  if (!isRight) {
    const detail = 'wrong password in the profile';
    deps.security.note({ event: 'sign-in-failed', accountId, network, detail });
    return fail('wrong_password');
  }
  await deps.limits.refund(attempts);
  return null;
}
