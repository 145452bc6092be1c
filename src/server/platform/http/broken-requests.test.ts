import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import { withLeague } from '#tests/league.ts';
import { brokenRequestHandler } from './broken-requests.ts';

const KB = 1024;

describe('A request that cannot be read', () => {
  const league = withLeague('sqlite');

  beforeAll(async () => {
    await league.app.listen({ port: 0, host: '127.0.0.1' });
  });
  async function answerTo(...lines: string[]) {
    const socket = connect((league.app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(lines.map((line) => `${line}\r\n`).join(''));
    return parse(await text(socket));
  }

  function parse(answer: string) {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(/content-type: application\/json; charset=utf-8/);
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toContain(`content-length: ${body.length}`);
    return { status: head.split('\r\n')[0], body: JSON.parse(body) };
  }

  const error = (code: ErrorCode) => ({ error: { code, message: errors[code].text } });

  test.each([
    ['with large headers', `cookie: ${'a'.repeat(20 * KB)}`],
    ['with many of them', Array.from({ length: 2000 }, (_, n) => `x-${n}: aaaaaaaaaa`).join('\r\n')],
  ])('%s is refused in the shape of every failure', async (_title, header) => {
    expect(await answerTo('GET /api/session HTTP/1.1', 'host: pool.example.org', header, '')).toEqual({
      status: 'HTTP/1.1 431 Request Header Fields Too Large',
      body: error('headers_too_large'),
    });
  });

  test('because it is no HTTP is refused in the same shape', async () => {
    expect(await answerTo('nonsense', '')).toEqual({
      status: 'HTTP/1.1 400 Bad Request',
      body: error('invalid_input'),
    });
  });

  test('with two lengths is refused in the same shape, so that no proxy takes it for two', async () => {
    const host = 'host: pool.example.org';
    expect(
      await answerTo('POST /api/auth/sign-in HTTP/1.1', host, 'content-length: 5', 'transfer-encoding: chunked', ''),
    ).toEqual({ status: 'HTTP/1.1 400 Bad Request', body: error('invalid_input') });
  });

  test('with TRACE is refused, and nothing of it is sent back', async () => {
    const secret = 'cookie: secret';
    const socket = connect((league.app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`TRACE / HTTP/1.1\r\nhost: pool.example.org\r\nconnection: close\r\n${secret}\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).not.toContain(secret);
  });

  test('because it takes too long is refused in the same shape', async () => {
    const server = league.app.server;
    const asked = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const [socket] = (await once(server, 'connection')) as [typeof asked];
    brokenRequestHandler({ 'x-content-type-options': 'nosniff' })(
      Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
      socket,
    );
    expect(parse(await text(asked))).toEqual({ status: 'HTTP/1.1 408 Request Timeout', body: error('too_slow') });
  });
});
