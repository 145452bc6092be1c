import type { Static, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call a route (specification section 6, decisions "People"):
 * - `anyone`: also without a session
 * - `account`: signed in, a disabled user too
 * - `user`: signed in and enabled
 * - `member`: enabled member of the pool in `:poolId`, or else of the pool that has the entry in `:entryId`, a commissioner of it, or an admin
 * - `commissioner`: commissioner of that pool, whether or not they play in it, or an admin
 * - `admin`: enabled admin
 */
export const accesses = ['anyone', 'account', 'user', 'member', 'commissioner', 'admin'] as const;
export type Access = (typeof accesses)[number];

/** One call as data. Its key in a route table reads `METHOD /path/:param`. */
export interface Route {
  readonly summary: string;
  readonly access: Access;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** The largest body it takes, in bytes, where that is more than others take. */
  readonly bodyLimit?: number;
  /** Whether it may be called from other sites and by mail programs, with any body, because its path holds a secret. */
  readonly isOpenToOthers?: true;
  /** Whether a call costs so much that people take turns with it. */
  readonly isCostly?: true;
  /** The list in the body whose entries are so many changes; without it a call that changes something is one change. */
  readonly changesIn?: string;
  readonly reply: TSchema;
  /** Failures beyond those that `access` and malformed input bring by themselves. */
  readonly errors: readonly ErrorCode[];
}

export type RouteKey = `${'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'} /${string}`;
export type RouteTable = Readonly<Record<RouteKey, Route>>;

/** The type of a declared part of a route; `undefined` where the route has none. */
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

/** `never` for a route whose `params` are not exactly the `:names` of its key, so that it does not compile. */
export type CheckedTable<T> = {
  readonly [K in keyof T]: SameNames<
    NamesIn<K>,
    Part<T[K], 'params'> extends undefined ? never : keyof Part<T[K], 'params'>
  > extends true
    ? T[K]
    : never;
};

/** Declares a route table; the parameters of each key must be the ones its path names. */
export function routes<const T extends RouteTable>(table: T & CheckedTable<T>): T {
  return table;
}
