import type { ProviderOutcome } from '#contract/providers.ts';
import type { Provider } from '#contract/shapes.ts';
import { providerNames } from '../env-accounts.ts';
import { endSession, waysIn } from '../store/accounts.ts';
import type { Browser } from './enter.ts';
import { mailProviderJoined, mailVerification } from './mails.ts';
import type { Visit } from './provider-visit.ts';
import { endingOf, outcomeOf } from './provider-visit.ts';

/** Somebody who comes back from a provider. */
export interface Returning extends Browser {
  readonly provider: Provider;
  /** Path and query that the provider sent him to. */
  readonly url: string;
  readonly headers: Headers;
  /** The address of the league as he uses it. */
  readonly site: string;
}

/** Lets the accounts library finish a visit: it checks the state, asks the provider, and signs in or joins. */
export async function finishVisit(back: Returning): Promise<{ visit: Visit | null; outcome: ProviderOutcome }> {
  const { deps, caller, provider, url, headers, site, setCookies } = back;
  const joinedBefore = caller === null ? [] : (await waysIn(deps.store.db, caller.accountId)).providers;
  const answer = await deps.accounts.handler(new Request(new URL(url, site), { headers }));
  const cookies = answer.headers.getSetCookie();
  setCookies(cookies);
  const ending = endingOf(answer.headers.get('location'));
  const outcome = outcomeOf(provider, ending);
  if (outcome.kind === 'signed-in') await afterSignIn(back, cookies, ending.isNew);
  if (outcome.kind === 'joined' && caller && !joinedBefore.includes(provider)) {
    const { accountId, email } = caller;
    mailProviderJoined(deps, { accountId, email, site }, providerNames[provider]);
  }
  return { visit: ending.visit, outcome };
}

/** What every sign-in brings: the session before ends, the device is known, and a new account has its mail. */
async function afterSignIn(back: Returning, newCookies: readonly string[], isNew: boolean): Promise<void> {
  const { deps, caller: before, cookies, site, headers, setCookies } = back;
  const { sessions, devices, store, live } = deps;
  const setCookie = newCookies.find((cookie) => cookie.startsWith(`${sessions.cookieName}=`)) ?? '';
  const { caller } = await sessions.read(setCookie, {}, () => headers);
  if (!caller) throw new Error('The accounts library signed somebody in, but there is no session.');
  if (before) {
    await endSession(store.db, before.token);
    live.changed({ kind: 'sessions', userId: before.user.id });
  }
  setCookies([devices.remember(cookies, caller.accountId)]);
  const { accountId, email } = caller;
  if (isNew && !(await waysIn(store.db, accountId)).emailVerified) {
    mailVerification(deps, { accountId, email, site });
  }
}
