import type { Provider } from '#contract/shapes.ts';
import { useOAuthFlow } from '#web/lib/oauth-flow.ts';
import { providerNames, useSignInOptions } from '#web/lib/sign-in-options.ts';
import { Button } from '#web/ui/button.tsx';
import { ProviderMark } from '#web/ui/provider-mark.tsx';
import { Refusal } from '#web/ui/refusal.tsx';

const texts: Readonly<Record<Provider, string>> = {
  google: 'Continue with Google',
  facebook: 'Continue with Facebook',
};

interface ProviderButtonsProps {
  readonly next: string;
  /** Whether they stand after the form. */
  readonly below?: boolean;
}

/** Ways in without a password, where the league has any. */
export function ProviderButtons({ next, below = false }: ProviderButtonsProps) {
  const { providers } = useSignInOptions();
  const { at, problem, start } = useOAuthFlow('sign-in', next);
  if (providers.length === 0) return null;
  return (
    <div className={below ? 'mt-4' : 'mb-5'}>
      {below && <p className="label mb-3 text-center text-ink-faint">or</p>}
      <div className="grid gap-3">
        {providers.map((provider) => (
          <Button key={provider} tone="plain" onClick={() => void start(provider)}>
            <ProviderMark provider={provider} />
            {texts[provider]}
          </Button>
        ))}
      </div>
      <p role="status" className="mt-2 text-sm text-ink-soft">
        {at !== null && `Waiting for ${providerNames[at]}...`}
      </p>
      <Refusal text={problem} />
      {!below && <p className="label text-center text-ink-faint">or with your email</p>}
    </div>
  );
}
