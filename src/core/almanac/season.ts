import type { SeasonEntry, SeasonRow } from '#core/formats/format.ts';
import type { SurvivorPlayer } from '#core/formats/survivor/survivor.ts';
import type { Traits } from '#core/formats/traits.ts';
import { traitsOf } from '#core/formats/traits.ts';
import { compareNames } from '#core/name-order.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import { decidedWeeks } from '#core/scoring.ts';
import type { Side } from '#core/types.ts';
import { countsOf } from './calls.ts';
import { pointsCourse } from './points-course.ts';
import { survivorCourse } from './survivor-course.ts';

/** Right and wrong picks. A pick that earned half, or of a game that doesn't count, is neither. */
export interface Tally {
  readonly right: number;
  readonly wrong: number;
}

/** A right pick of an underdog. */
export interface Upset {
  /** By how many points the other team was favored. */
  readonly line: number;
  readonly weekId: string;
  readonly team: string;
  readonly opponent: string;
}

/** A run of right picks, in the order of kick-off, that no wrong pick interrupts. */
export interface Streak {
  readonly length: number;
  readonly fromWeek: string;
  readonly toWeek: string;
}

/** What an entry did in the decided weeks of a season. Arrays are by index of the decided week. */
export interface AlmanacEntry {
  readonly id: string;
  /** The user behind it, with or without an account. */
  readonly ownerId: string;
  /** Distinct from others of the same name. */
  readonly name: string;
  /** After the decided weeks. */
  readonly rank: number;
  /** Null in a season that is not won by points. */
  readonly totalHalves: Halves | null;
  /** Null for a week that it did not play, and in a season that is not won by points. */
  readonly weekHalves: readonly (Halves | null)[];
  /** Its rank after each week; empty in a season that is not won by points. */
  readonly ranks: readonly number[];
  /** Whether it won the week, alone or tied. */
  readonly won: readonly boolean[];
  /** Of each week. */
  readonly picks: readonly Tally[];
  /** The longest; the earliest of several. Null without a right pick. */
  readonly streak: Streak | null;
  /** The biggest; the earliest of several. */
  readonly upset: Upset | null;
  /** By team: its own picks of the team, and those against it. Teams that it never picked are missing. */
  readonly teams: Readonly<Record<string, Tally>>;
  readonly against: Readonly<Record<string, Tally>>;
  /** Picks of games without a line, or with a line of 0, are of neither. */
  readonly favorites: Tally;
  readonly underdogs: Tally;
  readonly home: Tally;
  readonly away: Tally;
}

/** A season of a pool, as far as its weeks are decided. */
export interface AlmanacSeason {
  readonly poolId: string;
  readonly poolName: string;
  /** The year of the season. */
  readonly year: number;
  readonly plays: Traits['plays'];
  /** Whether nothing can change its table any more, but for corrections. */
  readonly isOver: boolean;
  /** The decided weeks, in order. */
  readonly weekIds: readonly string[];
  /** By rank, then by name. */
  readonly entries: readonly AlmanacEntry[];
}

/** A place of a final table that somebody typed. */
export interface TypedPlace {
  readonly place: number;
  readonly name: string;
  /** Null if it is not known. */
  readonly points: number | null;
  /** In cents; null if it is not known. */
  readonly prize: number | null;
  /** The user that it is; null for a name only. */
  readonly personId: string | null;
}

/** The final table of a year that was not played here. */
export interface TypedSeason {
  readonly year: number;
  /** By place, then as typed. */
  readonly places: readonly TypedPlace[];
}

/** What the almanac of a pool is made of: its line of seasons. */
export interface League {
  /** Oldest first. */
  readonly seasons: readonly AlmanacSeason[];
  /** Of years that the line did not play here. */
  readonly typed: readonly TypedSeason[];
  /** Users without an account that a commissioner matched: their id, and the person that they are. */
  readonly matched: ReadonlyMap<string, string>;
  /** The present names of persons, by user id. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * A pool's season as it is read at a moment. `readSeason` gives most of it, and `almanacSeason` leaves out what is not decided: nothing has to
 * be cut before.
 */
export interface PlayedSeason extends Pick<AlmanacSeason, 'poolId' | 'poolName' | 'year'> {
  readonly rules: PoolRules;
  /** All enabled weeks of the pool, in order: `weeksOfPool`. */
  readonly weeks: readonly PoolWeek[];
  /** Whether places are final: `season.money().final !== null`. */
  readonly isOver: boolean;
  /** `season.standings().rows`; their columns are of these weeks. */
  readonly rows: readonly SeasonRow[];
  /** `season.weekWinners()`. */
  readonly winners: Readonly<Record<string, readonly { readonly id: string }[]>>;
  /** Stored picks by entry id, then by gid; empty for survivor. Auto picks by the pool's rule may be among them and are not needed. */
  readonly picks: ReadonlyMap<string, Readonly<Record<string, PlayedPick>>>;
  /** For survivor: `survivorPlayers`; otherwise empty. */
  readonly players: readonly (SeasonEntry & SurvivorPlayer)[];
}

/** A pick of a game; `auto` if its player did not make it. */
export interface PlayedPick {
  readonly side: Side;
  readonly auto?: true;
}

/** What the almanac keeps of a season. */
export function almanacSeason(played: PlayedSeason): AlmanacSeason {
  const { poolId, poolName, year, rules, isOver, rows } = played;
  const { plays } = traitsOf(rules);
  const decided = decidedWeeks(played.weeks.map(({ games }) => games));
  const weeks = played.weeks.filter((_, at) => decided[at]);
  const weekIds = weeks.map(({ id }) => id);
  const courseOf = (plays === 'season' ? survivorCourse : pointsCourse)(played, weeks);
  const entries = rows.map((row): AlmanacEntry => {
    const { id, ownerId, name } = row;
    const { calls, ...course } = courseOf(row);
    return { id, ownerId, name, ...course, ...countsOf(calls, weekIds, rules) };
  });
  const sorted = entries.toSorted((a, b) => a.rank - b.rank || compareNames(a, b));
  return { poolId, poolName, year, plays, isOver, weekIds, entries: sorted };
}
