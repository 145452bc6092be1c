import type { QueryClient, UseQueryResult } from '@tanstack/react-query';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, use, useMemo } from 'react';
import type { Me, Session } from '#contract/accounts.ts';
import type { BodyOf } from '#contract/index.ts';
import type { PoolMakers } from '#core/permissions.ts';
import { ApiError, call } from './api.ts';
import { syncClock } from './clock.ts';
import { restoreOfflineCache } from './offline-cache.ts';
import { SESSION_KEY, SIGNED_UP_KEY } from './query.ts';

/** The session, and how to change it. */
export interface Auth {
  readonly status: 'loading' | 'failed' | 'ready';
  readonly user: Me | null;
  readonly demo: boolean;
  readonly signUpOpen: boolean;
  /** Whether a sign-in of this browser waits for the second factor. */
  readonly waitsForCode: boolean;
  /** Who may make pools in this league. */
  readonly poolMakers: PoolMakers;
  readonly retry: () => void;
  /** Shows the session that a call begins. @throws ApiError */
  readonly enter: (begin: () => Promise<Session>) => Promise<void>;
  /** @throws ApiError */
  readonly signUp: (body: BodyOf<'POST /api/auth/sign-up'>) => Promise<void>;
  /** @throws ApiError */
  readonly signOut: () => Promise<void>;
  readonly setUser: (user: Me) => void;
}

const AuthContext = createContext<Auth | null>(null);

const DISABLED_MS = 10_000;

const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: ({ signal, client }) =>
    onServerTime(() => call('GET /api/session', {}, signal).catch(offlineSession(client))),
  // A person whose account is disabled waits for an admin.
  refetchInterval: ({ state }) => (state.data?.user?.isEnabled === false ? DISABLED_MS : false),
  meta: { failure: 'Error fetching user data' },
});

export function AuthProvider({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  const session = useQuery(sessionQuery);
  const { data, refetch } = session;
  const status = statusOf(session);

  const auth = useMemo<Auth>(() => {
    const enter = async (begin: () => Promise<Session>) =>
      void client.setQueryData(SESSION_KEY, await onServerTime(begin));
    return {
      status,
      user: data?.user ?? null,
      demo: data?.demo ?? false,
      signUpOpen: data?.signUp !== 'closed',
      waitsForCode: data?.waitsForCode ?? false,
      poolMakers: data?.pools ?? 'admins',
      retry: () => void refetch(),
      enter,
      signUp: async (body) => {
        await enter(() => call('POST /api/auth/sign-up', { body }));
        client.setQueryData(SIGNED_UP_KEY, true);
      },
      signOut: async () => {
        await call('POST /api/auth/sign-out', {});
        client.setQueryData(SESSION_KEY, (last?: Session) => last && { ...last, user: null, waitsForCode: false });
        client.removeQueries({ predicate: (query) => query.queryKey[0] !== SESSION_KEY[0] });
      },
      setUser: (user) => client.setQueryData(SESSION_KEY, (last?: Session) => last && { ...last, user }),
    };
  }, [client, data, refetch, status]);

  return <AuthContext value={auth}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (auth === null) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/** The signed-in person, on screens that require one. */
export function useMe(): Me {
  const { user } = useAuth();
  if (user === null) throw new Error('useMe must be used where somebody is signed in');
  return user;
}

function statusOf({ data, isError, isFetching }: UseQueryResult<Session>): Auth['status'] {
  if (data !== undefined) return 'ready';
  return isError && !isFetching ? 'failed' : 'loading';
}

/** Without a connection: the last signed-in person, with their cached data. */
function offlineSession(client: QueryClient): (error: unknown) => Promise<Session> {
  return async (error) => {
    const isFirst = client.getQueryData(SESSION_KEY) === undefined;
    const session =
      isFirst && error instanceof ApiError && error.code === 'network' ? await restoreOfflineCache(client) : null;
    if (session === null) throw error;
    return session;
  };
}

async function onServerTime(ask: () => Promise<Session>): Promise<Session> {
  const askedAt = Date.now();
  const session = await ask();
  syncClock(session.now, askedAt, Date.now());
  return session;
}
