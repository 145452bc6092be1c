import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { GameShape, Id, PoolParams, shape, Time, WeekParams } from './shapes.ts';

/** Points in halves, as a whole number: 15 is seven and a half. */
const Halves = Type.Integer();

/** The id of an entry, and of its owner. */
const ofEntry = { id: Id, ownerId: Id };

/**
 * One entry in the games of a week. `picks` has one letter a game, in the order of `games`: `h` home, `a` away, capitals for a best bet,
 * `?` sealed until the game locks, `x` no pick, but the pool counts the side from `autoSide` of the core, `y` home and `z` away by the player's
 * own default, `-` no pick.
 */
export const MatchupRow = shape({
  ...ofEntry,
  name: Type.String(),
  picks: Type.String(),
  /** The score of this week's final games. */
  weekHalves: Halves,
  /** The total over the pool's weeks, under its rules. */
  overallHalves: Halves,
  /** In a pool with weekly play: it does not play this week, as none of its picks has locked. */
  isBlank: Type.Optional(Type.Literal(true)),
  /**
   * In a confidence pool: the value of each game, in the order of `games`; null while it is sealed. For a game that is off, the value it
   * would have.
   */
  values: Type.Optional(Type.Array(Type.Union([Type.Integer(), Type.Null()]))),
  /** Their guess of the week's tiebreak game, once it is locked. */
  guess: Type.Optional(Type.Integer()),
  /** When they made it, if of two equal guesses the earlier one wins. */
  guessedAt: Type.Optional(Time),
  /** Games of the week picked by the bus driver; sent only to admins. */
  bus: Type.Optional(Type.Array(Id)),
});
export type MatchupRow = Static<typeof MatchupRow>;

export const MatchupReply = shape({
  games: Type.Array(Id),
  /** The winners of the week, if it is decided and the pool has a tiebreak. */
  winners: Type.Optional(Type.Array(Id)),
  rows: Type.Array(MatchupRow),
});
export type MatchupReply = Static<typeof MatchupReply>;

/** A team of a week. */
const TeamResult = {
  result: Type.Enum(['won', 'lost', 'missed', 'off', 'open', 'spared', 'pending', 'out']),
  /** The chosen team, once its game is locked. */
  team: Type.Optional(Type.String()),
  /** Whether the player chose none, and it is from their list. */
  auto: Type.Optional(Type.Literal(true)),
  /** Whether a team is chosen whose game is not locked yet. */
  made: Type.Optional(Type.Literal(true)),
};

/** An entry of a survivor pool. */
export const Survival = shape({
  lives: Type.Integer(),
  /** The week that took the last life. */
  outWeekId: Type.Union([Id, Type.Null()]),
  wins: Type.Integer(),
  /** In the order of the pool's weeks. */
  weeks: Type.Array(
    shape({
      ...TeamResult,
      /** The second team of a week with two. */
      second: Type.Optional(shape(TeamResult)),
    }),
  ),
  /** The weeks after which it was bought back. */
  boughtBack: Type.Optional(Type.Array(Id)),
  /** The week that put it out, if it can be bought back until this moment. */
  mayBuyBack: Type.Optional(shape({ weekId: Id, until: Time })),
});
export type Survival = Static<typeof Survival>;

export const StandingRow = shape({
  ...ofEntry,
  name: Type.String(),
  /** Score by week, in the order of `weeks`; null while the week has no final game, or if the entry does not play it (`weekly`). */
  halves: Type.Array(Type.Union([Halves, Type.Null()])),
  totalHalves: Halves,
  /** In points: the average over the kept weeks that have a final game, to one decimal. */
  average: Type.Number(),
  rank: Type.Integer(),
  /** In a survivor pool. */
  survival: Type.Optional(Survival),
  /** Weeks that were dropped from the total, if the pool drops weeks. */
  dropped: Type.Optional(Type.Array(Id)),
  /** Weeks that were over before the entry joined and count the lowest score, if the pool counts them so. */
  late: Type.Optional(Type.Array(Id)),
  /** When the entry joined, if games had locked before. */
  joinedAt: Type.Optional(Time),
  /** In a pool with a season tiebreak: what separates level entries, in the order of `weeks`; see `WeekTie` of the core. */
  ties: Type.Optional(
    shape({ won: Type.Array(Type.Boolean()), correct: Type.Array(Type.Integer()), off: Type.Array(Type.Integer()) }),
  ),
});
export type StandingRow = Static<typeof StandingRow>;

/** A winner of a decided week; if the tiebreak decided it, with their guess and how far it was over the total. */
export const WeekWinner = shape({
  id: Id,
  guess: Type.Optional(Type.Integer()),
  difference: Type.Optional(Type.Integer()),
});
export type WeekWinner = Static<typeof WeekWinner>;

export const StandingsReply = shape({
  weeks: Type.Array(Id),
  activeWeekId: Type.Union([Id, Type.Null()]),
  /** Weeks whose games are all decided: they have a winner. */
  finishedWeeks: Type.Array(Id),
  /** The winners of each of them, by week, if the pool has a tiebreak. */
  winners: Type.Optional(Type.Record(Type.String(), Type.Array(WeekWinner))),
  /** In a survivor pool: the winners, once that is decided. */
  survivors: Type.Optional(Type.Array(Id)),
  rows: Type.Array(StandingRow),
});
export type StandingsReply = Static<typeof StandingsReply>;

export const ActivePlayersReply = shape({
  /** How many people have a pick in the week. */
  activePlayers: Type.Integer(),
});
export type ActivePlayersReply = Static<typeof ActivePlayersReply>;

/** How the entries of a pool picked the locked games of a week; other games are left out. */
export const SharesReply = shape({
  games: Type.Array(shape({ gid: Id, home: Type.Integer(), away: Type.Integer() })),
});
export type SharesReply = Static<typeof SharesReply>;

/** The top of a week; empty while there is no score above 0. */
export const LeaderReply = shape({
  halves: Halves,
  /** All entries with that score. */
  entryIds: Type.Array(Id),
  /** Their owners, each person once. */
  ownerIds: Type.Array(Id),
  /** The first of the entries, as the pool shows it. */
  name: Type.String(),
});
export type LeaderReply = Static<typeof LeaderReply>;

const { gid, weekId, kickoff, home, away, status, homeScore, awayScore } = GameShape.properties;
const { spread, frozenSpread, lockAt } = GameShape.properties;

/** The decided part of a pool's season, to be computed under other rules. */
export const LabReply = shape({
  weeks: Type.Array(Id),
  /** With the pool's locks and lines. */
  games: Type.Array(
    shape({
      ...{ gid, weekId, kickoff, home, away, status, void: GameShape.properties.void, homeScore, awayScore },
      ...{ spread, frozenSpread, lockAt },
    }),
  ),
  entries: Type.Array(
    shape({
      id: Id,
      ownerId: Id,
      name: Type.String(),
      joinedAt: Time,
      /** Whether it is its owner's first entry; see `Entrant` of the core. */
      isFirst: Type.Boolean(),
      /** One letter a game, in the order of `games`: `h` home, `a` away, capitals for a best bet, `-` none or not over yet. */
      picks: Type.String(),
      /** In a confidence pool: the value of each of these picks; null if there is none, or the game is not over yet. */
      values: Type.Optional(Type.Array(Type.Union([Type.Integer(), Type.Null()]))),
      /** In a pool with weekly play: the weeks that it plays. */
      plays: Type.Optional(Type.Array(Id)),
      /** In a pool with a limit of auto picks: the weeks in which it missed games. */
      missedWeeks: Type.Optional(Type.Array(Id)),
      /** In a pool with a tiebreak: its guesses of decided weeks, by week. */
      guesses: Type.Optional(Type.Record(Type.String(), shape({ guess: Type.Integer(), madeAt: Time }))),
    }),
  ),
  /** In a pool with a tiebreak: the total points of the tiebreak games of decided weeks, by week. */
  totals: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});
export type LabReply = Static<typeof LabReply>;

export const standings = routes({
  'GET /api/pools/:poolId/weeks/:weekId/matchup': {
    summary: 'Get the picks of all entries in a week; picks of games that are not locked stay sealed',
    access: 'member',
    params: WeekParams,
    reply: MatchupReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'GET /api/pools/:poolId/weeks/:weekId/active-players': {
    summary: 'Count the members with a pick in a week',
    access: 'member',
    params: WeekParams,
    reply: ActivePlayersReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'GET /api/pools/:poolId/weeks/:weekId/shares': {
    summary: 'Count the entries that picked each side of locked games',
    access: 'member',
    params: WeekParams,
    reply: SharesReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'GET /api/pools/:poolId/weeks/:weekId/leader': {
    summary: 'Get the leaders of a week',
    access: 'member',
    params: WeekParams,
    reply: LeaderReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'GET /api/pools/:poolId/standings': {
    summary: 'Get the standings of a pool over all weeks',
    access: 'member',
    params: PoolParams,
    reply: StandingsReply,
    errors: ['pool_not_found'],
  },
  'GET /api/pools/:poolId/lab': {
    summary: 'Get the season of a pool with the picks of finished games, to score it under other rules',
    access: 'member',
    isCostly: true,
    params: PoolParams,
    reply: LabReply,
    errors: ['pool_not_found'],
  },
});
