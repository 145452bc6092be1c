import type { SlotKind, SlotWish } from '#core/pick.ts';
import { isSameWish, slotKey } from '#core/pick.ts';

/** The last wish under a key, until the server has confirmed it. */
export interface PendingPick {
  readonly wish: SlotWish;
  /** The revision of the stored pick that the taps follow. */
  readonly basedOn: number;
  /** What was sent and not answered: it may be stored. */
  readonly unsure?: SlotWish;
  /** A try failed, so a newer pick may be stored since, which then stays (decisions, Picks). */
  readonly isRetry: boolean;
  /** How many times in a row the server failed with an internal error. */
  readonly breakdowns?: number;
}

/** The state of saving, by key. */
export interface SavingState {
  /** Wishes that are not confirmed yet. */
  readonly pending: ReadonlyMap<string, SlotWish>;
  /** The keys of wishes that could not be sent so far. */
  readonly waiting: readonly string[];
  /** Why the last tap was not saved. */
  readonly failures: ReadonlyMap<string, string>;
  /** Whether the last tap is confirmed. */
  readonly saved: boolean;
}

/** The pending wish of a game or a week. */
export function pendingOf<K extends SlotKind>(
  { pending }: Pick<SavingState, 'pending'>,
  kind: K,
  about: string,
): SlotWish<K> | undefined {
  return pending.get(slotKey({ kind, about })) as SlotWish<K> | undefined;
}

/** Whether the pending wish of a game or a week could not be sent so far. */
export function isWaiting({ waiting }: Pick<SavingState, 'waiting'>, kind: SlotKind, about: string): boolean {
  return waiting.includes(slotKey({ kind, about }));
}

/** Why the last tap on a game or a week was not saved, if it was not. */
export function failureOf(
  { failures }: Pick<SavingState, 'failures'>,
  kind: SlotKind,
  about: string,
): string | undefined {
  return failures.get(slotKey({ kind, about }));
}

/**
 * Why a try failed. `refused`: the server refused it. `conflict`: the server has a newer pick. `unanswered`: it may have arrived. `broken`:
 * the same, because of an internal error that may repeat. `postponed`: the server did not store it and asks to retry later.
 * `not_understood`: the server is older or newer than this page and did not store it; one that understands it may follow. `wrong_user`:
 * someone else or nobody is signed in; the wish is kept until the player is back.
 */
export type SaveFailure =
  | 'refused'
  | 'conflict'
  | 'unanswered'
  | 'broken'
  | 'postponed'
  | 'not_understood'
  | 'wrong_user';

/** The storage of pending picks on the device, by key. */
export interface PickStorage {
  readonly load: () => ReadonlyMap<string, PendingPick>;
  readonly put: (key: string, pick: PendingPick) => void;
  readonly remove: (key: string) => void;
}

export interface PickQueueDeps {
  /** Saves one wish and publishes the confirmed state before it resolves. @returns its revision */
  readonly save: (wish: SlotWish, basedOn: number) => Promise<number>;
  /** The revision stored under the wish's key, as the page knows it; 0 if there is none. */
  readonly revisionOf: (wish: SlotWish) => number;
  /** Like `revisionOf`, read from the server. */
  readonly readRevision: (wish: SlotWish) => Promise<number>;
  readonly classify: (error: unknown) => SaveFailure;
  readonly explain: (error: unknown) => string;
  readonly onFailure: (error: unknown, failure: SaveFailure) => void;
  readonly storage: PickStorage;
}

/** The pending wishes of an entry in one week. */
export interface PickQueue {
  readonly pick: (wish: SlotWish) => void;
  readonly state: () => SavingState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends what is waiting. */
  readonly flush: () => void;
  /** The same at a sign of a connection, which says nothing about wishes that the server did not understand. */
  readonly retry: () => void;
}

const idleState: SavingState = { pending: new Map(), waiting: [], failures: new Map(), saved: false };

/** The queue of a person without an entry. */
export const emptyQueue: PickQueue = {
  pick: () => undefined,
  state: () => idleState,
  subscribe: () => () => undefined,
  flush: () => undefined,
  retry: () => undefined,
};

/** A wish is given up after this many internal errors in a row: some eight minutes of tries, or far less with live updates. */
export const MOST_BREAKDOWNS = 20;
/** How many conflicts in a row a first try follows before it gives up. */
const MAX_REBASES = 3;

/**
 * Saves wishes as they are tapped. Wishes under one key are sent in order, one at a time, and the last one wins. A refused wish leaves
 * `pending`, so the last confirmed one shows again, and the reason stays until the next tap. A wish without a reply stays, here and in
 * the storage, and `flush` sends it again.
 */
export function createPickQueue(deps: PickQueueDeps): PickQueue {
  const { storage } = deps;
  const queue = new Map(storage.load());
  const waiting = new Set(queue.keys());
  const notUnderstood = new Set<string>();
  const sending = new Set<string>();
  const listeners = new Set<() => void>();
  let failures: ReadonlyMap<string, string> = new Map();
  let state = snapshot(false);

  function snapshot(saved: boolean): SavingState {
    return {
      pending: new Map([...queue].map(([key, { wish }]) => [key, wish])),
      waiting: [...waiting],
      failures,
      saved: saved && queue.size === 0,
    };
  }

  function notify(saved = false): void {
    state = snapshot(saved);
    for (const listener of listeners) listener();
  }

  function keep(key: string, pending: PendingPick): void {
    queue.set(key, pending);
    storage.put(key, pending);
  }

  function settle(key: string, failure: string | null): void {
    queue.delete(key);
    waiting.delete(key);
    notUnderstood.delete(key);
    storage.remove(key);
    if (failure !== null) failures = new Map(failures).set(key, failure);
    notify(failure === null);
  }

  /** Keeps what is left to send, or settles the key. */
  function keepOrSettle(key: string, left: PendingPick | null, failure: string | null): void {
    if (left === null) settle(key, failure);
    else keep(key, left);
  }

  async function send(key: string): Promise<void> {
    let rebases = 0;
    sending.add(key);
    for (let pending = queue.get(key); pending !== undefined; pending = queue.get(key)) {
      const sent = nextToSend(pending);
      keep(key, { ...pending, unsure: sent });
      try {
        const revision = await deps.save(sent, pending.basedOn);
        keepOrSettle(key, afterSave(queue.get(key) ?? pending, sent, revision), null);
      } catch (error) {
        const newest = rebases < MAX_REBASES ? await newerRevision(key, error) : null;
        rebases += 1;
        if (newest !== null) keep(key, rebased(queue.get(key) ?? pending, newest));
        else if (!(await fail(key, pending, error))) break;
      }
    }
    sending.delete(key);
  }

  /** The revision that a first try should follow after a conflict; null if there was no conflict. */
  async function newerRevision(key: string, error: unknown): Promise<number | null> {
    const pending = queue.get(key);
    if (deps.classify(error) !== 'conflict' || pending?.isRetry !== false) return null;
    return deps.readRevision(pending.wish).catch(() => null);
  }

  /** @param before the pending wish when the try began @returns whether there is more to send */
  async function fail(key: string, before: PendingPick, error: unknown): Promise<boolean> {
    const pending = queue.get(key);
    if (pending === undefined) return false;
    const failure = deps.classify(error);
    deps.onFailure(error, failure);
    const later = afterRefusal(pending, nextToSend(before));
    if (failure === 'refused' || failure === 'conflict') {
      keepOrSettle(key, later, deps.explain(error));
      return true;
    }
    // The server may understand a later tap.
    if (failure === 'not_understood' && later !== null) {
      keep(key, later);
      return true;
    }
    const breakdowns = failure === 'broken' ? (pending.breakdowns ?? 0) + 1 : 0;
    if (breakdowns >= MOST_BREAKDOWNS && (await giveUp(key, error))) return false;
    const latest = queue.get(key) ?? pending;
    const isNotStored = failure === 'postponed' || failure === 'not_understood';
    keep(key, isNotStored ? afterPostponement(latest, before) : afterSilence(latest, breakdowns));
    waiting.add(key);
    if (failure === 'not_understood') notUnderstood.add(key);
    else notUnderstood.delete(key);
    notify();
    return false;
  }

  /** Settles the key with what the server has stored. @returns false if that cannot be read either */
  async function giveUp(key: string, error: unknown): Promise<boolean> {
    const before = queue.get(key);
    const revision = before ? await deps.readRevision(before.wish).catch(() => null) : null;
    // A tap that came meanwhile is sent as usual.
    if (revision === null || before === undefined || queue.get(key) !== before) return false;
    settle(key, revision > before.basedOn ? null : deps.explain(error));
    return true;
  }

  function sendAll(keys: readonly string[]): void {
    for (const key of keys) if (!sending.has(key)) void send(key);
  }

  function pick(wish: SlotWish): void {
    const key = slotKey(wish);
    failures = new Map([...failures].filter(([failed]) => failed !== key));
    const pending = queue.get(key);
    const follows = pending !== undefined && !isOtherGuess(pending.wish, wish);
    keep(key, follows ? { ...pending, wish, breakdowns: 0 } : { wish, basedOn: deps.revisionOf(wish), isRetry: false });
    notify();
    sendAll([key]);
  }

  return {
    pick,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: () => sendAll([...waiting]),
    retry: () => sendAll([...waiting].filter((key) => !notUnderstood.has(key))),
  };
}

/** A guess of another game starts over: the tiebreak has changed, so the server refuses a late arrival of the old guess. */
function isOtherGuess(before: SlotWish, wish: SlotWish): boolean {
  return before.kind === 'guess' && wish.kind === 'guess' && before.value.gid !== wish.value.gid;
}

/** A wish that may be stored is sent first, so that the last tap never counts as older. */
function nextToSend({ wish, unsure }: PendingPick): SlotWish {
  return unsure ?? wish;
}

/** @returns null if nothing is left to send */
function afterSave(pending: PendingPick, sent: SlotWish, revision: number): PendingPick | null {
  return isSameWish(pending.wish, sent) ? null : rebased(pending, revision);
}

/** @returns null if the last tap was refused; otherwise that one is still to be sent */
function afterRefusal(pending: PendingPick, sent: SlotWish): PendingPick | null {
  return isSameWish(pending.wish, sent) ? null : rebased(pending, pending.basedOn);
}

/** The try is not stored, but the one before may be. */
function afterPostponement({ wish, basedOn }: PendingPick, { unsure }: PendingPick): PendingPick {
  return { wish, basedOn, isRetry: true, ...(unsure && { unsure }) };
}

/** It is unknown whether the try is stored. */
function afterSilence({ breakdowns: _, ...pending }: PendingPick, breakdowns: number): PendingPick {
  return { ...pending, isRetry: true, ...(breakdowns > 0 && { breakdowns }) };
}

/** The last tap, based on another revision, with nothing uncertain. */
function rebased({ wish, isRetry }: PendingPick, basedOn: number): PendingPick {
  return { wish, basedOn, isRetry };
}
