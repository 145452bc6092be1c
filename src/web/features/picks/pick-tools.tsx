import type { MouseEvent } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { choosesGames, isBestBet } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { CountedPick } from '#core/types.ts';
import type { PickQueue } from '#web/parts/picks/pick-queue.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Worth } from './worth.tsx';

export interface PickToolsProps {
  readonly game: GameReply;
  readonly pick: CountedPick | undefined;
  /** Whether it can be changed. */
  readonly open: boolean;
  /** Whether the week takes another best bet. */
  readonly canMark: boolean;
  readonly rules: PoolRules;
  readonly onPick: PickQueue['pick'];
}

/**
 * What a game is worth in a pool with confidence, and what can be done with a pick beside choosing the other side: where a week takes only so many picks, it can be taken back, and
 * where there are best bets, it can be marked as one; a mark is shown after the lock, too.
 */
export function PickTools({ game, pick, open, canMark, rules, onPick }: PickToolsProps) {
  if (rules.format === 'confidence') return <Worth game={game} />;
  if (pick === undefined) return null;
  const isMarked = isBestBet(pick, rules);
  function takeBack({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    currentTarget.closest('article')?.focus({ preventScroll: true });
    onPick({ kind: 'pick', gid: game.gid, side: null });
  }
  return (
    <span className="ml-auto flex items-center">
      {isMarked && !open && <Icon name="star" label="Best bet" className="size-5 fill-current text-amber" />}
      {open && rules.bestBets > 0 && (
        <button
          type="button"
          aria-label="Best bet"
          aria-pressed={isMarked}
          title={isMarked || canMark ? 'Best bet: worth double' : 'No best bet is left this week'}
          disabled={!(isMarked || canMark)}
          onClick={() => onPick({ kind: 'pick', gid: game.gid, side: pick.side, best: !isMarked })}
          className={`grid size-11 place-items-center rounded-lg disabled:opacity-60 ${isMarked ? 'text-amber' : 'text-ink-soft'}`}
        >
          <Icon name="star" className={`size-5 ${isMarked ? 'fill-current' : ''}`} />
        </button>
      )}
      {open && choosesGames(rules) && (
        <button
          type="button"
          onClick={takeBack}
          className="min-h-11 px-1.5 font-display text-base font-medium whitespace-nowrap text-blue"
        >
          Take back
        </button>
      )}
    </span>
  );
}
