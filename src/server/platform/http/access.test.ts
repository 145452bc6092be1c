import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import { putFace } from '#server/faces/store.ts';
import { setMembers } from '#server/members/store.ts';
import { createUser } from '#server/users/store.ts';
import type { Caller } from '#tests/access-table.ts';
import { callers, enabled, table } from '#tests/access-table.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp, withMail } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import {
  addGame,
  addPerson,
  addPool,
  addSession,
  deletePool,
  removeCommissioner,
  removeMember,
  setEnabled,
  WEEK_1,
} from '#tests/builders.ts';
import { usualEngines } from '#tests/engines.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { PNG } from '#tests/face-samples.ts';
import { createMailbox } from '#tests/mailbox.ts';

const google = {
  clientId: 'id',
  clientSecret: 'secret',
  authorizationUrl: 'https://provider.example.com/authorize',
  tokenUrl: 'https://provider.example.com/token',
  userInfoUrl: 'https://provider.example.com/userinfo',
};
/** Mail and a provider, so that every permitted call succeeds. */
const settings = { ...withMail, providers: { google } };

/** What the server answers beside the route table: the live socket, the way back from a provider, and the description of its calls. */
const beside = [
  'GET /api/live',
  'GET /api/auth/callback/:provider',
  'GET /api/auth/return.js',
  'GET /api/auth/return.css',
  // Answers by its token or to this machine alone: metrics.test.ts.
  'GET /metrics',
  'GET /api/docs',
  'GET /api/docs/json',
  'GET /api/docs/yaml',
  'GET /api/docs/static/*',
  'GET /api/docs/static/index.html',
  'GET /api/docs/static/swagger-initializer.js',
];

/** Every route that `act` registers, with its method. */
async function routesRegisteredBy(act: () => Promise<void>): Promise<Set<string>> {
  const found = new Set<string>();
  const onRoute = ({ method, url }: RouteOptions) => {
    for (const each of [method].flat()) found.add(`${each} ${url}`);
  };
  const onCreated = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', onRoute);
  };
  subscribe('fastify.initialization', onCreated);
  await act();
  unsubscribe('fastify.initialization', onCreated);
  return found;
}

describe.each(usualEngines)('on %s', (engine) => {
  let league: TestApp;
  let registered: Set<string>;
  let people: Readonly<Record<Exclude<Caller, 'nobody'>, Person>>;
  let params: Readonly<
    Record<
      | 'poolId'
      | 'weekId'
      | 'gid'
      | 'userId'
      | 'playerId'
      | 'entryId'
      | 'messageId'
      | 'hookId'
      | 'deliveryId'
      | 'provider'
      | 'abbr',
      string
    >
  >;
  let sparePool: string;
  let calls = 0;

  beforeAll(async () => {
    registered = await routesRegisteredBy(async () => {
      league = await createTestApp(engine, { settings, transport: createMailbox().transport });
    });
    const { deps } = league;
    people = {
      'disabled member': await addPerson(deps),
      'disabled admin': await addPerson(deps, { isAdmin: true }),
      stranger: await addPerson(deps),
      'member of another pool': await addPerson(deps),
      'removed member': await addPerson(deps),
      member: await addPerson(deps),
      'removed commissioner': await addPerson(deps),
      'commissioner of another pool': await addPerson(deps),
      commissioner: await addPerson(deps),
      admin: await addPerson(deps, { isAdmin: true }),
    };
    const members = [people['disabled member'], people['disabled admin'], people['removed member'], people.member];
    const runners = [people['disabled member'], people['removed commissioner'], people.commissioner];
    const poolId = await addPool(deps, { members, commissioners: runners });
    await addPool(deps, {
      members: [people['member of another pool']],
      commissioners: [people['commissioner of another pool']],
    });
    await removeCommissioner(deps, poolId, people['removed commissioner'].userId);
    await removeMember(deps, poolId, people['removed member'].userId);
    for (const caller of ['disabled member', 'disabled admin'] as const) {
      await setEnabled(deps, people[caller].userId, false);
    }
    sparePool = await addPool(deps, { commissioners: [people.commissioner] });
    const { userId } = await addPerson(deps);
    await setMembers(deps.store.db, poolId, [userId], deps.clock.now());
    await putFace(deps.store, userId, { type: 'image/png', width: 2, height: 3, bytes: PNG }, 1);
    const playerId = await createUser(deps.store.db, { displayName: 'Old Tom', accountId: null }, 1);
    params = {
      poolId,
      weekId: WEEK_1,
      gid: await addGame(deps),
      userId,
      playerId,
      entryId: entryIdOf(poolId, people.member.userId),
      messageId: '999999',
      hookId: 'no-such-hook',
      deliveryId: 'no-such-delivery',
      provider: 'google',
      abbr: 'KC',
    };
    const known = { email: 'known@example.org', password: 'Tailgate7', displayName: 'Known' };
    (await league.call('POST /api/auth/sign-up', { body: known })).ok();
  });

  afterAll(() => league.close());

  const sessions = new Map<Caller, { readonly cookie: string }>();

  /** The session of a caller: a new one after each call that may have ended the last one. */
  async function sessionOf(caller: Exclude<Caller, 'nobody'>, name: RouteName): Promise<{ readonly cookie: string }> {
    const session = sessions.get(caller) ?? (await addSession(league.deps, people[caller].accountId));
    if (/ \/api\/(auth|profile|sessions?)\b/.test(name)) sessions.delete(caller);
    else sessions.set(caller, session);
    return session;
  }

  async function answerTo(name: RouteName, caller: Caller, method = name.split(' ')[0]): Promise<string> {
    calls += 1;
    const { body, onSparePool } = table[name];
    const places = onSparePool ? { ...params, poolId: sparePool } : params;
    const path = (name.split(' ')[1] ?? '').replace(/:(\w+)/g, (_, key) => places[key as keyof typeof params]);
    const session = caller === 'nobody' ? null : await sessionOf(caller, name);
    const response = await league.app.inject({
      method: method as 'GET',
      url: path,
      // Limits of one network are no matter of access.
      remoteAddress: `10.0.${callers.indexOf(caller)}.1`,
      headers: { 'sec-fetch-site': 'same-origin', ...(session ? { cookie: session.cookie } : {}) },
      ...(body ? { payload: body(calls) } : {}),
    });
    if (response.statusCode === 200) return 'ok';
    return method === 'HEAD' ? String(response.statusCode) : response.json<{ error: { code: string } }>().error.code;
  }

  /** Somebody with a session of their own: one of the routes ends all sessions of the caller. */
  async function signedIn(person: Person): Promise<Person> {
    return { ...person, ...(await addSession(league.deps, person.accountId)) };
  }

  test('every route that the server has is known here', () => {
    const known = [...Object.keys(table), ...beside];
    const heads = known.filter((name) => name.startsWith('GET ')).map((name) => name.replace('GET', 'HEAD'));
    expect([...registered].sort()).toEqual([...known, ...heads, 'HEAD /api/docs/'].sort());
    expect(Object.keys(table).sort()).toEqual(Object.keys(routeTable).sort());
  });

  test.each(callers)('what every route answers to: %s', async (caller) => {
    const routes = Object.keys(table) as RouteName[];
    for (const name of routes) {
      expect(`${name}: ${await answerTo(name, caller)}`).toBe(`${name}: ${table[name].expected[caller]}`);
    }
  });

  test.each(callers)('the live socket accepts users who are signed in and enabled; called by: %s', async (caller) => {
    const cookie = caller === 'nobody' ? {} : { cookie: (await signedIn(people[caller])).cookie };
    const reply = await league.app.inject({
      url: '/api/live',
      headers: { 'sec-fetch-site': 'same-origin', ...cookie },
    });
    // Who may open it learns that it is no page.
    expect(reply.json().error.code).toBe(enabled[caller] === 'ok' ? 'route_not_found' : enabled[caller]);
  });

  test('a pool that was deleted is gone for its members and commissioners and for admins', async () => {
    const { deps } = league;
    const poolId = await addPool(deps, { members: [people.member], commissioners: [people.commissioner] });
    await deletePool(deps, poolId);
    for (const as of [people.member, people.commissioner, people.admin]) {
      for (const name of ['GET /api/pools/:poolId', 'GET /api/admin/pools/:poolId'] as const) {
        expect((await league.call(name, { as: await signedIn(as), params: { poolId } })).code).toBe('pool_not_found');
      }
    }
  });

  test('whether a pool exists is not revealed to signed-out callers', async () => {
    const reply = await league.call('GET /api/pools/:poolId', { params: { poolId: 'no-such-pool' } });
    expect(reply.code).toBe('not_signed_in');
  });

  test('money link, rules and members of a pool are not in the list of those who are not members', async () => {
    const poolId = await addPool(league.deps, {
      moneyUrl: 'https://money.example.org',
      members: [people.member],
      commissioners: [people.commissioner],
    });
    const seenBy = async (as: Person) => {
      const { pools } = (await league.call('GET /api/pools', { as: await signedIn(as) })).ok();
      return pools.find((pool) => pool.id === poolId);
    };
    expect(await seenBy(people.stranger)).toMatchObject({ isMember: false, details: null });
    expect(await seenBy(people.member)).toMatchObject({
      isMember: true,
      details: { moneyUrl: 'https://money.example.org' },
    });
    for (const as of [people.commissioner, people.admin]) {
      expect(await seenBy(as)).toMatchObject({ isMember: false, details: { moneyUrl: 'https://money.example.org' } });
    }
  });

  // What follows asks a database nothing that the above does not.

  test('a HEAD asks for the same rights as its GET', async () => {
    const statuses: Record<string, string> = {
      ok: 'ok',
      not_signed_in: '401',
      account_disabled: '403',
      not_a_member: '403',
      admin_only: '403',
      face_not_found: '404',
      link_expired: '410',
      player_linked: '409',
      player_not_linked: '409',
    };
    const reads = (Object.keys(table) as RouteName[]).filter((name) => name.startsWith('GET '));
    for (const name of reads) {
      for (const caller of callers) {
        const expected = statuses[table[name].expected[caller]];
        expect(`${name} ${caller}: ${await answerTo(name, caller, 'HEAD')}`).toBe(`${name} ${caller}: ${expected}`);
      }
    }
  });

  test('the description of the calls is open and needs no session', async () => {
    for (const url of ['/api/docs', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/index.css']) {
      expect((await league.app.inject({ url })).statusCode, url).toBe(200);
    }
  });
});
