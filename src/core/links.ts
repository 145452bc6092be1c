import { asksFor, traitsOf } from '#core/formats/traits.ts';
import { codesOf } from './codes.ts';
import type { UseRules } from './formats/survivor/survivor.ts';
import { teamSlots } from './formats/survivor/survivor.ts';
import { slotKey } from './pick.ts';
import type { PoolRules } from './rules/pool-rules.ts';
import { HOUR_MS } from './time.ts';
import type { Game } from './types.ts';

/** Linking the entry of a player without an account to an account: whether it is possible, and how. */

/** A link must not take a team away in the hour (in ms) before it locks: the owner may not find out in time. */
export const TEAM_SAFE_MS = HOUR_MS;

/**
 * How an account gets an entry. given: the entry becomes the account's; filled: an entry that the account already has is filled with its
 * picks.
 */
export type LinkWay = 'given' | 'filled';

/** Why an entry cannot be linked to an account. */
export type LinkRefusal = NonNullable<ReturnType<typeof linkRefusal>>;
export const linkRefusals = codesOf<LinkRefusal>({
  player_not_found: true,
  player_linked: true,
  own_account: true,
  entered_late: true,
  survivor_has_entry: true,
  team_locks_soon: true,
});

/** The facts that decide whether an entry can be linked. */
export interface LinkFacts {
  readonly rules: Pick<PoolRules, 'format' | 'entries'>;
  /** It already belongs to an account. */
  readonly isLinked: boolean;
  /** The account is enabled, and either belongs to a member of the pool or an admin is linking. */
  readonly isEligible: boolean;
  /** It is the account of the person who is linking. */
  readonly isOwnAccount: boolean;
  /** The account entered something for the entry after its lock. */
  readonly hasEnteredLate: boolean;
  /** How many entries of the account play in the pool. */
  readonly ownEntries: number;
  /** When the team that the link would withdraw locks, in ms; null if there is none. */
  readonly teamLockAt: number | null;
  readonly now: number;
}

/** How an account with this many entries gets one more. */
export function linkWay(ownEntries: number, { entries }: Pick<PoolRules, 'entries'>): LinkWay {
  return ownEntries === 0 || ownEntries < entries ? 'given' : 'filled';
}

/** Why an entry cannot be linked; null if it can. */
export function linkRefusal(facts: LinkFacts) {
  const { rules, isLinked, isEligible, isOwnAccount, hasEnteredLate, ownEntries, teamLockAt, now } = facts;
  if (isLinked) return 'player_linked';
  if (!isEligible) return 'player_not_found';
  if (isOwnAccount) return 'own_account';
  if (hasEnteredLate) return 'entered_late';
  if (traitsOf(rules).plays === 'season' && linkWay(ownEntries, rules) === 'filled') return 'survivor_has_entry';
  return teamLockAt !== null && teamLockAt - now <= TEAM_SAFE_MS ? 'team_locks_soon' : null;
}

/**
 * The picks, by the keys of their slots, of which everybody sees whether an entry made them, even while they are sealed: those of the pool's
 * games, and teams of weeks in which it plays. A link reports no other: nobody learns that an entry has a guess or an order that is sealed.
 * @param weeks of the pool @param teamWeeks those in which the entry plays
 */
export function visiblyMade(
  weeks: readonly { readonly games: readonly Pick<Game, 'gid'>[] }[],
  rules: UseRules & Pick<PoolRules, 'format'>,
  teamWeeks: readonly { readonly id: string }[],
): ReadonlySet<string> {
  if (asksFor('team', rules))
    return new Set(
      teamWeeks.flatMap(({ id }) => teamSlots(id, rules).map((slot) => slotKey({ kind: 'team', about: slot }))),
    );
  return new Set(weeks.flatMap(({ games }) => games.map(({ gid }) => slotKey({ kind: 'pick', about: gid }))));
}

/** Whether undoing a link needs a reason: a game of the pool has locked since. @param locks of the pool, ms */
export function undoNeedsReason(linkedAt: number, locks: readonly number[], now: number): boolean {
  return locks.some((lockAt) => lockAt > linkedAt && lockAt <= now);
}
