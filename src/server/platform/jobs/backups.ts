import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { backUp, discardUnfinished, writtenSoFar } from '#server/platform/db/backup.ts';
import type { Store } from '#server/platform/db/connect.ts';
import type { BackupSettings } from '#server/platform/env/settings.ts';

const NIGHTLY_LOOK_MS = 10 * MINUTE_MS;
const RECENT_LOOK_MS = MINUTE_MS;
/** A night begins at 9:00 UTC, which is after the last game and before anybody is up in America. */
const NIGHT_BEGINS_MS = 9 * HOUR_MS;
const NIGHTLY_FILE = /^pickem-\d{4}-\d\d-\d\d\.db$/;
/** Copies hold password hashes: for their owner alone. */
const FOLDER_MODE = 0o700;
/** The copies between the nights: so many are kept. */
const KEPT = 3;
const RECENT_FILE = /^pickem-recent-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

/**
 * Makes the copies that are due now, and from now on, one after the other.
 * @param onError told of each copy that fails; it is tried again later
 * @returns what ends it, when a copy that is under way is done
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
    const look = (): void => {
      last = last.then(async () => void (await copy())).catch(onError);
    };
    look();
    timers.push(setInterval(look, everyMs).unref());
  };
  repeat(() => keepNightly(store, settings, now()), NIGHTLY_LOOK_MS);
  if (settings.everyMs !== null) {
    const keepRecent = recentBackups(store, settings.folder, settings.everyMs);
    repeat(() => keepRecent(now()), RECENT_LOOK_MS);
  }
  return () => {
    for (const timer of timers) clearInterval(timer);
    return last;
  };
}

/** The file of the night that a moment belongs to. */
function nightlyName(now: number): string {
  return `pickem-${new Date(now - NIGHT_BEGINS_MS).toISOString().slice(0, 10)}.db`;
}

/**
 * Copies an SQLite database where the night has no copy yet, and removes copies of older nights than are to be kept. Other files in
 * the folder stay. @returns the file that was made; null where there is one already
 * @throws where the folder cannot be written
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
 * Makes copies of an SQLite database while it is written to. The function it returns is called again and again; it copies where
 * the last try is at least `everyMs` ago and something was written since the last copy. Where the clock was put back, it copies at
 * once. @returns the file that was made; null where none was due
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
    // By name, but never the one just made: it comes first even if the clock was put back.
    const others = recentFiles(folder).filter((other) => other !== name);
    for (const old of others.slice(0, Math.max(0, others.length - KEPT + 1))) rmSync(join(folder, old));
    return join(folder, name);
  };
}

function recentName(now: number): string {
  return `pickem-recent-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.db`;
}

/** The oldest first. */
function recentFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => RECENT_FILE.test(name))
    .sort();
}

/** When the newest copy in a folder was made. */
function newestTime(folder: string): number {
  try {
    const newest = recentFiles(folder).at(-1) ?? '';
    return Date.parse(newest.replace(RECENT_FILE, '$1-$2-$3T$4:$5:$6Z')) || Number.NEGATIVE_INFINITY;
  } catch {
    return Number.NEGATIVE_INFINITY; // There is no such folder yet.
  }
}
