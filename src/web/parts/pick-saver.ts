import type { QueuedPick, Wish } from './pick-queue.ts';
import { confirmed, nextSend, onItsWay, postponed, rebased, refused, tapped, unanswered } from './pick-queue.ts';

/** What is under way between the taps and the server, by game. */
export interface SavingState {
  /** What was tapped and is not confirmed yet; null takes a pick back. */
  readonly pending: Readonly<Record<string, Wish>>;
  /** Of those, what could not be sent so far. */
  readonly waiting: readonly string[];
  /** Something waits because the server takes no more changes for the moment. */
  readonly isPutOff: boolean;
  /** Why the last tap on a game did not count. */
  readonly failures: Readonly<Record<string, string>>;
  /** The last tap is confirmed. */
  readonly saved: boolean;
}

/** Why the last tap on this game did not count, if it did not. */
export function failureOf({ failures }: SavingState, gid: string): string | undefined {
  return Object.hasOwn(failures, gid) ? failures[gid] : undefined;
}

export interface PickSaver {
  readonly pick: (gid: string, side: Wish) => void;
  readonly state: () => SavingState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends what waits. */
  readonly flush: () => void;
}

/**
 * What a failed try means: `refused` the server said no; `newer` it has a newer pick; `unanswered` nobody knows whether
 * it arrived; `postponed` the server has not stored it and wants it later; `parked` whoever is signed in now is not the player: it is kept for his return.
 */
export type Failure = 'refused' | 'newer' | 'unanswered' | 'postponed' | 'parked';

/** Where the device keeps what is not confirmed. */
export interface PickShelf {
  readonly load: () => ReadonlyMap<string, QueuedPick>;
  readonly put: (gid: string, queued: QueuedPick) => void;
  readonly drop: (gid: string) => void;
}

export interface PickSaverDeps {
  /** Saves one pick and, before it answers, makes the confirmed pick known. @returns its revision */
  readonly save: (gid: string, side: Wish, basedOn: number) => Promise<number>;
  /** The revision of the stored pick as the page knows it, 0 for none. */
  readonly revisionOf: (gid: string) => number;
  /** The same, read anew. */
  readonly readRevision: (gid: string) => Promise<number>;
  readonly failureOf: (error: unknown) => Failure;
  readonly explain: (error: unknown) => string;
  readonly onFailure: (error: unknown, failure: Failure) => void;
  readonly shelf: PickShelf;
}

/** How often a tap on a good line follows newer picks before it gives up. */
const REBASES = 3;

/**
 * Saves picks as they are tapped: each game's taps go out in order, one at a time, and the last one wins. A tap that is
 * refused leaves `pending`, so that what the server confirmed last shows again, and its reason stays until the next tap.
 * One without an answer stays, here and on the shelf, and is sent again by `flush`.
 */
export function createPickSaver(deps: PickSaverDeps): PickSaver {
  const { shelf } = deps;
  const queue = new Map(shelf.load());
  const waiting = new Set(queue.keys());
  const putOff = new Set<string>();
  const sending = new Set<string>();
  const listeners = new Set<() => void>();
  let failures: Readonly<Record<string, string>> = {};
  let state = snapshot(false);

  function snapshot(saved: boolean): SavingState {
    const pending = Object.fromEntries([...queue].map(([gid, { side }]) => [gid, side]));
    return { pending, waiting: [...waiting], isPutOff: putOff.size > 0, failures, saved: saved && queue.size === 0 };
  }

  function tell(saved = false): void {
    state = snapshot(saved);
    for (const listener of listeners) listener();
  }

  function keep(gid: string, queued: QueuedPick): void {
    queue.set(gid, queued);
    shelf.put(gid, queued);
  }

  function settle(gid: string, failure: string | null): void {
    queue.delete(gid);
    waiting.delete(gid);
    putOff.delete(gid);
    shelf.drop(gid);
    if (failure !== null) failures = { ...failures, [gid]: failure };
    tell(failure === null);
  }

  async function send(gid: string): Promise<void> {
    let rebases = 0;
    sending.add(gid);
    for (let queued = queue.get(gid); queued !== undefined; queued = queue.get(gid)) {
      const sent = nextSend(queued);
      keep(gid, onItsWay(queued));
      try {
        const revision = await deps.save(gid, sent, queued.basedOn);
        follow(gid, confirmed(queue.get(gid) ?? queued, sent, revision), null);
      } catch (error) {
        const newest = rebases < REBASES ? await newerRevision(gid, error) : null;
        rebases += 1;
        if (newest !== null) keep(gid, rebased(queue.get(gid) ?? queued, newest));
        else if (!fail(gid, queued, error)) break;
      }
    }
    sending.delete(gid);
  }

  /** What a tap on a good line is to follow instead of what the page knew; null where that is not what went wrong. */
  async function newerRevision(gid: string, error: unknown): Promise<number | null> {
    if (deps.failureOf(error) !== 'newer' || queue.get(gid)?.late !== false) return null;
    return deps.readRevision(gid).catch(() => null);
  }

  /** @param before what was queued when the try began @returns whether there is more to send */
  function fail(gid: string, before: QueuedPick, error: unknown): boolean {
    const queued = queue.get(gid);
    if (queued === undefined) return false;
    const failure = deps.failureOf(error);
    deps.onFailure(error, failure);
    if (failure === 'refused' || failure === 'newer') {
      follow(gid, refused(queued, nextSend(before)), deps.explain(error));
      return true;
    }
    if (failure === 'postponed') {
      keep(gid, postponed(queued, before));
      putOff.add(gid);
    } else {
      keep(gid, unanswered(queued));
      putOff.delete(gid);
    }
    waiting.add(gid);
    tell();
    return false;
  }

  /** Goes on with what is left to send, or ends with the last word on a game. */
  function follow(gid: string, left: QueuedPick | null, failure: string | null): void {
    if (left === null) settle(gid, failure);
    else keep(gid, left);
  }

  function pick(gid: string, side: Wish): void {
    const { [gid]: _, ...others } = failures;
    failures = others;
    keep(gid, tapped(queue.get(gid), side, deps.revisionOf(gid)));
    tell();
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
