import type { Static } from 'typebox';
import { Type } from 'typebox';
import { MAX_CENTS } from '#core/money.ts';
import { MAX_SIDE_TABLES, MAX_TABLE_NAME, sideGameKinds, sideMeasures } from '#core/side-tables.ts';
import { routes } from './route.ts';
import { Done, Id, PoolParams, shape } from './shapes.ts';

/** What a commissioner enters for a side table; the fields are those of `SideTableTerms` in `core/side-tables.ts`. */
const terms = {
  name: Type.String({ maxLength: 4 * MAX_TABLE_NAME }),
  from: Id,
  to: Id,
  games: Type.Enum([...sideGameKinds]),
  measure: Type.Enum([...sideMeasures]),
  who: Type.Union([
    shape({ kind: Type.Literal('all') }),
    shape({ kind: Type.Literal('out') }),
    shape({ kind: Type.Literal('lower'), week: Id }),
  ]),
  cents: Type.Integer({ minimum: 0, maximum: MAX_CENTS }),
};

/** A side table of a new pool. */
export const SideTableTerms = shape(terms);

/** A side table as it is stored. */
export const SideTableShape = shape({ id: Id, ...terms });
export type SideTableShape = Static<typeof SideTableShape>;
/** A side table as it is entered: a new one has no id yet. */
const EnteredSideTable = shape({ id: Type.Optional(Id), ...terms });
export type EnteredSideTable = Static<typeof EnteredSideTable>;

export const SideTableReply = shape({
  id: Id,
  ...terms,
  /** Whether one of its games has locked: it can no longer be changed or removed. */
  isFixed: Type.Boolean(),
  /** Whether all of its weeks are decided. */
  isDecided: Type.Boolean(),
  /** Those who won it, once it is decided. */
  winners: Type.Array(Id),
  /** By rank, then by name. */
  rows: Type.Array(
    shape({
      id: Id,
      ownerId: Id,
      name: Type.String(),
      rank: Type.Integer(),
      /** Halves for `points` and `fewest`; otherwise a count. */
      value: Type.Integer(),
    }),
  ),
});
export type SideTableReply = Static<typeof SideTableReply>;

export const SideTablesReply = shape({ tables: Type.Array(SideTableReply) });
export type SideTablesReply = Static<typeof SideTablesReply>;

export const sideTables = routes({
  'GET /api/pools/:poolId/side-tables': {
    summary: 'Get the side tables of a pool with their standings',
    access: 'member',
    params: PoolParams,
    reply: SideTablesReply,
    errors: ['pool_not_found'],
  },
  'PUT /api/pools/:poolId/side-tables': {
    summary: 'Set the side tables of a pool; those that have begun must stay as they are',
    access: 'commissioner',
    params: PoolParams,
    /** `seen` are the tables that the form was filled with: nothing is written if the stored ones are different. */
    body: shape({
      tables: Type.Array(EnteredSideTable, { maxItems: MAX_SIDE_TABLES }),
      seen: Type.Array(SideTableShape, { maxItems: MAX_SIDE_TABLES }),
    }),
    reply: Done,
    errors: ['pool_not_found', 'changed_meanwhile', 'side_table_fixed', 'side_table_wrong'],
  },
});
