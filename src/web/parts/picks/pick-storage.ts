import type { Choice } from '#core/choice.ts';
import type { Order } from '#core/formats/confidence.ts';
import type { TeamChoice } from '#core/formats/survivor.ts';
import { MAX_GUESS } from '#core/tiebreak.ts';
import type { Side } from '#core/types.ts';
import { readItem, writeItem } from '#web/lib/storage.ts';
import type { PendingPick, PickStorage } from './pick-queue.ts';
import { keyOf } from './pick-queue.ts';

/** Begins the name of an item. There is one item for each choice, so that two windows of the same person do not wipe out each other's. */
const PREFIX = 'queued-pick';

/** A week of a pool in which something is pending. */
export interface PendingWeek {
  readonly poolId: string;
  readonly weekId: string;
}

/** What this device keeps of one player's pending picks of a week. */
export function pickStorage(userId: string, { poolId, weekId }: PendingWeek): PickStorage {
  const prefix = `${PREFIX} ${userId} ${poolId} ${weekId} `;
  /** What this window wrote or found, by the name of the item. */
  const known = new Map<string, string>();
  /** The names under which an older page kept a choice, by the key of the choice. */
  const oldNames = new Map<string, readonly string[]>();

  function removeOld(key: string): void {
    for (const name of oldNames.get(key) ?? []) removeUnchanged(name, known.get(name));
    oldNames.delete(key);
  }

  return {
    load: () => {
      const [found, old] = [new Map<string, PendingPick>(), new Map<string, PendingPick>()];
      for (const [name, text] of itemsUnder(prefix)) {
        known.set(name, text);
        const kept = name.slice(prefix.length);
        const pick = parsePendingPick(weekId, kept, text);
        if (pick === null) continue;
        const key = keyOf(pick.choice);
        if (key === kept) found.set(key, pick);
        else {
          old.set(key, pick);
          oldNames.set(key, [...(oldNames.get(key) ?? []), name]);
        }
      }
      return new Map([...old, ...found]);
    },
    put: (key, pick) => {
      const [name, text] = [prefix + key, JSON.stringify(pick)];
      writeItem(name, text);
      // A full storage keeps what was there.
      if (readItem(name) !== text) return;
      known.set(name, text);
      removeOld(key);
    },
    remove: (key) => {
      removeUnchanged(prefix + key, known.get(prefix + key));
      removeOld(key);
    },
  };
}

/** Where picks of a player are pending on this device. */
export function pendingWeeks(userId: string): readonly PendingWeek[] {
  const weeks = new Map<string, PendingWeek>();
  for (const [name] of itemsUnder(`${PREFIX} ${userId} `)) {
    const [, , poolId = '', weekId = ''] = name.split(' ');
    weeks.set(`${poolId} ${weekId}`, { poolId, weekId });
  }
  return [...weeks.values()];
}

/**
 * Reads what an earlier page kept, which it did not see confirmed: to send it is a retry. What is kept on a device may be anything.
 * @param kept the key of the choice, or the one that the release before used
 * @returns null for anything else
 */
export function parsePendingPick(weekId: string, kept: string, text: string): PendingPick | null {
  const item = fieldsOf(parseJson(text));
  const isOld = 'side' in item;
  const read = (value: unknown): Choice | null => {
    const choice = readChoice(weekId, isOld ? oldChoice(weekId, kept, value) : fieldsOf(value));
    return choice && (isOld || keyOf(choice) === kept) ? choice : null;
  };
  const [choice, unsure] = [read(isOld ? item.side : item.choice), read(item.unsure)];
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

/**
 * A choice as pages of the release before queued it. A pick was `home`, `home best` or `home plain` under its game, a guess a number under
 * `tiebreak GAME`, an order or a team JSON in a string under `entry of week`; null took it back. Kept for one release.
 */
function oldChoice(weekId: string, kept: string, value: unknown): Fields {
  if (kept === 'entry of week') {
    const entry = value === null ? null : (parseJson(String(value)) ?? undefined);
    const { order } = fieldsOf(entry);
    return order === undefined ? { kind: 'team', weekId, team: entry } : { kind: 'order', weekId, order };
  }
  const [word, guessed] = kept.split(' ');
  if (word === 'tiebreak') return { kind: 'guess', weekId, gid: guessed, total: value };
  if (typeof value !== 'string') return { kind: 'pick', gid: kept, side: value };
  const [, side, mark] = /^(\w+)(?: (best|plain))?$/.exec(value) ?? [];
  return { kind: 'pick', gid: kept, side, best: mark && mark === 'best' };
}

/** A choice with its own fields only, if they are those of its kind and week. */
function readChoice(weekId: string, fields: Fields): Choice | null {
  const { kind, gid, side, best, total, order, team } = fields;
  if (kind === 'pick') return isId(gid) && isSideOrNone(side) && isMarkOrNone(best) ? { kind, gid, side, best } : null;
  if (fields.weekId !== weekId) return null;
  if (kind === 'guess') return isId(gid) && isTotalOrNone(total) ? { kind, weekId, gid, total } : null;
  if (kind === 'order') return isOrder(order) ? { kind, weekId, order } : null;
  if (kind === 'team') return isTeamOrNone(team) ? { kind, weekId, team } : null;
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

/** None of what is no object. */
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

/** Removes only what this window wrote or found: another one may have a newer tap there. */
function removeUnchanged(name: string, text: string | undefined): void {
  try {
    if (localStorage.getItem(name) === text) localStorage.removeItem(name);
  } catch {
    // Nothing is kept where storage is forbidden.
  }
}
