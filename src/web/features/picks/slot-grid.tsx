import type { ReactNode } from 'react';
import type { GameReply } from '#contract/shapes.ts';
import { kickoffSlots } from '#core/game.ts';
import type { PoolRules } from '#core/rules.ts';
import type { WeekData } from '#web/parts/week-data.tsx';
import { Slot } from './slot.tsx';

/** What all cards of the screen have in common. */
export interface Board {
  readonly week: WeekData;
  readonly rules: PoolRules;
  readonly isMember: boolean;
  readonly onRecords: (game: GameReply) => void;
  /** What an admin can do with a game. */
  readonly action: ((game: GameReply) => ReactNode) | undefined;
}

interface SlotGridProps {
  readonly games: readonly GameReply[];
  readonly board: Board;
  /** Under the heading of the screen, or under that of a week. */
  readonly heading: 'h2' | 'h3';
}

export function SlotGrid({ games, board, heading }: SlotGridProps) {
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-8 md:grid-cols-2 xl:grid-cols-3">
      {kickoffSlots(games).map((slot) => (
        <Slot key={`${slot.kickoff} ${slot.timeTbd}`} slot={slot} board={board} heading={heading} />
      ))}
    </div>
  );
}
