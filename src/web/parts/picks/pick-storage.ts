import type { Choice, ChoiceKind } from '#core/choice.ts';
import type { Order } from '#core/formats/confidence/confidence.ts';
import type { TeamChoice } from '#core/formats/survivor/survivor.ts';
import { MAX_GUESS } from '#core/tiebreak.ts';
import type { Side } from '#core/types.ts';
import { readItem, writeItem } from '#web/lib/storage.ts';
import type { PendingPick, PickStorage } from './pick-queue.ts';
import { keyOf } from './pick-queue.ts';

/** The prefix of an item's key. Each choice has its own item, so that two windows of one person do not overwrite each other. */
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

const kinds: Readonly<Record<ChoiceKind, true>> = { pick: true, guess: true, order: true, team: true };

function isKind(word: string | undefined): boolean {
  return word !== undefined && Object.hasOwn(kinds, word);
}

/**
 * Reads a pick that an earlier page stored and did not see confirmed, so sending it is a retry. The stored text may be anything.
 * @param kept the key of the choice
 * @returns null for anything else
 */
export function parsePendingPick(weekId: string, kept: string, text: string): PendingPick | null {
  const item = fieldsOf(parseJson(text));
  const read = (value: unknown): Choice | null => {
    const choice = readChoice(weekId, fieldsOf(value));
    return choice && keyOf(choice) === kept ? choice : null;
  };
  const [choice, unsure] = [read(item.choice), read(item.unsure)];
  const { basedOn, breakdowns } = item;
  if (choice === null || !isCount(basedOn)) return null;
  return {
    choice,
    basedOn,
    isRetry: true,
    ...(unsure && { unsure }),
    ...(isCount(breakdowns) && breakdowns > 0 && { breakdowns }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** A choice with only its own fields, if they are valid for its kind and week. */
function readChoice(weekId: string, fields: Fields): Choice | null {
  const { kind, gid, side, best, total, order, team, second } = fields;
  if (kind === 'pick') return isId(gid) && isSideOrNone(side) && isMarkOrNone(best) ? { kind, gid, side, best } : null;
  if (fields.weekId !== weekId) return null;
  if (kind === 'guess') return isId(gid) && isTotalOrNone(total) ? { kind, weekId, gid, total } : null;
  if (kind === 'order') return isOrder(order) ? { kind, weekId, order } : null;
  if (kind === 'team') return isTeamOrNone(team) ? { kind, weekId, team, ...(second === true && { second }) } : null;
  return null;
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^\S+$/.test(value);
}

function isSideOrNone(value: unknown): value is Side | null {
  return value === 'home' || value === 'away' || value === null;
}

function isMarkOrNone(value: unknown): value is boolean | undefined {
  return typeof value === 'boolean' || value === undefined;
}

function isTotalOrNone(value: unknown): value is number | null {
  return value === null || (isCount(value) && value <= MAX_GUESS);
}

function isOrder(value: unknown): value is Order {
  return Array.isArray(value) && value.length > 0 && value.every(isId);
}

function isTeamOrNone(value: unknown): value is TeamChoice | null {
  const { gid, team } = fieldsOf(value);
  return value === null || (isId(gid) && isId(team));
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** The fields of an object; none for any other value. */
function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
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
