import type { MissingEntry } from '#core/auto-picks.ts';
import type { OwnedEntry } from '#core/entries.ts';
import type { FeeCounts, MoneySeason } from '#core/money.ts';
import type { Named } from '#core/name-order.ts';
import type { PoolWeek } from '#core/pool-week.ts';
import type { PoolRules } from '#core/rules/pool-rules.ts';
import type { Halves } from '#core/scoring.ts';
import type { SideTable } from '#core/side-tables.ts';
import type { Entrant, FinishedWeek, lateWeeks } from '#core/standings.ts';
import type { WeekTiebreak, WeekWinner } from '#core/tiebreak.ts';
import type { Game, Picks } from '#core/types.ts';
import type { WeekPlayers } from '#core/weekly-play.ts';
import type { Order } from './confidence/confidence.ts';
import type { BuyBackWindow } from './survivor/buy-backs.ts';
import type { SurvivorPlayer, SurvivorResult, TeamChoices } from './survivor/survivor.ts';

/**
 * What a format computes; what it is stands in `traits.ts`. Each format is one object in its own folder. Screens don't import them: that
 * would load all formats with the first page.
 */
export interface Format {
  /** What a week has earned each entry so far. */
  score(week: ScoredWeek, rules: PoolRules): (entered: Entered) => WeekScore;
  /** How many picks a week asks an entry for, of this many open games. */
  asked(weekId: string, openGames: number, rules: PoolRules): number;
  /** Who still plays, and what they have not entered. */
  field(facts: FieldFacts): Field;
  /** Who stands where. */
  season(facts: SeasonFacts): Season;
}

/** A week that is scored. */
export interface ScoredWeek extends Pick<PoolWeek, 'id' | 'games'> {
  /** Those of the games that are over. */
  readonly finals: readonly Game[];
  /** The stored values of its games, from the lowest up; null if none are stored. */
  readonly values: readonly number[] | null;
}

/** What an entry entered for a week. A kind that the pool does not ask for is empty. */
export interface Entered extends MissingEntry {
  /** Its sides of games that are over. */
  readonly picks: Picks;
  readonly order: Order;
  readonly teams: TeamChoices;
  /** ms; infinite for an entry that left, for which no missed game counts. */
  readonly joinedAt: number;
}

/** The score of a week, and how many picks of it are right, which season tiebreaks count: 0 in a format without right sides. */
export interface WeekScore {
  readonly halves: Halves;
  readonly correct: number;
}

/** An entry of a pool. */
export interface SeasonEntry extends OwnedEntry, Named {}

/** What a field is made of. */
export interface FieldFacts {
  readonly rules: PoolRules;
  /** ms */
  readonly now: number;
  readonly teams: TeamFacts;
}

/** The teams of a season; empty in a pool that asks for none. */
export interface TeamFacts {
  /** The enabled weeks of the pool, in order. */
  readonly weeks: readonly PoolWeek[];
  /** In the order in which they joined, with all of their teams. */
  readonly entries: readonly (SeasonEntry & SurvivorPlayer)[];
  /** The stored windows of buy-backs, by entry, then by week. */
  readonly windows: ReadonlyMap<string, ReadonlyMap<string, BuyBackWindow>>;
  /** The weeks that pages have shown as decided, in a pool with buy-backs. */
  readonly shownWeeks: ReadonlySet<string>;
  readonly sideTables: readonly SideTable[];
}

/** The entries that play for a pool. */
export interface Field {
  /** Whether picks still decide anything: not once the pool is won. */
  readonly isOpen: boolean;
  /** Whether an entry can still win. */
  isIn(entryId: string): boolean;
  /** What an entry can still enter for a week and has not. */
  missing(week: AskedWeek, entryId: string, made: MadePicks): Missing;
}

/** A week with what it still asks for. */
export interface AskedWeek extends Pick<PoolWeek, 'id' | 'games'> {
  /** How many of its games count, and how many of these can still be picked. */
  readonly counting: number;
  readonly open: number;
  /** Whether only the owner sees what is missing. For others only visible facts count. */
  readonly isTheirOwn: boolean;
}

/** What an entry has entered for a week. */
export interface MadePicks {
  /** How many of the counting games are picked, and how many of the open ones. */
  readonly made: number;
  readonly madeOpen: number;
  readonly hasOrder: boolean;
}

/** What an entry still has to enter for a week. */
export interface Missing {
  /** Sides or teams. */
  readonly picks: number;
  readonly order: boolean;
}

/** What a season is made of. */
export interface SeasonFacts extends FieldFacts {
  /** The games of the enabled weeks, with the pool's locks. */
  readonly games: readonly Pick<Game, 'weekId' | 'status' | 'void' | 'lockAt' | 'setByAdmin'>[];
  readonly weeks: readonly FinishedWeek[];
  readonly scores: ScoreFacts;
}

/** The scores of a season; empty in a pool that is not won by them. */
export interface ScoreFacts {
  /** In the order in which they joined, with their scores. */
  readonly entrants: readonly (Entrant & SeasonEntry)[];
  /** Weeks that score an entry by the others' results, because it joined late. */
  readonly late: ReturnType<typeof lateWeeks>;
  /** With weekly play: who plays each week, former members included. */
  readonly players: WeekPlayers | null;
  /** Of finished weeks, in a pool with a tiebreak. */
  readonly tiebreaks: ReadonlyMap<string, WeekTiebreak>;
  /** How many picks are right, by entry, then by week: worked out for a season tiebreak only. */
  readonly correct: () => ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** When they may change without another write, ms: with weekly play at the next lock. */
  readonly validUntil: number;
}

/** A pool's season at a moment. */
export interface Season {
  /** What everybody may see. */
  readonly standings: () => SeasonStandings;
  /** The winners of finished weeks, by week, those of weeks that are not decided yet included; empty where weeks are not won. */
  readonly weekWinners: () => Readonly<Record<string, WeekWinner[]>>;
  /** What prizes and fees follow from. */
  readonly money: () => SeasonMoney;
  /** When it may change without another write, ms; infinite if it can't. */
  readonly validUntil: number;
}

/** The standings of a pool. */
export interface SeasonStandings {
  /** By week, if the pool has a tiebreak. */
  readonly winners?: Record<string, WeekWinner[]>;
  /** The winners of a season that is won by those who are left; nobody until it is decided. */
  readonly survivors?: string[];
  /** By rank, then by name. */
  readonly rows: SeasonRow[];
}

/** The standing of an entry. */
export interface SeasonRow {
  readonly id: string;
  readonly ownerId: string;
  /** Distinct from others of the same name. */
  readonly name: string;
  /** By index of the week; null while the week has no final game, or if the entry does not play it. */
  readonly halves: (Halves | null)[];
  readonly totalHalves: Halves;
  /** In points. */
  readonly average: number;
  readonly rank: number;
  /** The weeks that were dropped from the total. */
  readonly dropped?: string[];
  /** The weeks from before it joined that count the lowest score. */
  readonly late?: string[];
  /** When it joined, if games had locked before. */
  readonly joinedAt?: number;
  /** With a season tiebreak, by index of the week: the parts of `WeekTie`. */
  readonly ties?: { readonly won: boolean[]; readonly correct: number[]; readonly off: number[] };
  readonly survival?: Survival;
}

/** What everybody may see of an entry of a survivor pool. */
export interface Survival {
  readonly lives: number;
  /** The week that took the last life. */
  readonly outWeekId: string | null;
  readonly wins: number;
  /** In the order of the pool's weeks. */
  readonly weeks: (ShownTeam & { readonly second?: ShownTeam })[];
  /** The weeks after which it was bought back. */
  readonly boughtBack?: string[];
  /** The week that put it out, if it can be bought back until this moment (ms). */
  readonly mayBuyBack?: { readonly weekId: string; readonly until: number };
}

/** A team of a week: sealed until its game has locked; then only `made` is known. */
export interface ShownTeam {
  readonly result: SurvivorResult;
  readonly team?: string;
  readonly auto?: true;
  readonly made?: true;
}

/** What prizes and fees follow from. */
export interface SeasonMoney extends Pick<MoneySeason, 'weeks' | 'final'> {
  /** What entries pay fees for, with weekly play also those that left. An entry that plays and is not listed pays one fee. */
  readonly fees: ReadonlyMap<string, FeeCounts>;
}
