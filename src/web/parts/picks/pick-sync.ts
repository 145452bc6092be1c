import type { QueryClient } from '@tanstack/react-query';
import type { OwnEntry } from '#contract/entries.ts';
import type { OwnGuess } from '#contract/guesses.ts';
import type { OwnPick, OwnPicksReply } from '#contract/picks.ts';
import type { Choice } from '#core/choice.ts';
import { aboutOf } from '#core/choice.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { PICK_SAVED_KEY, SESSION_KEY } from '#web/lib/query.ts';
import { gamesQuery, ownPicksQuery } from '#web/parts/queries.ts';
import type { PickQueue, SaveFailure } from './pick-queue.ts';
import { createPickQueue } from './pick-queue.ts';
import type { PendingWeek } from './pick-storage.ts';
import { pendingWeeks, pickStorage } from './pick-storage.ts';

const FIRST_DELAY_MS = 2000;
const MAX_DELAY_MS = 30_000;
/** Signs of a connection start a retry no more often than this. */
const MIN_PAUSE_MS = 1000;

/** Brings one player's pending picks to the server. */
export interface PickSync {
  readonly queueOf: (poolId: string, weekId: string) => PickQueue;
  /** Sends what is pending, at once and whenever the connection seems to be back. @returns how to stop */
  readonly start: () => () => void;
}

export function createPickSync(client: QueryClient, userId: string): PickSync {
  const queues = new Map<string, PickQueue>();
  /** The server takes no changes before this moment of `performance.now()`. */
  let notBefore = 0;
  let onChange: () => void = () => undefined;

  function queueOf(poolId: string, weekId: string): PickQueue {
    const key = `${poolId} ${weekId}`;
    const known = queues.get(key);
    if (known) return known;
    const queue = createWeekQueue(client, userId, { poolId, weekId }, (waitMs) => {
      notBefore = Math.max(notBefore, performance.now() + waitMs);
    });
    queue.subscribe(() => {
      onChange();
      if (queue.state().saved) client.setQueryData(PICK_SAVED_KEY, true);
    });
    queues.set(key, queue);
    return queue;
  }

  function start(): () => void {
    for (const { poolId, weekId } of pendingWeeks(userId)) queueOf(poolId, weekId);
    let failures = 0;
    let lastTry = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function flush(): void {
      clearTimeout(timer);
      timer = undefined;
      const tooEarlyMs = notBefore - performance.now();
      if (tooEarlyMs > 0) {
        timer = setTimeout(flush, tooEarlyMs);
        return;
      }
      lastTry = performance.now();
      for (const queue of queues.values()) queue.flush();
    }

    /** Called when something was read, a live update arrived, or the page became visible: the connection may be back. */
    function retrySoon(): void {
      const now = performance.now();
      if (timer !== undefined && now - lastTry >= MIN_PAUSE_MS && now >= notBefore) flush();
    }

    onChange = () => {
      const waits = [...queues.values()].some((queue) => queue.state().waiting.length > 0);
      if (!waits) {
        failures = 0;
        clearTimeout(timer);
        timer = undefined;
      } else if (timer === undefined) {
        timer = setTimeout(flush, retryDelay(failures, notBefore - performance.now()));
        failures += 1;
      }
    };

    const stopping = new AbortController();
    addEventListener('online', flush, { signal: stopping.signal });
    document.addEventListener('visibilitychange', retrySoon, { signal: stopping.signal });
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') retrySoon();
    });
    flush();
    return () => {
      stopping.abort();
      unsubscribe();
      clearTimeout(timer);
      onChange = () => undefined;
    };
  }

  return { queueOf, start };
}

/** The wait (ms) before the next try. @param postponedMs the wait that the server asked for; less than 0 if it is over */
export function retryDelay(failures: number, postponedMs: number): number {
  return Math.max(postponedMs, Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures));
}

/** @param onPostponed gets the time for which the server wants no changes, in ms */
function createWeekQueue(
  client: QueryClient,
  playerId: string,
  week: PendingWeek,
  onPostponed: (waitMs: number) => void,
): PickQueue {
  const { poolId, weekId } = week;
  const query = ownPicksQuery(poolId, weekId);
  const { queryKey } = query;

  async function save(choice: Choice, basedOn: number): Promise<number> {
    const entered = await send(poolId, choice, { basedOn, playerId });
    // A read that began before the save could bring back the older pick.
    await client.cancelQueries({ queryKey });
    if (client.getQueryData(queryKey) === undefined) void client.refetchQueries({ queryKey, type: 'active' });
    else client.setQueryData(queryKey, (last?: OwnPicksReply) => last && withEntered(last, choice, entered));
    return entered.revision;
  }

  function onFailure(error: unknown, failure: SaveFailure): void {
    console.error('Error saving pick', error);
    if (failure === 'postponed' && error instanceof ApiError) onPostponed(error.retryAfterMs ?? 0);
    if (failure === 'wrong_user') void client.invalidateQueries({ queryKey: SESSION_KEY });
    if (failure !== 'refused' && failure !== 'conflict') return;
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: gamesQuery(poolId, weekId).queryKey });
  }

  return createPickQueue({
    save,
    revisionOf: (choice) => revisionIn(client.getQueryData<OwnPicksReply>(queryKey), choice),
    readRevision: async (choice) => revisionIn(await client.fetchQuery({ ...query, staleTime: 0 }), choice),
    classify: classifyFailure,
    explain: failureText,
    onFailure,
    storage: pickStorage(playerId, week),
  });
}

/** Brings one choice to the server. @returns what is stored by now */
function send(
  poolId: string,
  choice: Choice,
  based: { readonly basedOn: number; readonly playerId: string },
): Promise<OwnPick | OwnGuess | OwnEntry> {
  switch (choice.kind) {
    case 'pick': {
      const { gid, side, best } = choice;
      return call('PUT /api/pools/:poolId/picks/:gid', { params: { poolId, gid }, body: { side, best, ...based } });
    }
    case 'guess': {
      const { weekId, gid, total } = choice;
      const body = { gid, guess: total, ...based };
      return call('PUT /api/pools/:poolId/weeks/:weekId/guess', { params: { poolId, weekId }, body });
    }
    case 'order':
    case 'team': {
      const { weekId } = choice;
      const entry = choice.kind === 'order' ? { order: [...choice.order] } : choice.team;
      return call('PUT /api/pools/:poolId/weeks/:weekId/entry', {
        params: { poolId, weekId },
        body: { entry, ...based },
      });
    }
  }
}

/** What a failed save means. A server that restarts or is too busy has not said no. */
export function classifyFailure(error: unknown): SaveFailure {
  if (!(error instanceof ApiError)) return 'refused';
  switch (error.code) {
    case 'newer_pick':
    case 'newer_guess':
    case 'newer_entry':
      return 'conflict';
    case 'not_signed_in':
    case 'other_player':
      return 'wrong_user';
    case 'too_many_requests':
      return 'postponed';
    case 'network':
    case 'stopping':
    case 'database_busy':
    case 'database_away':
    case 'disk_full':
    case 'storage_failed':
    case 'busy':
    case 'too_many_attempts':
      return 'unanswered';
    case 'unexpected':
      return 'broken';
    default:
      return 'refused';
  }
}

function revisionIn(reply: OwnPicksReply | undefined, choice: Choice): number {
  return storedIn(reply, choice)?.revision ?? 0;
}

/** What is stored in the place of a choice. */
function storedIn(reply: OwnPicksReply | undefined, choice: Choice): OwnPick | OwnGuess | OwnEntry | undefined {
  switch (choice.kind) {
    case 'pick':
      return reply?.picks[choice.gid];
    case 'guess':
      return reply?.guess;
    case 'order':
    case 'team':
      return reply?.entry;
  }
}

function withEntered(reply: OwnPicksReply, choice: Choice, entered: OwnPick | OwnGuess | OwnEntry): OwnPicksReply {
  if ('guess' in entered) return { ...reply, guess: entered };
  if ('entry' in entered) return { ...reply, entry: entered };
  return { ...reply, picks: { ...reply.picks, [aboutOf(choice)]: entered } };
}
