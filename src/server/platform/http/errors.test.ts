import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import type { StorageWatch } from '#server/platform/db/storage-watch.ts';
import { errorHandler } from './errors.ts';

let app: FastifyInstance;

afterEach(() => app.close());

test.each([
  ['a bug', {}, 500, 'unexpected'],
  ["a library's own failure", { statusCode: 503 }, 500, 'unexpected'],
  ["the framework's word for a bad request", { statusCode: 418 }, 400, 'invalid_input'],
  ['a body that is too large', { statusCode: 413, code: 'FST_ERR_CTP_BODY_TOO_LARGE' }, 413, 'too_large'],
])('%s is reported in our own words', async (_, properties, status, code) => {
  app = Fastify();
  app.setErrorHandler(errorHandler({ note: () => null } as unknown as StorageWatch));
  app.get('/', () => {
    throw Object.assign(new Error('SELECT secret FROM accounts'), properties);
  });
  const reply = await app.inject('/');
  expect([reply.statusCode, reply.json().error.code]).toEqual([status, code]);
  expect(reply.body).not.toContain('secret');
});
