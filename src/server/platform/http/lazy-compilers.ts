import ajvCompiler from '@fastify/ajv-compiler';
import stringifyCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifyServerOptions } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';

type Compilers = Required<NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>>;

/**
 * Fastify's own compilers, but each schema is compiled on first use: compiling the few hundred schemas of all routes takes longer than the
 * rest of the server's start.
 */
export const lazyCompilers: Compilers = {
  buildValidator: buildValidator as Compilers['buildValidator'],
  buildSerializer,
};

function buildValidator(...[schemas, options]: Parameters<Compilers['buildValidator']>) {
  const compile = ajvCompiler()(schemas, options);
  return (route: Parameters<typeof compile>[0]): FastifyValidationResult => {
    let compiled: FastifyValidationResult | undefined;
    const validate: FastifyValidationResult = (data) => {
      compiled ??= compile(route) as FastifyValidationResult;
      const result = compiled(data);
      validate.errors = compiled.errors ?? null;
      return result;
    };
    return validate;
  };
}

function buildSerializer(...[schemas, options]: Parameters<Compilers['buildSerializer']>) {
  const compile = stringifyCompiler()(schemas, options);
  return (route: Parameters<typeof compile>[0]) => {
    let compiled: ReturnType<typeof compile> | undefined;
    return (data: unknown) => {
      compiled ??= compile(route);
      return compiled(data);
    };
  };
}
