import type { GameReply } from '#contract/shapes.ts';
import type { KickoffSlot } from '#core/game.ts';
import { kickoffText } from '#core/kickoff-text.ts';
import { useClock } from '#web/lib/clock.ts';
import { lockText, PICKS_CLOSED_TEXT } from '#web/parts/countdown.ts';
import type { TeamWeek } from '#web/parts/survivor/team-week.ts';
import { Icon } from '#web/ui/icon.tsx';
import { ChoiceCard } from './choice-card.tsx';

interface ChoiceSlotProps {
  readonly slot: KickoffSlot<GameReply>;
  readonly weekId: string;
  /** All of the week. */
  readonly games: readonly GameReply[];
  readonly own: TeamWeek;
  readonly isMember: boolean;
}

/** The games that kick off together, under the time they do and how long their teams can be chosen. */
export function ChoiceSlot({ slot, weekId, games, own, isMember }: ChoiceSlotProps) {
  const { kickoff, timeTbd, lockAt } = slot;
  const { day, time } = kickoffText(slot);
  const lock = useClock((now) => (lockAt === null ? null : lockText({ kickoff, timeTbd, lockAt }, now)));
  const isClosed = lock === PICKS_CLOSED_TEXT;
  return (
    <section className="choice-slot">
      <div className="choice-slot-head">
        <h2 className="heading text-xl">
          {day} <span className="text-ink-soft">· {time}</span>
        </h2>
        {lock !== null && (
          <p className={`label flex items-center gap-1.5 ${isClosed ? 'text-ink-faint' : 'text-amber'}`}>
            <Icon name={isClosed ? 'lock' : 'clock'} className="size-4" />
            {lock}
          </p>
        )}
      </div>
      <ul>
        {slot.games.map((game) => (
          <li key={game.gid}>
            <ChoiceCard {...{ game, weekId, games, own, isMember }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
