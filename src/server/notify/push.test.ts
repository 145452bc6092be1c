import { createPublicKey, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noticeKinds } from '#core/notify/kinds.ts';
import type { OutsideAnswer } from '#core/outside.ts';
import type { PushMessage } from '#core/push.ts';
import { mayAskForPush } from '#core/push.ts';
import { Outbox } from '#server/platform/outbox/outbox.ts';
import { addMessages, unsentOf } from '#server/platform/outbox/store.ts';
import type { Outside } from '#server/platform/outside.ts';
import { createOutside } from '#server/platform/outside.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, addSession, setEnabled, WEEK_1 } from '#tests/builders.ts';
import { HOUR, MINUTE } from '#tests/core-samples.ts';
import { withLeague } from '#tests/league.ts';
import type { OutsideServer } from '#tests/outside-server.ts';
import { openOutsideServer, reachesTests } from '#tests/outside-server.ts';
import { Device } from '#tests/push-device.ts';
import { until } from '#tests/until.ts';
import type { Message, News } from './notifier.ts';
import type { PushSender } from './push.ts';
import { createPush, pushSender } from './push.ts';
import { devicesOf } from './push-store.ts';

/** Verifies a request as a push service does by RFC 8292. @returns the claims */
function claimsOf({ headers }: IncomingMessage, publicKey: string): Record<string, unknown> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  expect(key).toBe(publicKey);
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const [head = '', claims = '', signature = ''] = token.split('.');
  const signed = Buffer.from(`${head}.${claims}`);
  const how = { key: verifier, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', signed, how, Buffer.from(signature, 'base64url'))).toBe(true);
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

const message: PushMessage = {
  title: 'Porch',
  body: 'Week 1: 1 pick is missing.',
  path: '/picks?pool=p1',
  tag: `missing-picks p1 ${WEEK_1} null`,
};

/** The news in that message. */
const news: News = {
  kind: 'missing-picks',
  poolId: 'p1',
  poolName: 'Porch',
  weekId: WEEK_1,
  entries: [{ id: 'e1', name: 'Ann', missing: 1, lacksOrder: false }],
  isNamed: false,
  asksForTeam: false,
  hasTwoTeams: false,
  nextLock: null,
  zone: null,
  isByHand: false,
};

describe('Push messages', () => {
  const outside = createOutside({ ...reachesTests, timeoutMs: 2000 });
  const league = withLeague('sqlite', { outside });
  let service: OutsideServer;
  let sender: PushSender;
  let outbox: Outbox;
  let ann: Person;
  let received: { request: IncomingMessage; body: Buffer }[] = [];
  let answer: (response: ServerResponse) => void;
  /** How far the test's real time is ahead of the machine's, in ms. */
  let ahead = 0;

  beforeAll(async () => {
    service = await openOutsideServer(async (request, response) => {
      received.push({ request, body: Buffer.concat(await request.toArray()) });
      answer(response);
    });
  });

  afterAll(() => service.close());

  beforeEach(async () => {
    received = [];
    answer = (response) => response.writeHead(201).end();
    ahead = 0;
    ann = await addPerson(league.deps);
    await league.store.db.deleteFrom('outbox').execute();
    sender = senderTo(outside);
    const senders = { 'account mail': sender, mail: sender, push: sender, hook: sender };
    outbox = new Outbox({ store: league.store, clock: league.clock, senders, onError: raise, realNow });
  });

  const realNow = () => Date.now() + ahead;

  function senderTo(services: Outside): PushSender {
    const { store, clock, deps } = league;
    const push = createPush({ store, outside: services, publicUrl: deps.settings.publicUrl });
    return pushSender({ store, clock, push, realNow, pausesMs: [20, 20] });
  }

  const raise = (error: unknown) => {
    throw error;
  };

  async function turnOn(as: { readonly cookie: string } = ann, device = new Device()): Promise<Device> {
    (await league.call('PUT /api/push', { as, body: device.subscription(service.port) })).ok();
    return device;
  }

  const read = async (as: { readonly cookie: string } = ann) => (await league.call('GET /api/push', { as })).ok();

  /** Sends a message to the devices of Ann, so many times. */
  async function begin(content: Message, { ttlMs = 6 * HOUR, times = 1 } = {}): Promise<void> {
    const { db } = league.store;
    const at = realNow() + ttlMs - 6 * HOUR;
    const devices = (await devicesOf(db, [ann.userId], realNow())).get(ann.userId) ?? [];
    const about = { kind: 'push', lane: 'scheduled', content, at, until: realNow() + ttlMs } as const;
    for (let time = 0; time < times; time += 1)
      await addMessages(
        db,
        devices.map((recipient) => ({ ...about, recipient })),
      );
    await outbox.look();
  }

  async function send(ttlMs?: number): Promise<void> {
    await begin({ news, key: '1', site: 'https://pool.example.org' }, ttlMs === undefined ? {} : { ttlMs });
    await outbox.idle();
  }

  test('are not sent once their content is no longer valid', async () => {
    await turnOn();
    const about = { poolId: 'p1', poolName: 'Porch', weekId: WEEK_1, isCorrection: false, receipt: null } as const;
    const result = { kind: 'week-result', ...about, all: 'Ann won it.', own: ['You scored 1 point.'] } as const;
    const facts = { entryIds: ['e1'], digest: 'of another result' };
    await begin({ news: result, key: '1', site: 'https://pool.example.org', facts });
    await outbox.idle();
    expect(received).toEqual([]);
    expect(await unsentOf(league.store.db, 'push', 'scheduled')).toBe(0);
  });

  test('are not sent at night in the time zone of the subscribed device', async () => {
    const body = { ...new Device().subscription(service.port), zone: 'Europe/Berlin' };
    (await league.call('PUT /api/push', { as: ann, body })).ok();
    expect((await league.call('GET /api/notifications', { as: ann })).ok()).toMatchObject({
      zone: 'Europe/Berlin',
      hasDevice: true,
    });
    (await league.call('PUT /api/push', { as: ann, body: { ...body, zone: 'Etc/Unknown' } })).ok();
    expect((await league.call('GET /api/notifications', { as: ann })).ok().zone).toBe('Europe/Berlin');
  });

  test('reach every device of a user, which alone can read them, and identify the sender', async () => {
    const second = await addSession(league.deps, ann.accountId);
    const devices = [await turnOn(), await turnOn(second)];
    await send(HOUR);
    expect(received).toHaveLength(2);
    for (const { request, body } of received) {
      const device = devices.find(({ path }) => path === request.url);
      expect(device?.read(body)).toEqual(message);
      expect(request.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600', urgency: 'high' });
      expect(request.headers.topic).toMatch(/^[\w-]{1,32}$/);
      const { aud, exp, sub } = claimsOf(request, (await read()).publicKey);
      expect([aud, sub]).toEqual([`https://push.test:${service.port}`, 'https://pool.example.org']);
      expect(Number(exp) * 1000 - Date.now()).toBeLessThanOrEqual(24 * HOUR);
    }
  });

  test('are signed by keys that are made once for all nodes, of which one half never leaves', async () => {
    const nodes = Array.from({ length: 3 }, () =>
      createPush({ store: league.store, outside, publicUrl: league.deps.settings.publicUrl }),
    );
    const found = await Promise.all([
      ...nodes.map((node) => node.publicKey()),
      read().then(({ publicKey }) => publicKey),
    ]);
    expect(new Set(found).size).toBe(1);
    const kept = await league.store.db.selectFrom('push_keys').selectAll().execute();
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(await read())).not.toContain(kept[0]?.private_key);
  });

  test('end with the session, the setting, the account, and when another user takes over the device', async () => {
    const session = await addSession(league.deps, ann.accountId);
    await turnOn(session);
    expect((await read(session)).isOn).toBe(true);
    (await league.call('POST /api/auth/sign-out', { as: session })).ok();
    await send();
    expect(received).toEqual([]);

    const device = await turnOn();
    expect((await read()).isOn).toBe(true);
    (await league.call('DELETE /api/push', { as: ann })).ok();
    expect((await read()).isOn).toBe(false);
    await turnOn(ann, device);
    await turnOn(await addPerson(league.deps), device);
    expect((await read()).isOn).toBe(false);
    await turnOn(ann, device);
    await setEnabled(league.deps, ann.userId, false);
    await send();
    expect(received).toEqual([]);
  });

  test.each([404, 410])('are forgotten by a device that is gone (%i)', async (status) => {
    await turnOn();
    answer = (response) => response.writeHead(status).end();
    await send();
    expect(received).toHaveLength(1);
    expect((await read()).isOn).toBe(false);
  });

  test('wait if a push service asks for it, and are retried if it fails', async () => {
    const device = await turnOn();
    let refusals = 0;
    answer = (response) => {
      refusals += 1;
      response.writeHead(refusals === 1 ? 429 : refusals === 2 ? 503 : 201, { 'retry-after': '0.1' }).end();
    };
    await send();
    expect(received.map(({ body }) => device.read(body).title)).toEqual(['Porch', 'Porch', 'Porch']);

    received = [];
    answer = (response) => response.writeHead(429, { 'retry-after': '3600' }).end();
    await send();
    expect(received).toHaveLength(1);
    ahead += 30 * MINUTE;
    await send();
    expect(received).toHaveLength(1);
    ahead += 31 * MINUTE;
    await send();
    expect(received).toHaveLength(2);
  });

  test('are not tried again once the session has ended', async () => {
    await turnOn();
    answer = (response) => {
      const ended = league.store.db.deleteFrom('sessions').where('userId', '=', ann.accountId).execute();
      void ended.then(() => response.writeHead(503).end());
    };
    await send();
    expect(received).toHaveLength(1);
  });

  test('are not tried again once the session has expired', async () => {
    await turnOn();
    answer = (response) => {
      const past = new Date(0).toISOString();
      const sessions = league.store.db.updateTable('sessions').set({ expiresAt: past });
      const expired = sessions.where('userId', '=', ann.accountId).execute();
      void expired.then(() => response.writeHead(503).end());
    };
    await send();
    expect(received).toHaveLength(1);
  });

  test('go to no device that was signed out before a retry, and to none once they have expired', async () => {
    const session = await addSession(league.deps, ann.accountId);
    await turnOn(session);
    answer = (response) => {
      const left = league.call('POST /api/auth/sign-out', { as: session });
      void left.then((signOut) => {
        signOut.ok();
        response.writeHead(429, { 'retry-after': '0.01' }).end();
      });
    };
    await send();
    expect(received).toHaveLength(1);

    received = [];
    await turnOn();
    answer = (response) => {
      ahead += HOUR;
      response.writeHead(503).end();
    };
    await send(HOUR);
    expect(received).toHaveLength(1);
  });

  test('that wait for their turn are left to the next start when the server stops', async () => {
    await turnOn();
    for (const _ of [1, 2]) await turnOn(await addSession(league.deps, ann.accountId));
    const held: ServerResponse[] = [];
    answer = (response) => held.push(response);
    await begin({ news, key: '1', site: 'https://pool.example.org' }, { times: 20 });
    await until(() => held.length === 2);
    const stopped = outbox.stop();
    for (const response of held) response.writeHead(201).end();
    await stopped;
    expect([received.length, await unsentOf(league.store.db, 'push', 'scheduled')]).toEqual([2, 58]);
  });

  test('leave a device that does not answer alone, for longer each time, until it answers', async () => {
    const silent: OutsideAnswer = { failure: 'no_answer' };
    const answers: OutsideAnswer[] = [silent, silent, { status: 201, retryAfterMs: 0 }, silent];
    let calls = 0;
    const post = async () => answers[calls++] ?? silent;
    sender = senderTo({ ...outside, post });
    await turnOn();
    const { id } = await league.store.db
      .selectFrom('sessions')
      .select('id')
      .where('userId', '=', ann.accountId)
      .executeTakeFirstOrThrow();
    const tryIt = async (afterMs = 0) => {
      ahead += afterMs;
      return [await sender.sendTo(ann.userId, id, message), calls];
    };
    expect(await tryIt()).toEqual([false, 1]);
    expect(await tryIt(MINUTE - 1000)).toEqual([false, 1]);
    expect(await tryIt(2000)).toEqual([false, 2]);
    expect(await tryIt(MINUTE)).toEqual([false, 2]);
    expect(await tryIt(MINUTE)).toEqual([true, 3]);
    expect(await tryIt()).toEqual([false, 4]);
    expect(await tryIt(MINUTE)).toEqual([false, 5]);
  });

  test('do not delay stopping the server', async () => {
    await turnOn();
    answer = (response) => response.writeHead(429, { 'retry-after': '200' }).end();
    await begin({ news, key: '1', site: 'https://pool.example.org' });
    await until(() => received.length === 1);
    await outbox.stop();
    expect(received).toHaveLength(1);
  });

  test('go to no address inside, and to no key that is none', async () => {
    const { keys } = new Device().subscription(service.port);
    const put = async (endpoint: string, p256dh = keys.p256dh) =>
      (await league.call('PUT /api/push', { as: ann, body: { endpoint, keys: { ...keys, p256dh } } })).code;
    expect(await put('https://169.254.169.254/latest')).toBe('invalid_input');
    expect(await put('http://push.test/1')).toBe('invalid_input');
    expect(await put('https://push.test/1', 'B'.repeat(87))).toBe('invalid_input');
  });

  test('bring the news of their pools to users with a device, only to that device and once', async () => {
    const boss = await addPerson(league.deps);
    const bob = await addPerson(league.deps);
    const poolId = await addPool(league.deps, { name: 'Porch', members: [ann, bob], commissioners: [boss] });
    await addGame(league.deps, { kickoff: league.clock.now() + 2 * HOUR });
    const device = await turnOn();
    const choices = (await league.call('GET /api/notifications', { as: ann })).ok().choices;
    expect(choices.map(({ kind, channel, wanted }) => [kind, channel, wanted])).toEqual(
      noticeKinds.toSorted().map((kind) => [kind, 'push', true]),
    );
    const announce = (text: string) =>
      league.call('POST /api/pools/:poolId/announcements', { as: boss, params: { poolId }, body: { text } });
    expect((await announce('Pizza on Sunday')).ok()).toEqual({ sentTo: 1 });
    await until(() => received.length === 1);
    await Promise.all([league.deps.notify.jobs.tick(), league.deps.notify.jobs.tick()]);
    await until(() => received.length === 2);
    await league.deps.notify.jobs.tick();
    await league.deps.outbox.idle();
    const [announced, reminded] = received.map(({ body }) => device.read(body));
    expect(announced).toMatchObject({
      title: 'News from Porch',
      body: `${boss.name}, commissioner: Pizza on Sunday`,
      path: `/?pool=${poolId}`,
    });
    expect(reminded).toMatchObject({ title: 'Porch', path: `/picks?pool=${poolId}` });
    expect(reminded?.body).toMatch(/^Week 1: \d+ picks? (is|are) missing\. Next lock: /);
    const off = { choice: { kind: 'announcement', channel: 'push', wanted: false } } as const;
    (await league.call('PATCH /api/notifications', { as: ann, body: off })).ok();
    expect((await announce('Bring chairs')).ok()).toEqual({ sentTo: 0 });
    expect(received).toHaveLength(2);
  });

  test.each([
    ['of a pool without lock receipts', null, ''],
    [
      'with the first digits of the latest lock receipt',
      { number: 57, hash: '3f2a91c0'.repeat(8) },
      ' Lock receipt 57: 3f2a 91c0 3f2a 91c0 3f2a',
    ],
  ])('bring the result of a week %s', async (_what, receipt, end) => {
    const poolId = await addPool(league.deps, { members: [ann] });
    const device = await turnOn();
    const about = { kind: 'week-result', poolId, poolName: 'Porch', weekId: '2026-week1', isCorrection: true } as const;
    const words = { all: 'Ann won it.', own: ['You scored 1 point.', 'Your best call was PHI.'] } as const;
    const to = new Map([[ann.userId, { ...about, ...words, receipt }]]);
    await league.deps.notify.notifier.notify({ kind: 'week-result', key: poolId, site: 'https://x.example', to });
    await until(() => received.length === 1);
    const [sent] = received.map(({ body }) => device.read(body));
    expect(sent?.body).toBe(`Corrected: Ann won it. You scored 1 point.${end}`);
  });

  test('can be tried on the device that asks, some times', async () => {
    const tryIt = () => league.call('POST /api/push/test', { as: ann });
    expect((await tryIt()).ok()).toEqual({ isTaken: false });
    const device = await turnOn();
    expect((await tryIt()).ok()).toEqual({ isTaken: true });
    expect(received.map(({ body }) => device.read(body).title)).toEqual(['It works!']);
    const codes = [await tryIt(), await tryIt(), await tryIt(), await tryIt()].map(({ code }) => code);
    expect(codes.at(-1)).toBe('too_many_requests');
  });
});

test.each([
  [null, true],
  ['', true],
  ['nonsense', true],
  ['1', false],
  ['0', true],
])('Who refused at %j is asked again: %s', (refusedAt, asked) => {
  expect(mayAskForPush(refusedAt, 30 * 24 * HOUR)).toBe(asked);
});
