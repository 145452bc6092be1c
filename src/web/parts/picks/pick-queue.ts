import type { Side } from '#core/types.ts';

/**
 * What a player enters: the side of a game, with or without a word on whether it is marked as best bet, the total points they guess of
 * one, the order or the team of a week as JSON, or null to take any of them back.
 */
export type PickedSide = Side | `${Side} ${'best' | 'plain'}` | number | `{${string}` | null;

/** Under this word the order or the team of a week goes in its queue. */
export const ENTRY_KEY = 'entry of week';
/** Begins the key of a guess. */
const GUESS_PREFIX = 'tiebreak ';

/**
 * The game of a guess; undefined for a pick. In the queue a pick goes by the id of its game, a guess by a word before that id: no id
 * has a space.
 */
export function guessedGame(key: string): string | undefined {
  return key.startsWith(GUESS_PREFIX) ? key.slice(GUESS_PREFIX.length) : undefined;
}

/** The key of a guess. */
export function guessKey(gid: string): string {
  return GUESS_PREFIX + gid;
}

/** A side as a tap asks for it. @param best whether it is marked; where nothing is said, that stays as it is */
export function pickedSide(side: Side, best?: boolean): PickedSide {
  return best === undefined ? side : `${side} ${best ? 'best' : 'plain'}`;
}

/** The side that a tap asks for, and whether it is marked, where the tap says so; no side for a guess or an entry. */
export function readPicked(picked: PickedSide): { readonly side: Side | null; readonly best?: boolean } {
  const isSide = typeof picked === 'string' && !picked.startsWith('{');
  const [side, mark] = isSide ? (picked.split(' ') as [Side, string?]) : [null];
  return mark === undefined ? { side } : { side, best: mark === 'best' };
}

/** The last tap on a game, until the server has confirmed it. */
export interface PendingPick {
  readonly side: PickedSide;
  /** The revision of the stored pick that the taps follow. */
  readonly basedOn: number;
  /** What was sent and not answered yet: it may be stored. */
  readonly unsure?: PickedSide;
  /** A try failed, so something newer may have been stored since: then that stays (decisions, Picks). */
  readonly isRetry: boolean;
  /** So often in a row the server broke down over it. */
  readonly breakdowns?: number;
}

/** What is under way between the taps and the server, by game. */
export interface SavingState {
  /** What was tapped and is not confirmed yet; null takes a pick back. */
  readonly pending: Readonly<Record<string, PickedSide>>;
  /** Of those, what could not be sent so far. */
  readonly waiting: readonly string[];
  /** Why the last tap on a game did not count. */
  readonly failures: Readonly<Record<string, string>>;
  /** The last tap is confirmed. */
  readonly saved: boolean;
}

/** Why the last tap on this game did not count, if it did not. */
export function failureOf({ failures }: SavingState, gid: string): string | undefined {
  return Object.hasOwn(failures, gid) ? failures[gid] : undefined;
}

/**
 * What a failed try means: `refused` the server said no; `conflict` it has a newer pick; `unanswered` nobody knows whether
 * it arrived; `broken` the same, because of a fault in the server that may come again; `postponed` the server has not stored it and wants
 * it later; `wrong_user` somebody else or nobody is signed in: it is kept until the player is back.
 */
export type SaveFailure = 'refused' | 'conflict' | 'unanswered' | 'broken' | 'postponed' | 'wrong_user';

/** Where the device keeps pending picks, by game, a pending guess and a pending entry. */
export interface PickStorage {
  readonly load: () => ReadonlyMap<string, PendingPick>;
  readonly put: (gid: string, pick: PendingPick) => void;
  readonly remove: (gid: string) => void;
}

export interface PickQueueDeps {
  /** Saves one pick and, before it answers, makes the confirmed pick known. @returns its revision */
  readonly save: (gid: string, side: PickedSide, basedOn: number) => Promise<number>;
  /** The revision of the stored pick as the page knows it, 0 for none. */
  readonly revisionOf: (gid: string) => number;
  /** The same, read anew. */
  readonly readRevision: (gid: string) => Promise<number>;
  readonly classify: (error: unknown) => SaveFailure;
  readonly explain: (error: unknown) => string;
  readonly onFailure: (error: unknown, failure: SaveFailure) => void;
  readonly storage: PickStorage;
}

/** The pending picks of one week, its guess and its entry. */
export interface PickQueue {
  readonly pick: (gid: string, side: PickedSide) => void;
  readonly state: () => SavingState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends what waits. */
  readonly flush: () => void;
}

/** A tap over which the server broke down so often in a row is given up: some ten minutes of tries. */
export const MOST_BREAKDOWNS = 20;
/** How many conflicts in a row a first try follows before it gives up. */
const MAX_REBASES = 3;

/**
 * Saves picks as they are tapped: each game's taps go out in order, one at a time, and the last one wins. A tap that is
 * refused leaves `pending`, so that what the server confirmed last shows again, and its reason stays until the next tap.
 * One without an answer stays, here and in the storage, and is sent again by `flush`.
 */
export function createPickQueue(deps: PickQueueDeps): PickQueue {
  const { storage } = deps;
  const queue = new Map(storage.load());
  const waiting = new Set(queue.keys());
  const sending = new Set<string>();
  const listeners = new Set<() => void>();
  let failures: Readonly<Record<string, string>> = {};
  let state = snapshot(false);

  function snapshot(saved: boolean): SavingState {
    const pending = Object.fromEntries([...queue].map(([gid, { side }]) => [gid, side]));
    return {
      pending,
      waiting: [...waiting],
      failures,
      saved: saved && queue.size === 0,
    };
  }

  function notify(saved = false): void {
    state = snapshot(saved);
    for (const listener of listeners) listener();
  }

  function keep(gid: string, pending: PendingPick): void {
    queue.set(gid, pending);
    storage.put(gid, pending);
  }

  function settle(gid: string, failure: string | null): void {
    queue.delete(gid);
    waiting.delete(gid);
    storage.remove(gid);
    if (failure !== null) failures = { ...failures, [gid]: failure };
    notify(failure === null);
  }

  /** Keeps what is left to send, or ends with the outcome. */
  function keepOrSettle(gid: string, left: PendingPick | null, failure: string | null): void {
    if (left === null) settle(gid, failure);
    else keep(gid, left);
  }

  async function send(gid: string): Promise<void> {
    let rebases = 0;
    sending.add(gid);
    for (let pending = queue.get(gid); pending !== undefined; pending = queue.get(gid)) {
      const sent = nextToSend(pending);
      keep(gid, { ...pending, unsure: sent });
      try {
        const revision = await deps.save(gid, sent, pending.basedOn);
        keepOrSettle(gid, afterSave(queue.get(gid) ?? pending, sent, revision), null);
      } catch (error) {
        const newest = rebases < MAX_REBASES ? await newerRevision(gid, error) : null;
        rebases += 1;
        if (newest !== null) keep(gid, rebased(queue.get(gid) ?? pending, newest));
        else if (!(await fail(gid, pending, error))) break;
      }
    }
    sending.delete(gid);
  }

  /** What a first try is to follow after a conflict; null where that is not what went wrong. */
  async function newerRevision(gid: string, error: unknown): Promise<number | null> {
    if (deps.classify(error) !== 'conflict' || queue.get(gid)?.isRetry !== false) return null;
    return deps.readRevision(gid).catch(() => null);
  }

  /** @param before what was pending when the try began @returns whether there is more to send */
  async function fail(gid: string, before: PendingPick, error: unknown): Promise<boolean> {
    const pending = queue.get(gid);
    if (pending === undefined) return false;
    const failure = deps.classify(error);
    deps.onFailure(error, failure);
    if (failure === 'refused' || failure === 'conflict') {
      keepOrSettle(gid, afterRefusal(pending, nextToSend(before)), deps.explain(error));
      return true;
    }
    const breakdowns = failure === 'broken' ? (pending.breakdowns ?? 0) + 1 : 0;
    if (breakdowns >= MOST_BREAKDOWNS && (await giveUp(gid, error))) return false;
    const latest = queue.get(gid) ?? pending;
    keep(gid, failure === 'postponed' ? afterPostponement(latest, before) : afterSilence(latest, breakdowns));
    waiting.add(gid);
    notify();
    return false;
  }

  /** Ends with what the server has stored by now. @returns false if that cannot be read either */
  async function giveUp(gid: string, error: unknown): Promise<boolean> {
    const before = queue.get(gid);
    const revision = await deps.readRevision(gid).catch(() => null);
    // A tap that came meanwhile is sent like any other.
    if (revision === null || before === undefined || queue.get(gid) !== before) return false;
    settle(gid, revision > before.basedOn ? null : deps.explain(error));
    return true;
  }

  function pick(gid: string, side: PickedSide): void {
    const { [gid]: _, ...others } = failures;
    failures = others;
    const pending = queue.get(gid);
    keep(gid, pending ? { ...pending, side, breakdowns: 0 } : { side, basedOn: deps.revisionOf(gid), isRetry: false });
    notify();
    if (!sending.has(gid)) void send(gid);
  }

  return {
    pick,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: () => {
      for (const gid of [...waiting]) if (!sending.has(gid)) void send(gid);
    },
  };
}

/** What may be stored already goes first, so that the last tap is never taken for older than that. */
function nextToSend({ side, unsure }: PendingPick): PickedSide {
  return unsure === undefined ? side : unsure;
}

/** @returns null when nothing is left to send */
function afterSave(pending: PendingPick, sent: PickedSide, revision: number): PendingPick | null {
  return pending.side === sent ? null : rebased(pending, revision);
}

/** @returns null where the last tap was refused; else that one is still to be sent */
function afterRefusal(pending: PendingPick, sent: PickedSide): PendingPick | null {
  return pending.side === sent ? null : rebased(pending, pending.basedOn);
}

/** The try is not stored. What the try before may have stored still may be. */
function afterPostponement({ side, basedOn }: PendingPick, { unsure }: PendingPick): PendingPick {
  return { side, basedOn, isRetry: true, ...(unsure === undefined ? {} : { unsure }) };
}

/** Nobody knows whether the try is stored. */
function afterSilence({ breakdowns: _, ...pending }: PendingPick, breakdowns: number): PendingPick {
  return { ...pending, isRetry: true, ...(breakdowns > 0 && { breakdowns }) };
}

/** The last tap, based on another revision, with nothing in doubt. */
function rebased({ side, isRetry }: PendingPick, basedOn: number): PendingPick {
  return { side, basedOn, isRetry };
}
