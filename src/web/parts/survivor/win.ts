import type { StandingsReply } from '#contract/standings.ts';

/** How an entry has won a survivor pool. */
export type Win = 'alone' | 'shared';

/** How an entry has won; null if it has not, or if nobody has yet. */
export function winOf({ survivors = [] }: Pick<StandingsReply, 'survivors'>, entryId: string): Win | null {
  if (!survivors.includes(entryId)) return null;
  return survivors.length === 1 ? 'alone' : 'shared';
}

/** Shown beside the name of a winner, in place of the week in which others were eliminated. */
export const winText: Readonly<Record<Win, string>> = { alone: 'Won the pool', shared: 'Shared the win' };
