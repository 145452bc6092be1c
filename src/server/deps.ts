import type { Accounts } from './auth/accounts.ts';
import { createAccounts } from './auth/accounts.ts';
import type { KnownDevices } from './auth/known-device.ts';
import { createKnownDevices } from './auth/known-device.ts';
import type { Limits } from './auth/limits.ts';
import { createLimits } from './auth/limits.ts';
import type { Hasher, Passwords } from './auth/passwords.ts';
import { createPasswords } from './auth/passwords.ts';
import type { Sessions } from './auth/session.ts';
import { createSessions } from './auth/session.ts';
import type { Clock } from './clock.ts';
import type { Settings } from './env.ts';
import type { Feed, FeedListener } from './feed/feed.ts';
import { createFeed } from './feed/feed.ts';
import type { Live } from './live/live.ts';
import { createLive } from './live/live.ts';
import { demoCarrier, noCarrier, smtpCarrier } from './mail/carriers.ts';
import type { Carrier, Mail, Mailer } from './mail/mailer.ts';
import { createMailer } from './mail/mailer.ts';
import type { Store } from './store/connect.ts';
import type { GroupCommit } from './store/group-commit.ts';
import { claimKind, cookieSecret, refuseOtherKind } from './store/meta.ts';
import { migrate } from './store/migrate.ts';
import type { PickOutcome, PickWish } from './store/picks.ts';
import { pickWriter } from './store/picks.ts';
import { rescoreStale } from './store/scores.ts';
import { addMissingTeams } from './store/teams.ts';

/** What the handlers work with. */
export interface Deps {
  readonly settings: Settings;
  readonly store: Store;
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly limits: Limits;
  readonly devices: KnownDevices;
  readonly mailer: Mailer;
  readonly live: Live;
  readonly feed: Feed;
  readonly picks: GroupCommit<PickWish, PickOutcome>;
  /** Turns true when the server has been told to stop. */
  readonly stopping: () => boolean;
}

/** Makes a database ready to serve as what the settings say it is. @throws where it is marked as the other kind */
export async function prepareStore(store: Store, settings: Settings): Promise<void> {
  await refuseOtherKind(store, settings.kind);
  await migrate(store);
  await claimKind(store, settings.kind);
  await addMissingTeams(store.db);
  await rescoreStale(store);
}

/** What a process can do differently, and tests do. */
export interface Parts {
  readonly stopping?: () => boolean;
  readonly carrier?: Carrier;
  readonly hasher?: Hasher;
}

/** Everything behind the calls, on a database that is ready. */
export async function createDeps(settings: Settings, store: Store, clock: Clock, parts: Parts = {}): Promise<Deps> {
  const secret = await cookieSecret(store.db);
  const accounts = createAccounts(store, secret, settings);
  const live = await createLive(store, clock.now);
  return {
    settings,
    store,
    clock,
    accounts,
    sessions: await createSessions(store, accounts, secret),
    passwords: createPasswords(parts.hasher),
    limits: createLimits(store.db, secret),
    devices: createKnownDevices(secret, settings.publicUrl.protocol === 'https:'),
    mailer: createMailer(parts.carrier ?? carrierOf(settings, store), reportLostMail(settings)),
    live,
    feed: createFeed({ settings, store, clock, live }, feedListener(settings)),
    picks: pickWriter(store, clock.now),
    stopping: parts.stopping ?? (() => false),
  };
}

/** Lets what is under way finish, then closes the database. */
export async function closeDeps({ picks, mailer, live, feed, store }: Deps): Promise<void> {
  await feed.jobs?.stop();
  await picks.idle();
  await mailer.close();
  await live.close();
  await store.close();
}

function carrierOf({ kind, mail }: Settings, { db }: Store): Carrier {
  if (kind === 'demo') return demoCarrier(db);
  return mail ? smtpCarrier(mail) : noCarrier;
}

function feedListener({ logLevel }: Settings): FeedListener {
  return {
    onError: (error) => logLevel !== 'silent' && console.error('A job of the feed broke down:', error),
    onNews: (text) => logLevel !== 'silent' && logLevel !== 'error' && console.warn(`Feed: ${text}`),
  };
}

/** Without the address: logs are read by more people than mails. */
function reportLostMail({ logLevel }: Settings): (mail: Mail | null, reason: unknown) => void {
  return (mail, reason) => {
    if (logLevel === 'silent') return;
    console.error(
      `A mail could not be sent (${mail?.subject ?? 'not written'}):`,
      reason instanceof Error ? reason.message : reason,
    );
  };
}
