import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import { halvesPossible, valuesLeft } from '#core/formats/confidence.ts';
import { isPickable } from '#core/locks.ts';
import { formatPoints, pointsText, weeklyScore } from '#core/scoring.ts';
import { useClock } from '#web/lib/clock.ts';
import { usePrinting } from '#web/lib/printing.ts';
import { useOrder } from '#web/parts/confidence/use-order.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { OrderSaved } from './order-saved.tsx';
import { OrderView } from './order-view.tsx';
import { SHOW_CARDS } from './scroll-to-game.ts';

export interface ConfidenceWeekProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly week: WeekData;
  /** The cards. */
  readonly children: ReactNode;
}

const views = [
  ['picks', 'Picks'],
  ['order', 'Order'],
] as const;

/** A week of a pool with confidence: its cards, or its games in order, and what there is to get. */
export function ConfidenceWeek({ pool, weekId, week, children }: ConfidenceWeekProps) {
  const [view, setView] = useState<(typeof views)[number][0]>('picks');
  useEffect(() => {
    const show = () => setView('picks');
    addEventListener(SHOW_CARDS, show);
    return () => removeEventListener(SHOW_CARDS, show);
  }, []);
  const { order, values, saving } = useOrder(pool, weekId);
  const { games, picks } = week;
  const left = useClock((now) => valuesLeft(games, values, picks, now));
  const isOpen = useClock((now) => games.some((game) => isPickable(game, now)));
  const isEntered = order.length > 0;
  const isPrinting = usePrinting();
  return (
    <>
      <div className="no-print order-head">
        <div>
          <Segments label="View" value={view} options={views} onChange={setView} />
        </div>
        <p className="mb-4 font-display text-lg text-ink-soft">
          <span className="text-ink">{pointsText(weeklyScore(games, picks, pool.rules))}</span>,{' '}
          <span className="text-ink">{formatPoints(halvesPossible(0, left, weekId, pool.rules))}</span> still possible
        </p>
      </div>
      {(view === 'order' || isPrinting) && <OrderView {...{ pool, weekId, week }} />}
      {view === 'picks' &&
        (!isEntered || saving.isWaiting || saving.failure !== undefined || saving.bus !== undefined) && (
          <div className="no-print mb-2">
            <OrderSaved {...{ saving, isEntered, isOpen }} />
          </div>
        )}
      {(view === 'picks' || isPrinting) && children}
    </>
  );
}
