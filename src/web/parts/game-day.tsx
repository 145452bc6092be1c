import { useEffect, useRef, useState } from 'react';
import type { GameDay } from '#core/game-day/game-day.ts';
import { shownPercent } from '#core/game-day/percent.ts';
import type { VisibleWeek } from '#core/game-day/visible-week.ts';
import type { DayWords } from '#core/game-day/words.ts';
import { ChanceBar } from '#web/ui/chance-bar.tsx';
import { Skeleton } from '#web/ui/loaded.tsx';
import { useEntryName } from './entries.tsx';

/** The result for a week, with the week that it was calculated from: they are shown together. */
export interface CalculatedDay {
  readonly week: VisibleWeek;
  readonly day: GameDay;
}

/** The state of the calculation; a failure lasts until the week changes. */
interface GameDayState {
  readonly done: CalculatedDay | null;
  readonly failed: boolean;
}

/** One worker that handles one week at a time; of the weeks that arrive meanwhile, only the last is kept. */
interface Calculator {
  readonly ask: (week: VisibleWeek) => void;
  readonly close: () => void;
}

const NO_GAME_DAY: GameDayState = { done: null, failed: false };

/** The game day of a week once it is calculated; until then, that of the previous week. */
export function useGameDay(week: VisibleWeek | null): GameDayState {
  const [state, setState] = useState(NO_GAME_DAY);
  const calculator = useRef<Calculator | null>(null);
  useEffect(() => {
    const opened = openCalculator(setState);
    calculator.current = opened;
    return opened.close;
  }, []);
  useEffect(() => {
    if (week) calculator.current?.ask(week);
  }, [week]);
  return state;
}

function openCalculator(onState: (state: GameDayState) => void): Calculator {
  let worker: Worker | null = null;
  let asked: VisibleWeek | null = null;
  let waiting: VisibleWeek | null = null;
  const next = (): void => {
    asked = waiting;
    waiting = null;
    if (asked === null) return;
    worker ??= start();
    worker.postMessage(asked);
  };
  /** A worker that failed, or whose file could not be loaded, is not used again. */
  const fail = (): void => {
    worker?.terminate();
    worker = null;
    onState({ done: null, failed: true });
    next();
  };
  const start = (): Worker => {
    const started = new Worker(new URL('../worker/game-day.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<GameDay>) => {
      if (asked) onState({ done: { week: asked, day: data }, failed: false });
      next();
    });
    started.addEventListener('error', fail);
    return started;
  };
  return {
    ask(week) {
      waiting = week;
      if (asked === null) next();
    },
    close: () => worker?.terminate(),
  };
}

const outlookColors = { good: 'text-led-green', bad: 'text-led-red', open: '' } as const;

interface OutlookProps {
  /** What the headline is about. */
  readonly label: string;
  readonly words: DayWords;
  /** Lines about all entries: who leads, and how many can still win. */
  readonly field?: readonly string[];
}

/** The board with a player's standing in the week, and with the entry's name if they have several. */
export function Outlook({ label, words: { headline, look, sentence, chance }, field = [] }: OutlookProps) {
  const entryName = useEntryName();
  return (
    <div className="board flex flex-wrap items-center gap-x-6 gap-y-2 p-4 sm:p-7">
      <div className="min-w-0">
        <h2 className="label break-words text-board-soft">{[label, entryName].filter(Boolean).join(' · ')}</h2>
        <p className={`led text-4xl leading-tight text-balance break-words sm:text-5xl ${outlookColors[look]}`}>
          {headline}
        </p>
        {chance !== undefined && <ChanceBar percent={shownPercent(chance)} className="mt-2 h-2" />}
      </div>
      <p className="min-w-0 flex-1 basis-64 text-board-ink">
        {sentence}
        {field.map((line) => (
          <span key={line} className="block text-sm break-words text-board-soft">
            {line}
          </span>
        ))}
      </p>
    </div>
  );
}

/** About as tall as the board with its text. */
export function OutlookSkeleton() {
  return <Skeleton className="h-52 sm:h-33" />;
}
