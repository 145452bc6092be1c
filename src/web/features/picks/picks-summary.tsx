import type { ReactNode } from 'react';
import { tallyEmoji } from '#core/emoji.ts';
import { isOver } from '#core/game.ts';
import { tally } from '#core/outcome.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { CountedPicks, Game } from '#core/types.ts';
import { MissedCount } from '#web/parts/missed-count.tsx';
import type { SavingState } from '#web/parts/picks/pick-queue.ts';
import { Digits } from '#web/ui/digits.tsx';
import { Emoji } from '#web/ui/emoji.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Progress } from './progress.tsx';
import { SavingText } from './saving-text.tsx';

interface PicksSummaryProps {
  readonly games: readonly Game[];
  /** Those that count. */
  readonly picks: CountedPicks;
  readonly rules: PoolRules;
  readonly progress: Progress;
  readonly saving: SavingState;
  /** Actions for all games, at the right end. */
  readonly children: ReactNode;
}

/** The board at the top: picks made, and right and wrong ones once games are over. */
export function PicksSummary({ games, picks, rules, progress, saving, children }: PicksSummaryProps) {
  const { correct, split, incorrect } = tally(games, picks, rules);
  const [right, wrong] = [correct + split / 2, incorrect + split / 2];
  const anyFinal = games.some(isOver);
  return (
    <div className="board flex min-h-16 flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5">
      <p className={`led flex items-center gap-2 text-3xl ${progress.isDone ? 'text-led-green' : 'text-led-red'}`}>
        <Digits value={progress.made} />
        <span className="font-display text-base font-medium text-board-soft">of {progress.total} picks made</span>
      </p>
      <p className="font-display font-medium text-board-soft">
        <MissedCount games={games} picks={picks} rules={rules} />
      </p>
      {anyFinal && (
        <p className="flex items-center gap-2.5 font-display text-xl max-md:order-last max-md:w-full">
          <Icon name="check" label="Correct" className="size-5 text-led-green" />
          <Digits value={right} />
          <Icon name="cross" label="Incorrect" className="size-5 text-led-red" />
          <Digits value={wrong} />
          <Emoji className="size-7">{tallyEmoji(right, wrong)}</Emoji>
        </p>
      )}
      <div className="ml-auto flex items-center gap-4">
        <p role="status" className="label text-board-soft max-md:hidden">
          <SavingText games={games} saving={saving} />
        </p>
        {children}
      </div>
    </div>
  );
}
