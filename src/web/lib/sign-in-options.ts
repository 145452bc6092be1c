import { useQueryClient } from '@tanstack/react-query';
import type { Session } from '#contract/accounts.ts';
import type { Provider } from '#contract/shapes.ts';
import { SESSION_KEY } from './query.ts';
import { useAuth } from './session-provider.tsx';

/** The ways to sign in to this league. */
export interface SignInOptions {
  readonly demo: boolean;
  readonly providers: readonly Provider[];
  /** Whether the league can send mail. */
  readonly mail: boolean;
}

export const providerNames: Readonly<Record<Provider, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  oidc: 'SSO',
};

export function useSignInOptions(): SignInOptions {
  const { demo } = useAuth();
  const session = useQueryClient().getQueryData<Session>(SESSION_KEY);
  return { demo, providers: session?.providers ?? [], mail: session?.mail ?? false };
}
