import type { ErrorCode } from '#contract/errors.ts';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, RouteName, Routes } from '#contract/index.ts';
import type { Access } from '#contract/route.ts';
import type { Refusal } from '#core/judge.ts';
import type { User } from '#core/types.ts';
import type { Deps } from '#server/deps.ts';
import type { Snapshot } from '#server/platform/live/live.ts';

/** An expected failure: a declared code, with the part of the input and the text that belong to it. */
export interface Failure<Code extends ErrorCode = ErrorCode> {
  readonly failure: Code;
  readonly field?: string;
  readonly message?: string;
  /** After so many ms it is worth trying again. */
  readonly retryAfterMs?: number;
  /** The account that was tried, for the security log alone; without it, that of the caller. */
  readonly accountId?: string | null;
}

export function fail<const Code extends ErrorCode>(failure: Code): Failure<Code> {
  return { failure };
}

/** A failed validation: its text, and the field it belongs to. */
export function invalid(field: string, message: string): Failure<'invalid_input'> {
  return { failure: 'invalid_input', field, message };
}

/** A reply that is encoded already. */
export interface Encoded {
  readonly snapshot: Snapshot;
}

/** A file to save instead of JSON. */
export interface Download {
  readonly download: { readonly name: string; readonly type: string; readonly text: string };
}

/** The caller that a kind of access guarantees. */
export type CallerFor<A extends Access> = A extends 'anyone'
  ? Caller | null
  : A extends 'member' | 'commissioner'
    ? Caller & { readonly poolId: string }
    : Caller;

/** One request, checked: who calls, what was sent, what the handler works with. */
export interface Call<K extends RouteName> {
  readonly deps: Deps;
  readonly caller: CallerFor<Routes[K]['access']>;
  readonly params: ParamsOf<K>;
  readonly query: QueryOf<K>;
  readonly body: BodyOf<K>;
  readonly headers: Headers;
  readonly cookies: Cookies;
  /** Where it comes from, and what the browser calls itself. */
  readonly client: ClientInfo;
  /** The address of this league as the caller uses it, for links: `https://pool.example.org`. */
  readonly site: string;
  /** Adds `Set-Cookie` headers to the answer. */
  readonly setCookies: (cookies: readonly string[]) => void;
}

/** A text as reply is a file to save. */
export type Answer<K extends RouteName> =
  | (ReplyOf<K> extends string ? Download : ReplyOf<K>)
  | Encoded
  | Failure<Routes[K]['errors'][number] | 'invalid_input'>;
export type Handler<K extends RouteName> = (call: Call<K>) => Promise<Answer<K>>;
/** A handler for every route of the table: a missing one does not compile. */
export type Handlers = { readonly [K in RouteName]: Handler<K> };

/** The person behind a request. */
export interface Caller {
  readonly sessionId: string;
  /** What the session is known by; live connections are asked about again by it. */
  readonly token: string;
  readonly accountId: string;
  readonly email: string;
  readonly user: User;
  /** The living pool that the request is about, if there is one that they may know of. */
  readonly poolId: string | null;
  /** Whether they are an enabled member of that pool. */
  readonly isMember: boolean;
  /** Whether they are a commissioner of that pool. */
  readonly isCommissioner: boolean;
  /** Whether the week that the request is about is one of that pool's. */
  readonly isPoolWeek: boolean;
  /** Whose the entry is that the request is about; null where that pool has none such that plays. */
  readonly entryOwnerId: string | null;
}

/** Where a session is used from. */
export interface ClientInfo {
  readonly address: string;
  readonly userAgent: string;
}

/** Cookies of a request, by name. */
export type Cookies = Readonly<Record<string, string | undefined>>;

/** Somebody who is signed in. */
export interface Person {
  readonly user: User;
  readonly accountId: string;
  readonly email: string;
}

/**
 * A refusal as one of the errors that a route declares.
 * @throws if the route does not: the judge has refused by a rule that does not concern it
 */
export function refused<const Code extends ErrorCode>(declared: readonly Code[], refusal: Refusal): Failure<Code> {
  const code = declared.find((each) => each === refusal);
  if (code === undefined) throw new Error(`The judge said ${refusal}, which this route does not declare.`);
  return fail(code);
}

/** The first field that is changed without saying what it was; null where each says so. */
export function unseenField(change: object = {}, seen: object = {}): string | null {
  return Object.keys(change).find((field) => !Object.hasOwn(seen, field)) ?? null;
}
