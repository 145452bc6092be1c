import { wishOf } from '#core/earlier-wish.ts';
import type { Fields } from '#core/fields.ts';
import { fieldsOf } from '#core/fields.ts';
import type { SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import { isKind, parseWish, weekOf } from '#core/slots.ts';
import { readItem, writeItem } from '#web/lib/storage.ts';
import type { PendingPick, PickStorage } from './pick-queue.ts';

/** The prefix of an item's key. Each pick has its own item, so that two windows of one person do not overwrite each other. */
const PREFIX = 'queued-pick';

/** A week of a pool in which an entry has pending picks. */
export interface PendingWeek {
  readonly poolId: string;
  readonly weekId: string;
  readonly entryId: string;
}

/** The pending picks of an entry's week on this device. */
export function pickStorage(userId: string, week: PendingWeek): PickStorage {
  const prefix = prefixOf(userId, week);
  /** The values that this window wrote or read, by item key. */
  const known = new Map<string, string>();
  return {
    load: () => {
      const found = new Map<string, PendingPick>();
      for (const [name, text] of itemsUnder(prefix)) {
        known.set(name, text);
        const key = name.slice(prefix.length);
        const pick = parsePendingPick(week.weekId, key, text);
        if (pick !== null) found.set(key, pick);
      }
      return found;
    },
    put: (key, pick) => {
      const [name, text] = [prefix + key, JSON.stringify(pick)];
      writeItem(name, text);
      // A full storage keeps the old value.
      if (readItem(name) === text) known.set(name, text);
    },
    remove: (key) => removeUnchanged(prefix + key, known.get(prefix + key)),
  };
}

function prefixOf(userId: string, { poolId, weekId, entryId }: PendingWeek): string {
  return `${PREFIX} ${userId} ${poolId} ${weekId} ${entryId} `;
}

/** The weeks in which a person has pending picks on this device. */
export function pendingWeeks(userId: string): readonly PendingWeek[] {
  const weeks = itemsUnder(`${PREFIX} ${userId} `).flatMap(([name]) => {
    const [, , poolId = '', weekId = '', entryId = '', kind] = name.split(' ');
    return isKind(kind) ? [{ poolId, weekId, entryId }] : [];
  });
  return [...new Map(weeks.map((week) => [Object.values(week).join(' '), week])).values()];
}

/**
 * Reads a pick that an earlier page stored and did not see confirmed, so sending it is a retry. The stored text may be anything.
 * @param kept the key of its slot
 * @returns null for anything else
 */
export function parsePendingPick(weekId: string, kept: string, text: string): PendingPick | null {
  const item = fieldsOf(parseJson(text));
  const read = (value: unknown): SlotWish | null => {
    const wish = readWish(fieldsOf(value));
    const isOfWeek = wish !== null && weekOf(wish, () => weekId) === weekId;
    return isOfWeek && slotKey(wish) === kept ? wish : null;
  };
  const [wish, unsure] = [read(item.wish ?? item.choice), read(item.unsure)];
  const { basedOn, breakdowns } = item;
  if (wish === null || !isCount(basedOn)) return null;
  return {
    wish,
    basedOn,
    isRetry: true,
    ...(unsure && { unsure }),
    ...(isCount(breakdowns) && breakdowns > 0 && { breakdowns }),
  };
}

function readWish(fields: Fields): SlotWish | null {
  return parseWish('about' in fields ? fields : wishOf(fields));
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function itemsUnder(prefix: string): [string, string][] {
  try {
    return Object.entries(localStorage).filter(([name]) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Removes only what this window wrote or read: another window may have a newer tap there. */
function removeUnchanged(name: string, text: string | undefined): void {
  try {
    if (localStorage.getItem(name) === text) localStorage.removeItem(name);
  } catch {
    // Nothing is stored if storage is forbidden.
  }
}
