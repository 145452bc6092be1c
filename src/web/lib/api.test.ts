import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, call, download, failureText } from './api.ts';

interface Sent {
  readonly address: string;
  readonly method: string | undefined;
  readonly body: unknown;
}

/** Answers every call with one response, and returns what was sent. */
function serverThat(answer: () => Response | Promise<Response>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    sent.push({ address, method: init.method, body });
    return answer();
  });
  return sent;
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw new Error(`Expected an ApiError, not ${error}`);
  return error;
}

afterEach(() => vi.unstubAllGlobals());

describe('call', () => {
  it('fills the parameters into the address and sends the body', async () => {
    const sent = serverThat(() => json({ ok: true }));
    const reply = await call('PUT /api/pools/:poolId/weeks/:weekId/slate', {
      params: { poolId: 'p 1', weekId: 'a/b' },
      body: { leftOut: ['g'] },
    });
    expect(reply).toEqual({ ok: true });
    expect(sent).toEqual([{ address: '/api/pools/p%201/weeks/a%2Fb/slate', method: 'PUT', body: { leftOut: ['g'] } }]);
  });

  it("throws the server's code, message and field", async () => {
    serverThat(() => json({ error: { code: 'invalid_input', message: 'Email is required', field: 'email' } }, 400));
    const error = await failureOf(call('GET /api/pools', {}));
    expect([error.code, error.message, error.field]).toEqual(['invalid_input', 'Email is required', 'email']);
  });

  it('reports how long the server asks to wait', async () => {
    const refused = { error: { code: 'too_many_requests', message: 'Please try again in a moment.' } };
    const headers = { 'retry-after': '3' };
    serverThat(() => new Response(JSON.stringify(refused), { status: 429, headers }));
    expect((await failureOf(call('GET /api/pools', {}))).retryAfterMs).toBe(3000);
    serverThat(() => json(refused, 429));
    expect((await failureOf(call('GET /api/pools', {}))).retryAfterMs).toBeUndefined();
  });

  it('has its own code and text for a server that cannot be reached', async () => {
    serverThat(() => Promise.reject(new TypeError('Failed to fetch')));
    const error = await failureOf(call('GET /api/pools', {}));
    expect(error.code).toBe('network');
    expect(error.message).toContain("Can't reach the server");
  });

  it.each([
    ['no JSON', () => new Response('<html>', { status: 200 })],
    ['a failure without an error', () => json({ message: 'no' }, 404)],
    ['a failure with an empty error', () => json({ error: null }, 404)],
  ])('treats %s as an unreadable answer', async (_, answer) => {
    serverThat(answer);
    const error = await failureOf(call('GET /api/pools', {}));
    expect(error.code).toBe('network');
    expect(error.message).toContain("couldn't read");
  });

  it("treats a proxy's answer for a stopped server as unreachable", async () => {
    serverThat(() => new Response('Bad gateway', { status: 502 }));
    expect((await failureOf(call('GET /api/pools', {}))).message).toContain("Can't reach the server");
  });

  it('passes on an aborted call unchanged', async () => {
    serverThat(() => Promise.reject(new DOMException('Called off', 'AbortError')));
    await expect(call('GET /api/pools', {})).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('download', () => {
  const receipts = () =>
    download(
      'GET /api/pools/:poolId/receipts',
      { params: { poolId: 'p1' }, query: { weekId: 'w1' } },
      new AbortController().signal,
    );

  it('returns the text of a file', async () => {
    const sent = serverThat(() => new Response('{"receipts": []}\n'));
    expect(await receipts()).toBe('{"receipts": []}\n');
    expect(sent).toEqual([{ address: '/api/pools/p1/receipts?weekId=w1', method: 'GET', body: undefined }]);
  });

  it("throws the server's error, and says so if the file breaks off", async () => {
    serverThat(() => json({ error: { code: 'pool_not_found', message: 'Pool not found' } }, 404));
    expect((await failureOf(receipts())).code).toBe('pool_not_found');
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error('cut')) });
    serverThat(() => new Response(broken));
    expect((await failureOf(receipts())).code).toBe('network');
  });
});

describe('failureText', () => {
  it('shows the text of an answer, and hides the details of a fault', () => {
    expect(failureText(new ApiError('pool_not_found', 'Pool not found'))).toBe('Pool not found');
    expect(failureText(new TypeError('x is undefined'))).toBe('An error occurred. Please try again.');
  });
});
