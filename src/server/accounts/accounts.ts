import type { Store } from '#server/platform/db/connect.ts';
import type { Settings } from '#server/platform/env/settings.ts';
import { cookieSecret } from './cookie-secret-store.ts';
import type { KnownDevices } from './devices.ts';
import { createKnownDevices } from './devices.ts';
import { withFirebase } from './firebase-scrypt.ts';
import type { Limits } from './limits.ts';
import { createLimits } from './limits.ts';
import type { OAuthStates } from './oauth-states.ts';
import { createOAuthStates } from './oauth-states.ts';
import type { Challenges } from './passkeys.ts';
import { createChallenges } from './passkeys.ts';
import type { Hasher, Passwords } from './passwords.ts';
import { createPasswords, hasher as ownHasher } from './passwords.ts';
import type { PendingSignIns } from './second-factor.ts';
import { createPendingSignIns } from './second-factor.ts';
import type { SecurityLog } from './security-log.ts';
import { createSecurityLog } from './security-log.ts';
import type { Sessions } from './sessions.ts';
import { createSessions } from './sessions.ts';
import { createSigner } from './signed-text.ts';
import { readSigner } from './signer-store.ts';

/** The services for accounts, sessions and passwords. */
export interface Accounts {
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly limits: Limits;
  readonly devices: KnownDevices;
  readonly oauthStates: OAuthStates;
  readonly pending: PendingSignIns;
  readonly challenges: Challenges;
  readonly security: SecurityLog;
  /** Resolves when nothing is in progress. */
  idle(): Promise<void>;
  /** Writes the pending records of the security log. */
  close(): Promise<void>;
}

export interface AccountsDeps {
  readonly settings: Settings;
  readonly store: Store;
  readonly hasher?: Hasher | undefined;
  /** Called if records of the security log could not be written. */
  readonly onLostNotes: (error: unknown) => void;
}

export async function openAccounts({
  settings,
  store,
  hasher = ownHasher,
  onLostNotes,
}: AccountsDeps): Promise<Accounts> {
  const secret = await cookieSecret(store.db);
  const secure = settings.publicUrl.protocol === 'https:';
  const sessions = createSessions(store, secret, secure, settings.secondFactor === 'required');
  const security = createSecurityLog(store.db, onLostNotes);
  return {
    sessions,
    passwords: createPasswords(withFirebase(hasher, (id) => readSigner(store.db, id))),
    limits: createLimits(store.db, secret),
    devices: createKnownDevices(secret, secure),
    oauthStates: createOAuthStates(secret, secure),
    pending: createPendingSignIns(createSigner(secret, 'pending sign-in'), secure),
    challenges: createChallenges(createSigner(secret, 'passkey challenge')),
    security,
    idle: () => sessions.idle(),
    close: () => security.flush().catch(onLostNotes),
  };
}
