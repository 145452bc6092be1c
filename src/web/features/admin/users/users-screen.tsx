import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserListing } from '#contract/admin.ts';
import { usersQuery } from '#web/features/admin/queries.ts';
import { matches } from '#web/parts/panel/search.ts';
import { Screen } from '#web/parts/screen.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { UserCards, UserTable } from './user-list.tsx';

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
