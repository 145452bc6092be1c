import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Provider } from '#contract/shapes.ts';
import { call, failureText } from '#web/lib/api.ts';
import { providerNames, useOffer } from '#web/lib/offer.ts';
import { useProviderVisit } from '#web/lib/provider-visit.ts';
import { useAuth, useMe } from '#web/lib/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { ProviderMark } from '#web/ui/provider-mark.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { ProfileSection } from './profile-section.tsx';

/** The providers that the person can sign in with, and those that they could connect. */
export function JoinedProviders() {
  const { providers: joined, hasPassword } = useMe();
  const [asks, setAsks] = useState<Provider | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const { setUser } = useAuth();
  const { providers: offered } = useOffer();
  const { at, problem, start } = useProviderVisit('join', '/profile');
  const leaving = useMutation({
    mutationFn: (provider: Provider) => call('DELETE /api/auth/providers/:provider', { params: { provider } }),
    onSuccess: setUser,
  });
  const shown = [...new Set([...offered, ...joined])];
  if (shown.length === 0) return null;

  function connect(provider: Provider): void {
    leaving.reset();
    setHasTried(false);
    if (hasPassword) setAsks(provider);
    else void start(provider);
  }

  async function connectWith(provider: Provider, password: string): Promise<void> {
    setHasTried(true);
    if (await start(provider, password)) setAsks(null);
  }

  return (
    <ProfileSection title="Sign in with">
      <ul className="grid gap-3">
        {shown.map((provider) => (
          <li key={provider} className="flex flex-wrap items-center gap-2">
            <ProviderMark provider={provider} />
            <span className="flex-1">
              {providerNames[provider]}
              <span className="block text-sm text-ink-soft">
                {joined.includes(provider) ? 'Connected' : 'Not connected'}
              </span>
            </span>
            {joined.includes(provider) ? (
              <Button
                tone="plain"
                aria-label={`Remove ${providerNames[provider]}`}
                disabled={leaving.isPending}
                onClick={() => leaving.mutate(provider)}
              >
                Remove
              </Button>
            ) : (
              <Button tone="plain" aria-label={`Connect ${providerNames[provider]}`} onClick={() => connect(provider)}>
                Connect
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 text-sm text-ink-soft">
        {at !== null && `Waiting for ${providerNames[at]}...`}
      </p>
      <Refusal text={leaving.isError ? failureText(leaving.error) : asks === null ? problem : null} />
      {asks !== null && (
        <ConnectDialog
          provider={asks}
          problem={hasTried && at === null ? problem : null}
          isPending={at !== null}
          onPassword={(password) => void connectWith(asks, password)}
          onClose={() => setAsks(null)}
        />
      )}
    </ProfileSection>
  );
}
