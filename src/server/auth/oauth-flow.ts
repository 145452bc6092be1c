import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import type { ProviderOutcome } from '#contract/providers.ts';
import type { Provider } from '#contract/shapes.ts';
import { isOwnPath } from '#core/own-path.ts';
import { credentialNames, providerNames } from '#server/env/providers.ts';

/** Why somebody is sent to a provider, and how they come back. */
export interface OAuthFlow {
  readonly act: 'sign-in' | 'connect';
  readonly mode: 'popup' | 'redirect';
  /** A path of this site. */
  readonly next: string;
}

/** How a flow ended, as the accounts library says. */
export interface OAuthResult {
  /** Null where it is not known: the flow was not ours, or too long ago. */
  readonly flow: OAuthFlow | null;
  /** In the words of the accounts library; null where it succeeded. */
  readonly error: string | null;
  /** Whether an account was created. */
  readonly isNew: boolean;
}

/** Stands for a session where nobody is signed in. */
const NOBODY = 'none';

/** The path of the return address that the accounts library keeps during a flow. It is only read; no browser goes there. */
const MARK = '/api/auth/return';

export function oauthFlow(act: OAuthFlow['act'], mode: OAuthFlow['mode'], next: string | undefined): OAuthFlow {
  const otherwise = act === 'connect' ? '/profile' : '/';
  return { act, mode, next: next !== undefined && isOwnPath(next) ? next : otherwise };
}

/**
 * Where the accounts library sends somebody when they come back. It keeps these addresses in its own table meanwhile.
 * @param sessionId the session that the flow begins in; null for nobody
 */
export function returnUrls(site: string, { act, mode, next }: OAuthFlow, sessionId: string | null) {
  const url = (isNew: boolean) => {
    const mark = new URL(MARK, site);
    const session = sessionId ?? NOBODY;
    mark.search = new URLSearchParams({ act, mode, next, session, ...(isNew ? { new: '1' } : {}) }).toString();
    return mark.href;
  };
  return { callbackURL: url(false), errorCallbackURL: url(false), newUserCallbackURL: url(true) };
}

/** Reads where the accounts library would have sent somebody. */
export function readOAuthResult(location: string | null): OAuthResult {
  const url = location === null ? null : URL.parse(location);
  const { searchParams } = url ?? new URL('http://localhost');
  const error = searchParams.get('error');
  if (url?.pathname !== MARK) return { flow: null, error: error ?? 'no_answer', isNew: false };
  const act = searchParams.get('act') === 'connect' ? 'connect' : 'sign-in';
  const mode = searchParams.get('mode') === 'popup' ? 'popup' : 'redirect';
  return { flow: oauthFlow(act, mode, searchParams.get('next') ?? undefined), error, isNew: searchParams.has('new') };
}

/**
 * Whether a flow that the accounts library has kept was begun in this very session. Else somebody who got their own state into
 * another browser could connect the identity of its owner to their own account, or sign the owner in to it.
 */
export function isStartedIn(sessionId: string | null, kept: string): boolean {
  return URL.parse(kept)?.searchParams.get('session') === (sessionId ?? NOBODY);
}

/** What the page of the league is told of it. */
export function outcomeOf(provider: Provider, { flow, error }: OAuthResult): ProviderOutcome {
  if (error !== null) return failedOutcome(provider, codeOf(error));
  const kind = flow?.act === 'connect' ? 'connected' : 'signed-in';
  return { kind, provider, next: flow?.next ?? '/' };
}

export function failedOutcome(provider: Provider, code: ErrorCode): Extract<ProviderOutcome, { kind: 'failed' }> {
  return { kind: 'failed', provider, code, message: providerErrorText(provider, code) };
}

/** What the accounts library calls its refusals, in our words; everything else is the provider's. */
const codes: Readonly<Record<string, ErrorCode>> = {
  access_denied: 'provider_refused',
  user_denied: 'provider_refused',
  state_mismatch: 'provider_expired',
  state_not_found: 'provider_expired',
  state_invalid: 'provider_expired',
  email_not_found: 'email_missing',
  account_not_linked: 'not_connected',
  account_already_linked_to_different_user: 'connected_elsewhere',
  signup_disabled: 'sign_up_closed',
};

function codeOf(error: string): ErrorCode {
  return (Object.hasOwn(codes, error) ? codes[error] : null) ?? 'provider_failed';
}

/** The text of a code, with the provider named. */
export function providerErrorText(provider: Provider, code: ErrorCode): string {
  const name = providerNames[provider];
  const [id, secret] = credentialNames(provider);
  const texts: Partial<Record<ErrorCode, string>> = {
    provider_not_set_up: `${name} is not set up. Set ${id} and ${secret}, and start again.`,
    provider_refused: `${name} did not sign you in: it was cancelled or refused. Please try again.`,
    provider_failed: `${name} did not answer as expected. Please try again.`,
    email_missing: `${name} gave no email address. Sign in another way or create an account, then connect ${name} in your profile.`,
    not_connected: `An account with this email already exists. Sign in to it with its password (or 'Forgot Password?'), then connect ${name} in your profile.`,
    connected_elsewhere: `This ${name} account is already connected to another account here.`,
  };
  return texts[code] ?? errors[code].text;
}
