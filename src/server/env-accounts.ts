import type { Provider } from '#contract/shapes.ts';
import { providers } from '#contract/shapes.ts';
import { isMailable } from './auth/email.ts';
import { isLoopbackName } from './loopback.ts';

/** How the league sends mail. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  readonly smtpUrl: string;
  /** An address, or `Name <address>`. */
  readonly from: string;
}

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
type Read = <T>(name: string, parse: (text: string) => T | null, otherwise: T, expected: string) => T;

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

/** The mail of a league; null where it sends none. */
export function readMail(read: Read, problems: string[]): MailSettings | null {
  const smtpUrl = read('SMTP_URL', asIs, null, 'a text');
  const from = read('MAIL_FROM', parseSender, null, "an address, or 'Name <address>'");
  // Not shown as it is: it may hold a password.
  if (smtpUrl && !isSmtpUrl(smtpUrl)) problems.push('SMTP_URL is no smtp:// or smtps:// address.');
  if (smtpUrl && !from && !problems.some((problem) => problem.startsWith('MAIL_FROM'))) {
    problems.push('MAIL_FROM is missing: the address that mails come from, such as Pool <pool@example.org>.');
  }
  return smtpUrl && from ? { smtpUrl, from } : null;
}

/** The providers that have their credentials. */
export function readProviders(read: Read, problems: string[]): ProviderTable {
  const table: Partial<Record<Provider, ProviderSettings>> = {};
  for (const provider of providers) {
    const [idName, secretName] = credentialNames(provider);
    const clientId = read(idName, asIs, null, 'a text');
    const clientSecret = read(secretName, asIs, null, 'a text');
    const places = readEndpoints(read, provider);
    if (clientId && clientSecret) table[provider] = { clientId, clientSecret, ...places };
    else if (clientId || clientSecret) {
      const missing = clientId ? secretName : idName;
      problems.push(`${missing} is missing: ${providerNames[provider]} needs ${idName} and ${secretName}.`);
    }
  }
  return table;
}

function readEndpoints(read: Read, provider: Provider): Endpoints {
  const usual = endpoints[provider];
  const place = (name: string, otherwise: string) =>
    read(
      `${provider.toUpperCase()}_${name}_URL`,
      parseEndpoint,
      otherwise,
      'an https:// address (http:// on localhost)',
    );
  return {
    authorizationUrl: place('AUTHORIZATION', usual.authorizationUrl),
    tokenUrl: place('TOKEN', usual.tokenUrl),
    userInfoUrl: place('USERINFO', usual.userInfoUrl),
  };
}

function asIs(text: string): string {
  return text;
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return Boolean(url?.hostname) && /^smtps?:$/.test(url?.protocol ?? '');
}

function parseSender(text: string): string | null {
  const address = /^[^<>]*<([^<>]+)>$/.exec(text)?.[1] ?? text;
  return isMailable(address) ? text : null;
}

function parseEndpoint(text: string): string | null {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  return isSafe ? text : null;
}
