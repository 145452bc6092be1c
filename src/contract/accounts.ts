import type { Static } from 'typebox';
import { Type } from 'typebox';
import { poolMakers } from '#core/permissions.ts';
import type { ErrorCode } from './errors.ts';
import { LogPage, Maybe, Named } from './log.ts';
import { PoolRules } from './pools.ts';
import { Proof, proofErrors } from './proof.ts';
import { routes } from './route.ts';
import type { Provider } from './shapes.ts';
import { Done, Email, Id, LinkToken, Password, ProviderShape, shape, Time } from './shapes.ts';

/** A signed-in user's own data (specification section 3, User). The email address is sent only to its owner. */
export const Me = shape({
  id: Id,
  email: Type.String(),
  /** Whether the address is verified. */
  emailVerified: Type.Boolean(),
  displayName: Type.String(),
  isEnabled: Type.Boolean(),
  isAdmin: Type.Boolean(),
  defaultPool: Type.String(),
  /** The time zone of their messages, as named in the time-zone database; null if the league stores none. */
  zone: Type.Union([Type.String(), Type.Null()]),
  /** Whether they have a password to sign in with; if not, they can set one without the current one. */
  hasPassword: Type.Boolean(),
  /** The providers that are connected to the account. */
  providers: Type.Array(ProviderShape),
  /** Their second factor, and whether reminders have pick links all the same; null without one. */
  secondFactor: Maybe(shape({ recoveryCodesLeft: Type.Integer(), wantsPickLinks: Type.Boolean() })),
  /** Whether they are an admin or a commissioner in name only, because the league asks those for a second factor. */
  lacksSecondFactor: Type.Boolean(),
  /** Pools the person is an enabled member of, by id. */
  pools: Type.Record(Type.String(), shape({ id: Id, name: Type.String(), rules: PoolRules })),
});
export type Me = Static<typeof Me>;

export const Session = shape({
  user: Type.Union([Me, Type.Null()]),
  /** Whether a sign-in of this browser waits for the second factor of its account. */
  waitsForCode: Type.Boolean(),
  /** The server's clock, which decides when games lock. */
  now: Time,
  demo: Type.Boolean(),
  signUp: Type.Enum(['open', 'closed']),
  /** Who may create pools. */
  pools: Type.Enum([...poolMakers]),
  /** Providers to offer. The demo offers Google and Facebook in any case; a provider that is not set up responds with what to configure. */
  providers: Type.Array(ProviderShape),
  /** Whether the league can send mail; if not, an admin hands out links for a new password. */
  mail: Type.Boolean(),
});
export type Session = Static<typeof Session>;

/** `disconnectProviders` also disconnects every provider. */
const NewPassword = shape({ password: Password, disconnectProviders: Type.Optional(Type.Boolean()) });

/** The callback path of a provider, with `:provider` filled in: the address to register with it. */
export const CALLBACK_PATH = '/api/auth/callback/:provider';

/**
 * The name under which the result of a visit to a provider is passed on. A popup sends it on the `BroadcastChannel` of this name and closes
 * itself. In redirect mode it is stored as JSON under this name in `sessionStorage`, and the page continues to `next`, or after a failure
 * to `/login?to=…` (sign-in) or `/profile/security` (connecting).
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

const Connect = shape({ ...Start.properties, ...Proof });

const params = shape({ provider: ProviderShape });
/** The page of the provider, to open in a popup or to navigate to. */
const Started = shape({ url: Type.String() });

/** A session of a user. Its id is not a secret: it gives no access. */
export const OwnSession = shape({
  id: Id,
  /** In words: `Chrome on Windows`. */
  device: Type.String(),
  /** In words: `this network`, or a network such as `203.0.113.x`. */
  network: Type.String(),
  /** Updated every few minutes. In real time, not in the demo's time. */
  lastSeenAt: Time,
  /** Whether it is the current session. */
  isCurrent: Type.Boolean(),
});
export type OwnSession = Static<typeof OwnSession>;

const OwnSessions = shape({
  sessions: Type.Array(OwnSession),
  /** The real time, to compute how long ago a session was seen. */
  now: Time,
});

/** An event of an account, or an attempt at one. Equal events within a minute are one record. */
export const SecurityEntry = shape({
  id: Type.Integer(),
  /** The real time of the first of them. */
  at: Time,
  /** The name of the event, and its label; an unknown event has its name as label. */
  event: Type.String(),
  words: Type.String(),
  /** The owner of the account; null if unknown. */
  person: Maybe(Named),
  /** The admin who did it to someone else's account. */
  actor: Maybe(Named),
  /** An IPv4 address or an IPv6 network; null for the command line. */
  network: Maybe(Type.String()),
  /** Details, such as the provider or the call; often empty. */
  detail: Type.String(),
  times: Type.Integer(),
});
export type SecurityEntry = Static<typeof SecurityEntry>;

const SecurityReply = shape({
  /** The latest first. */
  entries: Type.Array(SecurityEntry),
  /** Send as `before` to get the next page; null at the end. */
  next: Maybe(Type.Integer()),
});
export type SecurityReply = Static<typeof SecurityReply>;

export const accounts = routes({
  'GET /api/session': {
    summary: 'Get the signed-in user and the time of the server',
    access: 'anyone',
    reply: Session,
    errors: [],
  },
  'POST /api/auth/sign-up': {
    summary: 'Create an account and its profile, and sign in',
    access: 'anyone',
    body: shape({ email: Email, password: Password, displayName: Type.String({ maxLength: 320 }) }),
    reply: Session,
    errors: ['email_taken', 'weak_password', 'invalid_email', 'sign_up_closed', 'too_many_attempts', 'busy'],
  },
  'POST /api/auth/sign-in': {
    summary: 'Sign in with email and password',
    access: 'anyone',
    body: shape({ email: Email, password: Password }),
    reply: Session,
    errors: ['invalid_email', 'user_not_found', 'wrong_password', 'too_many_attempts', 'busy'],
  },
  'POST /api/auth/sign-out': {
    summary: 'End this session',
    access: 'anyone',
    reply: Done,
    errors: [],
  },
  'POST /api/auth/sign-out-everywhere': {
    summary: 'End every session of this account, on all devices',
    access: 'account',
    reply: Done,
    errors: [],
  },
  'POST /api/auth/reset-request': {
    summary: 'Mail a password reset link; the reply is the same for any address',
    access: 'anyone',
    /** `next` is the path of this site that the person wanted; the link keeps it. */
    body: shape({ email: Email, next: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: Done,
    errors: ['mail_not_set_up', 'too_many_attempts'],
  },
  'POST /api/auth/reset/check': {
    summary: 'Check whether a password reset link still works, without using it up',
    access: 'anyone',
    body: shape({ token: LinkToken }),
    reply: Done,
    errors: ['link_expired'],
  },
  'POST /api/auth/reset': {
    summary: 'Set a new password by a reset link, which works once; ends every session of the account',
    access: 'anyone',
    body: shape({ token: LinkToken, ...NewPassword.properties }),
    /** The session that begins if nobody could sign in to the account before; otherwise null. */
    reply: shape({ session: Type.Union([Session, Type.Null()]) }),
    errors: ['link_expired', 'weak_password', 'busy'],
  },
  'POST /api/auth/change-password': {
    summary: "Change the caller's password, or set the first one; ends every other session",
    access: 'user',
    body: shape({ ...Proof, ...NewPassword.properties }),
    reply: Session,
    errors: ['weak_password', ...proofErrors],
  },
  'POST /api/auth/verify': {
    /**
     * Requires a session: otherwise, if someone signs up with another person's address, that person, or a mail scanner that opens links,
     * would confirm it.
     */
    summary: 'Show by the link of a mail that the address of the own account is the own one',
    access: 'account',
    body: shape({ token: LinkToken }),
    reply: Done,
    errors: ['link_expired', 'other_account'],
  },
  'POST /api/auth/verify-again': {
    summary: "Send the verification mail for the caller's address again",
    access: 'user',
    reply: Done,
    errors: ['mail_not_set_up', 'too_many_attempts'],
  },
  'POST /api/auth/providers/:provider/sign-in': {
    summary: 'Start to sign in or sign up with a provider',
    access: 'anyone',
    params,
    body: Start,
    reply: Started,
    errors: ['provider_not_set_up', 'provider_failed', 'too_many_attempts'],
  },
  'POST /api/auth/providers/:provider/connect': {
    summary: "Start to connect a provider to the caller's account; must be finished in the same session",
    access: 'user',
    params,
    body: Connect,
    reply: Started,
    errors: ['provider_not_set_up', 'provider_failed', ...proofErrors],
  },
  'POST /api/auth/providers/:provider/disconnect': {
    summary: "Disconnect a provider from the caller's account",
    access: 'user',
    params,
    body: shape(Proof),
    reply: Me,
    errors: ['last_way_in', ...proofErrors],
  },
  'GET /api/sessions': {
    summary: "List the caller's sessions, last used first",
    access: 'account',
    reply: OwnSessions,
    errors: [],
  },
  'DELETE /api/sessions/:sessionId': {
    summary: "End one of the caller's sessions",
    access: 'account',
    params: shape({ sessionId: Id }),
    reply: OwnSessions,
    errors: ['session_not_found'],
  },
  'POST /api/sessions/end-others': {
    summary: "End all of the caller's sessions except this one",
    access: 'account',
    reply: OwnSessions,
    errors: [],
  },
  'DELETE /api/users/:userId/sessions': {
    summary: 'End every session of a user',
    access: 'admin',
    params: shape({ userId: Id }),
    reply: Done,
    errors: ['admin_only', 'player_not_found'],
  },
  'GET /api/admin/security-log': {
    summary: 'List the security events of the last 90 days, such as sign-ins and failures, newest first',
    access: 'admin',
    query: shape({ userId: Type.Optional(Id), ...LogPage }),
    reply: SecurityReply,
    errors: [],
  },
});
