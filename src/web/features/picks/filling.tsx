import { useEffect, useState } from 'react';
import { nextUnpicked, pickOf } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Drawing } from './drawing.tsx';
import { QuickFillDialog } from './quick-fill-dialog.tsx';

/** How long a fill can be undone. */
const UNDO_MS = 20_000;

/** What the last fill picked, while it can be undone. */
export interface Filling {
  readonly note: (sides: ReadonlyMap<string, Side>) => void;
  /** Takes back exactly what the last fill picked and nobody changed since; null where there is nothing to undo. */
  readonly undo: (() => void) | null;
}

export function useFilling({ picks, pick }: WeekData): Filling {
  const [last, setLast] = useState<ReadonlyMap<string, Side> | null>(null);
  useEffect(() => {
    if (last === null) return;
    const timer = setTimeout(() => setLast(null), UNDO_MS);
    return () => clearTimeout(timer);
  }, [last]);

  function undo(): void {
    for (const [gid, side] of last ?? [])
      if (pickOf(picks, gid)?.side === side) pick({ kind: 'pick', gid, side: null });
    setLast(null);
  }

  return { note: setLast, undo: last && undo };
}

interface QuickFillProps {
  readonly week: WeekData;
  readonly rules: PoolRules;
  readonly filling: Filling;
}

/** Fills the open games without a pick, or undoes the last fill. */
export function QuickFill({ week, rules, filling }: QuickFillProps) {
  const { games, picks } = week;
  const hasGaps = useClock((now) => nextUnpicked(games, picks, now, rules) !== null);
  const [asks, setAsks] = useState(false);
  return (
    <>
      {filling.undo && <UndoButton onUndo={filling.undo} className="text-led max-md:hidden" />}
      {hasGaps && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setAsks(true)}
          className={`flex min-h-11 items-center gap-1 font-display text-base font-medium whitespace-nowrap text-led ${filling.undo ? 'md:hidden' : ''}`}
        >
          <Drawing name="bolt" className="size-5" />
          Quick fill
        </button>
      )}
      {asks && <QuickFillDialog {...{ week, rules }} onFilled={filling.note} onClose={() => setAsks(false)} />}
    </>
  );
}

interface UndoButtonProps {
  readonly onUndo: () => void;
  readonly className: string;
}

export function UndoButton({ onUndo, className }: UndoButtonProps) {
  return (
    <button
      type="button"
      onClick={onUndo}
      className={`flex min-h-11 items-center gap-1 font-display text-lg font-medium whitespace-nowrap ${className}`}
    >
      <Drawing name="undo" className="size-5" />
      Undo
    </button>
  );
}
