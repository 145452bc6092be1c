import type { ReactNode } from 'react';
import type { PoolReply } from '#contract/pools.ts';
import type { GameReply } from '#contract/shapes.ts';
import type { WeekStage } from '#core/formats/survivor-week.ts';
import { Helmet } from '#web/parts/helmet.tsx';
import { ChoiceSaving } from '#web/parts/survivor/choice-saving.tsx';
import { Lives } from '#web/parts/survivor/lives.tsx';
import { stageText } from '#web/parts/survivor/stage-text.ts';
import type { TeamWeek } from '#web/parts/survivor/team-week.ts';

interface StageBoardProps {
  readonly pool: PoolReply;
  readonly weekId: string;
  readonly games: readonly GameReply[];
  readonly own: TeamWeek;
  readonly stage: WeekStage;
  /** Further actions. */
  readonly children: ReactNode;
}

/** The board at the top: what the week asks for or came to, and the lives that are left. */
export function StageBoard({ pool, weekId, games, own, stage, children }: StageBoardProps) {
  const { choice } = own.holder;
  const game = games.find(({ gid }) => gid === choice?.gid);
  const { title, note, look } = stageText(stage, weekId, own);
  return (
    <section aria-label="Your team" className="board flex min-h-16 flex-wrap items-center gap-x-5 gap-y-2 px-4 py-2.5">
      {choice && game && stage !== 'out' && stage !== 'replace' && (
        <Helmet team={choice.team} side={choice.team === game.home ? 'home' : 'away'} className="h-12 w-14" />
      )}
      <div className="min-w-0 flex-1 basis-48">
        <div className="flex items-center gap-3">
          <p role="status" className={`led min-w-0 flex-1 text-2xl ${look}`}>
            {title}
          </p>
          {own.lives !== undefined && (
            <p className="text-xl md:hidden">
              <Lives left={own.lives} of={pool.rules.lives} />
            </p>
          )}
        </div>
        <p className="text-sm text-board-soft">
          {note}
          {stage === 'chosen' &&
            ` Tap ${choice?.team} to ${own.bus === undefined ? 'take it back' : 'make it your own'}.`}
        </p>
        {own.bus !== undefined && (
          <p className="text-sm break-words text-board-soft">Entered for you{own.bus && `: ${own.bus}`}</p>
        )}
        {own.failure !== undefined && (
          <p role="alert" className="text-sm text-led-red">
            {own.failure}
          </p>
        )}
      </div>
      {children}
      <p className="font-display text-lg text-board-soft max-md:hidden">
        <ChoiceSaving own={own} stage={stage} />
      </p>
      {own.lives !== undefined && (
        <p className="text-xl max-md:hidden">
          <Lives left={own.lives} of={pool.rules.lives} />
        </p>
      )}
    </section>
  );
}
