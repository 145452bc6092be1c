import type { OldAccount } from '#core/firebase/accounts.ts';
import type { LeftOut } from '#core/firebase/tree.ts';
import { cut } from '#core/firebase/tree.ts';
import type { OldUser } from '#core/firebase/users.ts';
import { cleanName, displayNameFor } from '#core/names.ts';
import { PROFILE_NAME_MAX } from '#core/validation.ts';
import type { KnownAccount } from '#server/firebase/reads.ts';
import { identityKey } from '#server/firebase/reads.ts';
import type { AccountToAdd, PersonToAdd } from '#server/firebase/store.ts';
import { isMailable, tidyEmail } from '#server/platform/mail/address.ts';

/** Who a person of an export is here. */
export type Standing = 'imported before' | 'account found' | 'new account' | 'player without an account';

/** A person of an export. */
export interface Person extends PersonToAdd {
  readonly standing: Standing;
  /** Whether they have an account, or get one. */
  readonly hasAccount: boolean;
  /** Their address, if somebody has an account under it here but never verified it: anyone may have signed up so. */
  readonly unverifiedEmail?: string;
}

/** The files of an export that describe people, and what is here. */
export interface PeopleFiles {
  readonly users: readonly OldUser[];
  /** Null without an export of accounts. */
  readonly accounts: readonly OldAccount[] | null;
  /** The members of the pools to import, by uid. */
  readonly members: ReadonlySet<string>;
  /** Whether admins of the old system become admins. */
  readonly admins: boolean;
  readonly imported: ReadonlyMap<string, string>;
  readonly known: ReadonlyMap<string, KnownAccount>;
  readonly withAccount: ReadonlySet<string>;
  readonly closed: ReadonlySet<string>;
  readonly identities: ReadonlySet<string>;
}

/** The people of an export, by uid. */
export interface People {
  readonly people: ReadonlyMap<string, Person>;
  /** The names of those who were admins and do not become admins. */
  readonly formerAdmins: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * Decides who each person of an export is: somebody who was imported before, the account here with the same verified address, a new
 * account if the export of accounts has one, or a player without an account. An account that exists gets nothing from a file.
 */
export function matchPeople(files: PeopleFiles): People {
  const users = new Map(files.users.map((user) => [user.uid, user]));
  const accounts = new Map((files.accounts ?? []).map((account) => [account.uid, account]));
  const claims: Claims = { addresses: addressesOfImported(files), identities: new Set(files.identities), leftOut: [] };
  const people = new Map<string, Person>();
  const formerAdmins: string[] = [];
  for (const uid of new Set([...users.keys(), ...accounts.keys()])) {
    const old = { uid, user: users.get(uid), account: accounts.get(uid) };
    const person = identify(old, files, claims);
    if (person === null) {
      claims.leftOut.push({ path: pathOf(old), reason: 'The user is in no pool, and has no account to make.' });
      continue;
    }
    const { standing, displayName } = person;
    const isWanted = files.admins && old.user?.isAdmin === true && standing === 'new account';
    const isAdmin = isWanted && person.account?.emailVerified === true;
    if (isWanted && !isAdmin) claims.leftOut.push({ path: `${pathOf(old)}/isAdmin`, reason: NEVER_VERIFIED });
    if (old.user?.isAdmin && !isAdmin && standing !== 'imported before') formerAdmins.push(displayName);
    people.set(uid, { ...person, isAdmin });
  }
  return { people, formerAdmins, leftOut: claims.leftOut };
}

/** What is taken already, by accounts here and by other people of the export. */
interface Claims {
  readonly addresses: Set<string>;
  readonly identities: Set<string>;
  readonly leftOut: LeftOut[];
}

/** One person in both exports. */
interface OldPerson {
  readonly uid: string;
  readonly user: OldUser | undefined;
  readonly account: OldAccount | undefined;
}

/** Nobody becomes the account of somebody else who was imported before. */
function addressesOfImported({ imported, known }: PeopleFiles): Set<string> {
  const ids = new Set(imported.values());
  return new Set([...known].flatMap(([email, { userId }]) => (userId !== null && ids.has(userId) ? [email] : [])));
}

function pathOf({ uid, user, account }: OldPerson): string {
  return user?.path ?? account?.path ?? uid;
}

/** @returns null for somebody who would neither play nor sign in */
function identify(old: OldPerson, files: PeopleFiles, claims: Claims): Person | null {
  const { uid, user, account } = old;
  const isEnabled = (user?.isEnabled ?? true) && (account?.isEnabled ?? true);
  const nobody = {
    uid,
    displayName: nameOf(old),
    isEnabled,
    isAdmin: false,
    userId: null,
    accountId: null,
    account: null,
  };
  const userId = files.imported.get(uid);
  if (userId !== undefined) {
    const hasAccount = files.withAccount.has(userId);
    const reason = files.closed.has(userId) ? CLOSED : ONCE_A_PLAYER;
    if (!hasAccount && account !== undefined) claims.leftOut.push({ path: account.path, reason });
    return { ...nobody, userId, standing: 'imported before', hasAccount };
  }
  const email = claimAddress(old, files, claims);
  const known = email === null ? undefined : files.known.get(email);
  if (known?.isVerified)
    return { ...nobody, userId: known.userId, accountId: known.accountId, standing: 'account found', hasAccount: true };
  if (email !== null && known === undefined && account !== undefined)
    return { ...nobody, account: accountToAdd(account, email, claims), standing: 'new account', hasAccount: true };
  if (!files.members.has(uid)) return null;
  const taken = email !== null && known !== undefined ? { unverifiedEmail: email } : {};
  return { ...nobody, ...taken, standing: 'player without an account', hasAccount: false };
}

const NEVER_VERIFIED = 'The address was never verified, so they are not made an admin.';

const CLOSED = 'This person closed their account here.';

const ONCE_A_PLAYER =
  'The user was imported as a player without an account before. They can sign up, and a commissioner can link them.';

/** The address of a person, if nobody else has it. Users could change the one in their profile, so that of their account counts. */
function claimAddress(old: OldPerson, { accounts }: PeopleFiles, { addresses, leftOut }: Claims): string | null {
  const text = accounts === null ? old.user?.email : old.account?.email;
  if (!text) return null;
  const email = tidyEmail(text);
  if (isMailable(email) && !addresses.has(email)) {
    addresses.add(email);
    return email;
  }
  const reason = addresses.has(email) ? 'Another user has the same address.' : 'This is not an email address.';
  leftOut.push({ path: `${pathOf(old)}/Email`, reason });
  return null;
}

function nameOf({ user, account }: OldPerson): string {
  const email = account?.email ?? user?.email;
  const name = displayNameFor({ signUpName: user?.name, accountName: account?.name, email });
  return cleanName(cut(name, PROFILE_NAME_MAX));
}

/** An account with the identities that nobody else has. */
function accountToAdd(
  { emailVerified, password, identities, path }: OldAccount,
  email: string,
  claims: Claims,
): AccountToAdd {
  const free = identities.filter((identity) => {
    const isFree = !claims.identities.has(identityKey(identity));
    const reason = 'The identity is connected to another account.';
    if (!isFree) claims.leftOut.push({ path: `${path}/${identity.provider}`, reason });
    return isFree;
  });
  for (const identity of free) claims.identities.add(identityKey(identity));
  return { email, emailVerified, password, identities: free };
}
