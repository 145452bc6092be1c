import { createECDH } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hookTopicNames } from '#core/hooks/hooks.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import { addPerson, addPool } from '#tests/builders.ts';
import { tokenIn } from '#tests/mailbox.ts';
import { keepMail } from './store.ts';

const HOST = 'localhost:4280';
const headers = { host: HOST, accept: 'text/html', origin: `http://${HOST}` };

describe('The outbox of the demo', () => {
  let demo: TestApp;

  beforeAll(async () => {
    const publicUrl = new URL(`http://${HOST}`);
    demo = await createTestApp('sqlite', { settings: { kind: 'demo', publicUrl } });
  });

  afterAll(() => demo.close());

  const get = (url: string, more: Record<string, string> = {}) =>
    demo.app.inject({ url, headers: { ...headers, ...more } });

  test('is empty at first, and shows that', async () => {
    const reply = await get('/outbox');
    expect(reply.statusCode).toBe(200);
    expect(reply.payload).toContain('Nothing yet.');
  });

  test('shows the mails that the demo would have sent, with links that lead back to where one is', async () => {
    const body = { email: 'kim@example.org', password: 'Tailgate7', displayName: 'Kim' };
    (await demo.call('POST /api/auth/sign-up', { body, headers })).ok();
    const reset = { email: body.email };
    const here = { host: '127.0.0.1:5000', origin: 'http://127.0.0.1:5000' };
    (await demo.call('POST /api/auth/reset-request', { body: reset, headers: here })).ok();
    await demo.deps.outbox.idle();
    const list = await get('/outbox');
    const paths = [...list.payload.matchAll(/href="(\/outbox\/[\w-]+)"/g)].map((match) => match[1] ?? '');
    expect(paths).toHaveLength(2);
    const texts = await Promise.all(paths.map(async (path) => (await get(`${path}/text`)).payload));
    const ofReset = texts.find((text) => text.includes('new password')) ?? '';
    expect(ofReset).toContain('http://127.0.0.1:5000/reset#token=');
    expect(texts.find((text) => text.includes('Confirm'))).toContain('http://localhost:4280/verify#token=');
    const mail = await get(paths[0] ?? '');
    expect(mail.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(mail.payload).toContain('Where champions are made!');
    const token = tokenIn(ofReset, '/reset');
    (await demo.call('POST /api/auth/reset', { body: { token, password: 'Xyz789' }, headers })).ok();
  });

  test('shows what a webhook would have been sent, and calls no one', async () => {
    const admin = await addPerson(demo.deps, { isAdmin: true });
    const poolId = await addPool(demo.deps);
    const address = 'https://discord.com/api/webhooks/1/secret-5678';
    const body = { kind: 'discord' as const, address, topics: hookTopicNames, hours: 3 };
    const own = { as: admin, headers };
    const { id: hookId } = (
      await demo.call('POST /api/pools/:poolId/hooks', { ...own, params: { poolId }, body })
    ).ok();
    const params = { poolId, hookId };
    const sent = (await demo.call('POST /api/pools/:poolId/hooks/:hookId/test', { ...own, params })).ok();
    expect(sent.state).toBe('sent');
    const list = (await get('/outbox')).payload;
    expect(list).toContain('the webhook discord.com …5678');
    expect(list).toMatch(/>[^<*]+ · [^<]*test[^<]*<\/a>/i);
    expect(list).not.toContain('secret-5678');
  });

  test('shows the message of a GroupMe bot without its ID', async () => {
    const admin = await addPerson(demo.deps, { isAdmin: true });
    const poolId = await addPool(demo.deps);
    const own = { as: admin, headers };
    const botId = '68ca900a7d17f9b9891a73af2a';
    const body = { kind: 'groupme' as const, address: botId, topics: hookTopicNames, hours: 3 };
    const { id: hookId } = (
      await demo.call('POST /api/pools/:poolId/hooks', { ...own, params: { poolId }, body })
    ).ok();
    const params = { poolId, hookId };
    (await demo.call('POST /api/pools/:poolId/hooks/:hookId/test', { ...own, params })).ok();
    const list = (await get('/outbox')).payload;
    expect(list).toContain('the webhook api.groupme.com');
    const [path = ''] = list.match(/\/outbox\/[\w-]+/) ?? [];
    const message = (await get(path)).payload;
    expect(message).toContain('This is a test.');
    expect(message).not.toContain(botId);
  });

  test('shows a copy of each push message', async () => {
    const { userId } = await addPerson(demo.deps, { name: 'Ann & Bob' });
    const { push } = demo.deps.notify;
    const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) };
    const device = { id: '1', userId, sessionId: '1', endpoint: 'https://10.0.0.1/', ...keys, restsUntil: 0 };
    const message = { title: 'The Porch', body: '2 picks are <missing>.', path: '/picks', tag: 'a' };
    await push.post(device, message, 1000);
    await expect.poll(async () => (await get('/outbox')).payload).toContain('the devices of Ann &amp; Bob');
    const [path = ''] = (await get('/outbox')).payload.match(/\/outbox\/[\w-]+/) ?? [];
    expect((await get(path)).payload).toContain('2 picks are &lt;missing&gt;.');
  });

  test('runs nothing, loads nothing and is kept nowhere', async () => {
    const { headers: sent } = await get('/outbox');
    expect(sent['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(sent['cache-control']).toBe('no-store');
  });

  test('shows what came in a mail as text, not as a page', async () => {
    const mail = { recipient: '"><script>a@b.c', subject: '<script>alert(1)</script>', text: '<b>text</b>', html: '' };
    await keepMail(demo.store.db, mail, Date.now());
    const list = await get('/outbox');
    expect(list.payload).not.toContain('<script>');
    const [path = ''] = list.payload.match(/\/outbox\/[\w-]+\/text/) ?? [];
    const text = await get(path);
    expect([text.headers['content-type'], text.payload]).toEqual(['text/plain; charset=utf-8', '<b>text</b>']);
  });

  test('keeps the newest two hundred', async () => {
    const mail = { recipient: 'a@example.org', subject: 'Hello', text: '', html: '' };
    for (let n = 0; n < 205; n += 1) await keepMail(demo.store.db, { ...mail, subject: `No ${n}` }, Date.now() + n);
    const { payload } = await get('/outbox');
    expect(payload.match(/<li>/g)).toHaveLength(200);
    expect(payload).toContain('No 204');
    expect(payload).not.toContain('>No 4<');
  });

  test.each([
    ['under a foreign name', { host: 'pool.example.org' }],
    ['through a proxy', { 'x-forwarded-for': '203.0.113.9' }],
  ])('is not read %s', async (_, more) => {
    expect((await get('/outbox', more)).statusCode).toBe(421);
  });

  test.each(['/outbox/none', '/outbox/none/text'])('has no mail that is not there: %s', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});

test('a league has no outbox', async () => {
  const league = await createTestApp('sqlite');
  expect((await league.app.inject({ url: '/outbox', headers: { accept: '*/*' } })).statusCode).toBe(404);
  await league.close();
});
