import type { Accounts } from './auth/accounts.ts';
import { createAccounts } from './auth/accounts.ts';
import type { KnownDevices } from './auth/known-device.ts';
import { createKnownDevices } from './auth/known-device.ts';
import type { Limits } from './auth/limits.ts';
import { createLimits } from './auth/limits.ts';
import type { Hasher, Passwords } from './auth/passwords.ts';
import { createPasswords } from './auth/passwords.ts';
import type { PersonLimits } from './auth/person-limits.ts';
import { createPersonLimits } from './auth/person-limits.ts';
import type { SecurityLog } from './auth/security-log.ts';
import { createSecurityLog } from './auth/security-log.ts';
import type { Sessions } from './auth/session.ts';
import { createSessions } from './auth/session.ts';
import type { Clock } from './clock.ts';
import type { Settings } from './env/settings.ts';
import type { Feed, FeedListener } from './feed/feed.ts';
import { createFeed } from './feed/feed.ts';
import { LinkedPicks } from './jobs/linked-picks.ts';
import type { Live } from './live/live.ts';
import { createLive } from './live/live.ts';
import type { Mail, Mailer, MailTransport } from './mail/mailer.ts';
import { createMailer } from './mail/mailer.ts';
import { demoTransport, noTransport, smtpTransport } from './mail/transports.ts';
import { cookieSecret } from './store/cookie-secret.ts';
import type { Store } from './store/engine/connect.ts';
import { refuseDamaged } from './store/engine/file-check.ts';
import type { GroupCommit } from './store/engine/group-commit.ts';
import { claimKind, refuseOtherKind } from './store/engine/meta.ts';
import { migrate } from './store/engine/migrate.ts';
import { StorageWatch } from './store/engine/storage-watch.ts';
import type { EntryOutcome, EntryWrite } from './store/entries.ts';
import { entryWriter } from './store/entries.ts';
import type { PickOutcome, PickWrite } from './store/picks.ts';
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
  readonly personLimits: PersonLimits;
  readonly devices: KnownDevices;
  readonly security: SecurityLog;
  readonly mailer: Mailer;
  readonly live: Live;
  readonly feed: Feed;
  readonly linkedPicks: LinkedPicks;
  readonly picks: GroupCommit<PickWrite, PickOutcome>;
  readonly entries: GroupCommit<EntryWrite, EntryOutcome>;
  /** Whether the database can be read and written. */
  readonly storage: StorageWatch;
  /** Turns true when the server has been told to stop. */
  readonly stopping: () => boolean;
}

/** Makes a database ready to serve as what the settings say it is. @throws where it is marked as the other kind */
export async function prepareStore(store: Store, settings: Settings): Promise<void> {
  await refuseDamaged(store);
  await refuseOtherKind(store, settings.kind);
  await migrate(store);
  await claimKind(store, settings.kind);
  await addMissingTeams(store.db);
  await rescoreStale(store);
}

/** What a process can do differently, and tests do. */
export interface DepsOptions {
  readonly stopping?: () => boolean;
  readonly transport?: MailTransport;
  readonly hasher?: Hasher;
  readonly personLimits?: PersonLimits;
}

/** Everything behind the calls, on a database that is ready. */
export async function createDeps(
  settings: Settings,
  store: Store,
  clock: Clock,
  options: DepsOptions = {},
): Promise<Deps> {
  const secret = await cookieSecret(store.db);
  const accounts = createAccounts(store, secret, settings);
  const live = await createLive(store, clock.now);
  const storage = new StorageWatch(store, storageNews(settings));
  const linkedPicks = new LinkedPicks({ store, clock, live, onError: reportLinkedPicks(settings, storage) });
  await linkedPicks.look();
  return {
    settings,
    store,
    clock,
    accounts,
    sessions: await createSessions(store, accounts, secret),
    passwords: createPasswords(options.hasher),
    limits: createLimits(store.db, secret),
    personLimits: options.personLimits ?? createPersonLimits(),
    devices: createKnownDevices(secret, settings.publicUrl.protocol === 'https:'),
    security: createSecurityLog(store.db, reportLostNotes(settings, storage)),
    mailer: createMailer(options.transport ?? transportOf(settings, store), reportLostMail(settings)),
    live,
    feed: createFeed({ settings, store, clock, live }, feedListener(settings, storage)),
    linkedPicks,
    picks: pickWriter(store, clock.now),
    entries: entryWriter(store, clock.now),
    storage,
    stopping: options.stopping ?? (() => false),
  };
}

/** Lets what is under way finish, then closes the database. */
export async function closeDeps(deps: Deps): Promise<void> {
  const { picks, entries, linkedPicks, sessions, mailer, live, feed, security, storage, store, settings } = deps;
  await feed.jobs?.stop();
  await linkedPicks.stop();
  await storage.stop();
  await picks.idle();
  await entries.idle();
  await sessions.idle();
  await mailer.close();
  await live.close();
  await security.flush().catch(reportLostNotes(settings, storage));
  await store.close();
}

function transportOf({ kind, mail }: Settings, { db }: Store): MailTransport {
  if (kind === 'demo') return demoTransport(db);
  return mail ? smtpTransport(mail) : noTransport;
}

/** Told in every mode but the silent one: nothing is saved meanwhile. */
function storageNews({ logLevel }: Settings): (text: string) => void {
  return (text) => logLevel !== 'silent' && console.error(text);
}

function feedListener({ logLevel }: Settings, storage: StorageWatch): FeedListener {
  return {
    onError(error) {
      if (storage.note(error) === null && logLevel !== 'silent') console.error('A job of the feed broke down:', error);
    },
    onStatusChange: (text) => logLevel !== 'silent' && logLevel !== 'error' && console.warn(`Feed: ${text}`),
  };
}

function reportLostNotes({ logLevel }: Settings, storage: StorageWatch): (error: unknown) => void {
  return (error) => {
    if (storage.note(error) !== null || logLevel === 'silent') return;
    console.error('The security log could not be written:', error instanceof Error ? error.message : error);
  };
}

function reportLinkedPicks({ logLevel }: Settings, storage: StorageWatch): (error: unknown) => void {
  return (error) => {
    if (storage.note(error) !== null || logLevel === 'silent') return;
    console.error('Picks of linked players could not be copied:', error);
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
