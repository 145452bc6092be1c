import type { PoolRules } from '#core/rules/pool-rules.ts';

/** The rules by which the end of a game saves a choice or costs a life; one that is left out has its default. */
export type EndRules = Partial<Pick<PoolRules, 'goal' | 'survivorTie'>>;

/**
 * Whether a choice survives the end of its game. Straight up, whatever the line.
 * @param lead of the chosen team in points
 */
export function isSafeEnd(lead: number, { goal = 'win', survivorTie = 'loses' }: EndRules): boolean {
  if (lead === 0) return survivorTie === 'wins';
  return goal === 'win' ? lead > 0 : lead < 0;
}

/** What a team must do to save a choice: `wins`, `loses or ties`. */
export function safeEndText({ goal = 'win', survivorTie = 'loses' }: EndRules): string {
  const ends = goal === 'win' ? 'wins' : 'loses';
  return survivorTie === 'wins' ? `${ends} or ties` : ends;
}

/** What costs a life, at the start of a sentence: `A loss, a tie or a missed week`. @param also what does so besides the end of a game */
export function costlyEndsText({ goal = 'win', survivorTie = 'loses' }: EndRules, ...also: string[]): string {
  const ends = [goal === 'win' ? 'A loss' : 'A win', ...(survivorTie === 'loses' ? ['a tie'] : []), ...also];
  return ends.length === 1 ? `${ends[0]}` : `${ends.slice(0, -1).join(', ')} or ${ends.at(-1)}`;
}

/** Whether a safe choice may be one whose team did not win. Texts then say "safe", not "won". */
export function isSafeWithoutWin({ goal = 'win', survivorTie = 'loses' }: EndRules): boolean {
  return goal === 'lose' || survivorTie === 'wins';
}
