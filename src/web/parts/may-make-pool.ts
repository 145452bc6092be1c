import { mayMakePool } from '#core/permissions.ts';
import { useAuth } from '#web/lib/session-provider.tsx';

/** Whether the person makes pools here. */
export function useMayMakePool(): boolean {
  const { user, poolMakers } = useAuth();
  return mayMakePool({ user, isMember: false, isCommissioner: false }, poolMakers);
}
