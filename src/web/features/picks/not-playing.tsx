import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { Icon } from '#web/ui/icon.tsx';

/** Shown to a person who runs a pool without playing in it. */
export function NotPlaying() {
  const { isAdmin } = useMe();
  return (
    <div className="board flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-4 py-2 text-board-ink">
      <p>
        You don't play in this pool.{' '}
        {isAdmin ? 'Add yourself to its users to make picks.' : 'Open its invite link to make picks.'}
      </p>
      <Link to="/pool/manage" className="flex min-h-11 items-center gap-1 font-display text-lg font-medium text-led">
        Manage the pool
        <Icon name="chevronRight" />
      </Link>
    </div>
  );
}
