import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Provider } from '#contract/shapes.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useOAuthFlow } from '#web/lib/oauth.ts';
import { useAuth, useMe } from '#web/lib/session-provider.tsx';
import { providerNames, useSignInOptions } from '#web/lib/sign-in-options.ts';
import { Button } from '#web/ui/button.tsx';
import { ProviderMark } from '#web/ui/provider-mark.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { ProfileSection } from './profile-section.tsx';
import { ProofDialog } from './proof-dialog.tsx';

/** A provider whose change requires the password. */
interface Asked {
  readonly act: 'connect' | 'remove';
  readonly provider: Provider;
}

const failureReasons = {
  connect: (name: string) => ({ title: `Connect ${name}`, text: `You'll be able to sign in with ${name}.` }),
  remove: (name: string) => ({ title: `Remove ${name}`, text: `You will no longer be able to sign in with ${name}.` }),
};

/** The providers that the person can sign in with, and those they could connect. */
export function ConnectedProviders() {
  const { providers: connected, hasPassword } = useMe();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [hasTried, setHasTried] = useState(false);
  const { setUser } = useAuth();
  const { providers: offered } = useSignInOptions();
  const { at, problem, start } = useOAuthFlow('connect', '/profile/security');
  const leaving = useMutation({
    mutationFn: ({ provider, password }: { readonly provider: Provider; readonly password?: string }) =>
      call('POST /api/auth/providers/:provider/disconnect', {
        params: { provider },
        body: password === undefined ? {} : { currentPassword: password },
      }),
    onSuccess: (user) => {
      setUser(user);
      setAsked(null);
    },
  });
  const shown = [...new Set([...offered, ...connected])];
  if (shown.length === 0) return null;
  const leavingProblem = leaving.isError ? failureText(leaving.error) : null;

  function ask({ act, provider }: Asked): void {
    leaving.reset();
    setHasTried(false);
    if (hasPassword) setAsked({ act, provider });
    else if (act === 'connect') void start(provider);
    else leaving.mutate({ provider });
  }

  async function goOn({ act, provider }: Asked, password: string): Promise<void> {
    setHasTried(true);
    if (act === 'remove') leaving.mutate({ provider, password });
    else if (await start(provider, password)) setAsked(null);
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
                {connected.includes(provider) ? 'Connected' : 'Not connected'}
              </span>
            </span>
            {connected.includes(provider) ? (
              <Button
                tone="plain"
                aria-label={`Remove ${providerNames[provider]}`}
                isPaused={leaving.isPending}
                onClick={() => ask({ act: 'remove', provider })}
              >
                Remove
              </Button>
            ) : (
              <Button
                tone="plain"
                aria-label={`Connect ${providerNames[provider]}`}
                onClick={() => ask({ act: 'connect', provider })}
              >
                Connect
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="mt-2 text-sm text-ink-soft">
        {at !== null && `Waiting for ${providerNames[at]}...`}
      </p>
      <Refusal text={asked === null ? (leavingProblem ?? problem) : null} />
      {asked !== null && (
        <ProofDialog
          {...failureReasons[asked.act](providerNames[asked.provider])}
          problem={asked.act === 'remove' ? leavingProblem : hasTried && at === null ? problem : null}
          isPending={at !== null || leaving.isPending}
          onProof={({ currentPassword = '' }) => void goOn(asked, currentPassword)}
          onClose={() => setAsked(null)}
        />
      )}
    </ProfileSection>
  );
}
