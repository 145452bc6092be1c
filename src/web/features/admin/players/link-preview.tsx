import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LinkReply, Player } from '#contract/players.ts';
import type { UserListing } from '#contract/users.ts';
import { playersQuery } from '#web/features/admin/queries.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface LinkPreviewProps {
  readonly player: Player;
  readonly account: UserListing;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

function previewQuery(playerId: string, userId: string) {
  return queryOptions({
    queryKey: ['admin', 'link', playerId, userId],
    queryFn: ({ signal }) =>
      call('GET /api/admin/players/:playerId/link/:userId', { params: { playerId, userId } }, signal),
    refetchOnMount: 'always',
    gcTime: 0,
    meta: { failure: 'Error fetching what a link would do' },
  });
}

/** What linking a player to an account would do, in numbers, and the button that does it. */
export function LinkPreview({ player, account, onBack, onClose }: LinkPreviewProps) {
  const client = useQueryClient();
  const toast = useToast();
  const preview = useQuery(previewQuery(player.id, account.id));
  const linking = useMutation({
    mutationFn: () =>
      call('POST /api/admin/players/:playerId/link/:userId', { params: { playerId: player.id, userId: account.id } }),
    onSuccess: ({ taken, waiting }) => {
      const later = waiting === 0 ? '' : `, and gets ${waiting} when their games lock`;
      toast({
        type: 'success',
        title: 'Linked',
        message: `${account.displayName} has ${picksText(taken)} more${later}`,
      });
      void client.invalidateQueries({ queryKey: playersQuery.queryKey });
      onClose();
    },
    onError: (error) => console.error('Error linking a player', error),
  });
  return (
    <>
      <p className="mb-3">
        <span className="font-medium">{account.displayName}</span>{' '}
        <span className="break-words text-ink-soft">{account.email}</span>
      </p>
      <Loaded query={preview} failure="Couldn't load the preview" skeleton={<Skeleton className="h-40" />}>
        {(reply) => <Numbers reply={reply} />}
      </Loaded>
      <p className="mt-4 mb-4 text-sm text-ink-soft">
        Picks of games that are not locked stay sealed and move when their games lock. Where picks differ, those of the
        account stay and the others are kept in the history. This can be undone.
      </p>
      <Refusal text={linking.error && failureText(linking.error)} />
      <div className="grid grid-cols-2 gap-3">
        <Button tone="plain" onClick={onBack}>
          Back
        </Button>
        <Button disabled={preview.data === undefined} isPaused={linking.isPending} onClick={() => linking.mutate()}>
          {linking.isPending ? 'Linking...' : 'Link'}
        </Button>
      </div>
    </>
  );
}

function Numbers({ reply }: { readonly reply: LinkReply }) {
  if (reply.pools.length === 0) return <p className="text-ink-soft">This player is in no pool, so no pick moves.</p>;
  return (
    <ul className="-mx-2 overflow-hidden rounded-lg">
      {reply.pools.map((pool) => (
        <li key={pool.id} className="striped-row px-3 py-2.5">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span className="min-w-0 break-words">{pool.name}</span>
            {pool.becomesMember && <Badge tone="good">Becomes a member</Badge>}
          </p>
          <dl className="mt-1 grid grid-cols-4 gap-2 text-sm text-ink-soft">
            <Count name="Moved" value={pool.taken} />
            <Count name="At lock" value={pool.waiting} />
            <Count name="Same" value={pool.same} />
            <Count name="Differ" value={pool.differing} />
          </dl>
        </li>
      ))}
    </ul>
  );
}

function Count({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="font-display text-xl font-medium text-ink">{value}</dd>
    </div>
  );
}

function picksText(count: number): string {
  return `${count} ${count === 1 ? 'pick' : 'picks'}`;
}
