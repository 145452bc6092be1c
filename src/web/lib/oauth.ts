import { useEffect, useState } from 'react';
import type { OutcomeChannel, ProviderOutcome } from '#contract/accounts.ts';
import type { Provider } from '#contract/shapes.ts';
import { call, failureText } from './api.ts';
import { useAuth } from './session-provider.tsx';
import { providerNames, useSignInOptions } from './sign-in-options.ts';

/** Signing in or connecting with a provider, as the screen that starts it sees it. */
export interface OAuthFlow {
  /** The provider whose page is open. */
  readonly at: Provider | null;
  /** Why the last flow failed. */
  readonly problem: string | null;
  /** @returns whether the provider's page was opened */
  readonly start: (provider: Provider, currentPassword?: string) => Promise<boolean>;
}

/** The server is asked for the outcome; reports of other windows only trigger the request. */
export function useOAuthFlow(act: OAuthRequest['act'], next: string): OAuthFlow {
  const { retry } = useAuth();
  const { demo } = useSignInOptions();
  const [at, setAt] = useState<Provider | null>(null);
  const [popup, setPopup] = useState<Window | null>(null);
  const [problem, setProblem] = useState(storedFailure);

  useEffect(clearStoredFailure, []);

  useEffect(
    () =>
      onOAuthOutcome((outcome) => {
        if (outcome.kind !== 'failed') {
          setProblem(null);
          retry();
        } else if (outcome.provider === at) setProblem(outcome.message);
        setAt(null);
        setPopup(null);
      }),
    [at, retry],
  );

  useEffect(() => {
    if (popup === null || at === null) return undefined;
    return onPopupClosed(popup, () => {
      setProblem(`The ${providerNames[at]} window was closed before it was done. Please try again.`);
      setAt(null);
      setPopup(null);
      retry();
    });
  }, [popup, at, retry]);

  async function start(provider: Provider, currentPassword?: string): Promise<boolean> {
    setAt(provider);
    setProblem(null);
    try {
      setPopup(await openOAuthPopup({ act, provider, next, currentPassword }, !demo));
      return true;
    } catch (error) {
      setAt(null);
      setProblem(failureText(error));
      return false;
    }
  }

  return { at, problem, start };
}

const POPUP_NAME: OutcomeChannel = 'pickem-provider';
const CHECK_INTERVAL_MS = 500;

/** What an OAuth flow is for, and the path to return to if it does not run in a popup. */
interface OAuthRequest {
  readonly act: 'sign-in' | 'connect';
  readonly provider: Provider;
  readonly next: string;
  /** The password of the account that a provider is connected to, if it has one. */
  readonly currentPassword?: string | undefined;
}

/**
 * Opens a provider's page: in a popup, or in place of this page if popups are blocked.
 * @param isConfigured whether the provider is known to be configured; otherwise the popup opens after the server's answer
 * @returns the popup, or null when this page navigates to the provider
 * @throws ApiError
 */
async function openOAuthPopup(request: OAuthRequest, isConfigured: boolean): Promise<Window | null> {
  // Browsers allow a popup more reliably during the click, before any await.
  const popup = isConfigured ? openPopup('') : null;
  try {
    const url = await begin(request, popup || !isConfigured ? 'popup' : 'redirect');
    if (popup) popup.location.replace(url);
    if (popup || isConfigured) return popup ?? leaveFor(url);
    return openPopup(url) ?? leaveFor(await begin(request, 'redirect'));
  } catch (error) {
    popup?.close();
    throw error;
  }
}

/** Calls back when a flow ends, in this window or another. @returns a function that stops it */
function onOAuthOutcome(listener: (outcome: ProviderOutcome) => void): () => void {
  const channel = new BroadcastChannel(POPUP_NAME);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const outcome = asOutcome(data);
    if (outcome) listener(outcome);
  };
  return () => channel.close();
}

/**
 * Calls back when the person has closed the popup. Some providers sever the reference to their window, which then appears closed while it
 * is in use: it counts as closed only after this page has had the focus for a while.
 * @returns a function that stops it
 */
function onPopupClosed(popup: Window, onClosed: () => void): () => void {
  let closedChecks = 0;
  const timer = setInterval(() => {
    closedChecks = popup.closed && document.hasFocus() ? closedChecks + 1 : 0;
    if (closedChecks < 3) return;
    clearInterval(timer);
    onClosed();
  }, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

/** Why the flow that this page returns from failed, if it did. */
function storedFailure(): string | null {
  try {
    const outcome = asOutcome(JSON.parse(sessionStorage.getItem(POPUP_NAME) ?? 'null'));
    return outcome?.kind === 'failed' ? outcome.message : null;
  } catch {
    return null;
  }
}

function clearStoredFailure(): void {
  try {
    sessionStorage.removeItem(POPUP_NAME);
  } catch {
    // Nothing is stored if the browser forbids storage.
  }
}

async function begin(
  { act, provider, next, currentPassword }: OAuthRequest,
  mode: 'popup' | 'redirect',
): Promise<string> {
  const input = { params: { provider }, body: { mode, next } };
  const proof = currentPassword === undefined ? {} : { currentPassword };
  const { url } =
    act === 'connect'
      ? await call('POST /api/auth/providers/:provider/connect', { ...input, body: { ...input.body, ...proof } })
      : await call('POST /api/auth/providers/:provider/sign-in', input);
  return url;
}

function openPopup(url: string): Window | null {
  return window.open(url, POPUP_NAME, 'popup,width=520,height=680');
}

function leaveFor(url: string): null {
  location.assign(url);
  return null;
}

function asOutcome(data: unknown): ProviderOutcome | null {
  return typeof data === 'object' && data !== null && 'kind' in data ? (data as ProviderOutcome) : null;
}
