import ajvCompiler from '@fastify/ajv-compiler';
import stringifyCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';

type Compilers = Required<NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>>;

/**
 * Fastify's own compilers, but each schema is compiled on first use, and once for all routes and servers that have it: compiling the few
 * hundred schemas of all routes takes longer than the rest of the server's start.
 */
export const lazyCompilers: Compilers = {
  buildValidator: buildValidator as Compilers['buildValidator'],
  buildSerializer,
};

const buildValidators = ajvCompiler();
const buildSerializers = stringifyCompiler();
const validators = new WeakMap<object, FastifyValidationResult>();
const serializers = new WeakMap<object, (data: unknown) => string>();

function buildValidator(...[schemas, options]: Parameters<Compilers['buildValidator']>) {
  const compile = buildValidators(schemas, options);
  return (route: Parameters<typeof compile>[0]): FastifyValidationResult => {
    const validate: FastifyValidationResult = (data) => {
      const compiled = compiledOnce(
        validators,
        route.schema as object,
        () => compile(route) as FastifyValidationResult,
      );
      const result = compiled(data);
      validate.errors = compiled.errors ?? null;
      return result;
    };
    return validate;
  };
}

function buildSerializer(...[schemas, options]: Parameters<Compilers['buildSerializer']>) {
  const compile = buildSerializers(schemas, options);
  return (route: Parameters<typeof compile>[0]) => (data: unknown) =>
    compiledOnce(serializers, route.schema as object, () => compile(route))(data);
}

function compiledOnce<T>(known: WeakMap<object, T>, schema: object, compile: () => T): T {
  const compiled = known.get(schema) ?? compile();
  known.set(schema, compiled);
  return compiled;
}
