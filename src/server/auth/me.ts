import type { Me, Session } from '#contract/auth.ts';
import { offeredProviders, sendsMail } from '#server/env/settings.ts';
import type { Person } from '#server/http/call.ts';
import type { Deps } from '../deps.ts';
import { signInMethods } from '../store/accounts.ts';
import { poolsOfUser } from '../store/members.ts';
import { settingsOf } from '../store/notification-choices.ts';

/** What the web starts from: who is signed in, the clock, and what this league offers. */
export async function sessionOf(deps: Deps, person: Person | null): Promise<Session> {
  const { clock, settings } = deps;
  return {
    user: person && (await meOf(deps, person)),
    now: Math.round(clock.now()),
    demo: settings.kind === 'demo',
    signUp: settings.signUp,
    pools: settings.pools,
    providers: offeredProviders(settings),
    mail: sendsMail(settings),
  };
}

/** What a person is told about themselves. */
export async function meOf(deps: Deps, { user, accountId, email }: Person): Promise<Me> {
  const { db } = deps.store;
  const pools = user.isEnabled ? await poolsOfUser(db, user.id) : [];
  const { emailVerified, hasPassword, providers: connected } = await signInMethods(db, accountId);
  const { zone } = await settingsOf(db, user.id);
  return {
    id: user.id,
    email,
    emailVerified,
    displayName: user.displayName,
    isEnabled: user.isEnabled,
    isAdmin: user.isAdmin,
    defaultPool: user.defaultPoolId ?? '',
    zone,
    hasPassword,
    providers: [...connected],
    pools: Object.fromEntries(pools.map((pool) => [pool.id, pool])),
  };
}
