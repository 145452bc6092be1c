import type { Requester } from '#core/permissions.ts';
import { mayMakePool } from '#core/permissions.ts';
import { useAuth, useMe } from '#web/lib/session-provider.tsx';
import { usePool } from './pool-context.tsx';

/** The person's roles in the chosen pool, for `may`. */
export function useRequester(): Requester {
  const { pool } = usePool();
  return { user: useMe(), isMember: pool?.isMember ?? false, isCommissioner: pool?.isCommissioner ?? false };
}

/** Whether the person may make pools in this league. */
export function useMayMakePool(): boolean {
  const { user, poolMakers } = useAuth();
  return mayMakePool({ user, isMember: false, isCommissioner: false }, poolMakers);
}
