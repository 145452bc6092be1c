import { useEffect, useState } from 'react';
import type { Provider } from '#contract/shapes.ts';
import { failureText } from './api.ts';
import { providerNames, useOffer } from './offer.ts';
import { useAuth } from './session-provider.tsx';
import type { Visit } from './visit-window.ts';
import { failureLeft, forgetFailure, hearOutcomes, openVisit, watchClosing } from './visit-window.ts';

/** A visit to a provider, seen from the screen that it starts from. */
export interface ProviderVisit {
  /** The provider that the person is at. */
  readonly at: Provider | null;
  /** Why the last visit came to nothing. */
  readonly problem: string | null;
  /** @returns whether the person is on their way */
  readonly start: (provider: Provider, currentPassword?: string) => Promise<boolean>;
}

/** How a visit ends is asked of the server; what other windows report is only the hint to ask. */
export function useProviderVisit(act: Visit['act'], next: string): ProviderVisit {
  const { retry } = useAuth();
  const { demo } = useOffer();
  const [at, setAt] = useState<Provider | null>(null);
  const [popup, setPopup] = useState<Window | null>(null);
  const [problem, setProblem] = useState(failureLeft);

  useEffect(forgetFailure, []);

  useEffect(
    () =>
      hearOutcomes((outcome) => {
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
    return watchClosing(popup, () => {
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
      setPopup(await openVisit({ act, provider, next, currentPassword }, !demo));
      return true;
    } catch (error) {
      setAt(null);
      setProblem(failureText(error));
      return false;
    }
  }

  return { at, problem, start };
}
