import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import Fastify, { LogController } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from './call.ts';
import { addRequestLog } from './request-log.ts';
import type {} from './routes.ts';

const SECOND = 1000;

describe('The log of requests', () => {
  let app: FastifyInstance;
  let now = 0;
  let lines: { path: string; leftOut?: number }[] = [];

  beforeEach(async () => {
    lines = [];
    const stream = new Writable({
      write(text, _encoding, done) {
        lines.push(JSON.parse(String(text)));
        done();
      },
    });
    app = Fastify({
      logger: { level: 'info', stream },
      logController: new LogController({ disableRequestLogging: true }),
      trustProxy: true,
    });
    addRequestLog(app, () => now);
    app.get('/*', async (request) => {
      const id = request.headers['x-person'];
      request.caller = id === undefined ? null : ({ user: { id }, accountId: `account of ${id}` } as Caller);
      return 'ok';
    });
  });

  afterEach(() => app.close());

  const ask = (path: string, headers: Readonly<Record<string, string>>) => app.inject({ url: path, headers });
  const paths = () => lines.map(({ path }) => path);

  test('has one line per second for each user, and says how many were left out', async () => {
    for (let n = 0; n < 50; n += 1) await ask(`/ann-${n}`, { 'x-person': 'ann' });
    await ask('/bob', { 'x-person': 'bob' });
    expect(paths()).toEqual(['/ann-0', '/bob']);
    now += SECOND;
    await ask('/ann-later', { 'x-person': 'ann' });
    expect(lines.at(-1)).toMatchObject({ path: '/ann-later', account: 'account of ann', leftOut: 49 });
  });

  test('still limits the lines of each user when very many call', async () => {
    for (let n = 0; n < 1001; n += 1) await ask(`/${n}`, { 'x-person': `person ${n}` });
    await ask('/again', { 'x-person': 'person 0' });
    expect(paths()).not.toContain('/again');
  });

  test.each([
    ['/join/9dkq_Secret-1', '/join/…'],
    ['/join//9dkq_Secret-1', '/join//…'],
    ['/unsubscribe/9dkq_Secret-1', '/unsubscribe/…'],
    ['/api/unsubscribe/9dkq_Secret-1', '/api/unsubscribe/…'],
    ['/api/calendars/9dkq_Secret-1.ics', '/api/calendars/…'],
    ['/JOIN%2F9dkq_Secret-1', '/JOIN%2F…'],
    ['/api/invites/9dkq_Secret-1', '/api/invites/…'],
    ['/reset?token=9dkq_Secret-1', '/reset'],
    ['/picks', '/picks'],
    ['/joining/this', '/joining/this'],
  ])('writes %s without its token', async (path, logged) => {
    await ask(path, {});
    expect(paths()).toEqual([logged]);
    expect(JSON.stringify(lines)).not.toContain('9dkq');
  });

  test('distinguishes signed-out callers by their network', async () => {
    for (const address of ['203.0.113.1', '203.0.113.2', '2001:db8::1', '2001:db8::2', '203.0.113.1']) {
      await ask(`/${address}`, { 'x-forwarded-for': address });
    }
    expect(paths()).toEqual(['/203.0.113.1', '/203.0.113.2', '/2001:db8::1']);
  });
});
