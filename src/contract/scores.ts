import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { Id, PoolParams, shape, Time, WeekParams } from './shapes.ts';

/** Points in halves, as a whole number: 15 is seven and a half. */
const Halves = Type.Integer();

/** The id of an entry, and of the person whose it is. */
const ofEntry = { id: Id, ownerId: Id };

/**
 * One entry against the games of a week. `picks` has one letter a game, in the order of `games`:
 * `h` home, `a` away, capitals for a best bet, `?` made but sealed until the game locks, `x` none, but the pool counts the side that
 * `autoSide` of the core has, `-` none.
 */
export const MatchupRow = shape({
  ...ofEntry,
  name: Type.String(),
  picks: Type.String(),
  /** What the picks on final games of this week are worth. */
  weekHalves: Halves,
  /** The total over the pool's weeks, as its rules count them. */
  overallHalves: Halves,
  /**
   * In a pool with confidence: what each game is worth, in the order of `games`; null while nobody else may know, and for a game that is off
   * the value that it would have.
   */
  values: Type.Optional(Type.Array(Type.Union([Type.Integer(), Type.Null()]))),
  /** Their guess of the week's tiebreak game, once that is locked. */
  guess: Type.Optional(Type.Integer()),
  /** Games of the week picked by the bus driver; sent to admins only. */
  bus: Type.Optional(Type.Array(Id)),
});
export type MatchupRow = Static<typeof MatchupRow>;

export const MatchupReply = shape({
  games: Type.Array(Id),
  /** Who won the week, where it is decided and the pool has a tiebreak. */
  winners: Type.Optional(Type.Array(Id)),
  rows: Type.Array(MatchupRow),
});
export type MatchupReply = Static<typeof MatchupReply>;

/** An entry of a survivor pool. */
export const Survival = shape({
  lives: Type.Integer(),
  /** The week that took the last life. */
  outWeekId: Type.Union([Id, Type.Null()]),
  wins: Type.Integer(),
  /** In the order of the pool's weeks. */
  weeks: Type.Array(
    shape({
      result: Type.Enum(['won', 'lost', 'missed', 'off', 'open', 'out']),
      /** The team that was chosen, once its game is locked. */
      team: Type.Optional(Type.String()),
      /** A team is chosen, and its game is not locked yet. */
      made: Type.Optional(Type.Literal(true)),
    }),
  ),
});
export type Survival = Static<typeof Survival>;

export const StandingRow = shape({
  ...ofEntry,
  name: Type.String(),
  /** Score by week, in the order of `weeks`; null while the week has no final game. */
  halves: Type.Array(Type.Union([Halves, Type.Null()])),
  totalHalves: Halves,
  /** In points: the total over the weeks that have a final game and are kept, to one decimal. */
  average: Type.Number(),
  rank: Type.Integer(),
  /** In a survivor pool. */
  survival: Type.Optional(Survival),
  /** Weeks that left the total, where the pool drops weeks. */
  dropped: Type.Optional(Type.Array(Id)),
  /** Weeks that were over before the entry was there and count the lowest score, where the pool counts them so. */
  late: Type.Optional(Type.Array(Id)),
  /** When the entry joined, where games had locked before. */
  joinedAt: Type.Optional(Time),
});
export type StandingRow = Static<typeof StandingRow>;

/** A winner of a decided week; with their guess and by how much it was over, where that won it. */
export const WeekWinner = shape({
  id: Id,
  guess: Type.Optional(Type.Integer()),
  difference: Type.Optional(Type.Integer()),
});
export type WeekWinner = Static<typeof WeekWinner>;

export const StandingsReply = shape({
  weeks: Type.Array(Id),
  activeWeekId: Type.Union([Id, Type.Null()]),
  /** Weeks all of whose games are decided: they have a winner. */
  finishedWeeks: Type.Array(Id),
  /** Who won each of them, by week, where the pool has a tiebreak. */
  winners: Type.Optional(Type.Record(Type.String(), Type.Array(WeekWinner))),
  /** In a survivor pool: who has won it, once that is decided. */
  survivors: Type.Optional(Type.Array(Id)),
  rows: Type.Array(StandingRow),
});
export type StandingsReply = Static<typeof StandingsReply>;

export const ActivePlayersReply = shape({
  /** People with a pick in the week. */
  activePlayers: Type.Integer(),
});
export type ActivePlayersReply = Static<typeof ActivePlayersReply>;

/** How the entries of a pool picked the games of a week that are locked; those that are not are left out. */
export const SharesReply = shape({
  games: Type.Array(shape({ gid: Id, home: Type.Integer(), away: Type.Integer() })),
});
export type SharesReply = Static<typeof SharesReply>;

/** The top of a week; nobody while there is no score above 0. */
export const LeaderReply = shape({
  halves: Halves,
  /** All entries that have that score. */
  entryIds: Type.Array(Id),
  /** Whose they are, each person once. */
  ownerIds: Type.Array(Id),
  /** The first of the entries, as the pool shows it. */
  name: Type.String(),
});
export type LeaderReply = Static<typeof LeaderReply>;

export const scores = routes({
  'GET /api/pools/:poolId/weeks/:weekId/matchup': {
    summary: 'Every entry against the games of a week; picks of games that are not locked stay sealed',
    access: 'member',
    params: WeekParams,
    reply: MatchupReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'GET /api/pools/:poolId/weeks/:weekId/active-players': {
    summary: 'How many members have a pick in a week',
    access: 'member',
    params: WeekParams,
    reply: ActivePlayersReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'GET /api/pools/:poolId/weeks/:weekId/shares': {
    summary: 'How many entries picked each side of the games that are locked',
    access: 'member',
    params: WeekParams,
    reply: SharesReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'GET /api/pools/:poolId/weeks/:weekId/leader': {
    summary: 'Who leads a week',
    access: 'member',
    params: WeekParams,
    reply: LeaderReply,
    errors: ['pool_not_found', 'week_not_found'],
  },
  'GET /api/pools/:poolId/standings': {
    summary: 'The standings of the pool over its weeks',
    access: 'member',
    params: PoolParams,
    reply: StandingsReply,
    errors: ['pool_not_found'],
  },
});
