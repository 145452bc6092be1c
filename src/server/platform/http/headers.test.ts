import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WEEK_1 } from '#tests/builders.ts';
import { aLeague } from '#tests/league.ts';
import { webHeaders } from './headers.ts';

describe('The headers for the accounts library', () => {
  let app: FastifyInstance;

  beforeEach(() => {
    app = Fastify();
    app.get('/', (request) => Object.fromEntries(webHeaders(request)));
  });

  afterEach(() => app.close());

  test('have the trusted address, whatever the caller sends', async () => {
    const forged = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-proto': 'ftp',
      'x-real-ip': '203.0.113.9',
      'cf-connecting-ip': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
    };
    const read = (await app.inject({ url: '/', headers: { ...forged, accept: 'text/html' } })).json();
    expect(read).toMatchObject({ 'x-forwarded-for': '127.0.0.1', accept: 'text/html' });
    expect(Object.keys(forged).filter((name) => name in read)).toEqual(['x-forwarded-for']);
  });
});

test('Replies of calls are not cached, or revalidated each time', async () => {
  const { league, ann: as, poolId } = await aLeague('sqlite', { members: ['ann'] });
  const params = { poolId, weekId: WEEK_1 };
  const cachingOf = async (call: Promise<{ headers: { 'cache-control'?: unknown } }>) => {
    return (await call).headers['cache-control'];
  };
  const own = league.call('GET /api/pools/:poolId/entries', { as, params: { poolId } });
  expect(await cachingOf(own)).toBe('private, no-cache');
  expect(await cachingOf(league.call('GET /api/session', { as }))).toBe('no-store');
  expect(await cachingOf(league.call('PATCH /api/profile', { as, body: { displayName: 'Kim' } }))).toBe('no-store');
  expect(await cachingOf(league.call('GET /api/pools/:poolId/entries', { params: { poolId } }))).toBe('no-store');
  const shared = league.call('GET /api/pools/:poolId/weeks/:weekId/matchup', { as, params });
  expect(await cachingOf(shared)).toBe('private, no-cache');
  await league.close();
});
