import { getOAuthState } from 'better-auth/api';
import type { GenericOAuthConfig } from 'better-auth/plugins/generic-oauth';
import type { Provider } from '#contract/shapes.ts';
import { providers } from '#contract/shapes.ts';
import { cleanName } from '#core/names.ts';
import { PROFILE_NAME_MAX } from '#core/validation.ts';
import type { ProviderSettings } from '#server/env/providers.ts';
import { providerNames } from '#server/env/providers.ts';
import type { Settings } from '#server/env/settings.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { emailOfIdentity } from '../store/accounts.ts';

/** How long a provider may take to say who somebody is, in ms. */
const ANSWER_MS = 10_000;

/** What differs between the providers. */
const traits = {
  google: {
    scopes: ['openid', 'email', 'profile'],
    pkce: true,
    authorizationUrlParams: { prompt: 'select_account' },
    identity: 'sub',
  },
  // Its web sign-in has no PKCE, and it never says that an address is verified.
  facebook: { scopes: ['email', 'public_profile'], pkce: false, authorizationUrlParams: {}, identity: 'id' },
} as const;

/** What a provider says of somebody. */
type Profile = {
  readonly id: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
};

/** The providers that have credentials, as the accounts library wants them. */
export function providerConfigs(settings: Pick<Settings, 'providers' | 'signUp'>, db: Db): GenericOAuthConfig[] {
  return providers.flatMap((provider) => {
    const set = settings.providers[provider];
    return set ? [configOf(provider, set, settings.signUp === 'closed', db)] : [];
  });
}

function configOf(provider: Provider, set: ProviderSettings, isClosed: boolean, db: Db): GenericOAuthConfig {
  const { scopes, pkce, authorizationUrlParams } = traits[provider];
  return {
    providerId: provider,
    name: providerNames[provider],
    clientId: set.clientId,
    clientSecret: set.clientSecret,
    authorizationUrl: set.authorizationUrl,
    authorizationUrlParams,
    tokenUrl: set.tokenUrl,
    scopes: [...scopes],
    pkce,
    disableSignUp: isClosed,
    accountSubject: ({ profile }) => profile.id ?? '',
    getUserInfo: async ({ accessToken }) => readProfile(provider, set.userInfoUrl, accessToken ?? ''),
    mapProfileToUser: ({ id, email, emailVerified }) =>
      addressFor(db, provider, String(id), email ?? undefined, emailVerified === true),
  };
}

/**
 * The address that the library shall go by.
 * Somebody who connects a provider in their profile is signed in on both sides, so the addresses do not matter. An identity that is
 * connected already has the address of its account.
 */
async function addressFor(db: Db, provider: Provider, id: string, email: string | undefined, isVerified: boolean) {
  const isConnecting = (await getOAuthState())?.link !== undefined;
  const known = email ?? (await emailOfIdentity(db, provider, id)) ?? undefined;
  return { email: known, emailVerified: isConnecting || (email !== undefined && isVerified) };
}

/** @returns null where the answer is none, or not understood */
async function readProfile(provider: Provider, url: string, accessToken: string): Promise<Profile | null> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
    signal: AbortSignal.timeout(ANSWER_MS),
    redirect: 'error',
  });
  const said: unknown = answer.ok ? await answer.json() : null;
  if (typeof said !== 'object' || said === null) return null;
  const facts = said as Record<string, unknown>;
  const id = facts[traits[provider].identity];
  if (typeof id !== 'string' || id === '') return null;
  return {
    id,
    name: [...cleanName(textOf(facts.name))].slice(0, PROFILE_NAME_MAX).join(''),
    email: textOf(facts.email) || undefined,
    emailVerified: facts.email_verified === true,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
