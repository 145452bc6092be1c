import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import { routeTable } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { VERSION } from '#server/platform/version.ts';
import { withLeague } from '#tests/league.ts';

const unsafeErrors: readonly ErrorCode[] = ['foreign_origin', 'too_large', 'unsupported_type'];

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly responses: Readonly<Record<string, ResponseDoc>>;
  readonly security?: readonly unknown[];
  readonly requestBody?: unknown;
}

interface ResponseDoc {
  readonly content: {
    readonly 'application/json': {
      readonly schema: { readonly properties: { readonly error: { readonly properties: { readonly code: object } } } };
    };
  };
}

interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly components: { readonly securitySchemes: unknown };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

describe('The description of the calls', () => {
  const league = withLeague('sqlite');
  let api: OpenApi;

  beforeAll(async () => {
    api = (await league.app.inject({ url: '/api/docs/json' })).json();
  });

  test('is OpenAPI, and names every call and no other', () => {
    expect(api.openapi).toMatch(/^3\.1/);
    const described = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.sort()).toEqual(Object.keys(routeTable).sort());
  });

  test('has the version of the server, and a name of its own for each call', () => {
    expect(api.info.version).toBe(VERSION);
    const ids = Object.values(api.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(ids.filter((id) => !/^(get|put|post|patch|delete)([A-Z][a-z\d]*)+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(api.paths['/api/pools/{poolId}/standings']?.get?.operationId).toBe('getPoolsByPoolIdStandings');
  });

  test.each(Object.entries<Route>(routeTable))('tells what %s takes, answers and refuses', (name, route) => {
    const [method = '', path = ''] = name.split(' ');
    const operation = api.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    expect(operation?.summary).toBe(route.summary);
    expect(operation?.description).toContain(`Who may call: ${route.access}.`);
    expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
    const statuses = Object.keys(operation?.responses ?? {});
    expect(statuses).toEqual(expect.arrayContaining(['200', '400', '500']));
    for (const code of route.errors) {
      expect(statuses).toContain(String(errors[code].status));
      expect(operation?.description).toContain(code);
    }
    if (route.access !== 'anyone') expect(statuses).toContain('401');
    expect(operation?.security).toEqual(route.access === 'anyone' ? undefined : [{ session: [] }]);
    const codesOf = (status: number) => operation?.responses[status]?.content['application/json'].schema;
    for (const code of [...route.errors, ...(method === 'GET' ? [] : unsafeErrors)]) {
      expect(codesOf(errors[code].status)?.properties.error.properties.code).toMatchObject({
        enum: expect.arrayContaining([code]),
      });
    }
    if (method === 'GET') expect(operation?.description).not.toContain('foreign_origin');
  });

  test('names the cookie that signs calls in', () => {
    expect(api.components.securitySchemes).toMatchObject({
      session: { type: 'apiKey', in: 'cookie', name: league.deps.accounts.sessions.cookieName },
    });
  });

  test('lists of each status its own codes alone', () => {
    const responses = api.paths['/api/auth/sign-in']?.post?.responses ?? {};
    const codes = Object.entries(responses).map(([status, doc]) => [
      status,
      doc.content['application/json'].schema.properties.error?.properties.code,
    ]);
    expect(Object.fromEntries(codes.filter(([, code]) => code !== undefined))).toMatchObject({
      401: { enum: ['user_not_found', 'wrong_password'] },
      403: { enum: ['foreign_origin'] },
      413: { enum: ['too_large'] },
      415: { enum: ['unsupported_type'] },
      429: { enum: ['too_many_attempts'] },
    });
  });

  test('every failure has a status, and only a bug has the one of a bug', () => {
    for (const { status } of Object.values(errors)) expect(status).toSatisfy((n: number) => n >= 400 && n < 600);
    expect(Object.entries(errors).flatMap(([code, { status }]) => (status === 500 ? [code] : []))).toEqual([
      'unexpected',
    ]);
  });
});
