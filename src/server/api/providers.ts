import type { providerRoutes as routes } from '#contract/providers.ts';
import type { Provider } from '#contract/shapes.ts';
import { providers as allProviders } from '#contract/shapes.ts';
import { oauthFlow, providerErrorText, returnUrls } from '#server/auth/oauth-flow.ts';
import { providerNames } from '#server/env/providers.ts';
import { networkOf } from '../auth/address.ts';
import { mailProviderRemoved } from '../auth/mails.ts';
import { meOf } from '../auth/me.ts';
import { requireOwner } from '../auth/owner-check.ts';
import { tooMany } from '../auth/refusals.ts';
import type { Deps } from '../deps.ts';
import type { Failure, Handlers } from '../http/call.ts';
import { fail } from '../http/call.ts';
import { disconnectProvider, signInMethods } from '../store/accounts.ts';

type Refusal = Failure<'provider_not_set_up' | 'too_many_attempts'>;

export const providers: Pick<Handlers, keyof typeof routes> = {
  'POST /api/auth/providers/:provider/sign-in': async ({
    deps,
    caller,
    params,
    body,
    headers,
    client,
    site,
    setCookies,
  }) => {
    const refused = await refusalOf(deps, params.provider, client.address);
    if (refused) return refused;
    const flow = oauthFlow('sign-in', body.mode, body.next);
    const { headers: answer, response } = await deps.accounts.api.signInSocial({
      body: { provider: params.provider, disableRedirect: true, ...returnUrls(site, flow, caller?.sessionId ?? null) },
      headers,
      returnHeaders: true,
    });
    return started(response.url, answer, setCookies);
  },

  'POST /api/auth/providers/:provider/connect': async (call) => {
    const { deps, caller, params, body, headers, client, site, setCookies } = call;
    const refused = await refusalOf(deps, params.provider, client.address);
    if (refused) return refused;
    const stranger = await requireOwner(deps, caller, { password: body.currentPassword, client });
    if (stranger) return stranger;
    const flow = oauthFlow('connect', body.mode, body.next);
    const { callbackURL, errorCallbackURL } = returnUrls(site, flow, caller.sessionId);
    const { headers: answer, response } = await deps.accounts.api.linkSocialAccount({
      body: { provider: params.provider, disableRedirect: true, callbackURL, errorCallbackURL },
      headers,
      returnHeaders: true,
    });
    return started(response.url, answer, setCookies);
  },

  'POST /api/auth/providers/:provider/disconnect': async ({ deps, caller, params, body, client, site }) => {
    const stranger = await requireOwner(deps, caller, { password: body.currentPassword, client });
    if (stranger) return stranger;
    const { accountId, email } = caller;
    const usable = allProviders.filter((provider) => deps.settings.providers[provider]);
    const { providers: before } = await signInMethods(deps.store.db, accountId);
    const left = await disconnectProvider(deps.store, accountId, params.provider, usable);
    if (!left) return fail('last_way_in');
    if (before.includes(params.provider)) {
      const [network, detail] = [networkOf(client.address), providerNames[params.provider]];
      deps.security.note({ event: 'provider-removed', accountId, network, detail });
      mailProviderRemoved(deps, { accountId, email, site }, detail);
    }
    return meOf(deps, caller);
  },
};

async function refusalOf(deps: Deps, provider: Provider, address: string): Promise<Refusal | null> {
  if (!deps.settings.providers[provider]) {
    return { failure: 'provider_not_set_up', message: providerErrorText(provider, 'provider_not_set_up') };
  }
  const wait = await deps.limits.take([['provider from', address]]);
  return wait > 0 ? tooMany(wait) : null;
}

function started(url: string | undefined, answer: Headers, setCookies: (cookies: readonly string[]) => void) {
  if (!url) throw new Error('The accounts library named no page of the provider.');
  setCookies(answer.getSetCookie());
  return { url };
}
