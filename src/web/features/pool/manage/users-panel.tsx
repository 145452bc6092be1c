import { useState } from 'react';
import type { PoolEditReply, PoolUser } from '#contract/pools.ts';
import { call } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { useOptimisticAct, useSending } from '#web/parts/panel/optimistic.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { matches } from '#web/parts/panel/search.ts';
import { poolEditQuery, usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { buttonLook } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import type { Addresses } from './pool-manager.tsx';

interface UsersPanelProps {
  readonly pool: PoolEditReply;
  /** The address of the form that enters picks of an entry. */
  readonly picks: Addresses['picks'];
}

/** For admins: the users of the league, with a checkbox for each that plays in the pool. Each checkbox saves at once. */
export function UsersPanel({ pool: { id, users }, picks }: UsersPanelProps) {
  const [search, setSearch] = useState('');
  const setMember = useSetMember(id);
  const isSending = useSending(poolEditQuery(id).queryKey);
  const found = users.filter((user) => matches(user, search));
  return (
    <PanelSection
      title="Users"
      tools={<SearchField label="Search by name or email" value={search} onChange={setSearch} />}
    >
      <p className="mb-2 text-sm text-ink-soft">
        <span role="status">{isSending ? 'Saving...' : 'Each change is saved at once.'}</span> Only enabled accounts can
        be added.
      </p>
      {found.length === 0 && (
        <p role="status" className="py-3 text-ink-soft">
          {users.length === 0 ? 'There is nobody to add yet.' : 'Nobody found.'}
        </p>
      )}
      <ul className="long-list">
        {found.map((user) => (
          <li key={user.id} className="striped-row flex items-center gap-2 rounded-lg px-2">
            <div className="min-w-0 flex-1">
              <CheckRow
                label={user.displayName}
                note={noteOf(user)}
                checked={user.isMember}
                onChange={(checked) => setMember(user, checked)}
              />
            </div>
            {user.isMember && <PicksLinks user={user} picks={picks} />}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

interface PicksLinksProps extends Pick<UsersPanelProps, 'picks'> {
  readonly user: PoolUser;
}

/** Links to the picks of each entry of a member. */
function PicksLinks({ user: { displayName, entries }, picks }: PicksLinksProps) {
  const isOnly = entries.length === 1;
  return (
    <span className="flex max-w-1/2 flex-wrap justify-end gap-x-2">
      {entries.map(({ id, name }) => (
        <Link
          key={id}
          to={picks(id)}
          aria-label={`Enter picks for ${isOnly ? displayName : name}`}
          className={`min-w-0 wrap-anywhere ${buttonLook('text')}`}
        >
          {isOnly ? 'Enter picks' : name}
        </Link>
      ))}
    </span>
  );
}

function noteOf({ email, isEnabled }: PoolUser): string {
  const address = email ?? 'No account';
  return isEnabled ? address : `Disabled globally · ${address}`;
}

function useSetMember(poolId: string): (user: PoolUser, enabled: boolean) => void {
  const me = useMe();
  const poolsChanged = usePoolsChanged();
  const act = useOptimisticAct<PoolEditReply>(poolEditQuery(poolId).queryKey);
  return ({ id, displayName }, enabled) => {
    const show = (isMember: boolean) => (pool: PoolEditReply) => ({
      ...pool,
      users: pool.users.map((user) => (user.id === id ? { ...user, isMember } : user)),
    });
    act({
      thing: id,
      show: show(enabled),
      undo: show(!enabled),
      send: () => call('PUT /api/pools/:poolId/members/:userId', { params: { poolId, userId: id }, body: { enabled } }),
      failure: `Couldn't ${enabled ? 'add' : 'remove'} ${displayName}`,
      ...(id === me.id && { done: () => void poolsChanged() }),
    });
  };
}
