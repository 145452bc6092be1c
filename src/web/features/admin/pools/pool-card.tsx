import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import type { PoolRow } from '#contract/pools.ts';
import { POOL_TOAST_MS } from '#core/toast.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { DeletePoolDialog } from './delete-pool-dialog.tsx';
import { PlayAgainDialog } from './play-again-dialog.tsx';

interface PoolCardProps {
  readonly pool: PoolRow;
  /** All pools, and the season that is loaded. */
  readonly list: ReplyOf<'GET /api/admin/pools'>;
}

export function PoolCard({ pool, list }: PoolCardProps) {
  const { id, name, description, rules, season } = pool;
  const [asks, setAsks] = useState<'again' | 'delete' | null>(null);
  const close = (): void => setAsks(null);
  return (
    <li className="panel p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="pool-words">
          <h2 className="heading text-2xl break-words">{name}</h2>
          {description && <p className="mt-1 text-ink-soft">{description}</p>}
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <span className="text-sm text-ink-soft">{countsText(pool)}</span>
            {rules.useSpread && <Badge tone="good">Spread Enabled</Badge>}
            {rules.roundSpread && <Badge tone="good">Spread Rounded</Badge>}
            {!pool.isListed && <Badge tone="plain">Unlisted</Badge>}
            {pool.requests > 0 && (
              <Badge tone="warn">{`${pool.requests} ${pool.requests === 1 ? 'request' : 'requests'} to join`}</Badge>
            )}
          </div>
        </div>
        <div className="pool-acts">
          <Link to={`/admin/pools/edit/${id}`} aria-label={`Edit ${name}`} className={buttonLook('plain')}>
            Edit
          </Link>
          {pool.isOver ? (
            <Button tone="plain" aria-label={`Play ${name} again`} onClick={() => setAsks('again')}>
              Play again
            </Button>
          ) : (
            <Duplicate pool={pool} />
          )}
          <Button tone="plain" className="text-red!" aria-label={`Delete ${name}`} onClick={() => setAsks('delete')}>
            Delete
          </Button>
        </div>
      </div>
      {asks === 'again' && season !== null && (
        <PlayAgainDialog pool={pool} played={season} list={list} onClose={close} />
      )}
      {asks === 'delete' && <DeletePoolDialog pool={pool} onClose={close} />}
    </li>
  );
}

function Duplicate({ pool: { id, name } }: { readonly pool: PoolRow }) {
  const toast = useToast();
  const poolsChanged = usePoolsChanged();
  const copying = useMutation({
    mutationFn: () => call('POST /api/pools/:poolId/duplicate', { params: { poolId: id } }),
    onSuccess: () => toast({ type: 'success', title: 'Pool duplicated successfully!', durationMs: POOL_TOAST_MS }),
    onError: (error) => {
      console.error('Error duplicating the pool', error);
      toast({ type: 'error', title: `Couldn't duplicate ${name}`, message: failureText(error) });
    },
    onSettled: () => void poolsChanged(),
  });
  return (
    <Button tone="plain" aria-label={`Duplicate ${name}`} isPaused={copying.isPending} onClick={() => copying.mutate()}>
      Duplicate
    </Button>
  );
}

function countsText({ activeUsers, activeWeeks }: PoolRow): string {
  const users = `${activeUsers} ${activeUsers === 1 ? 'user' : 'users'}`;
  return `${users} · ${activeWeeks} ${activeWeeks === 1 ? 'week' : 'weeks'}`;
}
