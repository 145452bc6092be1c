import type { Choice, ChoiceKind, ChoiceOf } from '#core/choice.ts';
import { aboutOf, isOfKind, isSameChoice } from '#core/choice.ts';

/** The key of a choice in the queue of its week: the next choice under the same key replaces it. */
function queueKey(kind: ChoiceKind, about: string): string {
  return `${kind} ${about}`;
}

/** The queue key of a choice. */
export function keyOf(choice: Choice): string {
  return queueKey(choice.kind, aboutOf(choice));
}

/** The last choice under a key, until the server has confirmed it. */
export interface PendingPick {
  readonly choice: Choice;
  /** The revision of the stored pick that the taps follow. */
  readonly basedOn: number;
  /** What was sent and not answered yet: it may be stored. */
  readonly unsure?: Choice;
  /** A try failed, so something newer may have been stored since: then that stays (decisions, Picks). */
  readonly isRetry: boolean;
  /** So often in a row the server broke down over it. */
  readonly breakdowns?: number;
}

/** What is under way between the taps and the server, by key. */
export interface SavingState {
  /** What was tapped and is not confirmed yet. */
  readonly pending: ReadonlyMap<string, Choice>;
  /** The keys of what could not be sent so far. */
  readonly waiting: readonly string[];
  /** Why the last tap did not count. */
  readonly failures: ReadonlyMap<string, string>;
  /** The last tap is confirmed. */
  readonly saved: boolean;
}

/** The pending choice of a game or a week. */
export function pendingOf<K extends ChoiceKind>(
  { pending }: Pick<SavingState, 'pending'>,
  kind: K,
  about: string,
): ChoiceOf<K> | undefined {
  const choice = pending.get(queueKey(kind, about));
  return isOfKind(kind, choice) ? choice : undefined;
}

/** Whether the pending choice of a game or a week could not be sent so far. */
export function isWaiting({ waiting }: Pick<SavingState, 'waiting'>, kind: ChoiceKind, about: string): boolean {
  return waiting.includes(queueKey(kind, about));
}

/** Why the last tap on a game or a week did not count, if it did not. */
export function failureOf(
  { failures }: Pick<SavingState, 'failures'>,
  kind: ChoiceKind,
  about: string,
): string | undefined {
  return failures.get(queueKey(kind, about));
}

/**
 * What a failed try means: `refused` the server said no; `conflict` it has a newer pick; `unanswered` nobody knows whether
 * it arrived; `broken` the same, because of a fault in the server that may come again; `postponed` the server has not stored it and wants
 * it later; `wrong_user` somebody else or nobody is signed in: it is kept until the player is back.
 */
export type SaveFailure = 'refused' | 'conflict' | 'unanswered' | 'broken' | 'postponed' | 'wrong_user';

/** Where the device keeps pending picks, by key. */
export interface PickStorage {
  readonly load: () => ReadonlyMap<string, PendingPick>;
  readonly put: (key: string, pick: PendingPick) => void;
  readonly remove: (key: string) => void;
}

export interface PickQueueDeps {
  /** Saves one choice and, before it answers, makes what was confirmed known. @returns its revision */
  readonly save: (choice: Choice, basedOn: number) => Promise<number>;
  /** The revision of what is stored about the same, as the page knows it; 0 if there is nothing. */
  readonly revisionOf: (choice: Choice) => number;
  /** Like `revisionOf`, read from the server. */
  readonly readRevision: (choice: Choice) => Promise<number>;
  readonly classify: (error: unknown) => SaveFailure;
  readonly explain: (error: unknown) => string;
  readonly onFailure: (error: unknown, failure: SaveFailure) => void;
  readonly storage: PickStorage;
}

/** The pending choices of an entry in one week. */
export interface PickQueue {
  readonly pick: (choice: Choice) => void;
  readonly state: () => SavingState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends what waits. */
  readonly flush: () => void;
}

const nothing: SavingState = { pending: new Map(), waiting: [], failures: new Map(), saved: false };

/** The queue of somebody who has no entry. */
export const emptyQueue: PickQueue = {
  pick: () => undefined,
  state: () => nothing,
  subscribe: () => () => undefined,
  flush: () => undefined,
};

/** A tap over which the server broke down so often in a row is given up: some ten minutes of tries. */
export const MOST_BREAKDOWNS = 20;
/** How many conflicts in a row a first try follows before it gives up. */
const MAX_REBASES = 3;

/**
 * Saves choices as they are tapped: those under one key go out in order, one at a time, and the last one wins. A tap that is
 * refused leaves `pending`, so that what the server confirmed last shows again, and its reason stays until the next tap.
 * One without an answer stays, here and in the storage, and is sent again by `flush`.
 */
export function createPickQueue(deps: PickQueueDeps): PickQueue {
  const { storage } = deps;
  const queue = new Map(storage.load());
  const waiting = new Set(queue.keys());
  const sending = new Set<string>();
  const listeners = new Set<() => void>();
  let failures: ReadonlyMap<string, string> = new Map();
  let state = snapshot(false);

  function snapshot(saved: boolean): SavingState {
    return {
      pending: new Map([...queue].map(([key, { choice }]) => [key, choice])),
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
    storage.remove(key);
    if (failure !== null) failures = new Map(failures).set(key, failure);
    notify(failure === null);
  }

  /** Keeps what is left to send, or ends with the outcome. */
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

  /** What a first try is to follow after a conflict; null if that is not what went wrong. */
  async function newerRevision(key: string, error: unknown): Promise<number | null> {
    const pending = queue.get(key);
    if (deps.classify(error) !== 'conflict' || pending?.isRetry !== false) return null;
    return deps.readRevision(pending.choice).catch(() => null);
  }

  /** @param before what was pending when the try began @returns whether there is more to send */
  async function fail(key: string, before: PendingPick, error: unknown): Promise<boolean> {
    const pending = queue.get(key);
    if (pending === undefined) return false;
    const failure = deps.classify(error);
    deps.onFailure(error, failure);
    if (failure === 'refused' || failure === 'conflict') {
      keepOrSettle(key, afterRefusal(pending, nextToSend(before)), deps.explain(error));
      return true;
    }
    const breakdowns = failure === 'broken' ? (pending.breakdowns ?? 0) + 1 : 0;
    if (breakdowns >= MOST_BREAKDOWNS && (await giveUp(key, error))) return false;
    const latest = queue.get(key) ?? pending;
    keep(key, failure === 'postponed' ? afterPostponement(latest, before) : afterSilence(latest, breakdowns));
    waiting.add(key);
    notify();
    return false;
  }

  /** Ends with what the server has stored by now. @returns false if that cannot be read either */
  async function giveUp(key: string, error: unknown): Promise<boolean> {
    const before = queue.get(key);
    const revision = before ? await deps.readRevision(before.choice).catch(() => null) : null;
    // A tap that came meanwhile is sent like any other.
    if (revision === null || before === undefined || queue.get(key) !== before) return false;
    settle(key, revision > before.basedOn ? null : deps.explain(error));
    return true;
  }

  function pick(choice: Choice): void {
    const key = keyOf(choice);
    failures = new Map([...failures].filter(([failed]) => failed !== key));
    const pending = queue.get(key);
    const follows = pending !== undefined && !isOtherGuess(pending.choice, choice);
    keep(
      key,
      follows ? { ...pending, choice, breakdowns: 0 } : { choice, basedOn: deps.revisionOf(choice), isRetry: false },
    );
    notify();
    if (!sending.has(key)) void send(key);
  }

  return {
    pick,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: () => {
      for (const key of [...waiting]) if (!sending.has(key)) void send(key);
    },
  };
}

/** A guess of another game starts over: the tiebreak has changed, so a late arrival of the old guess is refused. */
function isOtherGuess(before: Choice, choice: Choice): boolean {
  return before.kind === 'guess' && choice.kind === 'guess' && before.gid !== choice.gid;
}

/** What may be stored already goes first, so that the last tap is never taken for older than that. */
function nextToSend({ choice, unsure }: PendingPick): Choice {
  return unsure ?? choice;
}

/** @returns null when nothing is left to send */
function afterSave(pending: PendingPick, sent: Choice, revision: number): PendingPick | null {
  return isSameChoice(pending.choice, sent) ? null : rebased(pending, revision);
}

/** @returns null if the last tap was refused; else that one is still to be sent */
function afterRefusal(pending: PendingPick, sent: Choice): PendingPick | null {
  return isSameChoice(pending.choice, sent) ? null : rebased(pending, pending.basedOn);
}

/** The try is not stored. What the try before may have stored still may be. */
function afterPostponement({ choice, basedOn }: PendingPick, { unsure }: PendingPick): PendingPick {
  return { choice, basedOn, isRetry: true, ...(unsure && { unsure }) };
}

/** Nobody knows whether the try is stored. */
function afterSilence({ breakdowns: _, ...pending }: PendingPick, breakdowns: number): PendingPick {
  return { ...pending, isRetry: true, ...(breakdowns > 0 && { breakdowns }) };
}

/** The last tap, based on another revision, with nothing in doubt. */
function rebased({ choice, isRetry }: PendingPick, basedOn: number): PendingPick {
  return { choice, basedOn, isRetry };
}
