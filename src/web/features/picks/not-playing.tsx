import { Link } from '#web/lib/navigation.tsx';
import { Icon } from '#web/ui/icon.tsx';

export interface NotPlayingProps {
  readonly poolId: string;
}

/** For an admin who runs a pool without playing in it. */
export function NotPlaying({ poolId }: NotPlayingProps) {
  return (
    <div className="board flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-4 py-2 text-board-ink">
      <p>You don't play in this pool. Add yourself to its users to make picks.</p>
      <Link
        to={`/admin/pools/edit/${poolId}`}
        className="flex min-h-11 items-center gap-1 font-display text-lg font-medium text-led"
      >
        Edit the pool
        <Icon name="chevronRight" />
      </Link>
    </div>
  );
}
