import type { ErrorCode } from '#contract/errors.ts';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, RouteName, Routes } from '#contract/index.ts';
import type { Access } from '#contract/route.ts';
import type { User } from '#core/types.ts';
import type { Deps } from '#server/deps.ts';
import type { Snapshot } from '#server/platform/live/live.ts';

/** An expected failure: a declared code, with its input field and text. */
export interface Failure<Code extends ErrorCode = ErrorCode> {
  readonly failure: Code;
  readonly field?: string;
  readonly message?: string;
  /** When to retry, in ms from now. */
  readonly retryAfterMs?: number;
  /** The account that was tried, for the security log only; the caller's by default. */
  readonly accountId?: string | null;
}

export function fail<const Code extends ErrorCode>(failure: Code): Failure<Code> {
  return { failure };
}

/** A failed validation: its text, and the field it belongs to. */
export function invalid(field: string, message: string): Failure<'invalid_input'> {
  return { failure: 'invalid_input', field, message };
}

/** A reply that is already encoded. */
export interface Encoded {
  readonly snapshot: Snapshot;
}

/** A file to save instead of JSON. */
export interface Download {
  readonly download: {
    readonly name: string;
    readonly type: string;
    /** A long text comes in pieces, which are read as fast as the client reads them; `Downloads` limits how many are open. */
    readonly text: string | AsyncIterable<string>;
  };
}

/** A picture, which keeps its own type. */
export interface Image {
  readonly image: {
    readonly type: string;
    readonly bytes: Uint8Array;
    readonly etag: string;
  };
}

/** The caller type that an access guarantees. */
export type CallerFor<A extends Access> = A extends 'anyone'
  ? Caller | null
  : A extends 'member' | 'commissioner'
    ? Caller & { readonly poolId: string }
    : Caller;

/** A validated request: its caller, its input, and the handler's dependencies. */
export interface Call<K extends RouteName> {
  readonly deps: Deps;
  readonly caller: CallerFor<Routes[K]['access']>;
  readonly params: ParamsOf<K>;
  readonly query: QueryOf<K>;
  readonly body: BodyOf<K>;
  /** The body of a route with `bodyTypes`; empty without one. */
  readonly bytes: Uint8Array;
  readonly cookies: Cookies;
  /** Its address and user agent. */
  readonly client: ClientInfo;
  /** The league's URL as the caller uses it, for links: `https://pool.example.org`. */
  readonly site: string;
  /** Adds `Set-Cookie` headers to the answer. */
  readonly setCookies: (cookies: readonly string[]) => void;
}

/** A text reply is a file to save, or a picture. The caller may have closed their account since their session was checked. */
export type Answer<K extends RouteName> =
  | (ReplyOf<K> extends string ? Download | Image : ReplyOf<K>)
  | Encoded
  | Failure<Routes[K]['errors'][number] | 'invalid_input' | 'not_signed_in'>;
export type Handler<K extends RouteName> = (call: Call<K>) => Promise<Answer<K>>;
/** A handler for every route; a missing one does not compile. */
export type Handlers = { readonly [K in RouteName]: Handler<K> };

/** The person behind a request. */
export interface Caller {
  readonly sessionId: string;
  /** The session's token, by which live connections are checked again. */
  readonly token: string;
  readonly accountId: string;
  readonly email: string;
  readonly user: User;
  /** Whether they can be an admin or a commissioner: not without the second factor that the league requires. */
  readonly hasRoles: boolean;
  /** The pool of the request, if it is not deleted and they may see it. */
  readonly poolId: string | null;
  /** Whether they are an enabled member of that pool. */
  readonly isMember: boolean;
  /** Whether they are a commissioner of that pool. */
  readonly isCommissioner: boolean;
  /** Whether the week of the request is one of that pool's. */
  readonly isPoolWeek: boolean;
  /** The owner of the entry of the request; null if no such entry plays in that pool. */
  readonly entryOwnerId: string | null;
}

/** The client of a session. */
export interface ClientInfo {
  readonly address: string;
  readonly userAgent: string;
}

/** Cookies of a request, by name. */
export type Cookies = Readonly<Record<string, string | undefined>>;

/** A signed-in user. */
export interface Person {
  readonly user: User;
  readonly accountId: string;
  readonly email: string;
}

/** The first changed field without its previous value; null if all have one. */
export function unseenField(change: object = {}, seen: object = {}): string | null {
  return Object.keys(change).find((field) => !Object.hasOwn(seen, field)) ?? null;
}
