import { deadline, isPickable } from './locks.ts';
import { picksAsked } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Game } from './types.ts';

/** Whether and why somebody can be mailed because picks of theirs are missing. */
export type ReminderState = 'ready' | 'reminded' | 'opted_out' | 'no_mail';

/** What is known of somebody who could be reminded. */
export interface Remindable {
  readonly isReminded: boolean;
  readonly wantsReminders: boolean;
  /** Whether they have an address that was shown to be theirs. */
  readonly hasMail: boolean;
}

/** The games that players can pick now: neither locked nor postponed or cancelled. */
export function openGames<G extends Pick<Game, 'lockAt' | 'void'>>(games: readonly G[], now: number): G[] {
  return games.filter((game) => isPickable(game, now));
}

/** The next lock (ms) of games that are open, as the countdown has it; once that is over, the lock itself. Null where none is open. */
export function nextToldLock(
  open: readonly Pick<Game, 'kickoff' | 'timeTbd' | 'lockAt'>[],
  now: number,
): number | null {
  const locks = open.map((game) => (deadline(game) > now ? deadline(game) : game.lockAt));
  return locks.length === 0 ? null : Math.min(...locks);
}

/** How far somebody is with a week: of its games that count and of those that are open, how many there are and how many are picked. */
export interface MadePicks {
  readonly counting: number;
  readonly made: number;
  readonly open: number;
  readonly madeOpen: number;
}

/** How many picks somebody can still make and has not: no more than the pool lets them. */
export function missingOf({ counting, made, open, madeOpen }: MadePicks, rules: PoolRules): number {
  return Math.max(0, Math.min(open - madeOpen, picksAsked(counting, rules) - made));
}

/** Whether a week asks for an order of its games: where two or more can still change places. */
export function asksForOrder(openGames: number, { format }: Pick<PoolRules, 'format'>): boolean {
  return format === 'confidence' && openGames > 1;
}

/** Nobody is mailed twice, against their will, or under an address that may be somebody else's. */
export function reminderState({ isReminded, wantsReminders, hasMail }: Remindable): ReminderState {
  if (isReminded) return 'reminded';
  if (!wantsReminders) return 'opted_out';
  return hasMail ? 'ready' : 'no_mail';
}
