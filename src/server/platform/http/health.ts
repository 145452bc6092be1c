import { readKind } from '#server/platform/db/meta.ts';
import { newestBackup } from '#server/platform/jobs/backups.ts';
import { secondsSince } from '#server/platform/metrics-reads.ts';
import { VERSION } from '#server/platform/version.ts';
import type { Handlers } from './call.ts';
import { fail } from './call.ts';
import { storedReadings } from './metrics.ts';

/** A database that does not answer for this long counts as unreachable, in ms. */
const SILENCE_MS = 5000;

export const health: Pick<Handlers, 'GET /healthz' | 'GET /readyz' | 'GET /status'> = {
  'GET /healthz': async () => ({ ok: true, version: VERSION }),

  'GET /status': async ({ deps }) => {
    const stored = await storedReadings(deps);
    const { backups } = deps.settings;
    const backup = backups === null ? null : newestBackup(backups.folder);
    return {
      version: VERSION,
      isStorageOk: stored !== null && deps.storage.fault === null,
      feedAge: whole(stored?.feedAgeSeconds),
      backupAge: whole(backup === null ? null : secondsSince(backup.madeAt, Date.now())),
      messageAge: whole(stored?.oldestAgeSeconds),
    };
  },

  'GET /readyz': async ({ deps }) => {
    if (deps.stopping()) return fail('stopping');
    const { fault } = deps.storage;
    if (fault !== null) return fail(fault);
    return (await answersInTime(readKind(deps.store.db))) ? { ok: true } : fail('database_away');
  },
};

function whole(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined ? null : Math.floor(seconds);
}

function answersInTime(reading: Promise<unknown>): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const silence = setTimeout(() => resolve(false), SILENCE_MS);
    reading.then(() => resolve(true), reject).finally(() => clearTimeout(silence));
  });
}
