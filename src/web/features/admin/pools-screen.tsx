import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PoolRow } from '#contract/pools.ts';
import { nameInSeason } from '#core/play-again.ts';
import { POOL_TOAST_MS } from '#core/toast.ts';
import { call, failureText } from '#web/lib/api.ts';
import { Link } from '#web/lib/navigation.tsx';
import { OlderButton } from '#web/parts/audit.tsx';
import { FirstSteps, isStarting } from '#web/parts/first-steps.tsx';
import { summaryQuery, usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { Screen } from '#web/parts/screen.tsx';
import { useToast } from '#web/parts/toasts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonLook } from '#web/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { poolPagesQuery } from './queries.ts';

export function PoolsScreen() {
  const summary = useQuery(summaryQuery);
  const [search, setSearch] = useState('');
  const isLead = summary.data !== undefined && isStarting(summary.data);

  return (
    <Screen
      title="Pools"
      over="Admin"
      tools={
        summary.data !== undefined && (
          <div className="flex flex-wrap gap-3 max-md:basis-full">
            {summary.data.pools > 0 && <SearchField label="Search by name" value={search} onChange={setSearch} />}
            <Link to="/pools/new" className={buttonLook(isLead ? 'plain' : 'primary')}>
              New Pool
            </Link>
          </div>
        )
      }
    >
      <Loaded query={summary} failure="Couldn't load pools" skeleton={skeleton}>
        {({ season }) => (
          <>
            {isLead && <FirstSteps />}
            <Found search={search.trim()} season={season} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

const skeleton = <Skeleton className="h-72" />;

interface FoundProps {
  readonly search: string;
  /** The latest season that is loaded. */
  readonly season: number | null;
}

/** The pools whose name has a text. */
function Found({ search, season }: FoundProps) {
  const pools = useInfiniteQuery(poolPagesQuery(search));
  return (
    <Loaded query={pools} failure="Couldn't load pools" skeleton={skeleton}>
      {(found) =>
        found.length === 0 && search !== '' ? (
          <Notice icon="search" title="No pool found">
            <p>No name matches.</p>
          </Notice>
        ) : (
          <>
            <ul className="grid gap-3 md:gap-4">
              {found.map((pool) => (
                <PoolCard key={pool.id} pool={pool} loaded={season} />
              ))}
            </ul>
            <OlderButton query={pools} />
          </>
        )
      }
    </Loaded>
  );
}

interface PoolCardProps {
  readonly pool: PoolRow;
  /** The latest season that is loaded. */
  readonly loaded: number | null;
}

function PoolCard({ pool, loaded }: PoolCardProps) {
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
          <Duplicate pool={pool} />
          {pool.isOver && (
            <Button tone="plain" aria-label={`Play again: ${name}`} onClick={() => setAsks('again')}>
              Play again
            </Button>
          )}
          <Button tone="plain" className="text-red!" aria-label={`Delete ${name}`} onClick={() => setAsks('delete')}>
            Delete
          </Button>
        </div>
      </div>
      {asks === 'again' && season !== null && (
        <PlayAgainDialog pool={pool} played={season} loaded={loaded} onClose={close} />
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

const TITLE = 'Play Again';

interface PlayAgainDialogProps {
  readonly pool: PoolRow;
  /** The season that the pool played. */
  readonly played: number;
  /** The latest season that is loaded. */
  readonly loaded: number | null;
  readonly onClose: () => void;
}

/** Makes a pool for the loaded season, or asks to load one first. */
function PlayAgainDialog({ loaded, ...props }: PlayAgainDialogProps) {
  const { played, onClose } = props;
  if (loaded !== null && loaded > played) return <Confirm {...props} season={loaded} />;
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

interface ConfirmProps extends Omit<PlayAgainDialogProps, 'loaded'> {
  readonly season: number;
}

function Confirm({ pool, played, season, onClose }: ConfirmProps) {
  const toast = useToast();
  const poolsChanged = usePoolsChanged();
  const name = nameInSeason(pool.name, played, season);
  const { data: alike = [] } = useInfiniteQuery(poolPagesQuery(name));
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
      {alike.some((other) => other.name === name && other.season === season) && (
        <p className="font-medium text-red">There is a pool of this name in season {season} already.</p>
      )}
    </ConfirmDialog>
  );
}

interface DeletePoolDialogProps {
  readonly pool: PoolRow;
  readonly onClose: () => void;
}

function DeletePoolDialog({ pool: { id, name }, onClose }: DeletePoolDialogProps) {
  const toast = useToast();
  const poolsChanged = usePoolsChanged();
  const deleting = useMutation({
    mutationFn: () => call('DELETE /api/pools/:poolId', { params: { poolId: id } }),
    onSuccess: () => {
      toast({ type: 'success', title: 'Pool deleted successfully!', durationMs: POOL_TOAST_MS });
      onClose();
    },
    onError: (error) => console.error('Error deleting the pool', error),
    onSettled: () => void poolsChanged(),
  });
  return (
    <ConfirmDialog
      title="Delete Pool"
      action="Delete"
      danger
      isPending={deleting.isPending}
      refusal={deleting.isError ? failureText(deleting.error) : null}
      onConfirm={() => deleting.mutate()}
      onClose={onClose}
    >
      <p className="break-words text-ink">Delete {name}?</p>
      <p className="font-medium text-red">This action cannot be undone.</p>
      <p>
        The pool is only marked as deleted: nobody sees it anymore, but its members, picks and scores are preserved in
        the database.
      </p>
    </ConfirmDialog>
  );
}
