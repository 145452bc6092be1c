import { writeItem } from '#web/lib/storage.ts';
import type { PendingPick, PickedSide, PickStorage } from './pick-queue.ts';

/** One entry for each pick, so that two windows of the same person do not wipe out each other's. */
const PREFIX = 'queued-pick';

/** A week of a pool in which something is pending. */
export interface PendingWeek {
  readonly poolId: string;
  readonly weekId: string;
}

/** What this device keeps of one player's pending picks of a week. */
export function pickStorage(userId: string, { poolId, weekId }: PendingWeek): PickStorage {
  const prefix = `${PREFIX} ${userId} ${poolId} ${weekId} `;
  const written = new Map<string, string>();
  return {
    load: () => {
      const found = new Map<string, PendingPick>();
      for (const [key, text] of entriesUnder(prefix)) {
        const pick = parsePendingPick(text);
        const gid = key.slice(prefix.length);
        written.set(gid, text);
        if (pick !== null) found.set(gid, pick);
      }
      return found;
    },
    put: (gid, pick) => {
      const text = JSON.stringify(pick);
      written.set(gid, text);
      writeItem(prefix + gid, text);
    },
    remove: (gid) => removeUnchanged(prefix + gid, written.get(gid)),
  };
}

/** Where picks of a player are pending on this device. */
export function pendingWeeks(userId: string): readonly PendingWeek[] {
  const weeks = new Map<string, PendingWeek>();
  for (const [key] of entriesUnder(`${PREFIX} ${userId} `)) {
    const [, , poolId = '', weekId = ''] = key.split(' ');
    weeks.set(`${poolId} ${weekId}`, { poolId, weekId });
  }
  return [...weeks.values()];
}

/** Reads what an earlier page kept, which it did not see confirmed: to send it is a retry. @returns null for anything else */
export function parsePendingPick(text: string): PendingPick | null {
  const kept = parseJson(text);
  if (typeof kept !== 'object' || kept === null) return null;
  const { side, basedOn, unsure, breakdowns } = kept as Record<string, unknown>;
  if (!isPickedSide(side) || !isCount(basedOn)) return null;
  return {
    side,
    basedOn,
    isRetry: true,
    ...(isPickedSide(unsure) && { unsure }),
    ...(isCount(breakdowns) && breakdowns > 0 && { breakdowns }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isPickedSide(value: unknown): value is PickedSide {
  if (typeof value !== 'string') return value === null || isCount(value);
  return /^(home|away)( best| plain)?$/.test(value) || isEntry(parseJson(value));
}

/** An order or a team: the server says what else is wrong with it. */
function isEntry(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('order' in value || 'team' in value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function entriesUnder(prefix: string): [string, string][] {
  try {
    return Object.entries(localStorage).filter(([key]) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Removes only what this window wrote itself: another one may have a newer tap there. */
function removeUnchanged(key: string, text: string | undefined): void {
  try {
    if (localStorage.getItem(key) === text) localStorage.removeItem(key);
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}
