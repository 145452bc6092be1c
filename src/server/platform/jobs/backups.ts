import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { backUp, discardUnfinished, writtenSoFar } from '#server/platform/db/backup.ts';
import type { Store } from '#server/platform/db/connect.ts';
import { OWN_DUMP } from '#server/platform/db/dump.ts';
import type { BackupSettings } from '#server/platform/env/settings.ts';

const NIGHTLY_CHECK_MS = 10 * MINUTE_MS;
const RECENT_CHECK_MS = MINUTE_MS;
/** A night begins at 9:00 UTC, after the last game and before the morning in America. */
const NIGHT_BEGINS_MS = 9 * HOUR_MS;
const NIGHTLY_FILE = /^pickem-\d{4}-\d\d-\d\d\.db$/;
/** Copies contain password hashes, so only their owner may read them. */
const FOLDER_MODE = 0o700;
/** Number of copies between the nights to keep. */
const KEPT = 3;
const RECENT_FILE = /^pickem-recent-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

/**
 * Makes copies whenever they are due, one after the other. @param onError called for each failed copy, which is retried later @returns a
 * function that stops it and waits for a copy in progress
 */
export function startBackups(
  store: Store,
  settings: BackupSettings,
  now: () => number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  const timers: NodeJS.Timeout[] = [];
  const repeat = (copy: () => Promise<unknown>, everyMs: number): void => {
    const copyNow = (): void => {
      last = last.then(async () => void (await copy())).catch(onError);
    };
    copyNow();
    timers.push(setInterval(copyNow, everyMs).unref());
  };
  repeat(() => keepNightly(store, settings, now()), NIGHTLY_CHECK_MS);
  if (settings.everyMs !== null) {
    const keepRecent = recentBackups(store, settings.folder, settings.everyMs);
    repeat(() => keepRecent(now()), RECENT_CHECK_MS);
  }
  return () => {
    for (const timer of timers) clearInterval(timer);
    return last;
  };
}

/** The file name of the night of a given time. */
function nightlyName(now: number): string {
  return `pickem-${new Date(now - NIGHT_BEGINS_MS).toISOString().slice(0, 10)}.db`;
}

/**
 * Copies an SQLite database if the night has no copy yet, and removes the oldest nightly copies beyond the limit. Other files in the folder
 * stay. @returns the new file; null if there already is one @throws if the folder cannot be written
 */
export async function keepNightly(
  store: Store,
  { folder, keep }: Pick<BackupSettings, 'folder' | 'keep'>,
  now: number,
): Promise<string | null> {
  const file = join(folder, nightlyName(now));
  if (existsSync(file)) return null;
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  discardUnfinished(folder, NIGHTLY_FILE);
  await backUp(store, file);
  const copies = readdirSync(folder).filter((name) => NIGHTLY_FILE.test(name));
  for (const old of copies.sort().slice(0, -keep)) rmSync(join(folder, old));
  return file;
}

/**
 * Makes copies of an SQLite database while it is written to. The returned function is called repeatedly; it copies if the last try was at
 * least `everyMs` ago and something was written since the last copy. If the clock was set back, it copies at once. @returns the new file;
 * null if none was due
 */
export function recentBackups(store: Store, folder: string, everyMs: number): (now: number) => Promise<string | null> {
  let triedAt = newestTime(folder);
  let copied = '';
  return async (now) => {
    if (triedAt <= now && now < triedAt + everyMs) return null;
    const written = await writtenSoFar(store);
    if (written === copied) return null;
    triedAt = now;
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    const name = recentName(now);
    discardUnfinished(folder, RECENT_FILE);
    await backUp(store, join(folder, name));
    copied = written;
    // By name, without the new one, which would sort first if the clock was set back.
    const others = recentFiles(folder).filter((other) => other !== name);
    for (const old of others.slice(0, Math.max(0, others.length - KEPT + 1))) rmSync(join(folder, old));
    return join(folder, name);
  };
}

function recentName(now: number): string {
  return `pickem-recent-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.db`;
}

/** Oldest first. */
function recentFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => RECENT_FILE.test(name))
    .sort();
}

/** A finished copy. */
export interface Backup {
  readonly file: string;
  /** When it was finished, ms. */
  readonly madeAt: number;
}

/** The newest copy in a folder, nightly or not; null if there is none. */
export function newestBackup(folder: string): Backup | null {
  return newestFile(folder, (name) => NIGHTLY_FILE.test(name) || RECENT_FILE.test(name));
}

/** The newest dump of a PostgreSQL database in a folder; null if there is none. */
export function newestDump(folder: string): Backup | null {
  return newestFile(folder, (name) => name.endsWith('.dump') && !OWN_DUMP.test(name));
}

function newestFile(folder: string, isWanted: (name: string) => boolean): Backup | null {
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder).filter(isWanted);
  const copies = files.map((name) => {
    const file = join(folder, name);
    return { file, madeAt: Math.floor(statSync(file).mtimeMs) };
  });
  return copies.sort((a, b) => b.madeAt - a.madeAt)[0] ?? null;
}

/** When the newest copy in between in a folder was made. */
function newestTime(folder: string): number {
  try {
    const newest = recentFiles(folder).at(-1) ?? '';
    return Date.parse(newest.replace(RECENT_FILE, '$1-$2-$3T$4:$5:$6Z')) || Number.NEGATIVE_INFINITY;
  } catch {
    return Number.NEGATIVE_INFINITY; // The folder does not exist yet.
  }
}
