import { describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, PUBLIC_URL } from '#tests/app.ts';
import { addPerson } from '#tests/builders.ts';
import { withLeague } from '#tests/league.ts';

const DEMO = 'http://localhost:4280';

type Headers = Readonly<Record<string, string>>;

/** A call that changes something, as somebody who may make it. */
async function write(league: TestApp, headers: Headers, url = '/api/auth/sign-out') {
  const { cookie } = await addPerson(league.deps);
  const reply = await league.app.inject({ method: 'POST', url, headers: { cookie, ...headers } });
  return reply.statusCode === 200 ? 'ok' : reply.json<{ error: { code: string } }>().error.code;
}

/** Where the server believes that a request comes from. */
async function addressOf(league: TestApp, headers: Headers): Promise<string | null> {
  const { token } = await signUp(league, headers);
  const query = league.store.db.selectFrom('sessions').select('ipAddress').where('token', '=', token);
  return (await query.executeTakeFirstOrThrow()).ipAddress;
}

let made = 0;

async function signUp(league: TestApp, headers: Headers): Promise<{ token: string }> {
  made += 1;
  const body = { email: `forwarded${made}@example.org`, password: 'Tailgate7', displayName: 'Kim' };
  const reply = await league.call('POST /api/auth/sign-up', { body, headers });
  reply.ok();
  const cookie = decodeURIComponent(String(reply.headers['set-cookie']).split(/[=;]/)[1] ?? '');
  return { token: cookie.slice(0, cookie.lastIndexOf('.')) };
}

describe('A league', () => {
  const league = withLeague('sqlite');

  test.each<[string, Headers]>([
    ['nothing that says where it comes from', {}],
    ['Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site: same-site', { 'sec-fetch-site': 'same-site' }],
    ['Sec-Fetch-Site: none', { 'sec-fetch-site': 'none' }],
    ['Sec-Fetch-Site: cross-site, whatever its Origin', { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL }],
    ['the Origin of another site', { origin: 'https://evil.example.com' }],
    ['the Origin of another host of the same site', { origin: 'https://other.example.org' }],
    ['its own Origin without encryption', { origin: 'http://pool.example.org' }],
    ['its own Origin with another port', { origin: 'https://pool.example.org:8443' }],
    ['an Origin that begins like its own', { origin: 'https://pool.example.org.evil.example.com' }],
    ['Origin: null', { origin: 'null' }],
    ['the name under which it was called as Origin', { origin: 'http://localhost', host: 'localhost' }],
    ['a Referer alone', { referer: `${PUBLIC_URL}/picks` }],
  ])('refuses a change with %s', async (_, headers) => {
    expect(await write(league, headers)).toBe('foreign_origin');
  });

  test.each<[string, Headers]>([
    ['Sec-Fetch-Site: same-origin', { 'sec-fetch-site': 'same-origin' }],
    ['its own Origin', { origin: PUBLIC_URL }],
  ])('takes a change with %s', async (_, headers) => {
    expect(await write(league, headers)).toBe('ok');
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)(
    'looks at every method that changes something: %s',
    async (method) => {
      for (const url of ['/api/profile', '/no/such/thing']) {
        const reply = await league.app.inject({ method, url });
        expect([reply.statusCode, reply.json().error.code]).toEqual([403, 'foreign_origin']);
      }
    },
  );

  test('lets anyone read: the answer stays unreadable for other sites', async () => {
    const reply = await league.app.inject({ url: '/api/session', headers: { 'sec-fetch-site': 'cross-site' } });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
    expect(reply.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test.each(['/api/live', '/api/session'])('invites no other site: OPTIONS %s', async (url) => {
    const headers = { origin: 'https://evil.example.com', 'access-control-request-method': 'PUT' };
    const reply = await league.app.inject({ method: 'OPTIONS', url, headers });
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  test('does not open a live socket for another site', async () => {
    const { cookie } = await addPerson(league.deps);
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example.com' }]) {
      const reply = await league.app.inject({ url: '/api/live', headers: { cookie, ...headers } });
      expect(reply.json().error.code).toBe('foreign_origin');
    }
  });

  test('ignores forwarded headers of unknown proxies', async () => {
    expect(await addressOf(league, { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9' })).toBe('127.0.0.1');
  });
});

test('A league trusts its configured proxy', async () => {
  const league = await createTestApp('sqlite', { settings: { trustProxy: ['127.0.0.0/8'] } });
  expect(await addressOf(league, { 'x-forwarded-for': '203.0.113.9' })).toBe('203.0.113.9');
  // What the visitor put in front does not come from the proxy.
  expect(await addressOf(league, { 'x-forwarded-for': '198.51.100.1, 203.0.113.9' })).toBe('203.0.113.9');
  await league.close();
});

describe('A league on a home network', () => {
  const site = 'http://192.168.1.10:4280';
  const home = withLeague('sqlite', { settings: { publicUrl: new URL(site) } });

  test.each(['192.168.1.10:4280', 'localhost:4280', '127.0.0.1:4280', '[::1]:4280'])('answers as %s', async (host) => {
    expect((await home.app.inject({ url: '/api/session', headers: { host } })).statusCode).toBe(200);
  });

  test.each([
    '192.168.1.10',
    '192.168.1.11:4280',
    'evil.example.com:4280',
    'pool.local:4280',
    '192.168.1.10.example.com:4280',
  ])('answers under no other name, to which a site could direct its own name: %s', async (host) => {
    const reply = await home.app.inject({ url: '/api/session', headers: { host } });
    const { code, message } = reply.json().error;
    expect([reply.statusCode, code]).toEqual([421, 'unknown_host']);
    expect(message).toContain(`Open ${site} instead.`);
  });

  test('takes changes from its own pages only, with cookies that need no encryption', async () => {
    const host = '192.168.1.10:4280';
    expect(await write(home, { host, origin: site })).toBe('ok');
    expect(await write(home, { host, origin: 'http://192.168.1.11:4280' })).toBe('foreign_origin');
    const body = { email: 'home@example.org', password: 'Tailgate7', displayName: 'Kim' };
    const reply = await home.call('POST /api/auth/sign-up', { body, headers: { host, origin: site } });
    expect(String(reply.headers['set-cookie'])).toMatch(/^pickem[^;]*=(?!.*Secure)/);
    for (const name of ['strict-transport-security', 'cross-origin-opener-policy'])
      expect(reply.headers[name]).toBeUndefined();
  });
});

describe('The demo', () => {
  const demo = withLeague('sqlite', { settings: { kind: 'demo', publicUrl: new URL(DEMO) } });

  const answer = async (headers: Headers) => {
    const reply = await demo.app.inject({ url: '/api/session', headers });
    return reply.statusCode === 200 ? 'ok' : reply.json<{ error: { code: string } }>().error.code;
  };

  test.each(['localhost', 'localhost:4280', '127.0.0.1:4280', '127.1.2.3', '[::1]:4280', 'LOCALHOST:9999'])(
    'answers on this machine: %s',
    async (host) => {
      expect(await answer({ host })).toBe('ok');
    },
  );

  test.each([
    'pool.example.org',
    '192.168.1.20:4280',
    '0.0.0.0:4280',
    'localhost.evil.example.com',
    '127.0.0.1.evil.example.com',
    'localhost@evil.example.com',
    'evil.example.com#localhost',
    '[::2]',
    '127.0.0.256',
    'local host',
  ])('answers under no other name: %j', async (host) => {
    expect(await answer({ host })).toBe('unknown_host');
  });

  test.each([
    'forwarded',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-forwarded-server',
    'x-real-ip',
    'via',
    'cf-connecting-ip',
    'true-client-ip',
  ])('answers nothing that was forwarded: %s', async (name) => {
    expect(await answer({ host: 'localhost:4280', [name]: 'x' })).toBe('unknown_host');
  });

  test('takes a change from its own pages only', async () => {
    expect(await write(demo, { host: 'localhost:4280', origin: DEMO })).toBe('ok');
    expect(await write(demo, { host: '127.0.0.1:4280', origin: 'http://127.0.0.1:4280' })).toBe('ok');
    expect(await write(demo, { host: 'localhost:4280', 'sec-fetch-site': 'same-origin' })).toBe('ok');
    expect(await write(demo, { host: 'localhost:4280', origin: 'http://localhost:3000' })).toBe('foreign_origin');
    expect(await write(demo, { host: 'localhost:4280', origin: 'https://evil.example.com' })).toBe('foreign_origin');
    expect(await write(demo, { host: 'localhost:4280' })).toBe('foreign_origin');
  });
});
