import type { Static } from 'typebox';
import { Type } from 'typebox';
import { routes } from './route.ts';
import { Id, PoolParams, shape, Time } from './shapes.ts';

/** The most links of a chain that are sent at once. */
export const LINKS_MAX = 500;

/** A receipt by its number and hash. */
export const KeptReceipt = shape({ number: Type.Integer(), hash: Type.String() });

/** See `receipts.ts` in core. */
export const ReceiptVersion = Type.Union([Type.Literal(1), Type.Literal(2)]);

/** A lock receipt without its list; see `ReceiptLink` in core. */
const ReceiptLink = shape({
  version: ReceiptVersion,
  number: Type.Integer(),
  /** Null if it is not about a week. */
  weekId: Type.Union([Id, Type.Null()]),
  /** Null for a correction. */
  lockAt: Type.Union([Time, Type.Null()]),
  madeAt: Time,
  /** Who made a correction. */
  by: Type.Union([Type.String(), Type.Null()]),
  previous: Type.String(),
  listHash: Type.String(),
  hash: Type.String(),
});

const ChainReply = shape({ links: Type.Array(ReceiptLink) });
export type ChainReply = Static<typeof ChainReply>;

export const receipts = routes({
  'GET /api/pools/:poolId/receipts': {
    summary:
      'Download the lock receipts of a pool with what is visible now, as a file that verify.mjs checks; of one week or of all',
    access: 'member',
    isCostly: true,
    params: PoolParams,
    query: shape({
      /** The only week whose lists and visible lines it has, with the links of all others; default: all weeks. */
      weekId: Type.Optional(Id),
    }),
    reply: Type.String(),
    errors: ['pool_not_found', 'week_not_found', 'busy'],
  },
  'GET /api/pools/:poolId/receipts/chain': {
    summary: 'List the lock receipts of a pool without their lists, from a number on; up to 500 at once',
    access: 'member',
    params: PoolParams,
    query: shape({
      /** Default: 1. A number is text in a URL. */
      from: Type.Optional(Type.String({ maxLength: 9, pattern: '^[1-9][0-9]*$' })),
      /**
       * The latest version of receipts that the page can check. Pages of the release before do not name it: they get the links before the
       * first of version 2.
       */
      version: Type.Optional(Type.Literal('2')),
    }),
    reply: ChainReply,
    errors: ['pool_not_found', 'busy'],
  },
});
