import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routeTable } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { statusOf } from '#server/http/errors.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly requestBody?: unknown;
}

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

describe('The description of the calls', () => {
  let league: TestApp;
  let api: OpenApi;

  beforeAll(async () => {
    league = await createTestApp('sqlite');
    api = (await league.app.inject({ url: '/api/docs/json' })).json();
  });

  afterAll(() => league.close());

  test('is OpenAPI, and names every call and no other', () => {
    expect(api.openapi).toMatch(/^3\.1/);
    const described = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.sort()).toEqual(Object.keys(routeTable).sort());
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
      expect(statuses).toContain(String(statusOf[code]));
      expect(operation?.description).toContain(code);
    }
    if (route.access !== 'anyone') expect(statuses).toContain('401');
  });

  test('every failure has a status, and only a bug has the one of a bug', () => {
    for (const status of Object.values(statusOf)) expect(status).toSatisfy((n: number) => n >= 400 && n < 600);
    expect(Object.entries(statusOf).filter(([, status]) => status === 500)).toEqual([['unexpected', 500]]);
  });
});
