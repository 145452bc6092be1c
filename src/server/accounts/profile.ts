import type { Me, Session } from '#contract/accounts.ts';
import { displayNameFor } from '#core/names.ts';
import type { User } from '#core/types.ts';
import type { Deps } from '#server/deps.ts';
import { hasRole, poolsOfUser } from '#server/members/reads.ts';
import { settingsOf } from '#server/notify/store.ts';
import type { Db } from '#server/platform/db/connect.ts';
import { offeredProviders, sendsMail } from '#server/platform/env/settings.ts';
import type { Person } from '#server/platform/http/call.ts';
import { findUserByAccount } from '#server/users/reads.ts';
import { createUser } from '#server/users/store.ts';
import { findSignInMethods } from './store.ts';

/** The data from which a profile is created. */
export interface NewProfile {
  readonly accountId: string;
  readonly accountName: string;
  readonly email: string;
  /** Given at sign-up. */
  readonly displayName?: string;
}

/** The profile of an account; if there is none, it is created with the defaults and the name of specification section 3. */
export async function ensureProfile(db: Db, profile: NewProfile, now: number): Promise<User> {
  const { accountId, accountName, email, displayName } = profile;
  const known = await findUserByAccount(db, accountId);
  if (known) return known;
  const name = displayNameFor({ signUpName: displayName ?? null, accountName, email });
  await createUser(db, { displayName: name, accountId }, now);
  const created = await findUserByAccount(db, accountId);
  if (!created) throw new Error(`The profile of account ${accountId} could not be created.`);
  return created;
}

/**
 * The initial state of the web app: who is signed in, the clock, and what this league offers.
 * @param waitsForCode whether a sign-in of this browser waits for its second factor
 */
export async function sessionOf(deps: Deps, person: Person | null, waitsForCode = false): Promise<Session> {
  const { clock, settings } = deps;
  return {
    user: person && (await meOf(deps, person)),
    waitsForCode,
    now: Math.round(clock.now()),
    demo: settings.kind === 'demo',
    signUp: settings.signUp,
    pools: settings.pools,
    providers: offeredProviders(settings),
    mail: sendsMail(settings),
  };
}

/** A user's own profile; null if they closed their account meanwhile. */
export async function meOf(deps: Deps, { user, accountId, email }: Person): Promise<Me | null> {
  const { db } = deps.store;
  const pools = user.isEnabled ? await poolsOfUser(db, user.id) : [];
  const methods = await findSignInMethods(db, accountId);
  if (!methods) return null;
  const { emailVerified, hasPassword, providers: connected, secondFactor } = methods;
  const isAsked = deps.settings.secondFactor === 'required' && secondFactor === null;
  const { zone } = await settingsOf(db, user.id);
  return {
    id: user.id,
    email,
    emailVerified,
    displayName: user.displayName,
    isEnabled: user.isEnabled,
    isAdmin: user.isAdmin && !isAsked,
    defaultPool: user.defaultPoolId ?? '',
    zone,
    hasPassword,
    providers: [...connected],
    secondFactor,
    lacksSecondFactor: isAsked && (await hasRole(db, user.id)),
    pools: Object.fromEntries(pools.map((pool) => [pool.id, pool])),
  };
}
