import type { Requester } from '#core/permissions.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { usePool } from './pool-context.tsx';

/** What the person is in the chosen pool, for `may`. */
export function useRequester(): Requester {
  const { pool } = usePool();
  return { user: useMe(), isMember: pool?.isMember ?? false, isCommissioner: pool?.isCommissioner ?? false };
}
