import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { nextUnpicked, pickOf } from '#core/picks.ts';
import type { QuickFill } from '#core/quick-fill.ts';
import { gapCount, quickFill, quickFills } from '#core/quick-fill.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { useToast } from '#web/parts/toasts.tsx';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Drawing } from './drawing.tsx';

/** How long a fill can be undone. */
const UNDO_MS = 20_000;

/** The picks of the last fill, while it can be undone. */
export interface Filling {
  readonly note: (sides: ReadonlyMap<string, Side>) => void;
  /** Clears the picks of the last fill that did not change since; null if there is nothing to undo. */
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
      if (pickOf(picks, gid)?.side === side) pick({ kind: 'pick', about: gid, value: null });
    setLast(null);
  }

  return { note: setLast, undo: last && undo };
}

interface QuickFillProps {
  readonly week: WeekData;
  readonly rules: PoolRules;
  readonly filling: Filling;
  /** What else there is to know before a pick. */
  readonly note: ReactNode;
}

/** Fills the open games without a pick, or undoes the last fill. */
export function QuickFillButton({ week, rules, filling, note }: QuickFillProps) {
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
      {asks && <QuickFillDialog {...{ week, rules, note }} onFilled={filling.note} onClose={() => setAsks(false)} />}
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

const fillNames: Readonly<Record<QuickFill, string>> = {
  favorites: 'Favorites',
  home: 'Home teams',
  chance: 'Random',
};

interface QuickFillDialogProps extends Omit<QuickFillProps, 'filling'> {
  readonly onFilled: (sides: ReadonlyMap<string, Side>) => void;
  readonly onClose: () => void;
}

/** Asks how to fill the unpicked games, fills them, and reports what was left out. */
function QuickFillDialog({ week, rules, note, onFilled, onClose }: QuickFillDialogProps) {
  const { games, picks, pick } = week;
  const now = useClock((time) => time);
  const toast = useToast();

  function fill(how: QuickFill): void {
    const { sides, left } = quickFill(games, picks, { how, now, random: Math.random, rules });
    for (const [gid, side] of sides) pick({ kind: 'pick', about: gid, value: { side } });
    if (sides.size > 0) onFilled(sides);
    toast({ type: 'default', title: `${gamesText(sides.size)} filled`, message: leftText(left) });
    onClose();
  }

  return (
    <Dialog title="Quick fill" onClose={onClose}>
      <p className="mb-4 text-ink-soft">
        {gamesText(gapCount(games, picks, rules, now))} can still be picked. What is picked already stays as it is, and
        you can undo the fill.
      </p>
      <p className="mb-4 empty:hidden">{note}</p>
      <div className="grid gap-3">
        {quickFills.map((how) => (
          <Button key={how} onClick={() => fill(how)}>
            {fillNames[how]}
          </Button>
        ))}
        <Button tone="plain" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

function gamesText(count: number): string {
  return count === 1 ? '1 game' : `${count} games`;
}

function leftText(count: number): string {
  if (count === 0) return '';
  return `${gamesText(count)} without a favorite ${count === 1 ? 'stays' : 'stay'} unpicked.`;
}
