import type { GameReply } from '#contract/shapes.ts';
import type { PickResult } from '#core/picks.ts';
import { leadingSide } from '#core/spread.ts';
import type { Pick, SpreadRule } from '#core/types.ts';
import { PickMark } from '#web/parts/pick-mark.tsx';

interface CardFootProps {
  readonly game: GameReply;
  readonly pick: Pick | undefined;
  readonly result: PickResult;
  readonly saving: boolean;
  readonly open: boolean;
  readonly rule: SpreadRule;
}

/** Where the own pick stands, and the weather. */
export function CardFoot({ game, pick, result, saving, open, rule }: CardFootProps) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-2 px-3 text-sm">
      <span className="flex items-center gap-1.5">
        {result !== 'none' && <PickMark result={result} />}
        <span className={colourOf(result)}>{saving ? 'Saving...' : standing(game, pick, result, open, rule)}</span>
      </span>
      <span className="truncate text-ink-faint">{game.weather}</span>
    </div>
  );
}

function standing(
  game: GameReply,
  pick: Pick | undefined,
  result: PickResult,
  open: boolean,
  rule: SpreadRule,
): string {
  if (game.void) return 'Does not count';
  if (pick === undefined) return open ? 'Not picked yet' : 'No pick';
  const team = game[pick.side];
  if (result === 'correct') return `${team} was right`;
  if (result === 'incorrect') return `${team} was wrong`;
  const leading = leadingSide(game, rule);
  if (leading === null) return `You picked ${team}`;
  if (leading === 'tie') return `${team} is level`;
  return leading === pick.side ? `${team} is winning for you` : `${team} is losing for you`;
}

function colourOf(result: PickResult): string {
  if (result === 'correct') return 'text-turf';
  return result === 'incorrect' ? 'text-red' : 'text-ink-soft';
}
