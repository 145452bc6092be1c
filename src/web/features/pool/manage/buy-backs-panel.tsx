import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StandingsReply } from '#contract/standings.ts';
import { weekName } from '#core/weeks.ts';
import { failureText } from '#web/lib/api.ts';
import { useClock } from '#web/lib/clock.ts';
import { PanelSection } from '#web/parts/panel/panel-section.tsx';
import { gamesQuery, poolQuery, standingsQuery } from '#web/parts/queries.ts';
import type { EntryToBuyBack } from '#web/parts/survivor/buy-back-offer.ts';
import { entriesToBuyBack, hasBegun, latestBuyBack, weekAfter } from '#web/parts/survivor/buy-back-offer.ts';
import { boughtBackText, untilText } from '#web/parts/survivor/buy-back-words.ts';
import { useBuyBack } from '#web/parts/survivor/use-buy-back.ts';
import { useToast } from '#web/parts/toasts.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import { Loaded, Skeleton } from '#web/ui/loaded.tsx';

export interface BuyBacksPanelProps {
  readonly poolId: string;
}

/** In a survivor pool with buy-backs: the entries that can be bought back now, and the buy-backs that can be taken back. */
export function BuyBacksPanel({ poolId }: BuyBacksPanelProps) {
  const standings = useQuery(standingsQuery(poolId));
  return (
    <PanelSection title="Buy-backs">
      <Loaded query={standings} failure="Couldn't load the standings" skeleton={<Skeleton className="h-14" />}>
        {(reply) => <Entries poolId={poolId} standings={reply} />}
      </Loaded>
    </PanelSection>
  );
}

interface EntriesProps extends BuyBacksPanelProps {
  readonly standings: StandingsReply;
}

function Entries({ poolId, standings: { rows, weeks } }: EntriesProps) {
  const [asks, setAsks] = useState<EntryToBuyBack | null>(null);
  const latest = latestBuyBack(rows, weeks);
  const next = latest && weekAfter(weeks, latest);
  const { data: pool } = useQuery(poolQuery(poolId));
  const { data: games } = useQuery({
    ...gamesQuery(poolId, next ?? '', pool),
    enabled: next !== undefined && pool !== undefined,
  });
  const isBeforeLock = useClock((now) => games !== undefined && !hasBegun(games, now));
  const takeable = isBeforeLock ? latest : undefined;
  const listed = entriesToBuyBack(rows, takeable);
  return (
    <>
      {listed.length === 0 && <p className="text-ink-soft">Nobody can be bought back right now.</p>}
      <ul>
        {listed.map((entry) => (
          <Entry key={entry.id} entry={entry} onAsk={() => setAsks(entry)} />
        ))}
      </ul>
      {asks && <AskDialog poolId={poolId} entry={asks} onClose={() => setAsks(null)} />}
    </>
  );
}

interface EntryProps {
  readonly entry: EntryToBuyBack;
  readonly onAsk: () => void;
}

/** A row that stays in place when its time is over. */
function Entry({ entry, onAsk }: EntryProps) {
  const { act, name, weekId, until = Number.POSITIVE_INFINITY } = entry;
  const state = useClock((now) => {
    if (act === 'takeBack') return boughtBackText([weekId]);
    const out = `Out in ${weekName(weekId)}`;
    return now < until ? `${out}, can be bought back until ${untilText(until, now)}` : `${out}, too late to buy back`;
  });
  const isOver = useClock((now) => now >= until);
  const action = act === 'buy' ? 'Buy back' : 'Take back';
  return (
    <li className="striped-row flex min-h-11 flex-wrap items-center gap-x-3 rounded-lg px-2 py-1">
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium break-words">{name}</span>
        <span className="block text-sm text-ink-soft">{state}</span>
      </span>
      {!isOver && (
        <button
          type="button"
          aria-label={`${action}: ${name}`}
          onClick={onAsk}
          className="grid min-h-11 place-items-center px-1 font-display font-medium text-amber underline underline-offset-4"
        >
          {action}
        </button>
      )}
    </li>
  );
}

interface AskDialogProps {
  readonly poolId: string;
  readonly entry: EntryToBuyBack;
  readonly onClose: () => void;
}

function AskDialog({ poolId, entry: { id, name, act, weekId }, onClose }: AskDialogProps) {
  const toast = useToast();
  const isBuying = act === 'buy';
  const acting = useBuyBack({ poolId, entryId: id, act, weekId }, () => {
    toast({ type: 'success', title: isBuying ? `${name} is back in` : `${name} is out again` });
    onClose();
  });
  return (
    <ConfirmDialog
      title={isBuying ? `Buy ${name} back in?` : `Take the buy-back of ${name} back?`}
      action={acting.isPending ? 'Saving...' : 'Yes'}
      cancel="Not now"
      isPending={acting.isPending}
      refusal={acting.isError ? failureText(acting.error) : null}
      onConfirm={() => acting.mutate()}
      onClose={onClose}
    >
      <p>
        {isBuying ? 'They get one life; their used teams stay used.' : "They're out again, and owe nothing for it."}
      </p>
    </ConfirmDialog>
  );
}
