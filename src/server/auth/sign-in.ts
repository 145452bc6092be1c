import type { Session } from '#contract/auth.ts';
import type { Caller, ClientInfo, Cookies } from '#server/http/call.ts';
import type { Deps } from '../deps.ts';
import { networkOf } from './address.ts';
import type { DeviceOwner } from './known-device.ts';
import { mailNewDevice } from './mails.ts';
import { sessionOf } from './me.ts';
import type { NewProfile } from './profile.ts';
import { ensureProfile } from './profile.ts';

/** The browser that somebody signs in with. */
export interface Browser {
  readonly deps: Deps;
  /** Who was signed in there before. */
  readonly caller: Caller | null;
  readonly cookies: Cookies;
  readonly client: ClientInfo;
  /** The address of the league as they use it. */
  readonly site: string;
  readonly setCookies: (cookies: readonly string[]) => void;
}

/** An account that is signed in to. */
export interface SignedInAccount extends DeviceOwner {
  readonly email: string;
  /** Whether its owner has to be told nothing about the device: the account was created there, or knew it a moment ago. */
  readonly isKnown: boolean;
}

/** A session that began. */
export interface StartedSession {
  /** As the page is told of it. */
  readonly session: Session;
  /** What it is known by. */
  readonly token: string;
}

/** Signs somebody in who has shown who they are: a session of its own, and a device that is known from now on. */
export async function signIn(
  browser: Browser,
  profile: NewProfile & DeviceOwner,
  isKnown = false,
): Promise<StartedSession> {
  const { deps, caller, cookies, client, setCookies } = browser;
  const { accountId, email, deviceKey } = profile;
  await deps.sessions.endFormer(cookies);
  const token = await deps.sessions.begin(accountId, client, caller?.token ?? null);
  setCookies([deps.sessions.cookieOf(token)]);
  rememberDevice(browser, { accountId, email, deviceKey, isKnown });
  if (caller) deps.afterCommit.changed({ kind: 'sessions', userId: caller.user.id });
  const user = await ensureProfile(deps.store.db, profile, Date.now());
  return { session: await sessionOf(deps, { user, accountId, email }), token };
}

/** Makes the device known to the account. The owner is told of a new one. */
export function rememberDevice(browser: Browser, account: SignedInAccount): void {
  const { accountId, email, isKnown } = account;
  const { deps, cookies, client, site, setCookies } = browser;
  if (!isKnown && deps.devices.find(cookies, account) === null) {
    deps.security.note({ event: 'new-device', accountId, network: networkOf(client.address) });
    mailNewDevice(deps, { accountId, email, site }, client);
  }
  setCookies([deps.devices.remember(cookies, account)]);
}
