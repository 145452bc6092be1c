import type { UserListing } from '#contract/admin.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { AdminRole } from './admin-role.tsx';
import { SignOutUser } from './sign-out-user.tsx';
import { useSwitchUser } from './switch-user.ts';

interface UserListProps {
  readonly users: readonly UserListing[];
}

const head = 'h-12 px-3 text-left font-display font-medium';

/** All users on wide screens. */
export function UserTable({ users }: UserListProps) {
  const me = useMe();
  return (
    <div className="panel overflow-hidden max-lg:hidden">
      <table className="w-full table-fixed border-separate border-spacing-0">
        <thead className="standings-head">
          <tr>
            <th scope="col" className={head}>
              Email
            </th>
            <th scope="col" className={head}>
              Display Name
            </th>
            <th scope="col" className={`${head} w-24`}>
              Status
            </th>
            <th scope="col" className={`${head} acts`}>
              <span className="sr-only">What can be changed</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id} className={user.id === me.id ? 'own-row' : 'striped-row'}>
              <th scope="row" className="h-13 truncate px-3 text-left font-medium">
                <Email user={user} />
              </th>
              <td className="px-3">
                <Name user={user} />
              </td>
              <td className="px-3">
                <Status user={user} />
              </td>
              <td className="px-3">
                <Acts user={user} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** All users on phones. */
export function UserCards({ users }: UserListProps) {
  const me = useMe();
  return (
    <ul className="panel overflow-hidden lg:hidden">
      {users.map((user) => (
        <li key={user.id} className={`p-4 ${user.id === me.id ? 'own-row' : 'striped-row'}`}>
          <div className="mb-1 flex items-center justify-between gap-2">
            <Name user={user} />
            <Status user={user} />
          </div>
          <p className="mb-2 truncate text-sm text-ink-soft">
            <Email user={user} />
          </p>
          <Acts user={user} />
        </li>
      ))}
    </ul>
  );
}

function Email({ user }: { readonly user: UserListing }) {
  return user.email ?? <span className="text-ink-soft">No account</span>;
}

function Name({ user }: { readonly user: UserListing }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="min-w-0 font-medium break-words">{user.displayName}</span>
      {user.isAdmin && <Badge tone="warn">Admin</Badge>}
    </span>
  );
}

function Status({ user }: { readonly user: UserListing }) {
  return user.isEnabled ? <Badge tone="good">Enabled</Badge> : <Badge tone="bad">Disabled</Badge>;
}

/** Nobody changes their own account. */
function Acts({ user }: { readonly user: UserListing }) {
  const me = useMe();
  const change = useSwitchUser();
  if (user.id === me.id) return <p className="text-sm text-ink-soft">This is you. Another admin can change it.</p>;
  const word = user.isEnabled ? 'Disable' : 'Enable';
  return (
    <div className="user-acts">
      <Button tone="plain" aria-label={`${word} ${user.displayName}`} onClick={() => change(user, !user.isEnabled)}>
        {word}
      </Button>
      {user.email !== null && (
        <>
          <AdminRole user={user} />
          <SignOutUser user={user} />
        </>
      )}
    </div>
  );
}
