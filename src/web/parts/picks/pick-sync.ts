import type { QueryClient } from '@tanstack/react-query';
import type { OwnEntry, OwnPicksReply } from '#contract/entries.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { ownSlotKey } from '#contract/live.ts';
import type { OwnSlot, PickedReply } from '#contract/picks.ts';
import type { SlotWish } from '#core/pick.ts';
import { slotKey } from '#core/pick.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { PICK_SAVED_KEY, SESSION_KEY } from '#web/lib/query.ts';
import { gamesQuery, ownPicksQuery } from '#web/parts/queries.ts';
import type { PickQueue, SaveFailure } from './pick-queue.ts';
import { createPickQueue } from './pick-queue.ts';
import type { PendingWeek } from './pick-storage.ts';
import { pendingWeeks, pickStorage } from './pick-storage.ts';

const FIRST_DELAY_MS = 2000;
const MAX_DELAY_MS = 30_000;
/** Signs of a connection start a retry at most this often. */
const MIN_PAUSE_MS = 1000;

const OUTDATED = 'This page may be outdated. Please reload it.';

/** Sends one person's pending picks to the server. */
export interface PickSync {
  readonly queueOf: (week: PendingWeek) => PickQueue;
  /** Sends what is pending, at once and whenever the connection seems to be back. @returns a function that stops it */
  readonly start: () => () => void;
}

export function createPickSync(client: QueryClient, userId: string): PickSync {
  const queues = new Map<string, PickQueue>();
  /** The server accepts no changes before this moment of `performance.now()`. */
  let notBefore = 0;
  let onChange: () => void = () => undefined;

  function queueOf(week: PendingWeek): PickQueue {
    const key = `${week.poolId} ${week.weekId} ${week.entryId}`;
    const known = queues.get(key);
    if (known) return known;
    const queue = createWeekQueue(client, userId, week, (waitMs) => {
      notBefore = Math.max(notBefore, performance.now() + waitMs);
    });
    queue.subscribe(() => {
      onChange();
      if (queue.state().saved) client.setQueryData(PICK_SAVED_KEY, true);
    });
    queues.set(key, queue);
    // A screen may be the first to read what another window stored since the start.
    if (queue.state().waiting.length > 0) onChange();
    return queue;
  }

  function start(): () => void {
    for (const week of pendingWeeks(userId)) queueOf(week);
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

    /**
     * Called when data was read, a live update arrived, or the page became visible: the connection may be back. The timer goes on, for what
     * the server did not understand.
     */
    function retrySoon(): void {
      const now = performance.now();
      if (timer === undefined || now - lastTry < MIN_PAUSE_MS || now < notBefore) return;
      lastTry = now;
      for (const queue of queues.values()) queue.retry();
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

/** The delay before the next try, in ms. @param postponedMs the delay that the server asked for; less than 0 if it is over */
export function retryDelay(failures: number, postponedMs: number): number {
  return Math.max(postponedMs, Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures));
}

/** @param onPostponed called with the time for which the server accepts no changes, in ms */
function createWeekQueue(
  client: QueryClient,
  userId: string,
  week: PendingWeek,
  onPostponed: (waitMs: number) => void,
): PickQueue {
  const { poolId, weekId, entryId } = week;
  const query = ownPicksQuery(poolId);

  async function save(wish: SlotWish, basedOn: number): Promise<number> {
    const [answer] = await savePicks(client, week, [{ wish, basedOn }]);
    if (answer === undefined) throw new Error('The server has not answered');
    if (!answer.saved) throw new ApiError(answer.code, answer.message);
    return answer.pick.revision;
  }

  function onFailure(error: unknown, failure: SaveFailure): void {
    console.error('Error saving pick', error);
    if (failure === 'postponed' && error instanceof ApiError) onPostponed(error.retryAfterMs ?? 0);
    if (failure === 'wrong_user') void client.invalidateQueries({ queryKey: SESSION_KEY });
    if (failure !== 'refused' && failure !== 'conflict') return;
    void client.invalidateQueries({ queryKey: query.queryKey });
    void client.invalidateQueries({ queryKey: gamesQuery(poolId, weekId).queryKey });
  }

  return createPickQueue({
    save,
    revisionOf: (wish) => revisionIn(client.getQueryData(query.queryKey), entryId, wish),
    readRevision: async (wish) => revisionIn(await client.fetchQuery({ ...query, staleTime: 0 }), entryId, wish),
    classify: classifyFailure,
    explain: failureText,
    onFailure,
    storage: pickStorage(userId, week),
  });
}

/** A wish, and the revision of the stored one that it is based on. */
interface BasedWish {
  readonly wish: SlotWish;
  readonly basedOn: number;
}

/** Sends wishes to the server, and shows the stored state. @returns the result of each, in order */
export async function savePicks(
  client: QueryClient,
  { poolId, entryId }: Pick<PendingWeek, 'poolId' | 'entryId'>,
  wishes: readonly BasedWish[],
): Promise<readonly PickedReply[]> {
  const { queryKey } = ownPicksQuery(poolId);
  const picks = wishes.map(({ wish, basedOn }) => ({ ...wish, basedOn }));
  const answers = (await sendPicks(entryId, { picks })) as PickedReply[];
  // A read that began before the save could bring back the older pick.
  await client.cancelQueries({ queryKey });
  if (client.getQueryData(queryKey) === undefined) void client.refetchQueries({ queryKey, type: 'active' });
  for (const answer of answers) {
    if (answer.saved) client.setQueryData(queryKey, (last) => last && withStored(last, entryId, answer.pick));
  }
  return answers;
}

type Sent = BodyOf<'PUT /api/entries/:entryId/picks'>;

/** Sends picks for an entry: those of its owner, or with a reason those of a commissioner. @returns the answer to each, in order */
export async function sendPicks(
  entryId: string,
  body: Sent,
): Promise<ReplyOf<'PUT /api/entries/:entryId/picks'>['picks']> {
  const sending = call('PUT /api/entries/:entryId/picks', { params: { entryId }, body });
  const { picks } = await sending.catch((error: unknown) => {
    throw inPlainWords(error);
  });
  return picks;
}

/** If the server did not understand the page, its own text is about the parts of the request. */
function inPlainWords(error: unknown): unknown {
  const isOutdated = error instanceof ApiError && classifyFailure(error) === 'not_understood';
  return isOutdated ? new ApiError(error.code, OUTDATED) : error;
}

/** Classifies a failed save. A server that is restarting or too busy has not refused it. */
export function classifyFailure(error: unknown): SaveFailure {
  if (!(error instanceof ApiError)) return 'refused';
  switch (error.code) {
    case 'newer_pick':
    case 'newer_guess':
    case 'newer_choice':
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
    case 'invalid_input':
    case 'route_not_found':
      return 'not_understood';
    default:
      return 'refused';
  }
}

function revisionIn(reply: OwnPicksReply | undefined, entryId: string, wish: SlotWish): number {
  const key = ownSlotKey(entryId, wish);
  return reply?.picks.find((pick) => pick.key === key)?.revision ?? 0;
}

/** The revision that an entry has stored in the slot of a wish; 0 if there is none. */
export function revisionOf({ picks }: Pick<OwnEntry, 'picks'>, wish: SlotWish): number {
  return picks[slotKey(wish)]?.revision ?? 0;
}

function withStored({ entries, picks }: OwnPicksReply, entryId: string, stored: OwnSlot): OwnPicksReply {
  const key = ownSlotKey(entryId, stored);
  return { entries, picks: [...picks.filter((pick) => pick.key !== key), { key, entryId, ...stored }] };
}
