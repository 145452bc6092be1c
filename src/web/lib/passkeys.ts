import type { Session } from '#contract/accounts.ts';
import type { ReplyOf } from '#contract/index.ts';
import { PASSKEY_ALGORITHMS } from '#core/passkeys.ts';
import { call } from './api.ts';

/** Whether this browser makes and uses passkeys at this address: it needs encryption, or this machine, and a name. */
export function canUsePasskeys(): boolean {
  return isSecureContext && 'PublicKeyCredential' in window && /[a-z]/i.test(location.hostname.replace(/^\[.*\]$/, ''));
}

/** Whether the browser can offer passkeys in the field for the address. */
export async function canOfferPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/**
 * Asks the person for a passkey, and signs in with it.
 * @param offer if the browser only offers it, in the field for the address, and waits: what ends that
 * @throws ApiError, or DOMException if they declined
 */
export async function signInWithPasskey(offer?: AbortSignal): Promise<Session> {
  const { challenge, rpId, timeout } = await call('GET /api/auth/passkeys/sign-in', {});
  const publicKey = { challenge: bytesOf(challenge), rpId, timeout, userVerification: 'required' } as const;
  const offered = offer ? ({ mediation: 'conditional', signal: offer } as const) : {};
  const { id, response } = keyOf(await navigator.credentials.get({ publicKey, ...offered }));
  const { clientDataJSON, authenticatorData, signature } = response as AuthenticatorAssertionResponse;
  const answer = { clientData: textOf(clientDataJSON), authenticatorData: textOf(authenticatorData) };
  return call('POST /api/auth/passkeys/sign-in', { body: { id, ...answer, signature: textOf(signature) } });
}

/** What the server says a new passkey must be made for. It can be used once, within `timeout` ms. */
export type BegunPasskey = ReplyOf<'POST /api/auth/passkeys/begin'>;

/** Lets the device of the person make a passkey, and adds it. @throws ApiError, or DOMException if they declined: then it can be tried again */
export async function addPasskey(name: string, begun: BegunPasskey): Promise<ReplyOf<'POST /api/auth/passkeys'>> {
  const { challenge, rpId, timeout, user, exclude } = begun;
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytesOf(challenge),
    timeout,
    user: { ...user, id: bytesOf(user.id) },
    rp: { id: rpId, name: "Pick'em" },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: exclude.map((known) => ({ id: bytesOf(known), type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
  const { id, response } = keyOf(await navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
  const made = { clientData: textOf(clientDataJSON), attestation: textOf(attestationObject) };
  return call('POST /api/auth/passkeys', { body: { name, id, ...made } });
}

/** Whether the person closed the dialog of their browser, or let it time out. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}

function keyOf(credential: Credential | null): PublicKeyCredential {
  if (credential instanceof PublicKeyCredential) return credential;
  throw new DOMException('There is no passkey.', 'NotAllowedError');
}

/** The bytes of a text in base64url. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
}

/** Bytes in base64url. */
function textOf(buffer: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
