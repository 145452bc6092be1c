import type { ProviderOutcome } from '#contract/providers.ts';
import type { Provider } from '#contract/shapes.ts';
import type { Deps } from '../deps.ts';
import { providerNames } from '../env-accounts.ts';
import { endSession, waysIn } from '../store/accounts.ts';
import { dropOldestSessions } from '../store/own-sessions.ts';
import { connectionOf } from './address.ts';
import type { Browser } from './enter.ts';
import { rememberDevice } from './enter.ts';
import { mailProviderJoined, mailVerification } from './mails.ts';
import type { Visit } from './provider-visit.ts';
import { endingOf, failed, isBegunIn, outcomeOf } from './provider-visit.ts';

/** Somebody who comes back from a provider. */
export interface Returning extends Browser {
  readonly provider: Provider;
  /** Path and query of the address that the provider sent the browser to. */
  readonly url: string;
  readonly headers: Headers;
}

/** What the accounts library calls the state of a visit in its table. */
const STATE_KEY = 'auth-state:';

/**
 * Lets the accounts library finish a visit: it checks the state, asks the provider, and signs in or connects. A visit ends in
 * the session that it began in, or not at all.
 */
export async function finishVisit(back: Returning): Promise<{ visit: Visit | null; outcome: ProviderOutcome }> {
  const { deps, caller, provider, url, headers, site, place, setCookies } = back;
  const joinedBefore = caller === null ? [] : (await waysIn(deps.store.db, caller.accountId)).providers;
  const kept = await keptReturn(deps, new URL(url, site).searchParams.get('state'));
  if (kept === null || !isBegunIn(caller?.sessionId ?? null, kept)) {
    return { visit: kept === null ? null : endingOf(kept).visit, outcome: failed(provider, 'provider_expired') };
  }
  const answer = await deps.accounts.handler(new Request(new URL(url, site), { headers }));
  const cookies = answer.headers.getSetCookie();
  // The session gets the cookie that all sessions have.
  setCookies(cookies.filter((cookie) => !isSessionCookie(deps, cookie)));
  const ending = endingOf(answer.headers.get('location'));
  const outcome = outcomeOf(provider, ending);
  if (outcome.kind === 'signed-in') await afterSignIn(back, cookies, ending.isNew);
  if (outcome.kind === 'joined' && caller && !joinedBefore.includes(provider)) {
    const { accountId, email } = caller;
    mailProviderJoined(deps, { accountId, email, site }, providerNames[provider]);
    const network = connectionOf(place.address);
    deps.security.note({ event: 'provider-connected', accountId, network, detail: providerNames[provider] });
  }
  return { visit: ending.visit, outcome };
}

/** What every sign-in brings: the session before ends, the device is known, and a new account has its mail. */
async function afterSignIn(back: Returning, newCookies: readonly string[], isNew: boolean): Promise<void> {
  const { deps, caller: before, provider, site, place, setCookies } = back;
  const { sessions, store, live } = deps;
  const setCookie = newCookies.find((cookie) => isSessionCookie(deps, cookie));
  const caller = await sessions.read(setCookie, {}, () => place);
  if (!caller) throw new Error('The accounts library signed somebody in, but there is no session.');
  if (before) {
    await endSession(store.db, before.token);
    live.changed({ kind: 'sessions', userId: before.user.id });
  }
  const { accountId, email } = caller;
  await dropOldestSessions(store.db, accountId);
  setCookies([sessions.cookieOf(caller.token)]);
  const network = connectionOf(place.address);
  deps.security.note({ event: isNew ? 'sign-up' : 'sign-in', accountId, network, detail: providerNames[provider] });
  rememberDevice(back, { accountId, email, isNew });
  if (isNew && !(await waysIn(store.db, accountId)).emailVerified) {
    mailVerification(deps, { accountId, email, site });
  }
}

/** The return address that the accounts library keeps under this state; null where there is none. */
async function keptReturn({ accounts }: Deps, state: string | null): Promise<string | null> {
  if (!state) return null;
  const { internalAdapter } = await accounts.$context;
  const kept = await internalAdapter.findVerificationValue(STATE_KEY + state);
  const { callbackURL } = JSON.parse(kept?.value ?? '{}') as { readonly callbackURL?: string };
  return callbackURL ?? null;
}

function isSessionCookie({ sessions }: Deps, cookie: string): boolean {
  return cookie.startsWith(`${sessions.cookieName}=`);
}
