import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PoolEditReply } from '#contract/pools.ts';
import { weekName } from '#core/weeks.ts';
import { JoinRequests } from '#web/features/pool/members/join-requests.tsx';
import { useTalkSwitch } from '#web/features/pool/talk/talk-off.tsx';
import { call, failureText } from '#web/lib/api.ts';
import { useMe } from '#web/lib/session-provider.tsx';
import type { PoolRows } from '#web/parts/first-steps.tsx';
import { FirstSteps, isStarting } from '#web/parts/first-steps.tsx';
import { useLatestData } from '#web/parts/panel/optimistic.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { InviteTools } from '#web/parts/pool-edit/invite-tools.tsx';
import { poolEditQuery, poolRowsQuery, usePoolsChanged } from '#web/parts/pool-edit/pool-edit.ts';
import { poolQuery } from '#web/parts/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckRow } from '#web/ui/check-row.tsx';
import { Digits } from '#web/ui/digits.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { AnnouncePanel } from './announce-panel.tsx';
import { HooksPanel } from './hooks-panel.tsx';
import { LinesPanel } from './lines-panel.tsx';
import { MissingPanel } from './missing-panel.tsx';
import { SettingsForm } from './settings-form.tsx';
import { UsersPanel } from './users-panel.tsx';
import { WeeksPanel } from './weeks-panel.tsx';

/** The addresses that the screens for running a pool link to. */
export interface Addresses {
  /** Opened after saving, and by 'Cancel'. */
  readonly back: string;
  /** The form that enters picks of an entry. */
  readonly picks: (entryId: string) => string;
}

interface PoolManagerProps {
  readonly poolId: string;
  readonly addresses: Addresses;
}

/** Everything that commissioners and admins can set. Only admins see the list of the league's users. */
export function PoolManager({ poolId, addresses }: PoolManagerProps) {
  const { isAdmin } = useMe();
  const pool = useQuery(poolEditQuery(poolId));
  const rows = useQuery({ ...poolRowsQuery, enabled: isAdmin });
  const skeleton = <Skeleton className="h-144" />;
  return (
    <Loaded query={pool} failure="Couldn't load the pool" skeleton={skeleton}>
      {(reply) =>
        isAdmin && rows.isPending ? (
          skeleton
        ) : (
          <Edit key={reply.id} read={reply} isStart={needsPlayers(rows.data)} addresses={addresses} />
        )
      }
    </Loaded>
  );
}

/** Whether the season is loaded and there are no players yet. */
function needsPlayers(rows: PoolRows | undefined): boolean {
  return rows !== undefined && rows.season !== null && isStarting(rows);
}

interface EditProps {
  readonly read: PoolEditReply;
  /** Whether the league needs its first players next. */
  readonly isStart: boolean;
  readonly addresses: Addresses;
}

function Edit({ read, isStart, addresses }: EditProps) {
  const { isAdmin } = useMe();
  const pool = useLatestData(poolEditQuery(read.id).queryKey, read);
  const users = pool.users.filter(({ isMember, isEnabled }) => isMember && isEnabled).length;
  const weeks = pool.weeks.filter(({ enabled }) => enabled).length;
  const [guides] = useState(isStart);
  const invite = <InviteTools pool={pool} />;
  return (
    <>
      {guides && <FirstSteps invite={invite} />}
      <div className="halves">
        <div className="grid gap-4">
          {isAdmin && <JoinRequests poolId={pool.id} requests={pool.requests} />}
          <MissingPanel pool={pool} />
          {!guides && (
            <PanelSection title="Invite link">
              <p className="mb-3 text-ink-soft">
                Anyone who opens this link can join the pool. Send it to your players.
              </p>
              {invite}
              {isAdmin && <ListedRow pool={pool} />}
            </PanelSection>
          )}
          <AnnouncePanel poolId={pool.id} />
          <TalkPanel poolId={pool.id} />
          <HooksPanel poolId={pool.id} />
          <SettingsForm pool={pool} back={addresses.back} />
          <LinesPanel pool={pool} />
        </div>
        <div className="grid gap-4">
          <section aria-label="Statistics" className="grid grid-cols-2 gap-3 md:gap-4">
            <Statistic title="Active Users" value={users} />
            <Statistic title="Active Weeks" value={weeks} note={pool.currentWeekId && weekName(pool.currentWeekId)} />
          </section>
          <WeeksPanel pool={pool} />
          {isAdmin && <UsersPanel pool={pool} picks={addresses.picks} />}
        </div>
      </div>
    </>
  );
}

interface StatisticProps {
  readonly title: string;
  readonly value: number;
  readonly note?: string | null;
}

function Statistic({ title, value, note }: StatisticProps) {
  return (
    <div className="board flex min-h-33 flex-col justify-between gap-2 p-4">
      <h2 className="label text-board-soft">{title}</h2>
      <div className="flex flex-wrap items-end justify-between gap-x-3">
        <span className="led text-5xl">
          <Digits value={value} />
        </span>
        {note && <span className="text-right text-sm text-board-soft">Now {note}</span>}
      </div>
    </div>
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

/** Whether the talk of the pool is on. */
function TalkPanel({ poolId }: { readonly poolId: string }) {
  const pool = useQuery(poolQuery(poolId)).data;
  const turning = useTalkSwitch(poolId);
  if (pool === undefined) return null;
  const isOn = pool.lastMessage !== undefined;
  return (
    <PanelSection title="Talk">
      <p className="mb-3 text-ink-soft">
        {isOn
          ? 'Members can talk. If you turn it off, messages are hidden, not deleted.'
          : "Talk is off. Turn it on so members can chat on the pool's page."}
      </p>
      <Refusal text={turning.isError ? failureText(turning.error) : null} />
      <Button tone="plain" isPaused={turning.isPending} onClick={() => turning.mutate(!isOn)}>
        {isOn ? 'Turn talk off' : 'Turn talk on'}
      </Button>
    </PanelSection>
  );
}
