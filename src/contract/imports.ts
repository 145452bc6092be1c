import type { Static } from 'typebox';
import { Type } from 'typebox';
import { MAX_GUESS } from '#core/tiebreak.ts';
import { DAY_MS } from '#core/time.ts';
import { PROFILE_NAME_MAX } from '#core/validation.ts';
import { routes } from './route.ts';
import { ChangedOutcomes, Done, Id, PoolParams, SideShape, shape, Time } from './shapes.ts';

/** The most picks of one file: 300 entries over a season. */
export const IMPORTED_PICKS_MAX = 100_000;
/** How long an import can be undone, in ms. */
export const IMPORT_UNDO_MS = DAY_MS;
/** The longest name of a file. */
export const IMPORT_NAME_MAX = 200;
/** The largest body of an import, in bytes. */
const IMPORT_MAX = 8 * 1024 * 1024;

const Position = Type.Integer({ minimum: 0 });

/** Picks of a file by position in the lists before them: entry, game, side or guess. There is at least one. */
const ImportRequest = shape({
  /** The name of the file. */
  name: Type.String({ minLength: 1, maxLength: IMPORT_NAME_MAX }),
  /** The entries of the pool that it has picks for. */
  entries: Type.Array(Id, { maxItems: 5000 }),
  /** The names of players to be made, who follow the entries in the numbering. */
  newPlayers: Type.Array(Type.String({ minLength: 1, maxLength: 4 * PROFILE_NAME_MAX }), { maxItems: 300 }),
  gids: Type.Array(Id, { maxItems: 500 }),
  picks: Type.Array(Type.Tuple([Position, Position, SideShape]), { maxItems: IMPORTED_PICKS_MAX }),
  /** Guesses of the total points of tiebreak games. Pages of the release before send none. */
  guesses: Type.Optional(
    Type.Array(Type.Tuple([Position, Position, Type.Integer({ minimum: 0, maximum: MAX_GUESS })]), {
      maxItems: IMPORTED_PICKS_MAX,
    }),
  ),
  /** In a confidence pool: the orders of weeks, their games from the lowest value up. */
  orders: Type.Optional(
    Type.Array(Type.Tuple([Position, Type.Array(Position, { minItems: 1, maxItems: 64 })]), {
      maxItems: IMPORTED_PICKS_MAX,
    }),
  ),
  /** In a survivor pool: teams of weeks by entry, game and side; 1 marks the second team of a week. */
  teams: Type.Optional(
    Type.Array(Type.Tuple([Position, Position, SideShape, Type.Integer({ minimum: 0, maximum: 1 })]), {
      maxItems: IMPORTED_PICKS_MAX,
    }),
  ),
  /** Which entries bought back into a survivor pool, and the month and day of that, if they are known; only with weeks that it gets. */
  buyBacks: Type.Optional(
    Type.Array(
      Type.Tuple([
        Position,
        Type.Union([
          Type.Tuple([Type.Integer({ minimum: 1, maximum: 12 }), Type.Integer({ minimum: 1, maximum: 31 })]),
          Type.Null(),
        ]),
      ]),
      { maxItems: 5000 },
    ),
  ),
  /** Whether picks that differ are replaced. */
  replaces: Type.Boolean(),
});
export type ImportRequest = Static<typeof ImportRequest>;

const importStates = ['running', 'done', 'undoing', 'undone'] as const;

/** An import of the last day, or one that is running. */
export const ImportReply = shape({
  id: Id,
  name: Type.String(),
  /** The weeks of its games. */
  weekIds: Type.Array(Id),
  at: Time,
  state: Type.Enum([...importStates]),
  total: Type.Integer(),
  /** How many picks are done, and how many of these changed what was stored. */
  done: Type.Integer(),
  written: Type.Integer(),
  newPlayers: Type.Integer(),
  /** Until when it can be undone; null if it cannot. */
  undoUntil: Type.Union([Time, Type.Null()]),
});
export type ImportReply = Static<typeof ImportReply>;

const ImportParams = shape({ poolId: Id, importId: Id });

/** The most picks of an import of which is said beforehand what its own line wins. */
export const PREVIEWED_PICKS_MAX = 5000;

const OwnLineReply = shape({
  /** How many picks of the caller's own entries the import would write, guesses included. */
  own: Type.Integer(),
  /** What these would win. */
  changes: ChangedOutcomes,
});
export type OwnLineReply = Static<typeof OwnLineReply>;

/** Why an import does not start. */
const refusals = [
  'pool_not_found',
  'entry_not_found',
  'game_not_found',
  'other_format',
  'name_taken',
  'too_many_players',
  'survivor_begun',
  'buy_back_closed',
  'import_running',
] as const;

export const imports = routes({
  'GET /api/pools/:poolId/imports': {
    summary: 'List the imports of the last day and those that are running, newest first',
    access: 'commissioner',
    params: PoolParams,
    reply: shape({ imports: Type.Array(ImportReply) }),
    errors: ['pool_not_found'],
  },
  'POST /api/pools/:poolId/imports': {
    summary:
      'Import picks of locked games, guesses of locked tiebreak games, orders of locked weeks and teams, as entered by the caller; players who are not in the pool are added, and weeks that began before a survivor pool',
    access: 'commissioner',
    isCostly: true,
    params: PoolParams,
    body: ImportRequest,
    bodyLimit: IMPORT_MAX,
    reply: ImportReply,
    errors: refusals,
  },
  'POST /api/pools/:poolId/imports/preview': {
    summary: "Say what an import would write of the caller's own line, and what that would win; it changes nothing",
    access: 'commissioner',
    isCostly: true,
    params: PoolParams,
    body: ImportRequest,
    bodyLimit: IMPORT_MAX,
    reply: OwnLineReply,
    errors: refusals,
  },
  'POST /api/pools/:poolId/imports/:importId/undo': {
    summary:
      'Undo an import within a day, also one that is running: its picks are taken back, and players without other picks leave',
    access: 'commissioner',
    params: ImportParams,
    reply: Done,
    errors: ['pool_not_found', 'import_not_found'],
  },
});
