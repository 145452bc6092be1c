import type { GameReply } from '#contract/shapes.ts';
import type { StandingRow, StandingsReply, Survival } from '#contract/standings.ts';
import { firstLock } from '#core/locks.ts';
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

/** Whether a game of a week has locked: buy-backs after the week before are final. A game that is off does not end anything. */
export function hasBegun(games: readonly Pick<GameReply, 'lockAt' | 'void'>[], now: number): boolean {
  const first = firstLock(games);
  return first !== null && now >= first;
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
  const begun = useClock((now) => hasBegun(games, now));
  if (mayBuyBack !== undefined && until !== null) return { act: 'buy', weekId: mayBuyBack.weekId, until };
  const takeable = survival && standings && takeableWeek(survival, standings.weeks, weekId);
  return takeable === undefined || begun ? null : { act: 'takeBack', weekId: takeable };
}

/** An entry that commissioners can buy back, or whose buy-back they can take back. */
export interface EntryToBuyBack extends Pick<BuyBackOffer, 'act' | 'weekId'> {
  readonly id: string;
  readonly name: string;
  /** The moment up to which it can be bought back. */
  readonly until?: number;
}

type Row = Pick<StandingRow, 'id' | 'name' | 'survival'>;

/** The latest week after which an entry of the pool was bought back. */
export function latestBuyBack(rows: readonly Row[], weeks: readonly string[]): string | undefined {
  const bought = new Set(rows.map(({ survival }) => survival?.boughtBack?.at(-1)));
  return weeks.findLast((weekId) => bought.has(weekId));
}

/** The entries with an action, in the order of the standings. @param takeable the week whose buy-backs can be taken back */
export function entriesToBuyBack(rows: readonly Row[], takeable: string | undefined): readonly EntryToBuyBack[] {
  return rows.flatMap(({ id, name, survival: { mayBuyBack, boughtBack } = noSurvival }): EntryToBuyBack[] => {
    if (mayBuyBack) return [{ id, name, act: 'buy', ...mayBuyBack }];
    const latest = boughtBack?.at(-1);
    return latest !== undefined && latest === takeable ? [{ id, name, act: 'takeBack', weekId: latest }] : [];
  });
}

const noSurvival: Pick<Survival, 'mayBuyBack' | 'boughtBack'> = {};
