import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { BodyOf } from '#contract/index.ts';
import { PASSKEY_ALGORITHMS } from '#core/passkeys.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { StoredPasskey } from './passkey-store.ts';
import type { Signer } from './signed-text.ts';

/** How long somebody may take to answer their browser, in ms. */
export const CHALLENGE_MS = 5 * MINUTE_MS;

/** What a challenge is for: `sign-in`, or `add` in a session. */
export type ChallengeFor = 'sign-in' | `add in ${string}`;

/**
 * The challenges that passkeys sign. They are signed by the server instead of stored, so that a screen which only offers a passkey writes
 * nothing; `spendChallenge` sees to it that each is used once.
 */
export interface Challenges {
  /** @returns in base64url */
  create(purpose: ChallengeFor, now: number): string;
  /** Whether a challenge, as the browser returned it in base64url, is one of ours for this purpose. */
  isOurs(challenge: string, purpose: ChallengeFor, now: number): boolean;
}

export function createChallenges(signer: Signer): Challenges {
  return {
    create: (purpose, now) => {
      const random = randomBytes(16).toString('base64url');
      return Buffer.from(signer.sign({ purpose, random }, now + CHALLENGE_MS)).toString('base64url');
    },
    isOurs: (challenge, purpose, now) => {
      const text = Buffer.from(challenge, 'base64url').toString();
      return signer.read<{ purpose: string }>(text, now)?.purpose === purpose;
    },
  };
}

/** Where passkeys are made and used: a name that browsers bind them to, and the address of the page. */
export interface PasskeySite {
  readonly name: string;
  readonly origin: string;
}

/** Null where browsers allow none: at numeric addresses, and without encryption except on this machine. */
export function passkeySite(site: string): PasskeySite | null {
  const { protocol, hostname, origin } = new URL(site);
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { name: hostname, origin } : null;
}

/** Loaded with the first passkey, as it is large and most leagues have none. */
const library = () => import('@simplewebauthn/server');

/** The check of a challenge, which notes the one that was answered. */
type CheckChallenge = (challenge: string) => boolean | Promise<boolean>;

/** The passkey that a browser made. @throws if it was not made here, now, and by a device that its owner unlocked */
export async function readNewPasskey(
  site: PasskeySite,
  { id, clientData, attestation }: Pick<BodyOf<'POST /api/auth/passkeys'>, 'id' | 'clientData' | 'attestation'>,
  expectedChallenge: CheckChallenge,
): Promise<Pick<StoredPasskey, 'id' | 'publicKey' | 'counter'>> {
  const response = { clientDataJSON: clientData, attestationObject: attestation };
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.name,
    supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
  });
  if (!verified) throw new Error('The passkey was not verified.');
  const { credential } = registrationInfo;
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  };
}

/** Checks what a passkey signed. @returns how often it was used @throws if it was not signed here, now, by this passkey, unlocked by its owner */
export async function checkSigned(
  site: PasskeySite,
  passkey: StoredPasskey,
  { clientData, authenticatorData, signature }: BodyOf<'POST /api/auth/passkeys/sign-in'>,
  expectedChallenge: CheckChallenge,
): Promise<number> {
  const { id, publicKey, counter } = passkey;
  const response = { clientDataJSON: clientData, authenticatorData, signature };
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.name,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
  });
  if (!verified) throw new Error('The signature is wrong.');
  return authenticationInfo.newCounter;
}
