import { Type } from 'typebox';
import { PASSKEY_NAME_MAX } from '#core/passkeys.ts';
import { Session } from './accounts.ts';
import { Code, Proof, proofErrors } from './proof.ts';
import { routes } from './route.ts';
import { shape, Time } from './shapes.ts';

/** Bytes in base64url. */
const Bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' });
const CredentialId = Bytes(1400);
const Name = Type.String({ minLength: 1, maxLength: PASSKEY_NAME_MAX });

/** What a browser needs to ask for a passkey: what to sign, for which host name, and how long that may take, in ms. */
const Request = { challenge: Bytes(1000), rpId: Type.String(), timeout: Type.Integer() };

const Passkeys = shape({
  passkeys: Type.Array(
    shape({
      id: CredentialId,
      name: Type.String(),
      /** Real times; `usedAt` is null if it never signed anybody in. */
      madeAt: Time,
      usedAt: Type.Union([Time, Type.Null()]),
    }),
  ),
});

export const passkeys = routes({
  'GET /api/auth/passkeys': {
    summary: "List the caller's passkeys, oldest first",
    access: 'account',
    reply: Passkeys,
    errors: [],
  },
  'POST /api/auth/passkeys/begin': {
    summary: 'Start to add a passkey; must be finished in the same session',
    access: 'user',
    /** `code` is one of the account's second factor, if it has one: a passkey passes that by from then on. */
    body: shape({ code: Type.Optional(Code), ...Proof }),
    /** What a browser needs to make one. */
    reply: shape({
      ...Request,
      user: shape({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
      /** Those that they have: a device makes only one. */
      exclude: Type.Array(CredentialId),
    }),
    errors: ['passkeys_impossible', 'too_many_passkeys', 'wrong_code', ...proofErrors],
  },
  'POST /api/auth/passkeys': {
    summary: 'Add the passkey that the browser made',
    access: 'user',
    body: shape({
      name: Name,
      id: CredentialId,
      clientData: Bytes(4000),
      attestation: Bytes(20_000),
    }),
    reply: Passkeys,
    errors: ['passkey_refused', 'passkeys_impossible', 'too_many_passkeys', 'sign_in_again'],
  },
  'POST /api/auth/passkeys/rename': {
    summary: "Rename one of the caller's passkeys",
    access: 'user',
    body: shape({ id: CredentialId, name: Name }),
    reply: Passkeys,
    errors: ['passkey_not_found'],
  },
  'POST /api/auth/passkeys/remove': {
    summary: "Remove one of the caller's passkeys",
    access: 'user',
    body: shape({ id: CredentialId, ...Proof }),
    reply: Passkeys,
    errors: ['passkey_not_found', ...proofErrors],
  },
  'GET /api/auth/passkeys/sign-in': {
    summary: 'Get what a browser needs to ask for a passkey',
    access: 'anyone',
    reply: shape(Request),
    errors: ['passkeys_impossible'],
  },
  'POST /api/auth/passkeys/sign-in': {
    summary: 'Sign in with a passkey, which also counts as a second factor',
    access: 'anyone',
    body: shape({
      id: CredentialId,
      clientData: Bytes(4000),
      authenticatorData: Bytes(4000),
      signature: Bytes(4000),
    }),
    reply: Session,
    errors: ['passkey_unknown', 'passkey_refused', 'passkeys_impossible', 'too_many_attempts'],
  },
});
