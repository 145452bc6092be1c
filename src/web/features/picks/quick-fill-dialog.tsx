import type { QuickFill } from '#core/quick-fill.ts';
import { gapCount, quickFill, quickFills } from '#core/quick-fill.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Side } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { useToast } from '#web/parts/toasts.tsx';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

const names: Readonly<Record<QuickFill, string>> = {
  favorites: 'Favorites',
  home: 'Home teams',
  chance: 'Random',
};

export interface QuickFillDialogProps {
  readonly week: WeekData;
  readonly rules: PoolRules;
  readonly onFilled: (sides: ReadonlyMap<string, Side>) => void;
  readonly onClose: () => void;
}

/** Asks how to fill the unpicked games, fills them, and says what was left out. */
export function QuickFillDialog({ week, rules, onFilled, onClose }: QuickFillDialogProps) {
  const { games, picks, pick } = week;
  const now = useClock((time) => time);
  const toast = useToast();

  function fill(how: QuickFill): void {
    const { sides, left } = quickFill(games, picks, { how, now, random: Math.random, rules });
    for (const [gid, side] of sides) pick({ kind: 'pick', gid, side });
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
      <div className="grid gap-3">
        {quickFills.map((how) => (
          <Button key={how} onClick={() => fill(how)}>
            {names[how]}
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
