/** A device with passkeys, as far as a server sees it: it signs with P-256 and is always unlocked by its owner. */
import type { KeyObject } from 'node:crypto';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { BodyOf } from '#contract/index.ts';

/** What may be wrong with an answer. */
export interface Fault {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** Whether the owner did not unlock the device. */
  readonly isLocked?: boolean;
}

export interface Passkey {
  readonly id: string;
  /** The body of the call that adds it. */
  attest(challenge: string, fault?: Fault): Omit<BodyOf<'POST /api/auth/passkeys'>, 'name'>;
  /** The body of the call that signs in with it. */
  answer(challenge: string, fault?: Fault): BodyOf<'POST /api/auth/passkeys/sign-in'>;
}

const [USER_PRESENT, USER_VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];

/** A new passkey for a site. @param counts whether the device counts its uses, as those do that copy no passkeys to others */
export function newPasskey(origin: string, counts = false): Passkey {
  const rpId = new URL(origin).hostname;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let uses = 0;

  function clientData(type: string, challenge: string, fault: Fault): Buffer {
    const said = { type, challenge: fault.challenge ?? challenge, origin: fault.origin ?? origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(said));
  }

  function authenticatorData(flags: number, fault: Fault): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(uses);
    const verified = fault.isLocked ? 0 : USER_VERIFIED;
    return Buffer.concat([sha256(fault.rpId ?? rpId), Buffer.from([USER_PRESENT | verified | flags]), counter]);
  }

  return {
    id: id.toString('base64url'),
    attest(challenge, fault = {}) {
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([authenticatorData(HAS_KEY, fault), Buffer.alloc(16), length, id, coseKey(publicKey)]);
      return {
        id: id.toString('base64url'),
        clientData: clientData('webauthn.create', challenge, fault).toString('base64url'),
        attestation: attestation(data).toString('base64url'),
      };
    },
    answer(challenge, fault = {}) {
      if (counts) uses += 1;
      const client = clientData('webauthn.get', challenge, fault);
      const data = authenticatorData(0, fault);
      return {
        id: id.toString('base64url'),
        clientData: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      };
    },
  };
}

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}

/** CBOR: the map { 1: 2 (EC), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
  return Buffer.concat([head, bytes(x), Buffer.from([0x22]), bytes(y)]);
}

/** CBOR: the map { fmt: 'none', attStmt: {}, authData }. */
function attestation(authData: Buffer): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
  const data = Buffer.concat([Buffer.from([0x58, authData.length]), authData]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    data,
  ]);
}
