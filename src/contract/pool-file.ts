import type { Static } from 'typebox';
import { Type } from 'typebox';
import { FIRST_YEAR, LAST_YEAR, MAX_TYPED_PLACES } from '#core/almanac/parse-table.ts';
import { MAX_WEEK_PLACES } from '#core/prize-shares.ts';
import { reactionKinds } from '#core/reactions.ts';
import { MAX_SIDE_TABLES } from '#core/side-tables.ts';
import {
  MONEY_URL_MAX,
  POOL_DESCRIPTION_MAX,
  POOL_NAME_MAX,
  PROFILE_NAME_MAX,
  SPREAD_NOTE_MAX,
} from '#core/validation.ts';
import { placeFields, Year } from './almanac.ts';
import { SomeRules, SomeWeekRules } from './pools.ts';
import { ReceiptVersion } from './receipts.ts';
import { routes } from './route.ts';
import { Email, FeedFieldShape, Id, PoolParams, StatusShape, shape, Time, VoidShape } from './shapes.ts';
import { SideTableShape } from './side-tables.ts';

/** One pool as a file (docs/pool-file.md). */
export const POOL_FILE_FORMAT = 'pickem-pool';
export const POOL_FILE_VERSION = 1;
/** The largest body with a file, and the longest list of a receipt, in bytes. */
const POOL_FILE_MAX = 16 * 1024 * 1024;

const Maybe = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) => Type.Union([type, Type.Null()]);
const text = (maxLength: number) => Type.String({ maxLength });
const Score = Type.Integer({ minimum: 0, maximum: 99 });
const Line = Type.Number({ minimum: -99, maximum: 99 });
/** What is counted from 1: states of a pick, entries of a person, receipts. */
const Ordinal = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const Cents = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const FilePlace = Type.Union([Cents, shape({ percent: Type.Integer({ minimum: 1, maximum: 100 }) })]);
/** The fees of a whole pool, in cents. */
const Sum = Type.Integer({ minimum: 0, maximum: 100_000_000_000_000 });
/** The deepest JSON in a field of a file. */
export const POOL_FILE_DEPTH = 16;
/** JSON that the league itself wrote, or a name or a message in four times as many units as characters. */
const Json = text(20_000);
const Hash = Type.String({ maxLength: 64, pattern: '^[0-9a-f]{64}$' });

const Week = shape({
  id: Id,
  enabled: Type.Boolean(),
  deadline: Maybe(Time),
  tiebreakGid: Maybe(Id),
  /** From when no schedule changed the tiebreak game: the first guess, at the latest. Null until the week has locked. */
  tiebreakFixedAt: Maybe(Time),
  /** When pages first showed the week as decided; only in a survivor pool with buy-backs. */
  decidedAt: Type.Optional(Time),
  /** The values of its games, from the lowest up; only in a confidence pool, once it has begun. */
  scale: Type.Optional(Type.Array(Type.Integer({ minimum: 1, maximum: 64 }), { maxItems: 64 })),
  /** The games that the pool leaves out; not in a pool that plays all. */
  leftOut: Type.Optional(Type.Array(Id, { maxItems: 64 })),
  /** When its slate was settled: the game that settled it may be off by now, or in another week. */
  slateSettledAt: Type.Optional(Time),
  /** Its rules of deadlines and games, if it keeps them while those of the pool have changed; the others have their defaults. */
  rules: Type.Optional(SomeWeekRules),
});

/** A game as it was; the fields are those of `Game` in core. */
const FileGame = shape({
  gid: Id,
  weekId: Id,
  kickoff: Time,
  timeTbd: Type.Boolean(),
  lockAt: Time,
  status: StatusShape,
  void: Maybe(VoidShape),
  /** When it was called off. */
  voidSince: Type.Optional(Time),
  home: text(8),
  away: text(8),
  homeScore: Score,
  awayScore: Score,
  spread: Maybe(Line),
  frozenSpread: Maybe(Line),
  spreadNote: text(4 * SPREAD_NOTE_MAX),
  situation: text(400),
  weather: text(400),
  setByAdmin: Type.Array(FeedFieldShape, { maxItems: 4 }),
});

/** Somebody whom the file names: a member, an owner of an entry, an author, or who entered something. */
const Person = shape({
  id: Id,
  name: text(4 * PROFILE_NAME_MAX),
  /** Only in files of the command line, if it was asked for. */
  email: Type.Optional(Email),
  /** Null for somebody who never was a member. */
  member: Maybe(
    shape({ enabled: Type.Boolean(), joinedAt: Time, leftAt: Type.Optional(Time), isMuted: Type.Boolean() }),
  ),
  isCommissioner: Type.Boolean(),
});

const Entry = shape({
  id: Id,
  /** The person it was created for, and its owner. */
  playerId: Id,
  ownerId: Id,
  number: Ordinal,
  name: Maybe(text(4 * PROFILE_NAME_MAX)),
  joinedAt: Time,
  outAt: Maybe(Time),
  /** The secret of its name in receipts, once they list it; null once its owner closed their account. */
  nameSalt: Type.Optional(Maybe(text(100))),
});

/** One state of a pick: the current one, and those before it. */
const Pick = shape({
  entryId: Id,
  kind: Type.Enum(['pick', 'guess', 'order', 'team']),
  /** A gid, or a week; with `:2` for the second team of a week. */
  about: Id,
  /** JSON; null if it was taken back. */
  value: Maybe(Json),
  revision: Ordinal,
  madeAt: Time,
  enteredBy: Maybe(Id),
  reason: Maybe(text(2000)),
});

const Record = shape({
  at: Time,
  actorId: Maybe(Id),
  act: text(40),
  weekId: Maybe(Id),
  gid: Maybe(Id),
  userId: Maybe(Id),
  entryId: Maybe(Id),
  before: Json,
  after: Json,
});

const Message = shape({
  userId: Maybe(Id),
  kind: text(20),
  text: Maybe(Json),
  at: Time,
  editedAt: Maybe(Time),
  deletedBy: Maybe(Id),
  once: text(200),
  /** The number of the earlier message that it replies to, counted from 0. */
  replyTo: Type.Optional(Type.Integer({ minimum: 0 })),
  /** In the order in which they were given; missing if there are none. */
  reactions: Type.Optional(
    Type.Array(shape({ userId: Id, kind: Type.Enum(reactionKinds), at: Time }), { maxItems: 1_000_000 }),
  ),
});

const Payment = shape({
  entryId: Id,
  purpose: Id,
  cents: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  notedBy: Id,
  notedAt: Time,
  undoneBy: Maybe(Id),
  undoneAt: Maybe(Time),
});

/** A buy-back of an entry in a survivor pool. */
const BuyBack = shape({
  entryId: Id,
  /** The week that put it out. */
  weekId: Id,
  madeAt: Time,
  madeBy: Id,
});

/** When pages showed that a week put an entry out, and until when it can be bought back after it. */
const BuyBackWindow = shape({
  entryId: Id,
  weekId: Id,
  shownAt: Time,
  /** Null as long as no later week is known. */
  closesAt: Maybe(Time),
  isCorrected: Type.Boolean(),
  stands: Type.Boolean(),
});

/** The final table of a year before the pool's own season: typed, or that of an earlier pool of its line. */
const FileYear = shape({
  year: Year,
  /** By place. */
  places: Type.Array(
    shape({
      ...placeFields,
      /** Somebody of the file; missing if it is nobody of them. */
      personId: Type.Optional(Id),
    }),
    { maxItems: MAX_TYPED_PLACES },
  ),
});

const Receipt = shape({
  /** Missing in files from before version 2. */
  version: Type.Optional(ReceiptVersion),
  number: Ordinal,
  weekId: Maybe(Id),
  lockAt: Maybe(Time),
  madeAt: Time,
  /** Who made a correction; missing with version 1. */
  by: Type.Optional(Maybe(text(100))),
  previous: Hash,
  listHash: Hash,
  hash: Hash,
  /** JSON of the lines, in their order. */
  list: text(POOL_FILE_MAX),
});

/** The most rows of a list: far beyond any pool. The size of a file bounds what it costs to read one. */
const many = { maxItems: 10_000_000 };
/** The most weeks, each of which is worked out: of more seasons than nflverse has. */
const MAX_WEEKS = 1000;

export const PoolFile = shape({
  format: Type.Literal(POOL_FILE_FORMAT),
  version: Type.Literal(POOL_FILE_VERSION),
  /** When it was written, ms. */
  writtenAt: Time,
  pool: shape({
    id: Id,
    name: text(4 * POOL_NAME_MAX),
    description: text(4 * POOL_DESCRIPTION_MAX),
    moneyUrl: text(4 * MONEY_URL_MAX),
    /** A file of an earlier version lacks the rules that it did not know. */
    rules: SomeRules,
    hasTalk: Type.Boolean(),
    createdAt: Maybe(Time),
  }),
  weeks: Type.Array(Week, { maxItems: MAX_WEEKS }),
  games: Type.Array(FileGame, many),
  lines: Type.Array(shape({ gid: Id, spread: Line, setBy: Id, setAt: Time, reason: text(2000) }), many),
  people: Type.Array(Person, many),
  entries: Type.Array(Entry, many),
  /** By entry, kind, subject and revision. */
  picks: Type.Array(Pick, many),
  log: Type.Array(Record, many),
  talk: Type.Array(Message, many),
  money: Maybe(
    shape({
      fee: Cents,
      /** Only if it is more than 0. */
      buyBack: Type.Optional(Cents),
      week: Type.Union([Cents, Type.Array(FilePlace, { maxItems: MAX_WEEK_PLACES })]),
      places: Type.Array(FilePlace, { maxItems: 100 }),
      /** What shares are of for good; only if something is fixed. */
      fixed: Type.Optional(
        shape({
          weeks: Type.Array(shape({ weekId: Id, cents: Sum }), { maxItems: MAX_WEEKS }),
          season: Type.Optional(shape({ weeks: Type.Integer({ minimum: 0, maximum: MAX_WEEKS }), cents: Sum })),
        }),
      ),
    }),
  ),
  /** Only if the pool has any. */
  sideTables: Type.Optional(Type.Array(SideTableShape, { maxItems: MAX_SIDE_TABLES })),
  /** Only if the pool has any. */
  buyBacks: Type.Optional(Type.Array(BuyBack, many)),
  /** Only if the pool has any. */
  buyBackWindows: Type.Optional(Type.Array(BuyBackWindow, many)),
  payments: Type.Array(Payment, many),
  /** The latest last; only if there are any. */
  years: Type.Optional(Type.Array(FileYear, { maxItems: LAST_YEAR - FIRST_YEAR + 1 })),
  receipts: Type.Array(Receipt, many),
  /** The SHA-256 of the JSON of all other fields, in hex. */
  digest: Hash,
});
export type PoolFile = Static<typeof PoolFile>;

/** A CSV file with a header, the same for everyone who may see the pool. */
const csv = {
  access: 'member',
  isCostly: true,
  params: PoolParams,
  reply: Type.String(),
  errors: ['pool_not_found'],
} as const;

/** What both calls that read a file have in common. */
const reading = {
  access: 'user',
  isCostly: true,
  bodyLimit: POOL_FILE_MAX,
  reply: shape({ id: Id }),
  errors: ['admin_only', 'too_many_pools', 'flawed_pool_file', 'pool_exists'],
} as const;

export const poolFile = routes({
  'GET /api/pools/:poolId/file': {
    summary: 'Download a pool as one file: locked picks only, and no e-mail addresses',
    access: 'commissioner',
    isCostly: true,
    params: PoolParams,
    reply: Type.String(),
    errors: ['pool_not_found'],
  },
  'GET /api/pools/:poolId/picks.csv': {
    summary: 'Download the picks of locked games as CSV, as `import picks` reads them',
    ...csv,
  },
  'GET /api/pools/:poolId/games.csv': {
    summary: 'Download the games of a pool as CSV, as `import season` reads them',
    ...csv,
  },
  'GET /api/pools/:poolId/scores.csv': {
    summary: 'Download the scores of a pool as CSV: a line for every entry and week',
    ...csv,
  },
  'POST /api/pools/file': {
    summary:
      'Create a pool from such a file; its people become players without an account, and the caller its commissioner',
    ...reading,
    body: PoolFile,
  },
  'POST /api/pools/packed-file': {
    summary: 'The same from a large file, compressed with gzip, in Base64',
    ...reading,
    body: shape({ packed: Type.String({ maxLength: POOL_FILE_MAX }) }),
  },
});
