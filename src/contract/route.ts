import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call a route (specification section 6, decisions "People"):
 * - `anyone`: no session required
 * - `account`: signed in, including disabled users
 * - `user`: signed in and enabled
 * - `member`: enabled member of the pool in `:poolId`, or else of the pool that has the entry in `:entryId`, a commissioner of it, or an
 *   admin
 * - `commissioner`: commissioner of that pool, whether or not they play in it, or an admin
 * - `admin`: enabled admin
 */
export const accesses = ['anyone', 'account', 'user', 'member', 'commissioner', 'admin'] as const;
export type Access = (typeof accesses)[number];

/** One call as data. Its key in a route table is `METHOD /path/:param`. */
export interface Route {
  readonly summary: string;
  readonly access: Access;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** The largest body it accepts, in bytes, if it is above the default. */
  readonly bodyLimit?: number;
  /** The content types of a body of bytes, which is no JSON. */
  readonly bodyTypes?: readonly string[];
  /** Whether it may be called from other sites and by mail programs, with any body, because its path contains a secret. */
  readonly isOpenToOthers?: true;
  /** Whether a call is so expensive that each person's calls run one at a time. */
  readonly isCostly?: true;
  /** The list in the body whose items count as one change each; without it, a call that changes something is one change. */
  readonly changesIn?: string;
  readonly reply: TSchema;
  /** Failures in addition to those implied by `access` and malformed input. */
  readonly errors: readonly ErrorCode[];
}

export type RouteKey = `${'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
export type RouteTable = Readonly<Record<RouteKey, Route>>;

/** The type of a declared part of a route; `undefined` if the route has none. */
export type Part<R, P extends 'params' | 'query' | 'body' | 'reply'> = R extends {
  readonly [K in P]: infer S extends TSchema;
}
  ? Static<S>
  : undefined;

type NamesIn<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type SameNames<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** `never` if a route's `params` are not exactly the `:names` of its key, so that it does not compile. */
export type CheckedTable<T> = {
  readonly [K in keyof T]: SameNames<
    NamesIn<K>,
    Part<T[K], 'params'> extends undefined ? never : keyof Part<T[K], 'params'>
  > extends true
    ? T[K]
    : never;
};

/** Declares a route table; the parameters of each key must match its path. */
export function routes<const T extends RouteTable>(table: T & CheckedTable<T>): T {
  return table;
}
