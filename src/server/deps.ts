import type { OwnRefusal } from '#core/judge.ts';
import type { Accounts } from './accounts/accounts.ts';
import { openAccounts } from './accounts/accounts.ts';
import { accountMailSender } from './accounts/mails.ts';
import type { Hasher } from './accounts/passwords.ts';
import { AfterCommit } from './after-commit.ts';
import { demoOutside, demoPush, demoTransport } from './demo/mailbox.ts';
import { Drill } from './drill/drill.ts';
import { RecentSends } from './drill/recent-sends.ts';
import { tryOnThread } from './drill/thread.ts';
import type { Feed, FeedListener } from './feed/feed.ts';
import { createFeed } from './feed/feed.ts';
import { addMissingTeams } from './game-changes/store.ts';
import { ImportRunner } from './imports/runner.ts';
import { ReceiptSweep } from './locks/sweep.ts';
import { hookSender } from './notify/hook-sender.ts';
import { mailSender } from './notify/mail.ts';
import type { Notify } from './notify/notify.ts';
import { createNotify } from './notify/notify.ts';
import { createPush, pushSender } from './notify/push.ts';
import { fillDefaultTeams } from './picks/default-store.ts';
import type { OwnWrite } from './picks/facts-reads.ts';
import type { PickOutcome } from './picks/store.ts';
import { pickWriter } from './picks/store.ts';
import type { Clock } from './platform/clock.ts';
import type { Store } from './platform/db/connect.ts';
import { refuseDamaged } from './platform/db/file-check.ts';
import type { GroupCommit } from './platform/db/group-commit.ts';
import { claimKind, readMeta, refuseOtherKind, SERVED_AT_KEY, writeMeta } from './platform/db/meta.ts';
import { StorageWatch } from './platform/db/storage-watch.ts';
import { onAnnounced, transact } from './platform/db/transactions.ts';
import type { Settings } from './platform/env/settings.ts';
import type { PersonLimits } from './platform/http/limits.ts';
import { createPersonLimits } from './platform/http/limits.ts';
import { endAllSessions } from './platform/http/session-store.ts';
import type { Live } from './platform/live/live.ts';
import { createLive } from './platform/live/live.ts';
import type { MailTransport } from './platform/mail/mailer.ts';
import { createMailer, noTransport, smtpTransport } from './platform/mail/mailer.ts';
import { Metrics } from './platform/metrics.ts';
import { Outbox } from './platform/outbox/outbox.ts';
import type { OutboxMessage } from './platform/outbox/store.ts';
import type { Outside, Pages } from './platform/outside.ts';
import { createOutside } from './platform/outside.ts';
import type { Topic } from './topics.ts';
import { createTopics } from './topics.ts';
import { upgradeDatabase } from './upgrade/upgrade.ts';

/** The dependencies of the handlers: the platform, and the services that work in the background. */
export interface Deps {
  readonly settings: Settings;
  readonly store: Store;
  readonly clock: Clock;
  /** Tracks whether the database can be read and written. */
  readonly storage: StorageWatch;
  readonly live: Live<Topic>;
  readonly afterCommit: AfterCommit;
  /** Calls addresses that users entered. */
  readonly outside: Outside;
  /** Rate limits per person. */
  readonly personLimits: PersonLimits;
  readonly accounts: Accounts;
  readonly picks: GroupCommit<OwnWrite, PickOutcome<OwnRefusal>>;
  /** Messages that wait to be sent. */
  readonly outbox: Outbox;
  readonly notify: Notify;
  readonly receipts: ReceiptSweep;
  /** Imports of files of picks. */
  readonly imports: ImportRunner;
  readonly feed: Feed;
  /** Tries the backups. */
  readonly drill: Drill;
  /** Counts what `/metrics` shows. */
  readonly metrics: Metrics;
  /** Logs an error of background work, except database faults, which `storage` reports. */
  readonly report: (what: string) => (error: unknown) => void;
  /** True once the server has been asked to stop. */
  readonly stopping: () => boolean;
}

/** Prepares a database for serving. @throws if it is of the other kind, or cannot be upgraded */
export async function prepareStore(store: Store, settings: Settings): Promise<void> {
  await refuseDamaged(store);
  await refuseOtherKind(store, settings.kind);
  for (const line of await upgradeDatabase(store, settings.dumpFolder)) printerFor(settings)(line);
  await claimKind(store, settings.kind);
  if (settings.kind === 'league') await moveTo(store, settings);
  await addMissingTeams(store.db);
}

/** Notes the address of a league. Sessions that began without encryption end when it moves to https. */
async function moveTo(store: Store, settings: Settings): Promise<void> {
  const { origin, protocol } = settings.publicUrl;
  const former = await transact(store, async (tx) => {
    const servedAt = await readMeta(tx, SERVED_AT_KEY);
    await writeMeta(tx, SERVED_AT_KEY, origin);
    if (!servedAt?.startsWith('http:') || protocol !== 'https:') return null;
    await endAllSessions(tx);
    return servedAt;
  });
  if (former === null) return;
  printerFor(settings)(`This league was at ${former}. It is encrypted now, so everybody has to sign in once more.`);
}

/** Overrides, mostly for tests. */
export interface DepsOptions {
  readonly stopping?: () => boolean;
  readonly transport?: MailTransport;
  readonly hasher?: Hasher;
  readonly personLimits?: PersonLimits;
  readonly outside?: Outside;
  /** In place of the internet, for the file of a second source of lines. */
  readonly pages?: Pages;
  /** Real time of the outbox, ms. */
  readonly realNow?: () => number;
  /** The maximum age of a live snapshot, in ms. */
  readonly longestSnapshotMs?: number;
}

/** Creates all services on a prepared database. */
export async function createDeps(
  settings: Settings,
  store: Store,
  clock: Clock,
  options: DepsOptions = {},
): Promise<Deps> {
  const isDemo = settings.kind === 'demo';
  const topics = createTopics({ store, clock }, (topic) => live.read(topic));
  const live: Live<Topic> = await createLive(store, topics, clock.now, options.longestSnapshotMs);
  const storage = new StorageWatch(store, printerFor(settings));
  const report = reportTo(settings, storage);
  const guard = createOutside();
  const calls = options.outside ?? guard;
  const outside = isDemo ? demoOutside(store.db, calls) : calls;
  const { publicUrl } = settings;
  const onLostNotes = report('The security log could not be written');
  const accounts = await openAccounts({ settings, store, hasher: options.hasher, onLostNotes });
  const webPush = createPush({ store, outside, publicUrl });
  const push = isDemo ? demoPush(store.db, webPush) : webPush;
  const { realNow = Date.now } = options;
  const pushes = pushSender({ store, clock, push, realNow });
  const mailer = createMailer(options.transport ?? transportOf(settings, store), reportLostMail(settings));
  const metrics = new Metrics();
  const pushSends = new RecentSends();
  const outbox = new Outbox({
    store,
    clock,
    senders: {
      'account mail': accountMailSender({ settings, store, accounts }, mailer),
      mail: mailSender(store, clock, mailer),
      push: pushes,
      hook: hookSender({ store, clock, outside, publicUrl, realNow }),
    },
    realNow,
    onError: report('A message could not be sent'),
    onEnd: ({ kind }, state) => {
      metrics.messageEnded(kind, state);
      if (kind === 'push') pushSends.note(state === 'sent');
    },
  });
  const notify = createNotify({ settings, store, clock, live, outbox, push, pushSender: pushes, report });
  const afterCommit = new AfterCommit({
    store,
    live,
    now: clock.now,
    onError: report('Scores could not be worked out'),
  });
  onAnnounced(store, (change) => {
    afterCommit.changed(change);
    if (change.kind === 'receipts') metrics.receiptsWritten();
  });
  afterCommit.onScored((changes, weekIds) => notify.results.scored(changes, weekIds));
  const receipts = new ReceiptSweep({ store, clock, onError: report('Lock receipts could not be written') });
  afterCommit.onScored((changes) => {
    if (changes.some(({ kind }) => kind === 'games')) receipts.sweepSoon();
  });
  const feed = createFeed(
    { settings, store, clock, afterCommit, pages: options.pages ?? guard },
    feedListener(settings, report),
  );
  return {
    settings,
    store,
    clock,
    storage,
    live,
    afterCommit,
    outside,
    personLimits: options.personLimits ?? createPersonLimits(),
    accounts,
    picks: pickWriter(store, clock.now, (tx, writes) => fillDefaultTeams(tx, store.engine, writes, clock.now)),
    outbox,
    notify,
    receipts,
    imports: new ImportRunner({ settings, store, clock, afterCommit, notify }),
    feed,
    drill: new Drill({
      settings,
      store,
      clock,
      feedHealth: feed.health,
      pushSends,
      tryBackup: tryOnThread,
      onError: report('The drill broke down'),
      onRed: printerFor(settings),
    }),
    metrics,
    report,
    stopping: options.stopping ?? (() => false),
  };
}

/** Starts the background work, until `closeDeps`. */
export function startDeps({ afterCommit, outbox, notify, receipts, imports, feed, drill }: Deps): void {
  afterCommit.start();
  outbox.start();
  notify.start();
  receipts.start();
  imports.start();
  feed.jobs?.start();
  drill.start();
}

/** Waits for work in progress, then closes the database. */
export async function closeDeps({
  drill,
  feed,
  afterCommit,
  outbox,
  notify,
  receipts,
  imports,
  storage,
  picks,
  accounts,
  live,
  store,
  metrics,
}: Deps): Promise<void> {
  await drill.stop();
  await feed.jobs?.stop();
  imports.stop();
  await afterCommit.stop();
  await notify.stop();
  await receipts.stop();
  await storage.stop();
  await picks.idle();
  await accounts.idle();
  await outbox.stop();
  await live.close();
  await accounts.close();
  await store.close();
  metrics.close();
}

function transportOf({ kind, mail }: Settings, { db }: Store): MailTransport {
  if (kind === 'demo') return demoTransport(db);
  return mail ? smtpTransport(mail) : noTransport;
}

/** Prints messages, except at log level `silent`. */
function printerFor({ logLevel }: Settings): (text: string) => void {
  return (text) => logLevel !== 'silent' && console.error(text);
}

function feedListener({ logLevel }: Settings, report: (what: string) => (error: unknown) => void): FeedListener {
  return {
    onError: report('A job of the feed broke down'),
    onStatusChange: (text) => logLevel !== 'silent' && logLevel !== 'error' && console.warn(`Feed: ${text}`),
  };
}

/** Logs errors, except database faults, which `storage` reports. */
function reportTo({ logLevel }: Settings, storage: StorageWatch): (what: string) => (error: unknown) => void {
  return (what) => (error) => {
    if (storage.note(error) !== null || logLevel === 'silent') return;
    console.error(`${what}:`, error);
  };
}

/** Leaves out the address and the content: more people read the logs than the mail. */
function reportLostMail({ logLevel }: Settings): (message: OutboxMessage, failure: string) => void {
  return ({ kind, lane }, failure) =>
    logLevel !== 'silent' && console.error(`A mail could not be sent (${kind}, ${lane}): ${failure}`);
}
