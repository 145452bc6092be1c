import { remember } from '#web/lib/storage.ts';
import type { QueuedPick } from './pick-queue.ts';
import { readQueued } from './pick-queue.ts';
import type { PickShelf } from './pick-saver.ts';

/** One entry for each pick, so that two windows of the same person do not wipe out each other's. */
const WORD = 'queued-pick';

/** A week of a pool in which something waits. */
export interface ShelvedWeek {
  readonly poolId: string;
  readonly weekId: string;
}

/** What this device keeps of one player's unconfirmed picks of a week. */
export function pickShelf(userId: string, { poolId, weekId }: ShelvedWeek): PickShelf {
  const prefix = `${WORD} ${userId} ${poolId} ${weekId} `;
  const written = new Map<string, string>();
  return {
    load: () => {
      const found = new Map<string, QueuedPick>();
      for (const [key, text] of entriesUnder(prefix)) {
        const queued = readQueued(text);
        const gid = key.slice(prefix.length);
        written.set(gid, text);
        if (queued !== null) found.set(gid, queued);
      }
      return found;
    },
    put: (gid, queued) => {
      const text = JSON.stringify(queued);
      written.set(gid, text);
      remember(prefix + gid, text);
    },
    drop: (gid) => forget(prefix + gid, written.get(gid)),
  };
}

/** Where picks of a player wait on this device. */
export function shelvedWeeks(userId: string): readonly ShelvedWeek[] {
  const weeks = new Map<string, ShelvedWeek>();
  for (const [key] of entriesUnder(`${WORD} ${userId} `)) {
    const [, , poolId = '', weekId = ''] = key.split(' ');
    weeks.set(`${poolId} ${weekId}`, { poolId, weekId });
  }
  return [...weeks.values()];
}

function entriesUnder(prefix: string): [string, string][] {
  try {
    return Object.entries(localStorage).filter(([key]) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Only what this window wrote itself: another one may have a newer tap there. */
function forget(key: string, text: string | undefined): void {
  try {
    if (localStorage.getItem(key) === text) localStorage.removeItem(key);
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}
