import type { providerRoutes as routes } from '#contract/providers.ts';
import type { Provider } from '#contract/shapes.ts';
import { providers as allProviders } from '#contract/shapes.ts';
import { connectionOf } from '../auth/address.ts';
import { meOf } from '../auth/me.ts';
import { messageOf, returnUrls, visitOf } from '../auth/provider-visit.ts';
import { tooMany } from '../auth/refusals.ts';
import type { Deps } from '../deps.ts';
import type { Failure, Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { leaveProvider } from '../store/accounts.ts';

type Refusal = Failure<'provider_not_set_up' | 'too_many_attempts'>;

export const providers: Pick<Handlers, keyof typeof routes> = {
  'POST /api/auth/providers/:provider/sign-in': async ({ deps, params, body, headers, place, site, setCookies }) => {
    const refused = await refusalOf(deps, params.provider, place.address);
    if (refused) return refused;
    const visit = visitOf('sign-in', body.mode, body.next);
    const { headers: answer, response } = await deps.accounts.api.signInSocial({
      body: { provider: params.provider, disableRedirect: true, ...returnUrls(site, visit) },
      headers,
      returnHeaders: true,
    });
    return started(response.url, answer, setCookies);
  },

  'POST /api/auth/providers/:provider/join': async ({ deps, params, body, headers, place, site, setCookies }) => {
    const refused = await refusalOf(deps, params.provider, place.address);
    if (refused) return refused;
    const { callbackURL, errorCallbackURL } = returnUrls(site, visitOf('join', body.mode, body.next));
    const { headers: answer, response } = await deps.accounts.api.linkSocialAccount({
      body: { provider: params.provider, disableRedirect: true, callbackURL, errorCallbackURL },
      headers,
      returnHeaders: true,
    });
    return started(response.url, answer, setCookies);
  },

  'DELETE /api/auth/providers/:provider': async ({ deps, caller, params }) => {
    const usable = allProviders.filter((provider) => deps.settings.providers[provider]);
    const left = await leaveProvider(deps.store, caller.accountId, params.provider, usable);
    return left ? meOf(deps, caller) : fail('last_way_in');
  },
};

async function refusalOf(deps: Deps, provider: Provider, address: string): Promise<Refusal | null> {
  if (!deps.settings.providers[provider]) {
    return { failure: 'provider_not_set_up', message: messageOf(provider, 'provider_not_set_up') };
  }
  const wait = await deps.limits.take([['provider from', connectionOf(address)]]);
  return wait > 0 ? tooMany(wait) : null;
}

function started(url: string | undefined, answer: Headers, setCookies: (cookies: readonly string[]) => void) {
  if (!url) throw new Error('The accounts library named no page of the provider.');
  setCookies(answer.getSetCookie());
  return { url };
}
