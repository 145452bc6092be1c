import type { GameReply } from '#contract/shapes.ts';
import type { KickoffSlot } from '#core/game.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { pickOf } from '#core/picks.ts';
import type { SpreadRule } from '#core/types.ts';
import { useClock } from '#web/lib/clock.ts';
import { lockText } from '#web/parts/countdown.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { GameCard } from './game-card.tsx';

interface SlotProps {
  readonly slot: KickoffSlot<GameReply>;
  readonly week: WeekData;
  readonly rule: SpreadRule;
  readonly isMember: boolean;
}

/** The games that kick off together, under the time they do. */
export function Slot({ slot, week, rule, isMember }: SlotProps) {
  const { day, time } = kickoffText(slot);
  const lock = useClock((now) => lockText(slot, now));
  return (
    <section className={`grid grid-cols-subgrid content-start ${widthOf(slot.games.length)}`}>
      <div className="col-span-full mb-3 flex flex-wrap items-center gap-x-3">
        <h2 className="heading text-xl whitespace-nowrap">
          {day} <span className="text-ink-soft">· {time}</span>
        </h2>
        <div className="hash min-w-2 flex-1 opacity-60" aria-hidden="true" />
        <p
          className={`label flex items-center gap-1.5 whitespace-nowrap ${lock === 'Locked' ? 'text-ink-faint' : 'text-amber'}`}
        >
          <Icon name={lock === 'Locked' ? 'lock' : 'clock'} className="size-4" />
          {lock}
        </p>
      </div>
      <ul className="col-span-full grid grid-cols-subgrid gap-y-4">
        {slot.games.map((game) => (
          <li key={game.gid}>
            <GameCard
              game={game}
              pick={pickOf(week.picks, game.gid)}
              saving={Object.hasOwn(week.saving.pending, game.gid)}
              failure={week.saving.failures[game.gid]}
              rule={rule}
              isMember={isMember}
              onPick={week.pick}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As many columns as it has games, so that short slots share a row. */
function widthOf(games: number): string {
  if (games === 1) return '';
  return games === 2 ? 'md:col-span-2' : 'md:col-span-2 xl:col-span-3';
}
