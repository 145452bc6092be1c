import { useMutation } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import type { PoolRow } from '#contract/pools.ts';
import { nameInSeason } from '#core/play-again.ts';
import { POOL_TOAST_MS } from '#core/toast.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

const TITLE = 'Play Again';

interface PlayAgainDialogProps {
  readonly pool: PoolRow;
  /** The season that the pool played. */
  readonly played: number;
  /** All pools, and the latest season that is loaded. */
  readonly list: ReplyOf<'GET /api/admin/pools'>;
  readonly onClose: () => void;
}

/** Makes a pool for the season that is loaded now, or says to load one first. */
export function PlayAgainDialog({ list, ...props }: PlayAgainDialogProps) {
  const { played, onClose } = props;
  if (list.season !== null && list.season > played)
    return <Confirm {...props} season={list.season} pools={list.pools} />;
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <p className="mb-5 text-ink-soft">Season {played + 1} isn't loaded yet. Load it, then come back.</p>
      <div className="grid grid-cols-2 gap-3">
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
        <Link to="/admin/season" className={buttonLook('primary')}>
          Load season
        </Link>
      </div>
    </Dialog>
  );
}

interface ConfirmProps extends Omit<PlayAgainDialogProps, 'list'> {
  readonly season: number;
  readonly pools: readonly PoolRow[];
}

function Confirm({ pool, played, season, pools, onClose }: ConfirmProps) {
  const toast = useToast();
  const poolsChanged = usePoolsChanged();
  const name = nameInSeason(pool.name, played, season);
  const making = useMutation({
    mutationFn: () => call('POST /api/pools/:poolId/again', { params: { poolId: pool.id }, body: { season } }),
    onSuccess: () => {
      toast({ type: 'success', title: `${name} is ready for ${season}`, durationMs: POOL_TOAST_MS });
      onClose();
    },
    onError: (error) => console.error('Error starting the pool again', error),
    onSettled: () => void poolsChanged(),
  });
  return (
    <ConfirmDialog
      title={TITLE}
      action="Create"
      isPending={making.isPending}
      refusal={making.isError ? failureText(making.error) : null}
      onConfirm={() => making.mutate()}
      onClose={onClose}
    >
      <p className="break-words text-ink">
        Create {name} for season {season}?
      </p>
      <p>It has the rules and members of this pool, and all weeks of the season. This pool stays as it is.</p>
      {pools.some((other) => other.name === name && other.season === season) && (
        <p className="font-medium text-red">There is a pool of this name in season {season} already.</p>
      )}
    </ConfirmDialog>
  );
}
