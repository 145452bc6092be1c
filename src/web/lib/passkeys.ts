import type { Session } from '#contract/accounts.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { PASSKEY_ALGORITHMS } from '#contract/passkeys.ts';
import { call } from './api.ts';

/** Whether this browser makes and uses passkeys at this address: it needs encryption, or this machine, and a name. */
export function canUsePasskeys(): boolean {
  return isSecureContext && 'PublicKeyCredential' in window && /[a-z]/i.test(location.hostname.replace(/^\[.*\]$/, ''));
}

const library = () => import('@simplewebauthn/browser');

/**
 * Asks the person for a passkey, and signs in with it.
 * @param isOffered whether the browser only offers it in the field for the address, and waits
 * @throws ApiError, or DOMException if they declined
 */
export async function signInWithPasskey(isOffered: boolean): Promise<Session> {
  const { startAuthentication } = await library();
  const asked = await call('POST /api/auth/passkeys/sign-in/begin', {});
  const { id, response } = await startAuthentication({
    optionsJSON: { ...asked, userVerification: 'required' },
    useBrowserAutofill: isOffered,
  });
  const { clientDataJSON: clientData, authenticatorData, signature } = response;
  return call('POST /api/auth/passkeys/sign-in', { body: { id, clientData, authenticatorData, signature } });
}

/** Whether the browser can offer passkeys in the field for the address. */
export async function canOfferPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await library()).browserSupportsWebAuthnAutofill();
}

/** Stops waiting for a passkey. */
export async function stopOffering(): Promise<void> {
  (await library()).WebAuthnAbortService.cancelCeremony();
}

/** Lets the device of the person make a passkey, and adds it. @throws ApiError, or DOMException if they declined */
export async function addPasskey(
  name: string,
  proof: BodyOf<'POST /api/auth/passkeys/begin'>,
): Promise<ReplyOf<'POST /api/auth/passkeys'>> {
  const { startRegistration } = await library();
  const { challenge, rpId, timeout, user, exclude } = await call('POST /api/auth/passkeys/begin', { body: proof });
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      timeout,
      user,
      rp: { id: rpId, name: "Pick'em" },
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: exclude.map((known) => ({ id: known, type: 'public-key' })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    },
  });
  const { clientDataJSON: clientData, attestationObject: attestation, transports = [] } = response;
  return call('POST /api/auth/passkeys', { body: { name, id, clientData, attestation, transports } });
}

/** Whether the person closed the dialog of their browser, or let it time out. */
export function isDeclined(error: unknown): boolean {
  return error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
}
