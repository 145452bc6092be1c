import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';

/** It begins with a script of its own, whose SHA-256 is known. */
const page = '<script>begin()</script><title>the page</title>';
const html = { accept: 'text/html,application/xhtml+xml' };

describe('The web app', () => {
  let league: TestApp;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'pickem-web-'));
    const webRoot = join(folder, 'web');
    mkdirSync(join(webRoot, 'assets/app'), { recursive: true });
    mkdirSync(join(webRoot, 'assets/g'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'not for the web');
    writeFileSync(join(webRoot, 'index.html'), page);
    writeFileSync(join(webRoot, 'assets/app/main-abc123.js'), 'start()');
    writeFileSync(join(webRoot, 'assets/app/main-abc123.js.br'), 'start() by Brotli');
    writeFileSync(join(webRoot, 'assets/app/main-abc123.js.gz'), 'start() by gzip');
    writeFileSync(join(webRoot, 'index.html.br'), 'the page by Brotli');
    writeFileSync(join(webRoot, 'worker.js'), 'work()');
    writeFileSync(join(webRoot, 'verify.mjs'), 'verify()');
    writeFileSync(join(webRoot, 'app.webmanifest'), '{}');
    writeFileSync(join(webRoot, 'assets/g/logo.svg'), '<svg/>');
    league = await createTestApp('sqlite', { webRoot });
  });

  afterAll(async () => {
    await league.close();
    rmSync(folder, { recursive: true });
  });

  test.each(['/', '/picks', '/admin/pools/edit/some-pool', '/no/such/screen'])(
    'every path of a browser is a page: %s',
    async (url) => {
      const reply = await league.app.inject({ url, headers: html });
      expect([reply.statusCode, reply.body]).toEqual([200, page]);
      expect(reply.headers['cache-control']).toBe('no-cache');
    },
  );

  test('a built file never changes under its name, a picture is kept for an hour', async () => {
    const built = await league.app.inject({ url: '/assets/app/main-abc123.js' });
    expect(built.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const picture = await league.app.inject({ url: '/assets/g/logo.svg' });
    expect(picture.headers['cache-control']).toBe('public, max-age=3600');
  });

  test.each([
    ['/worker.js', /javascript/],
    ['/verify.mjs', /javascript/],
    ['/app.webmanifest', /manifest\+json/],
  ])('what keeps its name in every build is asked for each time: %s', async (url, type) => {
    const reply = await league.app.inject({ url });
    expect(reply.headers['cache-control']).toBe('no-cache');
    expect(reply.headers['content-type']).toMatch(type);
  });

  test.each([
    ['br, gzip', 'br', 'start() by Brotli'],
    ['gzip', 'gzip', 'start() by gzip'],
    ['identity', undefined, 'start()'],
  ])('a file goes out as it was packed beforehand: %s', async (accepted, encoding, body) => {
    const reply = await league.app.inject({
      url: '/assets/app/main-abc123.js',
      headers: { 'accept-encoding': accepted },
    });
    expect([reply.statusCode, reply.headers['content-encoding'], reply.body]).toEqual([200, encoding, body]);
    expect(reply.headers.vary).toMatch(/accept-encoding/i);
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(reply.headers['content-type']).toMatch(/javascript/);
  });

  test('so does a page, and a file without a packed copy goes as it is', async () => {
    const headers = { ...html, 'accept-encoding': 'gzip, deflate, br' };
    const reply = await league.app.inject({ url: '/picks', headers });
    expect([reply.headers['content-encoding'], reply.body]).toEqual(['br', 'the page by Brotli']);
    expect(reply.headers['content-type']).toMatch(/text\/html/);
    expect(reply.headers['cache-control']).toBe('no-cache');
    const picture = await league.app.inject({ url: '/assets/g/logo.svg', headers });
    expect([picture.headers['content-encoding'], picture.body]).toEqual([undefined, '<svg/>']);
  });

  test.each(['/assets/app/gone.js', '/assets/g/gone.svg', '/favicon.ico'])(
    'a file that is missing is no page: %s',
    async (url) => {
      const reply = await league.app.inject({ url, headers: { accept: '*/*' } });
      expect([reply.statusCode, reply.json().error.code]).toEqual([404, 'route_not_found']);
    },
  );

  test.each(['/api/', '/api/no-such-call', '/api/pools/x/y/z'])(
    'an unknown call is no page, even for a browser: %s',
    async (url) => {
      const reply = await league.app.inject({ url, headers: html });
      expect([reply.statusCode, reply.json().error.code]).toEqual([404, 'route_not_found']);
    },
  );

  test.each(['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/assets/..%5c..%5c..%5csecret.txt'])(
    'nothing outside the folder of the web app is served: %s',
    async (url) => {
      const reply = await league.app.inject({ url });
      expect(reply.statusCode).toBe(404);
      expect(reply.body).not.toContain('not for the web');
    },
  );

  test.each(['POST', 'PUT', 'DELETE'] as const)('a page is only read: %s', async (method) => {
    const reply = await league.app.inject({
      method,
      url: '/picks',
      headers: { ...html, 'sec-fetch-site': 'same-origin' },
    });
    expect([reply.statusCode, reply.json().error.code]).toEqual([404, 'route_not_found']);
  });

  test.each(['/%', '/%zz', '/api/pools/%E0%A4%A'])('an address that cannot be read is not found: %s', async (url) => {
    const reply = await league.app.inject({ url });
    expect([reply.statusCode, reply.json().error?.code]).toEqual([404, 'route_not_found']);
  });

  test('no page may run a script or a style but our own files, nor stand in a frame', async () => {
    const { headers } = await league.app.inject({ url: '/', headers: html });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    const hash = createHash('sha256').update('begin()').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("worker-src 'self'");
    for (const name of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy).toContain(`${name} 'none'`);
    expect(policy).not.toContain('unsafe');
  });

  test.each(['/', '/api/session', '/nowhere', '/%zz'])(
    'every answer says what browsers may do with it: %s',
    async (url) => {
      const { headers } = await league.app.inject({ url, headers: html });
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-dns-prefetch-control': 'off',
        'x-frame-options': 'DENY',
      });
    },
  );

  test.each([
    ['host', 'max-age=31536000'],
    ['subdomains', 'max-age=31536000; includeSubDomains'],
  ] as const)('browsers are told to come by HTTPS only, for the %s', async (hsts, expected) => {
    const app = await createTestApp('sqlite', { settings: { hsts } });
    const { headers } = await app.app.inject({ url: '/api/session' });
    expect(headers['strict-transport-security']).toBe(expected);
    await app.close();
  });
});
