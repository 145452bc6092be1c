/**
 * The types of the domain. Every rule in `core` is a plain function over these types. Times are milliseconds since the epoch (UTC); ids are
 * opaque strings. Source: specification section 3.
 */

import type { PoolRules } from './rules/pool-rules.ts';

/** The three states of a game (section 4). Postponed and cancelled are `GameVoid`, beside the status. */
export const gameStatuses = ['Not Started', 'In Progress', 'Final'] as const;
/** One of the three states of a game. */
export type GameStatus = (typeof gameStatuses)[number];

/** Why a game does not count (decisions, Picks). A void game is left out of the counter, the progress and the scores. */
export const gameVoids = ['postponed', 'cancelled'] as const;
/** One reason why a game does not count. */
export type GameVoid = (typeof gameVoids)[number];

/** The two sides of a game (section 3, Pick). */
export const sides = ['home', 'away'] as const;
/** One side of a game. */
export type Side = (typeof sides)[number];

/** The four fields that both the feed and an admin can set; an admin's value takes precedence ("Set by admin"). */
export const feedFields = ['status', 'score', 'spread', 'kickoff'] as const;
/** One field that both the feed and an admin can set. */
export type FeedField = (typeof feedFields)[number];

/**
 * Who set the line of a game: the feed (ESPN, or the demo), a second source (decision 069), or an admin by hand. The first source that sets
 * a line keeps it.
 */
export const lineSources = ['espn', 'odds-api', 'nflverse', 'admin'] as const;
export type LineSource = (typeof lineSources)[number];

/** One game of a week. The team names and styles of section 3 follow from the abbreviations: see `teams.ts`. */
export interface Game {
  readonly gid: string;
  readonly weekId: string;
  /** Kick-off; midnight Eastern of the date while `timeTbd`. */
  readonly kickoff: number;
  /** The time of day is not known yet. */
  readonly timeTbd: boolean;
  /** The moment the game locks, or first locked (`lockMoment` in `locks.ts`). Final once reached. */
  readonly lockAt: number;
  readonly status: GameStatus;
  readonly void: GameVoid | null;
  /** Team abbreviations. */
  readonly home: string;
  readonly away: string;
  readonly homeScore: number;
  readonly awayScore: number;
  /** Points the home side is favored by; negative if the away side is favored; 0 for an even line; null if there is no line yet. */
  readonly spread: number | null;
  /** The line of pools with frozen lines, which never changes; null until it is frozen. See `frozen-line.ts`. */
  readonly frozenSpread: number | null;
  /** Who set `spread`; null without a line, and if it is not known, such as from a file. */
  readonly lineSource: LineSource | null;
  readonly spreadNote: string;
  readonly situation: string;
  readonly weather: string;
  readonly allowSpreadUpdate: boolean;
  readonly allowTimeUpdate: boolean;
  /** Fields that an admin set by hand; the feed does not change them. */
  readonly setByAdmin: readonly FeedField[];
}

/** A pool (section 3). A time is null if it is not known, or if the pool is not deleted. */
export interface Pool {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly moneyUrl: string;
  readonly rules: PoolRules;
  /** Chosen by an admin; null follows the calendar. */
  readonly activeWeekId: string | null;
  /** Whether people who are not in it can see it. */
  readonly isListed: boolean;
  readonly template: string | null;
  readonly createdAt: number | null;
  readonly deletedAt: number | null;
}

/** A player's pick of one game; `bus` if an admin entered it for them, `best` if they marked it as a best bet. */
export interface GamePick {
  readonly side: Side;
  readonly bus: boolean;
  readonly best?: boolean | undefined;
}

/** One player's picks of some games, by gid. */
export type Picks = Readonly<Record<string, GamePick>>;

/** A person, either with an account, or imported and not linked to one yet. */
export interface User {
  readonly id: string;
  readonly displayName: string;
  readonly isEnabled: boolean;
  readonly isAdmin: boolean;
  readonly defaultPoolId: string | null;
}

/** A pick that counts: made by the player, or given by the pool's rule `missed` for a game that they did not pick. */
export interface CountedPick extends GamePick {
  readonly auto?: true;
  /** In a confidence pool: how many points it is worth; see `core/formats/confidence/confidence.ts`. */
  readonly value?: number;
}

/** One player's picks that count, for some games, by gid. */
export type CountedPicks = Readonly<Record<string, CountedPick>>;

/** The conferences (section 3, Team). */
export const conferences = ['AFC', 'NFC'] as const;
/** The divisions of each conference (section 3, Team). */
export const divisions = ['East', 'North', 'South', 'West'] as const;

/** One of the 32 teams (section 3). */
export interface Team {
  readonly abbr: string;
  readonly shortName: string;
  readonly longName: string;
  readonly city: string;
  readonly mascot: string;
  readonly conference: (typeof conferences)[number];
  readonly division: (typeof divisions)[number];
  /** Hex colors, `#RRGGBB`. */
  readonly colors: { readonly primary: string; readonly secondary: string; readonly accent: string };
}

/** Wins, losses and ties of one team; the three records read `W-L` or `W-L-T`. */
export interface TeamRecord {
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** 0 to 1. */
  readonly winPercentage: number;
  readonly homeRecord: string;
  readonly awayRecord: string;
  readonly overallRecord: string;
}
