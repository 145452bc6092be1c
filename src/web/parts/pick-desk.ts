import type { QueryClient } from '@tanstack/react-query';
import type { OwnPick, OwnPicksReply } from '#contract/picks.ts';
import { ApiError, call, failureText } from '#web/lib/api.ts';
import { SESSION_KEY } from '#web/lib/query.ts';
import type { Wish } from './pick-queue.ts';
import type { Failure, PickSaver } from './pick-saver.ts';
import { createPickSaver } from './pick-saver.ts';
import type { ShelvedWeek } from './pick-shelf.ts';
import { pickShelf, shelvedWeeks } from './pick-shelf.ts';
import { gamesQuery, ownPicksQuery } from './queries.ts';

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 30_000;
/** Signs that the line is back are not followed more often than this. */
const REST_MS = 1000;

/** One player's picks on their way to the server. */
export interface PickDesk {
  readonly saverOf: (poolId: string, weekId: string) => PickSaver;
  /** Sends what waits, now and whenever the line seems to be back, until the returned function is called. */
  readonly open: () => () => void;
}

export function createPickDesk(client: QueryClient, userId: string): PickDesk {
  const savers = new Map<string, PickSaver>();
  /** The server takes no changes before this moment of `performance.now()`. */
  let notBefore = 0;
  let onChange: () => void = () => undefined;

  function saverOf(poolId: string, weekId: string): PickSaver {
    const key = `${poolId} ${weekId}`;
    const known = savers.get(key);
    if (known) return known;
    const saver = saverFor(client, userId, { poolId, weekId }, (waitMs) => {
      notBefore = Math.max(notBefore, performance.now() + waitMs);
    });
    saver.subscribe(() => onChange());
    savers.set(key, saver);
    return saver;
  }

  function open(): () => void {
    for (const { poolId, weekId } of shelvedWeeks(userId)) saverOf(poolId, weekId);
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
      for (const saver of savers.values()) saver.flush();
    }

    /** The line may be back: live news or a reading arrived, the browser says so, or somebody looks at the page again. */
    function hurry(): void {
      const now = performance.now();
      if (timer !== undefined && now - lastTry >= REST_MS && now >= notBefore) flush();
    }

    onChange = () => {
      const waits = [...savers.values()].some((saver) => saver.state().waiting.length > 0);
      if (!waits) {
        failures = 0;
        clearTimeout(timer);
        timer = undefined;
      } else if (timer === undefined) {
        timer = setTimeout(flush, waitBeforeTry(failures, notBefore - performance.now()));
        failures += 1;
      }
    };

    const closing = new AbortController();
    addEventListener('online', flush, { signal: closing.signal });
    document.addEventListener('visibilitychange', hurry, { signal: closing.signal });
    const leaveCache = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') hurry();
    });
    flush();
    return () => {
      closing.abort();
      leaveCache();
      clearTimeout(timer);
      onChange = () => undefined;
    };
  }

  return { saverOf, open };
}

/** @param putOffMs the wait that the server asked for, in ms; less than 0 where it is over */
export function waitBeforeTry(failures: number, putOffMs: number): number {
  return Math.max(putOffMs, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures));
}

/** @param onPutOff hears how long the server wants no changes, in ms */
function saverFor(
  client: QueryClient,
  playerId: string,
  week: ShelvedWeek,
  onPutOff: (waitMs: number) => void,
): PickSaver {
  const { poolId, weekId } = week;
  const query = ownPicksQuery(poolId, weekId);
  const { queryKey } = query;

  async function save(gid: string, side: Wish, basedOn: number): Promise<number> {
    const body = { side, basedOn, playerId };
    const pick = await call('PUT /api/pools/:poolId/picks/:gid', { params: { poolId, gid }, body });
    // A reading that began before the save could bring back the older pick.
    await client.cancelQueries({ queryKey });
    if (client.getQueryData(queryKey) === undefined) void client.refetchQueries({ queryKey, type: 'active' });
    else client.setQueryData(queryKey, (last?: OwnPicksReply) => last && withPick(last, gid, pick));
    return pick.revision;
  }

  function onFailure(error: unknown, failure: Failure): void {
    console.error('Error saving pick', error);
    if (failure === 'postponed' && error instanceof ApiError) onPutOff(error.retryAfterMs ?? 0);
    if (failure === 'parked') void client.invalidateQueries({ queryKey: SESSION_KEY });
    if (failure !== 'refused' && failure !== 'newer') return;
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: gamesQuery(poolId, weekId).queryKey });
  }

  return createPickSaver({
    save,
    revisionOf: (gid) => client.getQueryData<OwnPicksReply>(queryKey)?.picks[gid]?.revision ?? 0,
    readRevision: async (gid) => (await client.fetchQuery({ ...query, staleTime: 0 })).picks[gid]?.revision ?? 0,
    failureOf,
    explain: failureText,
    onFailure,
    shelf: pickShelf(playerId, week),
  });
}

/** What the saver makes of a failed call. A server that restarts or is too busy has not said no. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return 'refused';
  switch (error.code) {
    case 'newer_pick':
      return 'newer';
    case 'not_signed_in':
    case 'other_player':
      return 'parked';
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
    default:
      return 'refused';
  }
}

function withPick(reply: OwnPicksReply, gid: string, pick: OwnPick): OwnPicksReply {
  return { picks: { ...reply.picks, [gid]: pick } };
}
