import type { StandingsReply } from '#contract/standings.ts';

/** How an entry has won a survivor pool. */
export type Win = 'alone' | 'shared';

/** Whether an entry has won; null where it has not, or where nobody has yet. */
export function winOf({ survivors = [] }: Pick<StandingsReply, 'survivors'>, entryId: string): Win | null {
  if (!survivors.includes(entryId)) return null;
  return survivors.length === 1 ? 'alone' : 'shared';
}

/** What stands beside the name of a winner, in place of the week in which they went out. */
export const winText: Readonly<Record<Win, string>> = { alone: 'Won the pool', shared: 'Shared the win' };
