import type { PoolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import type { Picks } from '#core/types.ts';
import type { Order } from './confidence.ts';
import type { TeamChoices } from './survivor.ts';

/**
 * What a format computes; what it is stands in `traits.ts`. Each format is one object in its own folder. Screens don't import them: that
 * would load all formats with the first page.
 */
export interface Format {
  /** What a week has earned an entry so far. */
  score(week: ScoredWeek, entered: Entered, rules: PoolRules): WeekScore;
}

/** A week that is scored. */
export interface ScoredWeek extends Pick<PoolWeek, 'id' | 'games'> {
  /** The stored values of its games, from the lowest up; null if none are stored. */
  readonly values: readonly number[] | null;
}

/** What an entry entered for a week. A kind that the pool does not ask for is empty. */
export interface Entered {
  /** Its sides of games that are over. */
  readonly picks: Picks;
  readonly order: Order;
  readonly teams: TeamChoices;
  /** ms; infinite for an entry that left, for which no missed game counts. */
  readonly joinedAt: number;
}

/** The score of a week, and how many picks of it are right. */
export interface WeekScore {
  readonly halves: Halves;
  readonly correct: number;
}
