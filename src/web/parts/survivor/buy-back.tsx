import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { formatDollars } from '#core/money.ts';
import { failureText } from '#web/lib/api.ts';
import { useNavigate } from '#web/lib/navigation.tsx';
import { useEntries, useEntryName } from '#web/parts/entries.tsx';
import { moneyQuery } from '#web/parts/money/money-query.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import type { BuyBackOffer } from './buy-back-offer.ts';
import { useBuyBack } from './use-buy-back.ts';

export interface BuyBackProps {
  readonly pool: PoolReply;
  readonly offer: BuyBackOffer;
  /** The address at which a team is chosen then; null if that is this page. */
  readonly next: string | null;
}

/** The button by which a player buys the chosen entry back, or takes that back. It asks first. */
export function BuyBack({ pool, offer, next }: BuyBackProps) {
  const { entry } = useEntries();
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  if (entry === null) return null;
  const fee = client.getQueryData(moneyQuery(pool.id).queryKey)?.plan.buyBack;
  const isBuying = offer.act === 'buy';
  const close = (): void => setOpen(false);
  return (
    <>
      {isBuying ? (
        <Button className="text-xl max-md:w-full" onClick={() => setOpen(true)}>
          Buy back in{fee ? ` (${formatDollars(fee)})` : ''}
        </Button>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-3 max-md:w-full">
          <span className="text-sm text-board-soft">You bought back in.</span>
          <Button tone="plain" onClick={() => setOpen(true)}>
            Take it back
          </Button>
        </div>
      )}
      {isOpen &&
        (isBuying ? (
          <BuyDialog pool={pool} entryId={entry.id} weekId={offer.weekId} next={next} onClose={close} />
        ) : (
          <TakeBackDialog pool={pool} entryId={entry.id} weekId={offer.weekId} onClose={close} />
        ))}
    </>
  );
}

interface DialogProps extends Pick<BuyBackProps, 'pool'> {
  readonly entryId: string;
  /** The week that put the entry out. */
  readonly weekId: string;
  readonly onClose: () => void;
}

function BuyDialog({ pool, entryId, weekId, next, onClose }: DialogProps & Pick<BuyBackProps, 'next'>) {
  const name = useEntryName();
  const toast = useToast();
  const go = useNavigate();
  const { data: money } = useQuery({ ...moneyQuery(pool.id), enabled: pool.hasMoney });
  const fee = money?.plan.buyBack;
  const buying = useBuyBack({ poolId: pool.id, entryId, act: 'buy', weekId }, () => {
    toast({ type: 'success', title: "You're back in. Choose your team." });
    onClose();
    if (next !== null) go(next);
  });
  return (
    <ConfirmDialog
      title={name === null ? 'Buy back in?' : `Buy ${name} back in?`}
      action={buying.isPending ? 'Saving...' : 'Yes'}
      cancel="Not now"
      isPending={buying.isPending}
      refusal={buying.isError ? failureText(buying.error) : null}
      onConfirm={() => buying.mutate()}
      onClose={onClose}
    >
      <p>You get one life; your used teams stay used.</p>
      {/* Nothing moves when the fee is known. */}
      {pool.hasMoney && <p className="min-h-6">{fee ? `It adds ${formatDollars(fee)} to what you owe.` : ''}</p>}
    </ConfirmDialog>
  );
}

function TakeBackDialog({ pool, entryId, weekId, onClose }: DialogProps) {
  const name = useEntryName();
  const toast = useToast();
  const taking = useBuyBack({ poolId: pool.id, entryId, act: 'takeBack', weekId }, () => {
    toast({ type: 'success', title: "It's taken back: you're out again" });
    onClose();
  });
  return (
    <ConfirmDialog
      title={name === null ? 'Take the buy-back back?' : `Take the buy-back of ${name} back?`}
      action={taking.isPending ? 'Saving...' : 'Yes'}
      cancel="Not now"
      isPending={taking.isPending}
      refusal={taking.isError ? failureText(taking.error) : null}
      onConfirm={() => taking.mutate()}
      onClose={onClose}
    >
      <p>You're out again, and owe nothing for it.</p>
    </ConfirmDialog>
  );
}
