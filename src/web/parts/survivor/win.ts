import type { StandingsReply } from '#contract/scores.ts';

/** How a player has won a survivor pool. */
export type Win = 'alone' | 'shared';

/** Whether a player has won; null where they have not, or where nobody has yet. */
export function winOf({ survivors = [] }: Pick<StandingsReply, 'survivors'>, playerId: string): Win | null {
  if (!survivors.includes(playerId)) return null;
  return survivors.length === 1 ? 'alone' : 'shared';
}

/** What stands beside the name of a winner, in place of the week in which they went out. */
export const winText: Readonly<Record<Win, string>> = { alone: 'Won the pool', shared: 'Shared the win' };
