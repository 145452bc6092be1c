import type { Static, TProperties } from 'typebox';
import { Type } from 'typebox';
import { defaultSides } from '#core/default-picks.ts';
import { teamAbbrs } from '#core/teams.ts';
import type { FeedField } from '#core/types.ts';
import { feedFields, gameStatuses, gameVoids, lineSources, sides } from '#core/types.ts';
import { EMAIL_MAX, PASSWORD_MAX } from '#core/validation.ts';

/** An object that accepts only the named fields. */
export function shape<T extends TProperties>(properties: T) {
  return Type.Object(properties, { additionalProperties: false });
}

/** An id of the league: bounded, without control characters or slashes, and not only dots, which are folders in paths. */
export const ID_PATTERN = '^(?!\\.+$)[A-Za-z0-9_.:-]{1,100}$';
export const Id = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: ID_PATTERN,
});

/** Milliseconds since the epoch. */
export const Time = Type.Integer({
  minimum: 0,
  maximum: 8_640_000_000_000_000,
});

export const SideShape = Type.Enum([...sides]);
export const StatusShape = Type.Enum([...gameStatuses]);
export const VoidShape = Type.Enum([...gameVoids]);
export const FeedFieldShape = Type.Enum([...feedFields]);

/** Providers whose accounts people can sign in with. `oidc` is the OpenID Connect provider of the league, such as that of a company. */
export const providers = ['google', 'facebook', 'oidc'] as const;
export type Provider = (typeof providers)[number];
export const ProviderShape = Type.Enum([...providers]);

export const Email = Type.String({ maxLength: EMAIL_MAX });
export const Password = Type.String({ maxLength: PASSWORD_MAX });

/** The secret part of a mailed link. */
export const LinkToken = Type.String({ minLength: 1, maxLength: 200 });

export const PoolParams = shape({ poolId: Id });
export const WeekParams = shape({ poolId: Id, weekId: Id });

/** What counts for an entry whose player forgets to pick; null for nothing. */
export const DefaultOrNone = Type.Union([
  shape({ side: Type.Enum([...defaultSides]) }),
  shape({
    teams: Type.Array(Type.Enum([...teamAbbrs]), { minItems: 1, maxItems: teamAbbrs.length, uniqueItems: true }),
  }),
  Type.Null(),
]);

export const Done = shape({ ok: Type.Literal(true) });

/** Winners and prizes that change, as members read them. */
export const ChangedOutcomes = Type.Array(
  shape({
    /** A week, a side table (`sidePurpose` of the core), or `SEASON`. */
    of: Id,
    /** The name of the side table. */
    name: Type.Optional(Type.String()),
    what: Type.Enum(['winners', 'prize']),
    before: Type.String(),
    after: Type.String(),
  }),
);
export type ChangedOutcome = Static<typeof ChangedOutcomes>[number];

/** A line as typed. */
export const LineShape = Type.Number({ minimum: -99, maximum: 99, multipleOf: 0.5 });

/** CSS colors of one side of a game. */
const StyleShape = shape({ backgroundColor: Type.String(), color: Type.String() });

/** A game as sent to the web; the fields are those of `Game` in `core/types.ts`, and the styles of its teams. */
export const GameShape = shape({
  gid: Id,
  weekId: Id,
  kickoff: Time,
  timeTbd: Type.Boolean(),
  lockAt: Time,
  status: StatusShape,
  void: Type.Union([VoidShape, Type.Null()]),
  home: Type.String(),
  away: Type.String(),
  homestyle: StyleShape,
  awaystyle: StyleShape,
  homeScore: Type.Integer(),
  awayScore: Type.Integer(),
  spread: Type.Union([Type.Number(), Type.Null()]),
  frozenSpread: Type.Union([Type.Number(), Type.Null()]),
  lineSource: Type.Union([Type.Enum([...lineSources]), Type.Null()]),
  spreadNote: Type.String(),
  situation: Type.String(),
  weather: Type.String(),
  allowSpreadUpdate: Type.Boolean(),
  allowTimeUpdate: Type.Boolean(),
  setByAdmin: Type.Unsafe<readonly FeedField[]>(Type.Array(FeedFieldShape)),
});
export type GameReply = Static<typeof GameShape>;
