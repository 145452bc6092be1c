import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeagueSummary, PoolEditReply } from '#contract/pools.ts';
import { hasBuyBacks } from '#core/rules/pool-rules.ts';
import { JoinRequests } from '#web/features/pool/members/join-requests.tsx';
import { MEMBERS } from '#web/features/pool/paths.ts';
import { call, failureText } from '#web/lib/api.ts';
import { lazyScreen } from '#web/lib/lazy.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { useMe } from '#web/lib/session-provider.tsx';
import { FirstSteps, isStarting } from '#web/parts/first-steps.tsx';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { InviteTools } from '#web/parts/pool-edit/invite-tools.tsx';
import { poolEditQuery, summaryQuery, usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { buttonLook } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import type { BuyBacksPanelProps } from './buy-backs-panel.tsx';
import { MissingPanel } from './missing-panel.tsx';
import type { ManageProps } from './pool-manager.tsx';
import { Statistic } from './statistic.tsx';
import { UsersPanel } from './users-panel.tsx';

const BuyBacksPanel = lazyScreen<BuyBacksPanelProps>(
  async () => (await import('./buy-backs-panel.tsx')).BuyBacksPanel,
  <Skeleton className="h-32" />,
);

/** The people of the pool: who wants to join, who hasn't picked, who can be bought back, how to invite others, and for admins who plays. */
export function PeopleSection({ pool, addresses }: ManageProps) {
  const { isAdmin } = useMe();
  const { rules } = pool.settings;
  const { data: summary } = useQuery({ ...summaryQuery, enabled: isAdmin });
  const [guides] = useState(() => needsPlayers(summary));
  const active = pool.users.filter(({ isMember, isEnabled }) => isMember && isEnabled).length;
  const invite = <InviteTools pool={pool} />;
  return (
    <>
      {guides && <FirstSteps invite={invite} />}
      <div className="halves">
        <div className="grid gap-4">
          <JoinRequests poolId={pool.id} requests={pool.requests} />
          <Statistic title="Active Users" value={active} />
          <MissingPanel pool={pool} />
          {hasBuyBacks(rules) && <BuyBacksPanel poolId={pool.id} />}
          {!guides && (
            <PanelSection title="Invite link">
              <p className="mb-3 text-ink-soft">
                Anyone who opens this link can join the pool. Send it to your players.
              </p>
              {invite}
              {isAdmin && <ListedRow pool={pool} />}
            </PanelSection>
          )}
        </div>
        <div className="grid gap-4">
          {isAdmin ? <UsersPanel pool={pool} picks={addresses.picks} /> : <PlayersPanel />}
        </div>
      </div>
    </>
  );
}

/** Whether the season is loaded and there are no players yet. */
function needsPlayers(summary: LeagueSummary | undefined): boolean {
  return summary !== undefined && summary.season !== null && isStarting(summary);
}

/** For commissioners, who work with the players where all members see them. */
function PlayersPanel() {
  return (
    <PanelSection title="Players">
      <p className="mb-3 text-ink-soft">
        Open a player on Members to enter picks, rename or remove them, or name another commissioner. You can also add a
        player without an account there.
      </p>
      <Link to={MEMBERS} className={buttonLook('plain')}>
        Members
      </Link>
    </PanelSection>
  );
}

/** Whether people outside the pool can see it; only admins set this. */
function ListedRow({ pool: { id, isListed } }: { readonly pool: PoolEditReply }) {
  const client = useQueryClient();
  const poolsChanged = usePoolsChanged();
  const listing = useMutation({
    mutationFn: (enabled: boolean) =>
      call('PUT /api/pools/:poolId/listed', { params: { poolId: id }, body: { enabled } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: poolEditQuery(id).queryKey });
      await poolsChanged();
    },
    onError: (error) => console.error('Error listing the pool', error),
  });
  return (
    <div className="mt-3">
      <CheckRow
        label="Listed"
        note="Everyone with an account sees the pool and can ask to join. Otherwise only this link leads to it."
        checked={listing.isPending ? listing.variables : isListed}
        disabled={listing.isPending}
        onChange={(enabled) => listing.mutate(enabled)}
      />
      <Refusal text={listing.isError ? failureText(listing.error) : null} />
    </div>
  );
}
