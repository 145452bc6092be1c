import type { GameReply } from '#contract/shapes.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { Digits } from '#web/ui/digits.tsx';
import { SetByAdmin } from './set-by-admin.tsx';
import { SpreadLine } from './spread-info.tsx';

interface MiddleBoardProps {
  readonly game: GameReply;
  readonly rules: PoolRules;
}

/** Between the helmets: the score once there is one, and the line. */
export function MiddleBoard({ game, rules }: MiddleBoardProps) {
  return (
    <div className="board flex flex-col items-center justify-center gap-1.5 px-1 text-center max-narrow:order-first max-narrow:col-span-2">
      {game.status === 'Not Started' ? (
        <span className="font-display text-2xl text-board-soft">@</span>
      ) : (
        <span className="led flex items-center text-[1.75rem]">
          <Digits value={game.awayScore} className="justify-end" />
          <span className="px-1 text-base text-board-soft">-</span>
          <Digits value={game.homeScore} />
        </span>
      )}
      <SetByAdmin fields={game.setByAdmin} field="score" />
      {rules.useSpread && (
        <SpreadLine game={game} rules={rules}>
          <SetByAdmin fields={game.setByAdmin} field="spread" />
        </SpreadLine>
      )}
    </div>
  );
}
