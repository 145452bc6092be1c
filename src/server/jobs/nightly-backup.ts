import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupSettings } from '#server/env/backups.ts';
import type { Store } from '#server/store/engine/connect.ts';
import { backUp, discardUnfinished } from '../store/backup.ts';

const HOUR_MS = 3_600_000;
/** A night begins at 9:00 UTC, which is after the last game and before anybody is up in America. */
const NIGHT_BEGINS_MS = 9 * HOUR_MS;

const OWN_FILE = /^pickem-\d{4}-\d\d-\d\d\.db$/;
/** Copies hold password hashes: for their owner alone. */
export const FOLDER_MODE = 0o700;

/** The file of the night that a moment belongs to. */
function fileOf(now: number): string {
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
  const file = join(folder, fileOf(now));
  if (existsSync(file)) return null;
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  discardUnfinished(folder, OWN_FILE);
  await backUp(store, file);
  const copies = readdirSync(folder).filter((name) => OWN_FILE.test(name));
  for (const old of copies.sort().slice(0, -keep)) rmSync(join(folder, old));
  return file;
}
