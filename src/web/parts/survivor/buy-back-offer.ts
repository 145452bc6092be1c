import type { GameReply } from '#contract/shapes.ts';
import type { StandingsReply, Survival } from '#contract/standings.ts';
import { isLocked } from '#core/locks.ts';
import { useClock } from '#web/lib/clock.ts';
import { untilText } from './buy-back-words.ts';

/** What can be done about an entry now: buy it back after a week that put it out, or take that back. */
export type BuyBackOffer =
  | {
      readonly act: 'buy';
      readonly weekId: string;
      /** The moment up to which it is possible, in words. */
      readonly until: string;
    }
  | { readonly act: 'takeBack'; readonly weekId: string };

/** The week after another in a pool; undefined after its last one. */
export function weekAfter(weeks: readonly string[], weekId: string): string | undefined {
  const at = weeks.indexOf(weekId);
  return at === -1 ? undefined : weeks[at + 1];
}

/**
 * The latest week after which an entry was bought back, if a given week is the next one of the pool: until that one's first lock, the buy-back
 * can be taken back.
 */
export function takeableWeek(
  { boughtBack = [] }: Pick<Survival, 'boughtBack'>,
  weeks: readonly string[],
  weekId: string,
): string | undefined {
  const latest = boughtBack.at(-1);
  return latest !== undefined && weekAfter(weeks, latest) === weekId ? latest : undefined;
}

/**
 * The offer to the owner of an entry on the page of a week; null if there is none.
 * @param games of the week, with the pool's locks
 */
export function useBuyBackOffer(
  survival: Survival | undefined,
  standings: Pick<StandingsReply, 'weeks'> | undefined,
  weekId: string,
  games: readonly GameReply[],
): BuyBackOffer | null {
  const { mayBuyBack } = survival ?? {};
  const until = useClock((now) =>
    mayBuyBack !== undefined && now < mayBuyBack.until ? untilText(mayBuyBack.until, now) : null,
  );
  const hasBegun = useClock((now) => games.some((game) => isLocked(game, now)));
  if (mayBuyBack !== undefined && until !== null) return { act: 'buy', weekId: mayBuyBack.weekId, until };
  const takeable = survival && standings && takeableWeek(survival, standings.weeks, weekId);
  return takeable === undefined || hasBegun ? null : { act: 'takeBack', weekId: takeable };
}
