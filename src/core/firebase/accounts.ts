import type { LeftOut, Place } from './tree.ts';
import { childrenOf, fieldsOf, flagOr, isMap, rootOf, textOf } from './tree.ts';

/** A way to sign in with a provider. */
export interface OldIdentity {
  readonly provider: 'google' | 'facebook';
  /** The person's id at the provider. */
  readonly id: string;
}

/** The hash of a password, both in plain base64. */
export interface OldPassword {
  readonly hash: string;
  readonly salt: string;
}

/** An account of Firebase Authentication. */
export interface OldAccount {
  readonly uid: string;
  readonly path: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly isEnabled: boolean;
  readonly password: OldPassword | null;
  readonly identities: readonly OldIdentity[];
}

const providers: ReadonlyMap<string, OldIdentity['provider'] | 'password'> = new Map([
  ['google.com', 'google'],
  ['facebook.com', 'facebook'],
  ['password', 'password'],
]);

const BASE64 = /^[A-Za-z\d+/]{2,1024}={0,2}$/;
const IDENTITY = /^[\w.-]{1,128}$/;

/** Reads the accounts of `firebase auth:export`, or of the Admin SDK's `listUsers`. Never throws. @param json its parsed JSON */
export function readAccounts(json: unknown): { accounts: readonly OldAccount[]; leftOut: readonly LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const root = rootOf(json);
  const users = Array.isArray(json) ? root : fieldsOf(root)('users');
  if (users === undefined || !isMap(users.value))
    return { accounts: [], leftOut: [{ path: '/', reason: 'This is not an export of accounts.' }] };
  return { accounts: childrenOf(users, leftOut).flatMap((place) => readAccount(place, leftOut)), leftOut };
}

function readAccount(place: Place, leftOut: LeftOut[]): OldAccount[] {
  const field = fieldsOf(place);
  const uid = textOf(field('localid', 'uid'));
  // A uid is a key of the export, so it follows the same rules.
  if (uid === null || childrenOf({ ...place, value: { [uid]: true } }, []).length === 0) {
    leftOut.push({ path: place.path, reason: 'The account has no id.' });
    return [];
  }
  const path = `accounts/${uid}`;
  return [
    {
      uid,
      path,
      email: textOf(field('email')),
      emailVerified: flagOr(field('emailverified'), false, leftOut),
      name: textOf(field('displayname')),
      isEnabled: !flagOr(field('disabled'), false, leftOut),
      password: readPassword(field, path, leftOut),
      identities: readIdentities(field('provideruserinfo', 'providerdata'), path, leftOut),
    },
  ];
}

function readPassword(field: ReturnType<typeof fieldsOf>, path: string, leftOut: LeftOut[]): OldPassword | null {
  const hash = textOf(field('passwordhash'));
  if (hash === null) return null;
  const [plainHash, plainSalt] = [plainBase64(hash), plainBase64(textOf(field('salt', 'passwordsalt')) ?? '')];
  if (plainHash !== null && plainSalt !== null) return { hash: plainHash, salt: plainSalt };
  leftOut.push({ path: `${path}/passwordHash`, reason: 'The hash of the password, or its salt, is not base64.' });
  return null;
}

/** The Admin SDK writes url-safe base64, with or without padding. Null for other texts. */
export function plainBase64(text: string): string | null {
  const digits = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/(?<!=)=+$/, '');
  const padded = digits.padEnd(Math.ceil(digits.length / 4) * 4, '=');
  return BASE64.test(padded) ? padded : null;
}

function readIdentities(list: Place | undefined, path: string, leftOut: LeftOut[]): OldIdentity[] {
  return (list ? childrenOf(list, leftOut) : []).flatMap((place): OldIdentity[] => {
    const field = fieldsOf(place);
    const name = textOf(field('providerid')) ?? '';
    const provider = providers.get(name);
    if (provider === 'password') return [];
    const id = textOf(field('rawid', 'uid')) ?? '';
    if (provider !== undefined && IDENTITY.test(id)) return [{ provider, id }];
    const reason = provider ? 'The identity has no id.' : 'People sign in with a password, Google or Facebook here.';
    leftOut.push({ path: `${path}/${place.key}`, reason });
    return [];
  });
}
