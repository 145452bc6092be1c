import type { Session } from '#contract/auth.ts';
import type { Deps } from '../deps.ts';
import { connectionOf } from './address.ts';
import type { Cookies } from './known-device.ts';
import { mailNewDevice } from './mails.ts';
import { sessionOf } from './me.ts';
import type { NewProfile } from './profile.ts';
import { ensureProfile } from './profile.ts';
import type { Caller, Place } from './session.ts';

/** The browser that somebody signs in with. */
export interface Browser {
  readonly deps: Deps;
  /** Who was signed in there before. */
  readonly caller: Caller | null;
  readonly cookies: Cookies;
  readonly place: Place;
  /** The address of the league as they use it. */
  readonly site: string;
  readonly setCookies: (cookies: readonly string[]) => void;
}

/** An account that is signed in to. */
export interface Entered {
  readonly accountId: string;
  readonly email: string;
  /** Whether it was created just now. */
  readonly isNew: boolean;
}

/** Signs somebody in who has shown who they are: a session of its own, and a device that is known from now on. */
export async function enter(browser: Browser, profile: NewProfile, isNew = false): Promise<Session> {
  const { deps, caller, place, setCookies } = browser;
  const { accountId, email } = profile;
  setCookies([await deps.sessions.begin(accountId, place, caller?.token ?? null)]);
  rememberDevice(browser, { accountId, email, isNew });
  if (caller) deps.live.changed({ kind: 'sessions', userId: caller.user.id });
  const user = await ensureProfile(deps.store.db, profile, Date.now());
  return sessionOf(deps, { user, accountId, email });
}

/** Makes the device known to the account. The owner is told of a new one, but for the one that they signed up on. */
export function rememberDevice(browser: Browser, { accountId, email, isNew }: Entered): void {
  const { deps, cookies, place, site, setCookies } = browser;
  if (!isNew && deps.devices.find(cookies, accountId) === null) {
    deps.security.note({ event: 'new-device', accountId, network: connectionOf(place.address) });
    mailNewDevice(deps, { accountId, email, site }, place);
  }
  setCookies([deps.devices.remember(cookies, accountId)]);
}
