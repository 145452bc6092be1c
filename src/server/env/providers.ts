import type { Provider } from '#contract/shapes.ts';
import { providers } from '#contract/shapes.ts';
import { isLoopbackName } from '#server/loopback.ts';
import type { Variables } from './variables.ts';

/** What a provider knows the league by, and where it is asked. */
export interface ProviderSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly userInfoUrl: string;
}

export type ProviderTable = Readonly<Partial<Record<Provider, ProviderSettings>>>;

type Endpoints = Pick<ProviderSettings, 'authorizationUrl' | 'tokenUrl' | 'userInfoUrl'>;

export const providerNames: Readonly<Record<Provider, string>> = { google: 'Google', facebook: 'Facebook' };

const endpoints: Readonly<Record<Provider, Endpoints>> = {
  google: {
    authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    userInfoUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
  },
  facebook: {
    authorizationUrl: 'https://www.facebook.com/v24.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v24.0/oauth/access_token',
    userInfoUrl: 'https://graph.facebook.com/v24.0/me?fields=id,name,email',
  },
};

/** The variables that set a provider up. */
export function credentialNames(provider: Provider): readonly [id: string, secret: string] {
  const prefix = provider.toUpperCase();
  return [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`];
}

/** The providers that have their credentials. */
export function readProviders(variables: Variables): ProviderTable {
  const table: Partial<Record<Provider, ProviderSettings>> = {};
  for (const provider of providers) {
    const [idName, secretName] = credentialNames(provider);
    const clientId = variables.text(idName);
    const clientSecret = variables.text(secretName);
    const urls = readEndpoints(variables, provider);
    if (clientId && clientSecret) table[provider] = { clientId, clientSecret, ...urls };
    else if (clientId || clientSecret) {
      const missing = clientId ? secretName : idName;
      variables.report(`${missing} is missing: ${providerNames[provider]} needs ${idName} and ${secretName}.`);
    }
  }
  return table;
}

function readEndpoints(variables: Variables, provider: Provider): Endpoints {
  const usual = endpoints[provider];
  const urlOf = (name: string, otherwise: string) =>
    variables.read(
      `${provider.toUpperCase()}_${name}_URL`,
      parseEndpoint,
      otherwise,
      'an https:// address (http:// on localhost)',
    );
  return {
    authorizationUrl: urlOf('AUTHORIZATION', usual.authorizationUrl),
    tokenUrl: urlOf('TOKEN', usual.tokenUrl),
    userInfoUrl: urlOf('USERINFO', usual.userInfoUrl),
  };
}

function parseEndpoint(text: string): string | null {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  return isSafe ? text : null;
}
