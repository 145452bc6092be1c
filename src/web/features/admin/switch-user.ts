import type { ReplyOf } from '#contract/index.ts';
import type { UserListing } from '#contract/users.ts';
import { call } from '#web/lib/api.ts';
import { useAtOnce } from './at-once.ts';
import { usersQuery } from './queries.ts';

type Users = ReplyOf<'GET /api/users'>;

/** Enables and disables users: in the list at once, and back where it fails. */
export function useSwitchUser(): (user: UserListing, isEnabled: boolean) => void {
  const act = useAtOnce<Users>(usersQuery.queryKey);
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
      failure: `${displayName} could not be ${isEnabled ? 'enabled' : 'disabled'}`,
    });
  };
}
