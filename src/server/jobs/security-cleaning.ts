import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS } from '#core/time.ts';
import type { Db } from '#server/store/engine/connect.ts';
import { removeOldSecurityRows } from '../store/security-log.ts';

/** Others write between two slices. */
const PAUSE_MS = 50;

/**
 * Removes old rows of the security log now and every hour, slice by slice until none is left.
 * @param onError told where that fails; it is tried again the next time
 * @returns what ends it, when a slice that is under way is done
 */
export function startSecurityCleaning(
  db: Db,
  now: () => number,
  onError: (error: unknown) => void,
  everyMs = HOUR_MS,
): () => Promise<void> {
  let isEnding = false;
  let last: Promise<void> = Promise.resolve();
  const removeAll = async (): Promise<void> => {
    while (!isEnding && (await removeOldSecurityRows(db, now()))) await pause(PAUSE_MS);
  };
  const look = (): void => {
    last = last.then(removeAll).catch(onError);
  };
  look();
  const timer = setInterval(look, everyMs).unref();
  return () => {
    isEnding = true;
    clearInterval(timer);
    return last;
  };
}
