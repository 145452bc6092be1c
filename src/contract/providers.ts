import { Type } from 'typebox';
import { Me } from './auth.ts';
import type { ErrorCode } from './errors.ts';
import { routes } from './route.ts';
import type { Provider } from './shapes.ts';
import { Password, ProviderShape, shape } from './shapes.ts';

/** The callback path of a provider, with `:provider` filled in: the address to register with it. */
export const CALLBACK_PATH = '/api/auth/callback/:provider';

/**
 * The name under which the result of a visit to a provider is passed on. A popup sends it on the `BroadcastChannel` of this name and closes
 * itself. In redirect mode it is stored as JSON under this name in `sessionStorage`, and the page continues to `next`, or after a failure
 * to `/login?to=…` (sign-in) or `/profile` (connecting).
 */
export type OutcomeChannel = 'pickem-provider';

/** A hint to request the session again. It must not be trusted, since any script on this site can send it. */
export type ProviderOutcome =
  | { readonly kind: 'signed-in' | 'connected'; readonly provider: Provider; readonly next: string }
  | {
      readonly kind: 'failed';
      readonly provider: Provider;
      readonly code: ErrorCode;
      readonly message: string;
    };

const Start = shape({
  mode: Type.Enum(['popup', 'redirect']),
  /** A path of this site to continue to in redirect mode; anything else counts as `/`. */
  next: Type.Optional(Type.String({ maxLength: 2000 })),
});

/** `currentPassword` is required if there is one; if not, a session that began a moment ago is required. */
const Proof = shape({ currentPassword: Type.Optional(Password) });
const Connect = shape({ ...Start.properties, ...Proof.properties });

const params = shape({ provider: ProviderShape });
/** The page of the provider, to open in a popup or to navigate to. */
const Started = shape({ url: Type.String() });

export const providerRoutes = routes({
  'POST /api/auth/providers/:provider/sign-in': {
    summary: 'Begin to sign in, or up, with a provider',
    access: 'anyone',
    params,
    body: Start,
    reply: Started,
    errors: ['provider_not_set_up', 'too_many_attempts'],
  },
  'POST /api/auth/providers/:provider/connect': {
    summary: 'Begin to connect a provider to the own account; it has to be finished in the same session',
    access: 'user',
    params,
    body: Connect,
    reply: Started,
    errors: ['provider_not_set_up', 'too_many_attempts', 'wrong_password', 'sign_in_again', 'busy'],
  },
  'POST /api/auth/providers/:provider/disconnect': {
    summary: 'Take a provider off the own account',
    access: 'user',
    params,
    body: Proof,
    reply: Me,
    errors: ['last_way_in', 'too_many_attempts', 'wrong_password', 'sign_in_again', 'busy'],
  },
});
