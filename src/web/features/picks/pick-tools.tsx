import type { MouseEvent } from 'react';
import { choosesGames } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { PickQueue } from '#web/parts/picks/pick-queue.ts';

export interface PickToolsProps {
  readonly gid: string;
  readonly rules: PoolRules;
  readonly onPick: PickQueue['pick'];
}

/** What can be done with a pick beside choosing the other side: where a week takes only so many picks, it can be taken back. */
export function PickTools({ gid, rules, onPick }: PickToolsProps) {
  function takeBack({ currentTarget }: MouseEvent<HTMLButtonElement>): void {
    currentTarget.closest('article')?.focus({ preventScroll: true });
    onPick(gid, null);
  }
  return (
    <span className="ml-auto flex items-center">
      {choosesGames(rules) && (
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
