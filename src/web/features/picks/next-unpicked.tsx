import { nextUnpicked, pickProgress } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Game, Picks } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { Icon } from '#web/ui/icon.tsx';
import { scrollToGame } from './scroll-to-game.ts';

interface NextUnpickedProps {
  /** In the order of the page. */
  readonly games: readonly Game[];
  readonly picks: Picks;
  readonly rules: PoolRules;
  readonly className: string;
  /** The green of what is done, on the ground it stands on. */
  readonly doneLook: string;
}

/** A button to the first open game without a pick; where none is left but some were missed, a text that says so. */
export function NextUnpicked({ games, picks, rules, className, doneLook }: NextUnpickedProps) {
  const next = useClock((now) => nextUnpicked(games, picks, now, rules)?.gid ?? null);
  const game = games.find(({ gid }) => gid === next);
  if (game === undefined) {
    if (pickProgress(games, picks, rules).complete) return null;
    return <p className={`font-display font-medium ${className} ${doneLook}`}>Nothing left to pick</p>;
  }
  return (
    <button
      type="button"
      onClick={() => scrollToGame(game)}
      className={`flex min-h-11 items-center gap-1 font-display font-medium whitespace-nowrap max-narrow:leading-5 max-narrow:whitespace-normal ${className}`}
    >
      Next unpicked
      <Icon name="arrowDown" />
    </button>
  );
}
