import type { Side } from '#core/types.ts';

/** What is under way between the taps and the server, by game. */
export interface SavingState {
  /** Sides that were tapped and are not confirmed yet. */
  readonly pending: Readonly<Record<string, Side>>;
  /** Why the last tap on a game did not count. */
  readonly failures: Readonly<Record<string, string>>;
  /** The last tap is confirmed. */
  readonly saved: boolean;
}

export interface PickSaver {
  readonly pick: (gid: string, side: Side) => void;
  readonly state: () => SavingState;
  readonly subscribe: (listener: () => void) => () => void;
}

interface PickSaverDeps {
  /** Saves one pick and, before it answers, makes the confirmed pick known. */
  readonly save: (gid: string, side: Side) => Promise<void>;
  readonly explain: (error: unknown) => string;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Saves picks as they are tapped: each game's taps go out in order, one at a time, and the last one wins. A tap that
 * fails leaves `pending`, so that what the server confirmed last shows again, and its reason stays until the next tap.
 */
export function createPickSaver({ save, explain, onFailure }: PickSaverDeps): PickSaver {
  let state: SavingState = { pending: {}, failures: {}, saved: false };
  const sending = new Set<string>();
  const listeners = new Set<() => void>();

  function set(next: SavingState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function settle(gid: string, failure: string | null): void {
    const pending = without(state.pending, gid);
    const failures = failure === null ? state.failures : { ...state.failures, [gid]: failure };
    set({ pending, failures, saved: failure === null && Object.keys(pending).length === 0 });
  }

  async function send(gid: string): Promise<void> {
    for (let side = state.pending[gid]; side !== undefined; ) {
      const failure = await attempt(gid, side);
      const wanted: Side | undefined = state.pending[gid];
      if (wanted === side) {
        settle(gid, failure);
        return;
      }
      side = wanted;
    }
  }

  async function attempt(gid: string, side: Side): Promise<string | null> {
    try {
      await save(gid, side);
      return null;
    } catch (error) {
      onFailure(error);
      return explain(error);
    }
  }

  function pick(gid: string, side: Side): void {
    set({ pending: { ...state.pending, [gid]: side }, failures: without(state.failures, gid), saved: false });
    if (sending.has(gid)) return;
    sending.add(gid);
    void send(gid).finally(() => sending.delete(gid));
  }

  return {
    pick,
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function without<T>(record: Readonly<Record<string, T>>, key: string): Readonly<Record<string, T>> {
  const { [key]: _, ...rest } = record;
  return rest;
}
