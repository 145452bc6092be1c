import type { KnownDevices } from './accounts/devices.ts';
import { createKnownDevices } from './accounts/devices.ts';
import type { Accounts } from './accounts/library.ts';
import { createAccounts } from './accounts/library.ts';
import type { Limits } from './accounts/limits.ts';
import { createLimits } from './accounts/limits.ts';
import type { Hasher, Passwords } from './accounts/passwords.ts';
import { createPasswords } from './accounts/passwords.ts';
import type { SecurityLog } from './accounts/security-log.ts';
import { createSecurityLog } from './accounts/security-log.ts';
import type { Sessions } from './accounts/sessions.ts';
import { createSessions } from './accounts/sessions.ts';
import { cookieSecret } from './accounts/store.ts';
import { AfterCommit } from './after-commit.ts';
import { demoOutside, demoPush, demoTransport } from './demo/outbox.ts';
import type { Feed, FeedListener } from './feed/feed.ts';
import { createFeed } from './feed/feed.ts';
import { addMissingTeams } from './games/reads.ts';
import { Hooks } from './notify/hooks.ts';
import { mailChannel } from './notify/mail.ts';
import { Notifier } from './notify/notifier.ts';
import type { Push } from './notify/push.ts';
import { createPush, pushChannel } from './notify/push.ts';
import { noticeJobs } from './notify/reminders.ts';
import { WeekResults } from './notify/results.ts';
import type { PickOutcome, PickWrite } from './picks/store.ts';
import { pickWriter } from './picks/store.ts';
import type { Clock } from './platform/clock.ts';
import { bringUpToDate } from './platform/db/bring-up-to-date.ts';
import type { Store } from './platform/db/connect.ts';
import { refuseDamaged } from './platform/db/file-check.ts';
import type { GroupCommit } from './platform/db/group-commit.ts';
import { claimKind, refuseOtherKind } from './platform/db/meta.ts';
import { StorageWatch } from './platform/db/storage-watch.ts';
import type { Settings } from './platform/env/settings.ts';
import type { PersonLimits } from './platform/http/limits.ts';
import { createPersonLimits } from './platform/http/limits.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import type { Live } from './platform/live/live.ts';
import { createLive } from './platform/live/live.ts';
import type { Mail, Mailer, MailTransport } from './platform/mail/mailer.ts';
import { createMailer, noTransport, smtpTransport } from './platform/mail/mailer.ts';
import type { Outside } from './platform/outside.ts';
import { createOutside } from './platform/outside.ts';
import type { Topic } from './topics.ts';
import { createTopics } from './topics.ts';

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
  readonly notifier: Notifier;
  /** What tells people things by itself once it is started. */
  readonly notices: Jobs;
  readonly live: Live<Topic>;
  readonly afterCommit: AfterCommit;
  readonly weekResults: WeekResults;
  readonly feed: Feed;
  /** Calls addresses that somebody typed. */
  readonly outside: Outside;
  readonly hooks: Hooks;
  readonly push: Push;
  readonly picks: GroupCommit<PickWrite, PickOutcome>;
  /** Whether the database can be read and written. */
  readonly storage: StorageWatch;
  /** Logs what went wrong in the background, unless it is the database, which `storage` reports. */
  readonly report: (what: string) => (error: unknown) => void;
  /** Turns true when the server has been told to stop. */
  readonly stopping: () => boolean;
}

const LOST_NOTES = 'The security log could not be written';

/** Makes a database ready to serve as what the settings say it is. @throws where it is of the other kind, or cannot be upgraded now */
export async function prepareStore(store: Store, settings: Settings): Promise<void> {
  await refuseDamaged(store);
  await refuseOtherKind(store, settings.kind);
  for (const line of await bringUpToDate(store)) newsOf(settings)(line);
  await claimKind(store, settings.kind);
  await addMissingTeams(store.db);
}

/** What a process can do differently, and tests do. */
export interface DepsOptions {
  readonly stopping?: () => boolean;
  readonly transport?: MailTransport;
  readonly hasher?: Hasher;
  readonly personLimits?: PersonLimits;
  readonly outside?: Outside;
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
  const live = await createLive(store, createTopics({ store, clock }), clock.now);
  const storage = new StorageWatch(store, newsOf(settings));
  const report = reportTo(settings, storage);
  const weekResults = new WeekResults({
    store,
    clock,
    live,
    onError: report('The results of weeks could not be announced'),
  });
  const afterCommit = new AfterCommit({
    store,
    live,
    onScored: (changes, weekIds) => weekResults.scored(changes, weekIds),
    onError: report('Scores could not be worked out'),
  });
  const { publicUrl } = settings;
  const isDemo = settings.kind === 'demo';
  const calls = options.outside ?? createOutside();
  const outside = isDemo ? demoOutside(store.db, calls) : calls;
  const mailer = createMailer(options.transport ?? transportOf(settings, store), reportLostMail(settings));
  const onPushError = report('A push message could not be sent');
  const webPush = createPush({ store, outside, publicUrl, onError: onPushError });
  const push = isDemo ? demoPush(store.db, webPush, onPushError) : webPush;
  const notifier = new Notifier(store, clock, [mailChannel(settings, mailer, clock), pushChannel(push, clock)]);
  const noticeDeps = { store, clock, notifier, site: publicUrl.origin };
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
    security: createSecurityLog(store.db, report(LOST_NOTES)),
    mailer,
    notifier,
    notices: new Jobs({
      store,
      clock,
      plan: noticeJobs(noticeDeps),
      onError: report('People could not be told something'),
    }),
    live,
    afterCommit,
    weekResults,
    feed: createFeed({ settings, store, clock, afterCommit }, feedListener(settings, report)),
    outside,
    push,
    hooks: new Hooks({ store, clock, live, outside, publicUrl, onError: report('Hooks of pools could not be told') }),
    picks: pickWriter(store, clock.now),
    storage,
    report,
    stopping: options.stopping ?? (() => false),
  };
}

/** Lets what is under way finish, then closes the database. */
export async function closeDeps(deps: Deps): Promise<void> {
  const {
    picks,
    afterCommit,
    weekResults,
    hooks,
    push,
    notices,
    sessions,
    mailer,
    live,
    feed,
    security,
    storage,
    report,
    store,
  } = deps;
  await feed.jobs?.stop();
  await notices.stop();
  await afterCommit.stop();
  await weekResults.stop();
  await hooks.stop();
  await push.close();
  await storage.stop();
  await picks.idle();
  await sessions.idle();
  await mailer.close();
  await live.close();
  await security.flush().catch(report(LOST_NOTES));
  await store.close();
}

function transportOf({ kind, mail }: Settings, { db }: Store): MailTransport {
  if (kind === 'demo') return demoTransport(db);
  return mail ? smtpTransport(mail) : noTransport;
}

/** Reported in every mode but the silent one. */
function newsOf({ logLevel }: Settings): (text: string) => void {
  return (text) => logLevel !== 'silent' && console.error(text);
}

function feedListener({ logLevel }: Settings, report: (what: string) => (error: unknown) => void): FeedListener {
  return {
    onError: report('A job of the feed broke down'),
    onStatusChange: (text) => logLevel !== 'silent' && logLevel !== 'error' && console.warn(`Feed: ${text}`),
  };
}

/** Logs what went wrong, where it is not the database, of which `storage` tells. */
function reportTo({ logLevel }: Settings, storage: StorageWatch): (what: string) => (error: unknown) => void {
  return (what) => (error) => {
    if (storage.note(error) !== null || logLevel === 'silent') return;
    console.error(`${what}:`, error);
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
