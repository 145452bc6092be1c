import { useEffect, useState } from 'react';
import type { Provider } from '#contract/shapes.ts';
import { failureText } from './api.ts';
import type { OAuthRequest } from './oauth-popup.ts';
import { clearStoredFailure, onOAuthOutcome, onPopupClosed, openOAuthPopup, storedFailure } from './oauth-popup.ts';
import { useAuth } from './session-provider.tsx';
import { providerNames, useSignInOptions } from './sign-in-options.ts';

/** Signing in or connecting with a provider, seen from the screen that starts it. */
export interface OAuthFlow {
  /** The provider whose page is open. */
  readonly at: Provider | null;
  /** Why the last flow failed. */
  readonly problem: string | null;
  /** @returns whether the provider's page was opened */
  readonly start: (provider: Provider, currentPassword?: string) => Promise<boolean>;
}

/** The server is asked for the outcome; what other windows report is only the hint to ask. */
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
