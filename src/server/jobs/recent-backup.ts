import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '#server/store/engine/connect.ts';
import { backUp, discardUnfinished, writtenSoFar } from '../store/backup.ts';
import { FOLDER_MODE } from './nightly-backup.ts';

/** The copies between the nights: so many are kept. */
const KEPT = 3;
const OWN_FILE = /^pickem-recent-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

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
    const name = nameOf(now);
    discardUnfinished(folder, OWN_FILE);
    await backUp(store, join(folder, name));
    copied = written;
    // By name, but never the one just made: it comes first even if the clock was put back.
    const others = ownFiles(folder).filter((other) => other !== name);
    for (const old of others.slice(0, Math.max(0, others.length - KEPT + 1))) rmSync(join(folder, old));
    return join(folder, name);
  };
}

function nameOf(now: number): string {
  return `pickem-recent-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.db`;
}

/** The oldest first. */
function ownFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => OWN_FILE.test(name))
    .sort();
}

/** When the newest copy in a folder was made. */
function newestTime(folder: string): number {
  try {
    const newest = ownFiles(folder).at(-1) ?? '';
    return Date.parse(newest.replace(OWN_FILE, '$1-$2-$3T$4:$5:$6Z')) || Number.NEGATIVE_INFINITY;
  } catch {
    return Number.NEGATIVE_INFINITY; // There is no such folder yet.
  }
}
