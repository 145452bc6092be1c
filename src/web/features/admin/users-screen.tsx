import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { UserListing } from '#contract/admin.ts';
import type { ReplyOf } from '#contract/index.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import { useOptimisticAct } from '#web/parts/panel/optimistic.ts';
import { matches } from '#web/parts/panel/search.ts';
import { Screen } from '#web/parts/screen.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { useFocusOnLeave } from '#web/ui/focus-fallback.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { usersQuery } from './queries.ts';
import { Uploads } from './uploads.tsx';

export function UsersScreen() {
  const users = useQuery(usersQuery);
  const [search, setSearch] = useState('');
  return (
    <Screen
      title="Users"
      over="Admin"
      tools={<SearchField label="Search by name or email" value={search} onChange={setSearch} />}
    >
      <p className="mb-4 flex items-start gap-2 text-ink-soft">
        <Icon name="alert" className="size-5 text-amber" />
        Users must be enabled globally, which is done here, and also per pool, which is done on the pool's edit screen.
      </p>
      <Loaded query={users} failure="Couldn't load users" skeleton={<Skeleton className="h-96" />}>
        {(reply) => <Found users={reply.users} search={search} />}
      </Loaded>
    </Screen>
  );
}

function Found({ users, search }: { readonly users: readonly UserListing[]; readonly search: string }) {
  const found = users.filter((user) => matches(user, search));
  const all = `${users.length} ${users.length === 1 ? 'user' : 'users'}`;
  return (
    <>
      <p role="status" className="mb-2 text-sm text-ink-soft">
        {found.length === users.length ? all : `${found.length} of ${all}`}
      </p>
      {found.length === 0 ? (
        <Notice icon="search" title="Nobody found">
          <p>No name or email matches.</p>
        </Notice>
      ) : (
        <>
          <UserTable users={found} />
          <UserCards users={found} />
        </>
      )}
    </>
  );
}

interface UserListProps {
  readonly users: readonly UserListing[];
}

const headCellLook = 'h-12 px-3 text-left font-display font-medium';

/** All users, on wide screens. */
export function UserTable({ users }: UserListProps) {
  const me = useMe();
  return (
    <div className="panel overflow-hidden max-lg:hidden">
      <table className="w-full table-fixed border-separate border-spacing-0">
        <thead className="standings-head">
          <tr>
            <th scope="col" className={headCellLook}>
              Email
            </th>
            <th scope="col" className={headCellLook}>
              Display Name
            </th>
            <th scope="col" className={`${headCellLook} w-24`}>
              Status
            </th>
            <th scope="col" className={`${headCellLook} acts`}>
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

/** All users, on phones. */
function UserCards({ users }: UserListProps) {
  const me = useMe();
  return (
    <ul className="panel overflow-hidden lg:hidden">
      {users.map((user) => (
        <li
          key={user.id}
          className={`flex flex-wrap items-center gap-x-3 px-4 py-2 ${user.id === me.id ? 'own-row' : 'striped-row'}`}
        >
          <div className="min-w-0 flex-1 basis-40">
            <Name user={user} />
            <p className="truncate text-sm text-ink-soft">
              <Email user={user} />
            </p>
          </div>
          <Status user={user} />
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

/** Admins cannot change their own account. */
function Acts({ user }: { readonly user: UserListing }) {
  const me = useMe();
  const change = useSwitchUser();
  if (user.id === me.id) return <p className="text-sm text-ink-soft">This is you. Another admin can change it.</p>;
  const word = user.isEnabled ? 'Disable' : 'Enable';
  return (
    <div className="user-acts">
      <Button tone="text" aria-label={`${word} ${user.displayName}`} onClick={() => change(user, !user.isEnabled)}>
        {word}
      </Button>
      {user.email !== null && (
        <>
          <AdminRole user={user} />
          <SignOutUser user={user} />
          {user.hasSecondFactor && <RemoveSecondFactor user={user} />}
          <Uploads user={user} />
        </>
      )}
    </div>
  );
}

/** Grants and revokes the admin role, after a confirmation. */
function AdminRole({ user }: { readonly user: UserListing }) {
  const [asks, setAsks] = useState(false);
  const word = user.isAdmin ? 'Remove admin' : 'Make admin';
  return (
    <>
      <Button tone="text" aria-label={`${word}: ${user.displayName}`} onClick={() => setAsks(true)}>
        {word}
      </Button>
      {asks && <Question user={user} word={word} onClose={() => setAsks(false)} />}
    </>
  );
}

interface QuestionProps {
  readonly user: UserListing;
  readonly word: string;
  readonly onClose: () => void;
}

function Question({ user: { id, displayName, email, isAdmin }, word, onClose }: QuestionProps) {
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: () => call('PATCH /api/users/:userId', { params: { userId: id }, body: { isAdmin: !isAdmin } }),
    onSuccess: (changed) => {
      client.setQueryData(
        usersQuery.queryKey,
        (data) => data && { users: data.users.map((user) => (user.id === id ? changed : user)) },
      );
      onClose();
    },
    onError: (error) => console.error('Error changing the admin role', error),
  });
  return (
    <ConfirmDialog
      title={word}
      action={word}
      danger={isAdmin}
      isPending={saving.isPending}
      refusal={saving.isError ? failureText(saving.error) : null}
      onConfirm={() => saving.mutate()}
      onClose={onClose}
    >
      <p className="break-words">
        {displayName} ({email})
      </p>
      <p>
        {isAdmin
          ? 'This account will no longer see the admin panel. Its pools and picks stay.'
          : 'An admin can change users, pools and games, and see the log of what admins did.'}
      </p>
    </ConfirmDialog>
  );
}

/** Ends every session of a user, after a confirmation. */
function SignOutUser({ user: { id, displayName, email } }: { readonly user: UserListing }) {
  const [asks, setAsks] = useState(false);
  const toast = useToast();
  const ending = useMutation({
    mutationFn: () => call('DELETE /api/users/:userId/sessions', { params: { userId: id } }),
    onSuccess: () => {
      setAsks(false);
      toast({ type: 'success', title: 'Signed out', message: `${displayName} is signed out on every device.` });
    },
    onError: (error) => console.error('Error ending the sessions of a user', error),
  });
  return (
    <>
      <Button tone="text" aria-label={`Sign out everywhere: ${displayName}`} onClick={() => setAsks(true)}>
        Sign out everywhere
      </Button>
      {asks && (
        <ConfirmDialog
          title="Sign out everywhere"
          action="Sign out"
          danger
          isPending={ending.isPending}
          refusal={ending.isError ? failureText(ending.error) : null}
          onConfirm={() => ending.mutate()}
          onClose={() => setAsks(false)}
        >
          <p className="break-words">
            {displayName} ({email})
          </p>
          <p>Every device of this account is signed out at once. Its password stays, so they can sign in again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Turns off the second factor of a user who lost it, after a confirmation. */
function RemoveSecondFactor({ user: { id, displayName, email } }: { readonly user: UserListing }) {
  const [asks, setAsks] = useState(false);
  const client = useQueryClient();
  const toast = useToast();
  const button = useRef<HTMLSpanElement>(null);
  useFocusOnLeave(button);
  const removing = useMutation({
    mutationFn: () => call('DELETE /api/users/:userId/second-factor', { params: { userId: id } }),
    onSuccess: () => {
      setAsks(false);
      void client.invalidateQueries({ queryKey: usersQuery.queryKey });
      toast({ type: 'success', title: 'Removed', message: `${displayName} signs in without a code now.` });
    },
    onError: (error) => console.error('Error removing the second factor of a user', error),
  });
  return (
    <>
      <span ref={button} className="contents">
        <Button tone="text" aria-label={`Remove second factor: ${displayName}`} onClick={() => setAsks(true)}>
          Remove second factor
        </Button>
      </span>
      {asks && (
        <ConfirmDialog
          title="Remove second factor"
          action="Remove"
          danger
          isPending={removing.isPending}
          refusal={removing.isError ? failureText(removing.error) : null}
          onConfirm={() => removing.mutate()}
          onClose={() => setAsks(false)}
        >
          <p className="break-words">
            {displayName} ({email})
          </p>
          <p>Make sure that it's them who asks: from now on their password is enough. They get an email about it.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

type Users = ReplyOf<'GET /api/users'>;

/** Enables and disables users: shown at once, and reverted on failure. */
function useSwitchUser(): (user: UserListing, isEnabled: boolean) => void {
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
