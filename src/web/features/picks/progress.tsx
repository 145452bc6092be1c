import type { ReactNode } from 'react';
import { tallyEmoji } from '#core/emoji.ts';
import { isOver } from '#core/game.ts';
import { tally } from '#core/outcome.ts';
import type { PickProgress } from '#core/picks.ts';
import { progressText } from '#core/picks.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { CountedPicks, Game } from '#core/types.ts';
import { EntryName } from '#web/parts/entries.tsx';
import { MissedCount } from '#web/parts/missed-count.tsx';
import type { SavingState } from '#web/parts/picks/pick-queue.ts';
import { failureOf } from '#web/parts/picks/pick-queue.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Digits } from '#web/ui/digits.tsx';
import { Emoji } from '#web/ui/emoji.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import type { AutoNext } from './moving.tsx';
import { NextUnpicked, scrollToGame } from './moving.tsx';
import type { Filling } from './quick-fill.tsx';
import { UndoButton } from './quick-fill.tsx';

interface ProgressPanelProps {
  /** Those that count for the entry. */
  readonly games: readonly Game[];
  /** The picks that count. */
  readonly picks: CountedPicks;
  readonly rules: PoolRules;
  readonly progress: PickProgress;
  /** Whether the week's tiebreak is open and not guessed. */
  readonly isGuessMissing: boolean;
  /** Null where nothing scrolls. */
  readonly autoNext: AutoNext | null;
}

export function ProgressPanel({ games, picks, rules, progress, isGuessMissing, autoNext }: ProgressPanelProps) {
  return (
    <section className="panel p-4">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 className="heading text-lg">Pick Progress</h2>
        <p className={progress.complete ? 'text-turf' : 'text-ink-soft'}>{progressText(progress)}</p>
        <p className="text-ink-soft">
          <MissedCount games={games} picks={picks} rules={rules} />
        </p>
        {isGuessMissing && <p className="text-ink-soft">Tiebreak not guessed yet.</p>}
      </div>
      <ProgressBar label="Pick Progress" value={progress.made} max={progress.total} />
      {autoNext && (
        <label className="mt-1 -mb-2 flex min-h-11 items-center gap-3">
          <input type="checkbox" checked={autoNext.isOn} onChange={({ target }) => autoNext.set(target.checked)} />
          Go on to the next game after a tap
        </label>
      )}
    </section>
  );
}

interface ProgressDockProps {
  /** With the games that count for the entry. */
  readonly week: WeekData;
  readonly rules: PoolRules;
  readonly progress: PickProgress;
  readonly isGuessMissing: boolean;
  readonly filling: Filling;
}

/** At the bottom on phones: the progress, the state of saving, and a button to the next unpicked game or to undo a fill. */
export function ProgressDock(props: ProgressDockProps) {
  const { rules, progress, isGuessMissing, filling } = props;
  const { games, picks, saving } = props.week;
  return (
    <div className="no-print bar fixed inset-x-0 bottom-(--tabs) z-20 px-4 py-2 low:py-0 shadow-[0_-1px_0_var(--line)] md:hidden">
      <div className="flex h-11 items-center gap-3">
        <p
          className={`max-w-32 min-w-18 font-display text-lg font-medium ${progress.complete ? 'text-turf' : 'text-red'}`}
        >
          <EntryName />
          {`${progress.made} of ${progress.total}`}
        </p>
        <div className="relative flex-1">
          <ProgressBar label="Picks made" value={progress.made} max={progress.total} />
          <p role="status" className="label absolute top-3.5 text-ink-soft">
            <SavingText games={games} saving={saving} />
          </p>
        </div>
        {filling.undo ? (
          <UndoButton onUndo={filling.undo} className="text-amber" />
        ) : (
          <NextUnpicked
            games={games}
            picks={picks}
            rules={rules}
            isGuessMissing={isGuessMissing}
            className="text-lg text-amber"
            doneLook="text-ink-soft"
          />
        )}
      </div>
    </div>
  );
}

interface PicksSummaryProps {
  /** Those that count for the entry. */
  readonly games: readonly Game[];
  /** The picks that count. */
  readonly picks: CountedPicks;
  readonly rules: PoolRules;
  readonly progress: PickProgress;
  readonly saving: SavingState;
  /** Below everything else. */
  readonly note: ReactNode;
  /** Beside the results. */
  readonly beside: ReactNode;
  /** Actions for all games, at the right end. */
  readonly children: ReactNode;
}

/** The board at the top: the number of picks, and of right and wrong ones once games are over. */
export function PicksSummary({ games, picks, rules, progress, saving, note, beside, children }: PicksSummaryProps) {
  const { correct, split, incorrect } = tally(games, picks, rules);
  const [right, wrong] = [correct + split / 2, incorrect + split / 2];
  const anyFinal = games.some(isOver);
  return (
    <div className="board flex min-h-16 flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5">
      <p className={`led flex items-center gap-2 text-3xl ${progress.complete ? 'text-led-green' : 'text-led-red'}`}>
        <Digits value={progress.made} />
        <span className="font-display text-base font-medium text-board-soft">of {progress.total} picks made</span>
      </p>
      <p className="font-display font-medium text-board-soft empty:hidden">
        <MissedCount games={games} picks={picks} rules={rules} />
      </p>
      {anyFinal && (
        <div className="flex flex-wrap items-center gap-2.5 font-display text-xl max-md:order-last max-md:w-full">
          <Icon name="check" label="Correct" className="size-5 text-led-green" />
          <Digits value={right} />
          <Icon name="cross" label="Incorrect" className="size-5 text-led-red" />
          <Digits value={wrong} />
          <Emoji className="size-7">{tallyEmoji(right, wrong)}</Emoji>
          {beside}
        </div>
      )}
      <div className="ml-auto flex items-center gap-4">
        <p role="status" className="label text-board-soft max-md:hidden">
          <SavingText games={games} saving={saving} />
        </p>
        {children}
      </div>
      <p className="w-full text-board-soft empty:hidden max-md:order-last">{note}</p>
    </div>
  );
}

interface SavingTextProps {
  readonly games: readonly Game[];
  readonly saving: SavingState;
}

/** The state of saving, in a few words. Links to the card of a pick that was not saved. */
function SavingText({ games, saving }: SavingTextProps) {
  if (saving.waiting.length > 0) {
    const count = saving.waiting.length;
    return <span className="whitespace-nowrap text-amber">{count} not confirmed yet, trying again</span>;
  }
  if (saving.pending.size > 0) return 'Saving...';
  const failed = games.find(({ gid }) => failureOf(saving, 'pick', gid) !== undefined);
  if (failed) {
    return (
      <button
        type="button"
        onClick={() => scrollToGame(failed)}
        className="relative whitespace-nowrap text-red underline underline-offset-2 before:absolute before:-inset-3.5"
      >
        Not saved
      </button>
    );
  }
  if (!saving.saved) return null;
  return (
    <span className="flex items-center gap-1">
      <Icon name="check" className="size-4" />
      Saved
    </span>
  );
}
