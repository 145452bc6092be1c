import type { Deps } from '../deps.ts';
import type { Failure } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { sessionBegan } from '../store/own-sessions.ts';
import type { Attempt } from './limits.ts';
import { tooBusy, tooMany } from './refusals.ts';
import type { Caller } from './session.ts';

/** A sign-in counts as fresh for so long, in ms. */
const FRESH_MS = 10 * 60_000;

type Refusal = Failure<'wrong_password' | 'sign_in_again' | 'too_many_attempts' | 'busy'>;

/** What shows that somebody owns the account and does not just hold a session of it. */
export interface OwnerProof {
  /** Null where the account has no password: then the session has to be fresh. */
  readonly passwordHash: string | null;
  /** What the caller says it is. */
  readonly password: string | undefined;
  /** Where they say it from, for the security log. */
  readonly network: string;
}

/**
 * Refuses a caller who has a session of the account but does not show that they own it. Every change of the ways into an account
 * asks, so that a stolen session cannot outlive itself.
 * @returns null for the owner
 */
export async function refuseStranger(deps: Deps, caller: Caller, proof: OwnerProof): Promise<Refusal | null> {
  const { accountId, sessionId } = caller;
  if (proof.passwordHash === null) {
    const began = await sessionBegan(deps.store.db, sessionId);
    return began !== null && Date.now() - began < FRESH_MS ? null : fail('sign_in_again');
  }
  const attempts: Attempt[] = [['password of', accountId]];
  const wait = await deps.limits.take(attempts);
  if (wait > 0) return tooMany(wait);
  const isRight = await deps.passwords.verify(proof.passwordHash, proof.password ?? '', [`account ${accountId}`]);
  if (isRight === null) return tooBusy();
  if (!isRight) {
    const detail = 'wrong password in the profile';
    deps.security.note({ event: 'sign-in-failed', accountId, network: proof.network, detail });
    return fail('wrong_password');
  }
  await deps.limits.giveBack(attempts);
  return null;
}
