import type { Query } from '@tanstack/react-query';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { Session } from '#contract/accounts.ts';
import type { TopicRef } from '#contract/live.ts';
import { ApiError } from './api.ts';

/** The latest version received of each topic. */
const versions = new Map<string, number>();

/** One name for a topic, whatever the order of its fields. */
export function topicName(topic: TopicRef): string {
  const poolId = 'poolId' in topic ? topic.poolId : '';
  const weekId = 'weekId' in topic ? topic.weekId : '';
  return `${topic.kind} ${poolId} ${weekId}`;
}

/** Whether the live connection keeps a topic up to date. */
export function isLiveTopic(topic: TopicRef | undefined): boolean {
  return topic !== undefined && versions.has(topicName(topic));
}

export function versionOf(topic: TopicRef): number | undefined {
  return versions.get(topicName(topic));
}

export function setVersion(topic: TopicRef, version: number): void {
  versions.set(topicName(topic), version);
}

/** Forgets the versions of all other topics: they start again with a whole state. */
export function keepTopics(topics: readonly TopicRef[]): void {
  const kept = new Set(topics.map(topicName));
  for (const name of [...versions.keys()]) if (!kept.has(name)) versions.delete(name);
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The log message if reading fails. */
      readonly failure?: string;
      /** The live topic that updates this query. */
      readonly topic?: TopicRef;
    };
  }
}

/** Section 9: query cache. */
const STALE_MS = 5 * 60 * 1000;
const RETRIES = 1;

const LIVE_MS = 10_000;
/** Data read less than this ago was read by another part of the same page. */
const JUST_READ_MS = 1000;

export const SESSION_KEY = ['session'] as const;
/** Whether the person has signed up on this page. */
export const SIGNED_UP_KEY = ['signed-up'] as const;
/** Whether a pick, a guess or an entry was saved since the page was opened. */
export const PICK_SAVED_KEY = ['pick-saved'];
export const POOLS_KEY = ['pools'] as const;
/** The key of everything that admin screens read. Other admins change it too, so it is read again whenever a screen opens. */
export const ADMIN_KEY = ['admin'] as const;

/**
 * Options for data that changes while it is shown. The live connection updates it; without one it is read again at intervals while the page
 * is visible, and when it becomes visible.
 */
export const liveQuery = {
  refetchInterval: ({ meta }: AnyQuery) => (isLiveTopic(meta?.topic) ? false : LIVE_MS),
  refetchOnWindowFocus: ({ meta }: AnyQuery) => (isLiveTopic(meta?.topic) ? false : 'always'),
  refetchOnMount: (query: AnyQuery) => (isLiveTopic(query.meta?.topic) || isJustRead(query) ? false : 'always'),
} as const;

type AnyQuery = Pick<Query, 'meta' | 'state'>;

function isJustRead({ state }: AnyQuery): boolean {
  return !state.isInvalidated && Date.now() - state.dataUpdatedAt < JUST_READ_MS;
}

/** Errors that end the session, as far as the page is concerned. */
const sessionEnding: readonly ApiError['code'][] = ['not_signed_in', 'account_disabled'];

/** @param onUserChange called with the id of the signed-in user, or null: at first and whenever it changes */
export function createQueryClient(onUserChange: (userId: string | null) => void = () => {}): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => handleFailure(client, error, query) }),
    // A change that cannot be sent fails at once with a message; otherwise it would wait silently and be sent much later.
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: shouldRetry,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
  watchUser(client, onUserChange);
  return client;
}

/** Removes what was read for one person before another can see it. */
function watchUser(client: QueryClient, onUserChange: (userId: string | null) => void): void {
  let last: string | null | undefined;
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== SESSION_KEY[0]) return;
    const session: Session | undefined = query.state.data;
    const userId = session?.user?.isEnabled ? session.user.id : null;
    if (session === undefined || userId === last) return;
    if (last) client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
    last = userId;
    onUserChange(userId);
  });
}

/** Only a call without a proper answer is tried once more; a refusal is final. */
function shouldRetry(failures: number, error: Error): boolean {
  return !isRefusal(error) && failures < RETRIES;
}

/** Codes of failures that may be temporary: the server did not refuse the call. */
const temporaryCodes: readonly string[] = [
  'network',
  'unexpected',
  'stopping',
  'disk_full',
  'storage_failed',
  'database_busy',
  'database_away',
];

/** Whether the server answered with a refusal. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !temporaryCodes.includes(error.code);
}

/** Whether a call was refused because the session has ended; the page shows that, so it is not logged. */
export function endsSession(error: unknown): boolean {
  return error instanceof ApiError && sessionEnding.includes(error.code);
}

function handleFailure(client: QueryClient, error: Error, query: Query<unknown, unknown>): void {
  if (endsSession(error)) {
    void client.invalidateQueries({ queryKey: SESSION_KEY });
    return;
  }
  console.error(query.meta?.failure ?? 'Error reading data', error);
}
