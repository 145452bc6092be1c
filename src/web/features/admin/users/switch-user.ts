import type { ReplyOf } from '#contract/index.ts';
import type { UserListing } from '#contract/admin.ts';
import { usersQuery } from '#web/features/admin/queries.ts';
import { call } from '#web/lib/api.ts';
import { useOptimisticAct } from '#web/parts/panel/optimistic.ts';

type Users = ReplyOf<'GET /api/users'>;

/** Enables and disables users: in the list at once, and back where it fails. */
export function useSwitchUser(): (user: UserListing, isEnabled: boolean) => void {
  const act = useOptimisticAct<Users>(usersQuery.queryKey);
  return ({ id, displayName }, isEnabled) => {
    const show =
      (shown: boolean) =>
      ({ users }: Users): Users => ({
        users: users.map((user) => (user.id === id ? { ...user, isEnabled: shown } : user)),
      });
    act({
      thing: id,
      show: show(isEnabled),
      undo: show(!isEnabled),
      send: () => call('PATCH /api/users/:userId', { params: { userId: id }, body: { isEnabled } }),
      failure: `Couldn't ${isEnabled ? 'enable' : 'disable'} ${displayName}`,
    });
  };
}
