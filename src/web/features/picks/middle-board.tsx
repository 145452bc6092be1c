import type { GameReply } from '#contract/shapes.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import { effectiveSpread, favouredSide, isLineLocked } from '#core/spread.ts';
import { useClock } from '#web/lib/clock.ts';
import { Digits } from '#web/ui/digits.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { SetByAdmin } from './set-by-admin.tsx';
import { SpreadTooltip } from './spread-info.tsx';

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
        <SpreadTooltip game={game} rules={rules}>
          <Spread game={game} rules={rules} />
        </SpreadTooltip>
      )}
    </div>
  );
}

function Spread({ game, rules }: MiddleBoardProps) {
  const locked = useClock((now) => isLineLocked(game, rules, now));
  const spread = effectiveSpread(game, rules);
  const favoured = favouredSide(spread);
  return (
    <span className="flex flex-col items-center text-board-soft">
      {spread === null && <span className="sr-only">No line yet</span>}
      {spread === 0 && <span className="label">Even</span>}
      {spread !== null && favoured && (
        <>
          <span className="label">Favoured</span>
          <span className="flex items-center gap-1 font-display text-lg leading-6 text-board-ink">
            {favoured === 'away' && <Icon name="chevronLeft" className="size-4 text-led" />}
            {game[favoured]} {Math.abs(spread)}
            {favoured === 'home' && <Icon name="chevronRight" className="size-4 text-led" />}
          </span>
        </>
      )}
      {locked && spread !== null && (
        <span className="flex items-center gap-1 text-xs">
          <Icon name="lock" className="size-3" />
          {rules.line === 'frozen' ? 'Frozen' : 'Locked'}
        </span>
      )}
      <SetByAdmin fields={game.setByAdmin} field="spread" />
    </span>
  );
}
