import type { AskedWeek, MadePicks } from '#core/formats/format.ts';
import { asksFor } from '#core/formats/traits.ts';
import { deadline, isPickable } from './locks.ts';
import { picksAsked } from './picks.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import type { Game } from './types.ts';

/** Whether and why a person can be mailed about missing picks. */
export type ReminderState = 'ready' | 'reminded' | 'opted_out' | 'no_mail';

/** The facts about a person who could be reminded. */
export interface Remindable {
  readonly isReminded: boolean;
  readonly wantsReminders: boolean;
  /** Whether they have a verified address. */
  readonly hasMail: boolean;
}

/** The games that players can pick now: neither locked nor postponed or cancelled. */
export function openGames<G extends Pick<Game, 'lockAt' | 'void'>>(games: readonly G[], now: number): G[] {
  return games.filter((game) => isPickable(game, now));
}

/** The next lock (ms) of open games, as in the countdown; once that is over, the lock itself. Null if none is open. */
export function nextShownLock(
  open: readonly Pick<Game, 'kickoff' | 'timeTbd' | 'lockAt'>[],
  now: number,
): number | null {
  const locks = open.map((game) => (deadline(game) > now ? deadline(game) : game.lockAt));
  return locks.length === 0 ? null : Math.min(...locks);
}

/** How many picks an entry can still make in a week and has not, at most as many as the pool allows. */
export function missingOf(
  { counting, open }: Pick<AskedWeek, 'counting' | 'open'>,
  { made, madeOpen }: Pick<MadePicks, 'made' | 'madeOpen'>,
  rules: PoolRules,
): number {
  return Math.max(0, Math.min(open - madeOpen, picksAsked(counting, rules) - made));
}

/** Whether a week requires an order of its games: two or more can still change places. */
export function asksForOrder(openGames: number, rules: Pick<PoolRules, 'format'>): boolean {
  return asksFor('order', rules) && openGames > 1;
}

/** Nobody is mailed twice, against their will, or at an unverified address. */
export function reminderState({ isReminded, wantsReminders, hasMail }: Remindable): ReminderState {
  if (isReminded) return 'reminded';
  if (!wantsReminders) return 'opted_out';
  return hasMail ? 'ready' : 'no_mail';
}
