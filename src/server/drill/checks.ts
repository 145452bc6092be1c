import { dirname, resolve } from 'node:path';
import type { DrillCheck, DrillCheckName, DrillResult } from '#contract/drill.ts';
import type { FeedReply } from '#contract/feed.ts';
import { EASTERN_ZONE, recordTime } from '#core/kickoff-text.ts';
import { counted } from '#core/listed.ts';
import { spanText } from '#core/span-text.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { countDevices, readKeys } from '#server/notify/push-store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { freeSpace, sizeOf } from '#server/platform/db/backup.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { restoreDump } from '#server/platform/db/trial-database.ts';
import type { MailSettings, Settings } from '#server/platform/env/settings.ts';
import type { Backup } from '#server/platform/jobs/backups.ts';
import { newestBackup, newestDump } from '#server/platform/jobs/backups.ts';
import { LeagueClock } from '#server/platform/league-clock.ts';
import { isSecureAddress } from '#server/platform/local-names.ts';
import { verifySmtp } from '#server/platform/mail/mailer.ts';
import type { TlsOptions } from './certificate.ts';
import { readCertificate } from './certificate.ts';
import type { RecentSends } from './recent-sends.ts';
import type { Job, Tried } from './recount.ts';

/** The result of a check. */
export type Finding = Pick<DrillCheck, 'state' | 'text'> & { readonly restored?: DrillResult['restored'] };

/** Nightly copies are a day apart; a slow one may take its time. */
const OLDEST_BACKUP_MS = 26 * HOUR_MS;
const MEGABYTE = 1024 * 1024;
const LEAST_SPACE = 512 * MEGABYTE;
/** A certificate should be valid for this long, in ms, or for this part of its lifetime if that is less. */
const [CERTIFICATE_MS, CERTIFICATE_PART] = [14 * DAY_MS, 1 / 6] as const;
/** The feed may fail for this long, in ms, beyond two of its periods. */
const FEED_GRACE_MS = 10 * MINUTE_MS;
/** Lengths of the keys for push messages (P-256), in bytes. */
const [PUBLIC_KEY, PRIVATE_KEY] = [65, 32] as const;

export interface CheckDeps {
  readonly settings: Settings;
  readonly store: Store;
  readonly clock: Clock;
  readonly feedHealth: () => Promise<FeedReply>;
  readonly pushSends: RecentSends;
  /** Tries a backup without blocking the server. */
  readonly tryBackup: (job: Job, signal: AbortSignal) => Promise<Tried>;
  /** Real time, ms. */
  readonly realNow?: () => number;
  readonly tls?: TlsOptions;
}

/** A check of each kind. Each ends soon after `signal` aborts, or is left behind. */
export const checks: Readonly<Record<DrillCheckName, (deps: CheckDeps, signal: AbortSignal) => Promise<Finding>>> = {
  backup: (deps, signal) => (deps.store.engine === 'sqlite' ? checkFile(deps, signal) : checkDump(deps, signal)),
  disk: async ({ settings }) => checkDisk(settings),
  clock: async ({ clock }) => checkClock(clock instanceof LeagueClock ? clock.problem() : null),
  feed: async ({ feedHealth, clock }) => checkFeed(await feedHealth(), clock.now()),
  mail: ({ settings }) => checkMail(settings.mail),
  push: checkPush,
  certificate: ({ settings, realNow = Date.now, tls }) => checkCertificate(settings.publicUrl, realNow(), tls),
};

const ok = (text: string): Finding => ({ state: 'ok', text });
const red = (text: string): Finding => ({ state: 'red', text });
const off = (text: string): Finding => ({ state: 'off', text });

async function checkFile(deps: CheckDeps, signal: AbortSignal): Promise<Finding> {
  const { backups } = deps.settings;
  if (backups === null) return off("The server makes no backups (BACKUP_DIR=off), so there's none to try.");
  const newest = newestBackup(backups.folder);
  if (newest === null)
    return red('There is no backup yet. The server makes one each night: look for errors in its log.');
  return tooOld(deps, newest) ?? judge(newest, await deps.tryBackup({ file: newest.file }, signal));
}

async function checkDump(deps: CheckDeps, signal: AbortSignal): Promise<Finding> {
  const { settings, store, tryBackup } = deps;
  if (settings.dumps === null) {
    return off('Not checked: the server does not know your dumps. Set BACKUP_DIR to the folder of your *.dump files.');
  }
  const newest = newestDump(settings.dumps);
  if (newest === null) return red('There is no *.dump file in BACKUP_DIR. Make one with pg_dump --format=custom.');
  const old = tooOld(deps, newest);
  if (old !== null) return old;
  const trial = await restoreDump(store.location, newest.file, signal);
  if (trial === 'no pg_restore') return off('Not checked: pg_restore is not installed where the server runs.');
  if (trial === 'may not create databases') {
    return off("Not checked: the server's role may not create a database. ALTER ROLE … CREATEDB allows it.");
  }
  try {
    return judge(newest, await tryBackup({ database: trial.location }, signal));
  } finally {
    await trial.drop();
  }
}

function tooOld({ store, realNow = Date.now }: CheckDeps, { madeAt }: Backup): Finding | null {
  const age = realNow() - madeAt;
  if (age <= OLDEST_BACKUP_MS) return null;
  const advice = store.engine === 'sqlite' ? "look for errors in the server's log" : 'check what makes your dumps';
  return red(
    `The newest backup is ${counted(Math.floor(age / HOUR_MS), 'hour')} old. One is due every night: ${advice}.`,
  );
}

/** What a tried backup is worth. */
export function judge({ madeAt }: Pick<Backup, 'madeAt'>, tried: Tried): Finding {
  const which = `The backup of ${recordTime(madeAt, EASTERN_ZONE)}`;
  if (!tried.isUsable) return red(`${which} ${unusableTexts[tried.why]}`);
  const { scores, wrong, lost } = tried;
  const restored = { madeAt, scores };
  if (lost > 0) return { ...red(`${which} refers in ${counted(lost, 'row')} to rows that are not there.`), restored };
  if (wrong > 0) {
    const text = `${which} has ${counted(wrong, 'score')} that a recount contradicts. 'npm run pickem -- doctor' lists those of the league.`;
    return { ...red(text), restored };
  }
  return { ...ok(`${which} was restored, and ${counted(scores, 'score')} recounted.`), restored };
}

const unusableTexts: Readonly<Record<(Tried & { isUsable: false })['why'], string>> = {
  damaged: 'is damaged.',
  newer: "was made by a newer Pick'em.",
  nothing: 'is empty.',
  'something else': "holds no Pick'em league.",
  unmarked: "holds no Pick'em league.",
  demo: 'holds a demo, not a league.',
  'no room': "can't be tried: its disk has no room for a copy.",
};

/** The free space where the database and the backups are. */
function checkDisk({ database, backups, dumps }: Settings): Finding {
  const folder = backups?.folder ?? dumps;
  const isFile = dumps === null && !database.includes('://');
  const folders = [...(isFile ? [dirname(resolve(database))] : []), ...(folder === null ? [] : [folder])];
  if (folders.length === 0) return off('Not checked: the database is on PostgreSQL. Watch the disk there.');
  return judgeSpace(Math.min(...folders.map(freeSpace)), isFile ? sizeOf(database) : 0);
}

/** @param free @param size of the database; both in bytes */
export function judgeSpace(free: number, size: number): Finding {
  const needed = Math.max(LEAST_SPACE, 2 * size);
  if (free >= needed) return ok(`${sizeText(free)} is free.`);
  return red(`Only ${sizeText(free)} is free, and the league needs ${sizeText(needed)}. Make room on the disk.`);
}

/** @param problem of the league's clock, in words */
export function checkClock(problem: string | null): Finding {
  return problem === null ? ok('The clock is right, as far as the database tells.') : red(problem);
}

/** @param now the league's clock, ms */
export function checkFeed({ status, jobs }: FeedReply, now: number): Finding {
  if (status.state === 'off' || status.state === 'demo') return off('The feed is off (FEED=off).');
  if (status.state === 'waiting') return red('The feed has not asked for anything yet. It begins within a minute.');
  const late = jobs.find(
    ({ lastRunAt, lastSuccessAt, period }) =>
      lastRunAt !== null && now - (lastSuccessAt ?? Number.NEGATIVE_INFINITY) > 2 * period + FEED_GRACE_MS,
  );
  const age = status.ageMs === null ? 'It never succeeded' : `It last succeeded ${spanText(status.ageMs)} ago`;
  if (late || status.state === 'late') return red(`The feed is behind. ${age}. Admin > Feed says more.`);
  return ok(`${age}.`);
}

async function checkMail(mail: MailSettings | null): Promise<Finding> {
  if (mail === null) return off('This league sends no email (SMTP_URL is not set).');
  try {
    await verifySmtp(mail);
    return ok('The mail server accepts our sign-in.');
  } catch (error) {
    return red(`The mail server doesn't accept us: ${(error as Error).message}`);
  }
}

async function checkPush({ settings, store, pushSends }: CheckDeps): Promise<Finding> {
  if (!isSecureAddress(settings.publicUrl)) return off('Push needs an https:// address.');
  const keys = await readKeys(store.db);
  const devices = await countDevices(store.db);
  if (keys === null) {
    return devices === 0 ? ok('Nobody has turned push on yet.') : red('The keys for push messages are gone.');
  }
  const isReadable = lengthOf(keys.publicKey) === PUBLIC_KEY && lengthOf(keys.privateKey) === PRIVATE_KEY;
  if (!isReadable) return red('The keys for push messages are damaged.');
  const { failures } = pushSends;
  if (devices > 0 && failures > 0) return red(`The last ${counted(failures, 'push message')} all failed.`);
  return ok(`The keys are there, and ${counted(devices, 'device')} subscribed.`);
}

function lengthOf(key: string): number {
  return Buffer.from(key, 'base64url').length;
}

async function checkCertificate(url: URL, now: number, tls: TlsOptions | undefined): Promise<Finding> {
  if (url.protocol !== 'https:') return off('The league is served without a certificate (http://).');
  const certificate = await readCertificate(url, tls);
  if (!certificate.isReached) {
    return off(`Not checked: the server can't reach ${url.host} itself, which a router at home may not allow.`);
  }
  if (certificate.problem !== null) return red(`The certificate of ${url.host} isn't valid: ${certificate.problem}.`);
  const text = `The certificate of ${url.host} ends in ${spanText(certificate.endsAt - now)}.`;
  return isCertificateDue(certificate, now) ? red(`${text} Renew it.`) : ok(text);
}

/** Programs renew a certificate when a third of its lifetime is left; those of Caddy's own authority live for 12 hours. */
export function isCertificateDue({ startsAt, endsAt }: { startsAt: number; endsAt: number }, now: number): boolean {
  return endsAt - now < Math.min(CERTIFICATE_MS, (endsAt - startsAt) * CERTIFICATE_PART);
}

/** @param bytes a size */
function sizeText(bytes: number): string {
  const megabytes = Math.floor(bytes / MEGABYTE);
  return megabytes < 10_000 ? `${megabytes.toLocaleString('en-US')} MB` : `${Math.floor(megabytes / 1024)} GB`;
}
