import type { Static } from 'typebox';
import { Type } from 'typebox';
import { MAX_GUESS } from '#core/tiebreak.ts';
import type { ErrorCode } from './errors.ts';
import { routes } from './route.ts';
import { Id, shape, WeekParams } from './shapes.ts';

/** The total points of a game; null for no guess. */
export const GuessOrNone = Type.Union([Type.Integer({ minimum: 0, maximum: MAX_GUESS }), Type.Null()]);

/** The caller's own guess of a week's tiebreak game, null if it was taken back. `revision` counts its changes, from 1. */
export const OwnGuess = shape({
  /** The game that was guessed. */
  gid: Id,
  guess: GuessOrNone,
  revision: Type.Integer(),
  /** Whether an admin made another game the tiebreak, which removed the guess. */
  cleared: Type.Optional(Type.Literal(true)),
  /** Present only if somebody entered it for the player: their reason. */
  bus: Type.Optional(Type.String()),
});
export type OwnGuess = Static<typeof OwnGuess>;

/** Why a guess is not stored. */
export const guessRefusals = [
  'account_disabled',
  'not_a_member',
  'pool_not_found',
  'week_not_found',
  'no_tiebreak',
  'tiebreak_changed',
  'guess_locked',
  'game_void',
  'newer_guess',
] as const satisfies readonly ErrorCode[];

export const guesses = routes({
  'PUT /api/pools/:poolId/weeks/:weekId/guess': {
    summary: "Guess the total points of the week's tiebreak game, or take the guess back",
    access: 'member',
    params: WeekParams,
    body: shape({
      /** The game that is guessed; refused if another game has become the tiebreak. */
      gid: Id,
      guess: GuessOrNone,
      /** The revision that an offline guess was based on, 0 for none: a newer stored guess is kept. */
      basedOn: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
      /** The player an offline guess belongs to; anyone else's is refused. */
      playerId: Type.Optional(Id),
    }),
    reply: OwnGuess,
    errors: [...guessRefusals, 'other_player'],
  },
  'PUT /api/pools/:poolId/weeks/:weekId/tiebreak': {
    summary: 'Name the tiebreak game of a week before its first lock; guesses of another game are cleared',
    access: 'commissioner',
    params: WeekParams,
    body: shape({ gid: Id }),
    reply: shape({ cleared: Type.Integer() }),
    errors: ['pool_not_found', 'week_not_found', 'no_tiebreak', 'game_not_found', 'game_void', 'tiebreak_settled'],
  },
});
