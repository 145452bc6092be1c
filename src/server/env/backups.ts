import { dirname, join } from 'node:path';
import { MINUTE_MS } from '#core/time.ts';
import { isPostgresUrl } from '#server/store/engine/connect.ts';
import type { Kind } from '#server/store/engine/meta.ts';
import type { Variables } from './variables.ts';
import { parseUpTo } from './variables.ts';

/** The copies that the server makes by itself: each night, and in between. */
export interface BackupSettings {
  readonly folder: string;
  /** How many nights are kept. */
  readonly keep: number;
  /** How far apart copies between the nights are, in ms; null where only the nightly ones are made. */
  readonly everyMs: number | null;
}

const NIGHTS = 7;
const MOST_NIGHTS = 366;
const MINUTES = 15;
const MOST_MINUTES = 1440;

/** Null where the server makes none: in the demo, on PostgreSQL, which has a tool of its own, and where `BACKUP_DIR` is 'off'. */
export function readBackups(variables: Variables, database: string, kind: Kind): BackupSettings | null {
  const folder = variables.read('BACKUP_DIR', (text) => text, join(dirname(database), 'backups'), "a folder, or 'off'");
  const keep = variables.read('BACKUP_KEEP', parseNights, NIGHTS, `a number of nights from 1 to ${MOST_NIGHTS}`);
  const every = variables.read(
    'BACKUP_EVERY',
    parseMinutes,
    { ms: MINUTES * MINUTE_MS } as { ms: number | null },
    `a number of minutes from 1 to ${MOST_MINUTES}, or 'off'`,
  );
  return kind === 'demo' || isPostgresUrl(database) || folder === 'off' ? null : { folder, keep, everyMs: every.ms };
}

function parseNights(text: string): number | null {
  return parseUpTo(text, MOST_NIGHTS);
}

function parseMinutes(text: string): { ms: number | null } | null {
  if (text === 'off') return { ms: null };
  const minutes = parseUpTo(text, MOST_MINUTES);
  return minutes === null ? null : { ms: minutes * MINUTE_MS };
}
