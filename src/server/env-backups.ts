import { dirname, join } from 'node:path';
import { isPostgresUrl } from './store/connect.ts';
import type { Kind } from './store/meta.ts';

type Read = <T>(name: string, parse: (text: string) => T | null, otherwise: T, expected: string) => T;

/** The copies that the server makes each night by itself. */
export interface BackupSettings {
  readonly folder: string;
  /** How many nights are kept. */
  readonly keep: number;
}

const NIGHTS = 7;
const MOST_NIGHTS = 366;

/** Null where the server makes none: in the demo, on PostgreSQL, which has a tool of its own, and where it is told so. */
export function readBackups(read: Read, database: string, kind: Kind): BackupSettings | null {
  const folder = read('BACKUP_DIR', (text) => text, join(dirname(database), 'backups'), "a folder, or 'off'");
  const keep = read('BACKUP_KEEP', parseNights, NIGHTS, `a number of nights from 1 to ${MOST_NIGHTS}`);
  return kind === 'demo' || isPostgresUrl(database) || folder === 'off' ? null : { folder, keep };
}

function parseNights(text: string): number | null {
  const nights = Number(text);
  return /^\d+$/.test(text) && nights >= 1 && nights <= MOST_NIGHTS ? nights : null;
}
