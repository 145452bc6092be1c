import type { BackupSettings } from '#server/env/backups.ts';
import type { Store } from '#server/store/engine/connect.ts';
import { keepNightly } from './nightly-backup.ts';
import { recentBackups } from './recent-backup.ts';

const MINUTE_MS = 60_000;
const NIGHTLY_LOOK_MS = 10 * MINUTE_MS;
const RECENT_LOOK_MS = MINUTE_MS;

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
