import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '#tests/until.ts';
import type { RawResponse, RetryPolicy } from './client.ts';
import { EspnClient } from './client.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const PATH = '/scoreboard?week=1';
const policy: RetryPolicy = { attempts: 3, timeoutMs: 60_000 };

describe('Asking ESPN', () => {
  const closers: (() => Promise<void>)[] = [];
  /** Ends the time of the attempt that began last. */
  let endTime: () => void;

  beforeEach(() => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const time = new AbortController();
      endTime = () => time.abort(new DOMException('It took too long.', 'TimeoutError'));
      return time.signal;
    });
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    for (const close of closers.splice(0)) await close();
  });

  /** A server that answers each request with the next handler, and from then on with the last. */
  async function serve(...handlers: Handler[]) {
    const requests: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      const handler = handlers[Math.min(requests.length, handlers.length - 1)];
      requests.push(request);
      handler?.(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const answers: RawResponse[] = [];
    const waits: number[] = [];
    const client = new EspnClient({
      url,
      pauseMs: 50,
      random: () => 1,
      wait: async (ms) => void waits.push(ms),
      onResponse: (answer) => answers.push(answer),
    });
    return { client, requests, answers, waits, url };
  }

  const send =
    (status: number, text: string, headers: Record<string, string> = {}): Handler =>
    (_, response) => {
      response.writeHead(status, headers).end(text);
    };
  const ok = send(200, '{"ok":true}');
  const never: Handler = () => {};
  const tooLate: Handler = () => endTime();
  const hangUp: Handler = (_, response) => void response.destroy();

  test('the first answer is enough; the request names the app', async () => {
    const { client, requests } = await serve(ok);
    expect(await client.get(PATH, policy)).toEqual({ ok: true, body: { ok: true } });
    expect(requests.map((request) => request.url)).toEqual([PATH]);
    expect(AbortSignal.timeout).toHaveBeenCalledWith(policy.timeoutMs);
    expect(requests[0]?.headers['user-agent']).toMatch(/^Pickem\//);
  });

  test.each<[string, Handler]>([
    ['a connection that breaks', hangUp],
    ['no answer in time', tooLate],
    ['a status of 500', send(500, '{}')],
    ['a status of 429', send(429, '{}')],
    ['garbage', send(200, '<html>')],
    ['half an answer', send(200, '{"events":[')],
  ])('%s is tried again', async (_, bad) => {
    const { client, requests } = await serve(bad, bad, ok);
    expect(await client.get(PATH, policy)).toEqual({ ok: true, body: { ok: true } });
    expect(requests).toHaveLength(3);
  });

  test.each<[string, Handler, string]>([
    ['a connection that breaks', hangUp, 'unreachable'],
    ['no answer in time', tooLate, 'timeout'],
    ['a storm of 500', send(500, '{}'), 'refused'],
    ['garbage', send(200, '<html>'), 'not_json'],
  ])('%s is given up after some attempts, and reported', async (_, bad, kind) => {
    const { client, requests } = await serve(bad);
    expect(await client.get(PATH, policy)).toMatchObject({ ok: false, problem: { kind, where: PATH } });
    expect(requests).toHaveLength(policy.attempts);
  });

  test.each([403, 404, 400])('a status of %i is final', async (status) => {
    const { client, requests } = await serve(send(status, '{}'), ok);
    expect(await client.get(PATH, policy)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
    expect(requests).toHaveLength(1);
  });

  test('pauses before the next attempt, until the call is ended', async () => {
    const { requests, url } = await serve(send(503, '{}'));
    const client = new EspnClient({ url, pauseMs: 4000, random: () => 0 });
    const ending = new AbortController();
    const call = client.get(PATH, policy, ending.signal);
    await until(() => requests.length > 0);
    // An attempt without a pause would come between these.
    for (let times = 0; times < 10; times += 1) await (await fetch(url)).text();
    expect(requests.filter((request) => request.url === PATH)).toHaveLength(1);
    ending.abort();
    expect(await call).toMatchObject({ ok: false });
  });

  test('waits when it is asked to; where the wait is too long, gives up for now', async () => {
    const patient = await serve(send(503, '', { 'retry-after': '1' }), ok);
    expect(await patient.client.get(PATH, policy)).toMatchObject({ ok: true });
    expect(patient.waits).toEqual([1000]);
    const busy = await serve(send(503, '', { 'retry-after': '3600' }), ok);
    expect(await busy.client.get(PATH, policy)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
    expect(busy.requests).toHaveLength(1);
  });

  test.each([
    ['etag', '"a1"', 'if-none-match'],
    ['last-modified', 'Sun, 13 Sep 2026 17:00:00 GMT', 'if-modified-since'],
  ])('what has not changed since (%s) is not sent again', async (header, value, condition) => {
    const { client, requests, answers } = await serve(
      send(200, '{"week":1}', { [header]: value }),
      send(304, ''),
      send(200, '{"week":2}'),
    );
    const bodies = [];
    for (let times = 0; times < 3; times += 1) bodies.push(await client.get(PATH, policy));
    expect(bodies.map((answer) => answer.ok && answer.body)).toEqual([{ week: 1 }, { week: 1 }, { week: 2 }]);
    expect(requests.map((request) => request.headers[condition])).toEqual([undefined, value, value]);
    expect(answers.map((answer) => answer.text)).toEqual(['{"week":1}', '{"week":2}']);
  });

  test('a body without end is not read to its end', async () => {
    const { client } = await serve((_, response) => {
      const chunk = 'x'.repeat(1024 * 1024);
      const write = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    const answer = await client.get(PATH, { attempts: 1, timeoutMs: 60_000 });
    expect(answer).toMatchObject({ ok: false, problem: { kind: 'too_large' } });
  });

  test('nobody there is a failure like others', async () => {
    const { client, url } = await serve(ok);
    for (const close of closers.splice(0)) await close();
    expect(await client.get(PATH, policy)).toMatchObject({ ok: false, problem: { kind: 'unreachable' } });
    expect(client.host).toBe(url.host);
  });

  test('an end that was called ends the call', async () => {
    const { client, requests } = await serve(never);
    const end = new AbortController();
    const call = client.get(PATH, { attempts: 5, timeoutMs: 60_000 }, end.signal);
    await until(() => requests.length > 0);
    end.abort();
    expect(await call).toMatchObject({ ok: false });
    expect(requests).toHaveLength(1);
  });

  test('attempts lie further and further apart', async () => {
    const { client, waits } = await serve(send(500, '{}'));
    await client.get(PATH, { ...policy, attempts: 4 });
    expect(waits).toEqual([100, 200, 400]);
  });
});
