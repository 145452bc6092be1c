import { parseCookie } from 'cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { TSchema } from 'typebox';
import { Type } from 'typebox';
import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import type { Access, Route } from '#contract/route.ts';
import type { Deps } from '#server/deps.ts';
import { refusal } from './access.ts';
import type { Call, Caller, ClientInfo, Cookies, Download, Encoded, Failure, Handlers, Image } from './call.ts';
import { SESSION_SCHEME } from './docs.ts';
import { Downloads } from './downloads.ts';
import { sendFailure } from './errors.ts';
import { refuseNulCharacters } from './invalid-input.ts';
import {
  CostlyCalls,
  callRefusal,
  countsAsChange,
  isLimited,
  limitChanges,
  networkOf,
  noteLimit,
  noteRefusal,
} from './limits.ts';
import { isSafeMethod, siteOf } from './origin.ts';
import type { Subject } from './session-store.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; known once the access check of the route has run. */
    caller: Caller | null;
  }

  interface FastifyContextConfig {
    /** Of a route that other sites and mail programs call. */
    readonly isOpenToOthers?: true;
  }
}

/** What mail programs send to a route that is open to them: nothing of it is read. */
const FORM = /^(application\/x-www-form-urlencoded|multipart\/form-data)/;
const FORM_LIMIT = 4096;

/** Failures that every call can meet. */
const commonErrors = [
  'invalid_input',
  'disk_full',
  'storage_failed',
  'database_busy',
  'database_away',
  'stopping',
  'unexpected',
] as const;
/** Failures of calls that change something: by where they come from, and by the body they may carry. */
const unsafeErrors = ['foreign_origin', 'too_large', 'unsupported_type'] as const;

/** Failures that a kind of access brings by itself. */
const accessErrors: Readonly<Record<Access, readonly ErrorCode[]>> = {
  anyone: [],
  account: ['not_signed_in'],
  user: ['not_signed_in', 'account_disabled'],
  member: ['not_signed_in', 'account_disabled', 'pool_not_found', 'not_a_member'],
  commissioner: ['not_signed_in', 'account_disabled', 'pool_not_found', 'admin_only'],
  admin: ['not_signed_in', 'account_disabled', 'admin_only'],
};

type AnyHandler = (call: Call<RouteName>) => Promise<unknown>;

/** Turns the route table into Fastify's routes. */
export function addRoutes(app: FastifyInstance, deps: Deps, handlers: Handlers): void {
  app.decorateRequest('caller', null);
  const names = Object.keys(routeTable) as RouteName[];
  const ofBytes = names.filter((name) => bodyTypesOf(name) !== undefined);
  const ofText = names.filter((name) => !ofBytes.includes(name));
  const [open = [], own = []] = [true, false].map((isOpen) => ofText.filter((name) => isOpenToOthers(name) === isOpen));
  const costly = new CostlyCalls(deps.store.engine);
  const downloads = new Downloads();
  const add = (to: FastifyInstance, name: RouteName) =>
    addRoute(to, deps, { name, costly, downloads, handler: handlers[name] as AnyHandler });
  for (const name of own) add(app, name);
  app.register(async (scope) => {
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, _body, done) =>
      done(null),
    );
    for (const name of open) add(scope, name);
  });
  for (const name of ofBytes) {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser([...(bodyTypesOf(name) ?? [])], { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
      add(scope, name);
    });
  }
}

function bodyTypesOf(name: RouteName): readonly string[] | undefined {
  const route: Route = routeTable[name];
  return route.bodyTypes;
}

function isOpenToOthers(name: RouteName): boolean {
  const route: Route = routeTable[name];
  return route.isOpenToOthers === true;
}

interface HandledRoute {
  readonly name: RouteName;
  readonly handler: AnyHandler;
  readonly costly: CostlyCalls;
  readonly downloads: Downloads;
}

function addRoute(app: FastifyInstance, deps: Deps, { name, handler, costly, downloads }: HandledRoute): void {
  const route: Route = routeTable[name];
  const [method, url] = name.split(' ') as [HTTPMethods, string];
  app.route({
    method,
    url,
    config: route.isOpenToOthers ? { isOpenToOthers: true } : {},
    ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
    schema: schemaOf(route, method, url),
    onRequest: (request, reply) => checkAccess(deps, route.access, request, reply),
    preHandler: [
      ...(route.body ? [checkText] : []),
      ...(countsAsChange(route, method) ? [limitChanges(deps, route)] : []),
    ],
    handler: async (request, reply) => {
      const act = () => handler(new RequestCall(deps, request, reply) as Call<RouteName>);
      const whose = request.caller?.user.id ?? networkOf(request.ip);
      const answered = await (route.isCostly ? costly.run(whose, act) : act());
      const result = isDownload(answered) ? downloads.start(whose, answered) : answered;
      if (isFailure(result)) noteLimit(deps, request, result);
      return answer(reply, request, result);
    },
  });
}

/** Before the body is read: who calls, and may they? */
export async function checkAccess(
  deps: Deps,
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { sessions } = deps.accounts;
  const { cookie } = request.headers;
  if (cookie !== undefined) {
    request.caller = await sessions.read(cookie, request.params as Partial<Subject>, () => clientInfoOf(request));
  }
  const tooMany = await callRefusal(deps, access, request);
  if (tooMany) {
    noteLimit(deps, request, tooMany);
    await sendFailure(reply, tooMany);
    return;
  }
  const refused = refusal(access, request.caller);
  if (!refused) return;
  noteRefusal(deps, request, { failure: refused });
  await sendFailure(reply, { failure: refused });
}

/** After the body is found to be of its shape: nothing deeper than that is walked through. */
function checkText(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const refused = refuseNulCharacters(request.body);
  if (refused) sendFailure(reply, refused);
  else done();
}

/**
 * What a handler gets of a request. A class, because a getter written into each object gives each a shape of its own, which
 * costs more than the rest of the call and keeps the request in memory until the next full collection.
 */
class RequestCall {
  readonly deps: Deps;
  readonly caller: Caller | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(deps: Deps, request: FastifyRequest, reply: FastifyReply) {
    this.deps = deps;
    this.caller = request.caller;
    this.params = request.params;
    this.query = request.query;
    this.body = request.body;
    this.#request = request;
    this.#reply = reply;
  }

  get bytes(): Uint8Array {
    const { body } = this.#request;
    return body instanceof Uint8Array ? body : new Uint8Array();
  }

  get cookies(): Cookies {
    return cookiesOf(this.#request);
  }

  get client(): ClientInfo {
    return clientInfoOf(this.#request);
  }

  get site(): string {
    return siteOf(this.#request, this.deps.settings);
  }

  readonly setCookies = (cookies: readonly string[]): void => {
    for (const cookie of cookies) this.#reply.header('set-cookie', cookie);
  };
}

export function cookiesOf(request: FastifyRequest): Cookies {
  return parseCookie(request.headers.cookie ?? '');
}

export function clientInfoOf(request: FastifyRequest): ClientInfo {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}

function answer(reply: FastifyReply, request: FastifyRequest, result: unknown): FastifyReply {
  if (isFailure(result)) return sendFailure(reply, result);
  if (isDownload(result)) return sendFile(reply, result);
  if (isImage(result)) return sendImage(reply, request, result);
  if (!isEncoded(result)) return reply.header('cache-control', 'no-store').send(result);
  const { body, etag } = result.snapshot;
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** The browser saves it instead of showing it. */
function sendFile(reply: FastifyReply, { download: { name, type, text } }: Download): FastifyReply {
  reply.headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${name}"` });
  return reply.type(type).send(text);
}

/** How long a browser shows a picture without asking again, in seconds. */
const IMAGE_AGE_S = 300;

/** Even if a browser took it for a page, nothing in it could run or load. */
function sendImage(
  reply: FastifyReply,
  request: FastifyRequest,
  { image: { type, bytes, etag } }: Image,
): FastifyReply {
  reply.headers({
    etag,
    'cache-control': `private, max-age=${IMAGE_AGE_S}`,
    'content-security-policy': "default-src 'none'; sandbox",
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(type).send(bytes);
}

function isImage(result: unknown): result is Image {
  return typeof result === 'object' && result !== null && 'image' in result;
}

function isDownload(result: unknown): result is Download {
  return typeof result === 'object' && result !== null && 'download' in result;
}

function isFailure(result: unknown): result is Failure {
  return typeof result === 'object' && result !== null && 'failure' in result;
}

function isEncoded(result: unknown): result is Encoded {
  return typeof result === 'object' && result !== null && 'snapshot' in result;
}

function failuresOf(route: Route, method: string): ErrorCode[] {
  const unsafe = isSafeMethod(method) ? [] : unsafeErrors;
  const limited: readonly ErrorCode[] = isLimited(route.access, method) ? ['too_many_requests'] : [];
  return [...new Set([...route.errors, ...accessErrors[route.access], ...unsafe, ...limited, ...commonErrors])];
}

const errorShapes = new Map<string, TSchema>();

/** What failures of one status answer. The same object for the same codes, so that it is compiled once. */
function errorShape(codes: readonly ErrorCode[]): TSchema {
  const key = codes.join();
  const shape = errorShapes.get(key) ?? shapeOfErrors(codes);
  errorShapes.set(key, shape);
  return shape;
}

function shapeOfErrors(codes: readonly ErrorCode[]) {
  return Type.Object({
    error: Type.Object({ code: Type.Enum([...codes]), message: Type.String(), field: Type.Optional(Type.String()) }),
  });
}

/** The name of a call in clients that are generated from the description: `getPoolsByPoolIdStandings`. */
function operationIdOf(method: string, url: string): string {
  const parts = url.split('/').filter((part) => part !== '' && part !== 'api');
  const words = parts.flatMap((part) => (part.startsWith(':') ? ['by', part.slice(1)] : part.split(/[^a-z\d]+/i)));
  return [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

function schemaOf(route: Route, method: string, url: string) {
  const failures = failuresOf(route, method);
  const response: Record<string, TSchema> = { 200: route.reply };
  for (const [status, codes] of Map.groupBy(failures, (code) => errors[code].status))
    response[status] = errorShape(codes);
  return {
    operationId: operationIdOf(method, url),
    summary: route.summary,
    description: `Who may call: ${route.access}. Failures: ${failures.join(', ')}.`,
    tags: [url.split('/')[2] ?? 'health'],
    ...(route.access === 'anyone' ? {} : { security: [{ [SESSION_SCHEME]: [] }] }),
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
    response,
  };
}
