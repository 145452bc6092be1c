import type { TSchema } from 'typebox';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import { routeTable } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { accesses } from '#contract/route.ts';
import { ID_PATTERN } from '#contract/shapes.ts';
import { WatchShape } from '#contract/watch.ts';

const table: [string, Route][] = Object.entries(routeTable);

type Schema = Readonly<Record<string, unknown>>;

/** Every schema inside a schema, with its path. */
function* schemasIn(schema: unknown, path: string): Generator<[string, Schema]> {
  if (typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema)) {
    for (const [at, part] of schema.entries()) yield* schemasIn(part, `${path}[${at}]`);
    return;
  }
  yield [path, schema as Schema];
  for (const [name, part] of Object.entries(schema)) yield* schemasIn(part, `${path}.${name}`);
}

function everySchema(part: 'params' | 'query' | 'body' | 'reply'): [string, Schema][] {
  return table.flatMap(([name, route]) => [...schemasIn(route[part] as TSchema | undefined, `${name} ${part}`)]);
}

const openObjects = (schemas: readonly [string, Schema][]) =>
  schemas
    .filter(([, schema]) => schema.type === 'object' && schema.properties !== undefined)
    .filter(([, schema]) => schema.additionalProperties !== false)
    .map(([path]) => path);

describe('The contract', () => {
  test.each(table)('%s names its parameters, says what it does and who may call it', (name, route) => {
    const inPath = [...name.matchAll(/:(\w+)/g)].map((match) => match[1]);
    const declared = Object.keys((route.params as { properties?: object } | undefined)?.properties ?? {});
    expect(declared.sort()).toEqual(inPath.sort());
    expect(route.summary).toMatch(/^[A-Z].{5,}[^.]$/);
    expect(accesses).toContain(route.access);
    expect(new Set(route.errors).size).toBe(route.errors.length);
  });

  test('a call accepts no field that it does not declare', () => {
    expect(openObjects([...everySchema('params'), ...everySchema('query'), ...everySchema('body')])).toEqual([]);
    expect(openObjects([...schemasIn(WatchShape, 'watch')])).toEqual([]);
  });

  test('a call accepts no value of any form or length', () => {
    const inputs = [...everySchema('params'), ...everySchema('query'), ...everySchema('body')];
    const open = [...inputs, ...schemasIn(WatchShape, 'watch')].filter(([path, schema]) => {
      if (path.endsWith('.properties')) return false;
      const isEndless = schema.type === 'array' && schema.maxItems === undefined && !Array.isArray(schema.items);
      const isMap = schema.type === 'object' && schema.properties === undefined;
      return isEndless || isMap || !['type', 'anyOf', 'enum', 'const'].some((form) => Object.hasOwn(schema, form));
    });
    expect(open.map(([path]) => path)).toEqual([]);
  });

  test('a reply contains no field that it does not declare', () => {
    expect(openObjects(everySchema('reply'))).toEqual([]);
  });

  test('every text that a caller sends has a maximum length', () => {
    const inputs = [...everySchema('params'), ...everySchema('query'), ...everySchema('body')];
    const endless = inputs
      .filter(
        ([, schema]) =>
          schema.type === 'string' && ![schema.maxLength, schema.enum, schema.const].some((end) => end !== undefined),
      )
      .map(([path]) => path);
    expect(endless).toEqual([]);
  });

  test.each(['pool-1', 'a', '2026-week11', 'A_b.c:d', 'x'.repeat(100)])('%s can be an id', (id) => {
    expect(id).toMatch(new RegExp(ID_PATTERN));
  });

  test.each(['', ' ', 'a b', 'a/b', 'a\n', 'ä', 'x'.repeat(101), '\u0000', '.', '..'])('%j cannot be an id', (id) => {
    expect(id).not.toMatch(new RegExp(ID_PATTERN));
  });
});

describe('The texts of failures', () => {
  test.each<[ErrorCode, string]>([
    ['email_taken', 'An account with this email already exists. Please try signing in instead.'],
    ['weak_password', 'Password is too weak. Please choose a stronger password.'],
    ['invalid_email', 'Please enter a valid email address.'],
    ['user_not_found', 'No account found with this email. Please check your email or create a new account.'],
    ['wrong_password', 'Incorrect password. Please try again.'],
    ['unexpected', 'An error occurred. Please try again.'],
    ['pool_not_found', 'Pool not found'],
    ['account_disabled', 'Your account is disabled. Ask an admin to enable it.'],
    ['not_a_member', 'You are not a member of this pool yet.'],
  ])('%s reads as the specification and the decisions say', (code, text) => {
    expect(errors[code].text).toBe(text);
  });

  test('each code has a text of its own', () => {
    const texts = Object.values(errors).map(({ text }) => text);
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of texts) expect(text).toMatch(/^[A-Z]/);
  });
});
