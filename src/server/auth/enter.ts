import type { Session } from '#contract/auth.ts';
import type { Deps } from '../deps.ts';
import type { Cookies } from './known-device.ts';
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
  readonly setCookies: (cookies: readonly string[]) => void;
}

/** Signs somebody in who has shown who he is: a session of its own, and a device that is known from now on. */
export async function enter(browser: Browser, profile: NewProfile): Promise<Session> {
  const { deps, caller, cookies, place, setCookies } = browser;
  const { accountId, email } = profile;
  const session = await deps.sessions.begin(accountId, place, caller?.token ?? null);
  setCookies([session, deps.devices.remember(cookies, accountId)]);
  if (caller) deps.live.changed({ kind: 'sessions', userId: caller.user.id });
  const user = await ensureProfile(deps.store.db, profile, Date.now());
  return sessionOf(deps, { user, accountId, email });
}
