import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlmanacPlanReply } from '#contract/almanac.ts';
import { call, failureText } from '#web/lib/api.ts';
import { useOnce } from '#web/lib/once.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { SelectField } from '#web/ui/field.tsx';
import { Refusal } from '#web/ui/refusal.tsx';
import { useAlmanacChanged } from './plan-query.ts';

interface SeasonBeforeProps {
  readonly poolId: string;
  readonly poolName: string;
  readonly plan: AlmanacPlanReply;
}

/** The pool that this one follows in its line of seasons. */
export function SeasonBefore({ poolId, poolName, plan: { follows, couldFollow } }: SeasonBeforeProps) {
  const [asks, setAsks] = useState(false);
  if (follows !== null) {
    const name = seasonText(follows);
    return (
      <>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <div className="min-w-0">
            <p className="text-lg font-medium break-words">{name}</p>
            <p className="text-ink-soft">This season follows it, and they share an almanac.</p>
          </div>
          <Button tone="plain" onClick={() => setAsks(true)}>
            Unlink it
          </Button>
        </div>
        {asks && <LeaveDialog {...{ poolId, poolName, name }} onClose={() => setAsks(false)} />}
      </>
    );
  }
  if (couldFollow.length === 0) {
    return <p className="text-ink-soft">A pool that you start with Play again follows this one by itself.</p>;
  }
  return <Choice poolId={poolId} pools={couldFollow} />;
}

/** `2025: Office Pool` */
function seasonText({ year, name }: { readonly year: number | null; readonly name: string }): string {
  return year === null ? name : `${year}: ${name}`;
}

function useFollow(poolId: string, onDone: () => void) {
  const changed = useAlmanacChanged(poolId);
  return useMutation({
    mutationFn: (before: string | null) =>
      call('PUT /api/pools/:poolId/almanac/follows', { params: { poolId }, body: { poolId: before } }),
    onSuccess: onDone,
    onError: (error) => console.error('Error changing the season before', error),
    onSettled: changed,
  });
}

interface ChoiceProps {
  readonly poolId: string;
  readonly pools: AlmanacPlanReply['couldFollow'];
}

function Choice({ poolId, pools }: ChoiceProps) {
  const [chosen, setChosen] = useState('');
  const following = useFollow(poolId, () => setChosen(''));
  const follow = useOnce(following);
  const isThere = pools.some(({ id }) => id === chosen);
  return (
    <>
      <p className="mb-3 text-ink-soft">
        Did your league play an earlier season in another pool? Link it to this one, and they share an almanac.
      </p>
      <div className="max-w-md">
        <SelectField
          label="Earlier pool"
          value={isThere ? chosen : ''}
          options={[['', 'Choose a pool'], ...pools.map((pool) => [pool.id, seasonText(pool)] as const)]}
          onChange={setChosen}
        />
        <Refusal text={following.isError ? failureText(following.error) : null} />
        <Button tone="plain" disabled={!isThere} isPaused={following.isPending} onClick={() => follow(chosen)}>
          {following.isPending ? 'Saving...' : 'Link it'}
        </Button>
      </div>
    </>
  );
}

interface LeaveDialogProps {
  readonly poolId: string;
  readonly poolName: string;
  /** The pool before. */
  readonly name: string;
  readonly onClose: () => void;
}

function LeaveDialog({ poolId, poolName, name, onClose }: LeaveDialogProps) {
  const leaving = useFollow(poolId, onClose);
  return (
    <ConfirmDialog
      title="Unlink it?"
      action="Take it out"
      danger
      isPending={leaving.isPending}
      refusal={leaving.isError ? failureText(leaving.error) : null}
      onConfirm={() => leaving.mutate(null)}
      onClose={onClose}
    >
      <p>
        The almanac of {poolName} starts over, without {name} and the seasons before it. The pools stay as they are.
      </p>
    </ConfirmDialog>
  );
}
