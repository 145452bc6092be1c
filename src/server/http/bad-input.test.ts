import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { engines } from '#server/store/connect.ts';
import type { TestApp } from '#tests/app.ts';
import { createTestApp } from '#tests/app.ts';
import type { Person } from '#tests/builders.ts';
import { addGame, addPerson, addPool, WEEK_1 } from '#tests/builders.ts';
import { dumpTables } from '#tests/database.ts';

interface Writing {
  readonly route: RouteName;
  readonly body: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
}

const account = { email: 'kim@example.org', password: 'Tailgate7' };

/** Every route that takes a body, with a right one. */
const writings: readonly Writing[] = [
  {
    route: 'POST /api/auth/sign-up',
    body: { ...account, displayName: 'Kim' },
    required: ['email', 'password', 'displayName'],
  },
  { route: 'POST /api/auth/sign-in', body: account, required: ['email', 'password'] },
  { route: 'POST /api/auth/reset-request', body: { email: account.email }, required: ['email'] },
  { route: 'POST /api/auth/reset', body: { token: 'abc', password: 'Tailgate7' }, required: ['token', 'password'] },
  {
    route: 'POST /api/auth/change-password',
    body: { currentPassword: 'Tailgate7', password: 'Abc124' },
    required: ['password'],
  },
  { route: 'POST /api/auth/verify', body: { token: 'abc' }, required: ['token'] },
  {
    route: 'POST /api/auth/providers/:provider/sign-in',
    body: { mode: 'popup', next: '/' },
    required: ['mode'],
  },
  { route: 'POST /api/auth/providers/:provider/join', body: { mode: 'popup', next: '/' }, required: ['mode'] },
  { route: 'PATCH /api/profile', body: { displayName: 'Kim', wantsReminders: true }, required: [] },
  { route: 'PATCH /api/users/:userId', body: { isEnabled: true, isAdmin: false }, required: [] },
  {
    route: 'POST /api/pools',
    body: { name: 'Office', description: '', moneyUrl: '', useSpread: true, roundSpread: true },
    required: ['name'],
  },
  {
    route: 'PATCH /api/pools/:poolId',
    body: { change: { name: 'Office' }, seen: { name: 'Home' } },
    required: ['change', 'seen'],
  },
  { route: 'PUT /api/pools/:poolId/members/:userId', body: { enabled: true }, required: ['enabled'] },
  { route: 'PUT /api/pools/:poolId/weeks/:weekId', body: { enabled: true }, required: ['enabled'] },
  { route: 'PUT /api/pools/:poolId/requests/:userId', body: { confirm: true }, required: ['confirm'] },
  { route: 'POST /api/invites/find', body: { token: 'abc' }, required: ['token'] },
  { route: 'POST /api/invites/follow', body: { token: 'abc' }, required: ['token'] },
  {
    route: 'POST /api/admin/season/preview',
    body: { source: 'file', season: 2026, text: 'season' },
    required: ['source', 'season'],
  },
  {
    route: 'POST /api/admin/season',
    body: { source: 'file', season: 2026, text: 'season' },
    required: ['source', 'season'],
  },
  {
    route: 'PATCH /api/games/:gid',
    body: {
      status: 'Final',
      homeScore: 7,
      awayScore: 3,
      kickoff: 1_789_318_800_000,
      spread: 3.5,
      void: 'postponed',
      allowSpreadUpdate: false,
      allowTimeUpdate: false,
      returnToFeed: ['score'],
      seen: { homeScore: 0 },
    },
    required: [],
  },
  {
    route: 'PUT /api/pools/:poolId/picks/:gid/bus/:userId',
    body: { side: 'home', reason: 'ill' },
    required: ['side'],
  },
  { route: 'PATCH /api/admin/players/:playerId', body: { displayName: 'Tom' }, required: ['displayName'] },
  {
    route: 'PUT /api/pools/:poolId/weeks/:weekId/picks',
    body: { picks: [{ gid: 'somewhere', side: 'home' }], playerId: 'somebody' },
    required: ['picks'],
  },
  {
    route: 'PUT /api/pools/:poolId/picks/:gid',
    body: { side: 'home', basedOn: 0, playerId: 'somebody' },
    required: ['side'],
  },
];

const wrongTypes = ['', 'x', -1, 1.5, 1e300, true, null, [], [1], {}, { a: 1 }] as const;

/** Values that a field takes although they look odd. */
const allowed: Readonly<Record<string, readonly unknown[]>> = {
  side: [null],
  spread: [-1, 1.5, null],
  void: [null],
  allowSpreadUpdate: [true],
  allowTimeUpdate: [true],
  basedOn: [1],
  playerId: ['x'],
  email: ['', 'x'],
  password: ['', 'x'],
  currentPassword: ['', 'x'],
  displayName: ['', 'x'],
  token: ['x'],
  next: ['', 'x'],
  returnToFeed: [[]],
  wantsReminders: [true],
  isEnabled: [true],
  isAdmin: [true],
  name: ['x'],
  description: ['', 'x'],
  moneyUrl: [''],
  useSpread: [true],
  roundSpread: [true],
  change: [{}],
  enabled: [true],
  confirm: [true],
  text: ['', 'x'],
  seen: [{}],
  reason: ['', 'x'],
};

const wrongFields = writings.flatMap((writing) =>
  Object.keys(writing.body).flatMap((field) =>
    wrongTypes
      .filter((value) => !(allowed[field] ?? []).some((other) => JSON.stringify(other) === JSON.stringify(value)))
      .map((value) => ({ writing, field, value, label: `${writing.route}: ${field} = ${JSON.stringify(value)}` })),
  ),
);

test('every route that takes a body is known here', () => {
  const withBody = Object.entries(routeTable).filter(([, route]) => 'body' in route);
  expect(writings.map(({ route }) => route).sort()).toEqual(withBody.map(([name]) => name).sort());
});

/** Lists in lists: what has as many levels must be neither walked through nor cost more than its length. */
function deep(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

describe.each(engines)('on %s', (engine) => {
  let league: TestApp;
  let admin: Person;
  let poolId: string;
  let gid: string;

  beforeAll(async () => {
    league = await createTestApp(engine);
    admin = await addPerson(league.deps, { isAdmin: true });
    poolId = await addPool(league.deps, { members: [admin] });
    gid = await addGame(league.deps);
  });

  afterAll(() => league.close());

  function send({ route }: Writing, payload: string, type = 'application/json') {
    const [method = '', path = ''] = route.split(' ');
    return league.app.inject({
      method: method as 'PUT',
      url: path
        .replace(':poolId', poolId)
        .replace(':weekId', WEEK_1)
        .replace(':gid', gid)
        .replace(':userId', admin.userId)
        .replace(':playerId', 'nobody')
        .replace(':provider', 'google'),
      headers: { 'sec-fetch-site': 'same-origin', cookie: admin.cookie, ...(type ? { 'content-type': type } : {}) },
      payload,
    });
  }

  type Answer = Awaited<ReturnType<typeof send>>;

  /** The one shape of a failed call, and nothing else in it. */
  function failureOf(answer: Answer): { code: string; message: string; field?: string } {
    const body = answer.json<{ error: { code: string; message: string; field?: string } }>();
    expect(Object.keys(body)).toEqual(['error']);
    const { code, message, field, ...others } = body.error;
    expect([typeof code, typeof message, others]).toEqual(['string', 'string', {}]);
    expect(message).not.toBe('');
    expect(['string', 'undefined']).toContain(typeof field);
    return body.error;
  }

  async function unchanged<T>(act: () => Promise<T>): Promise<T> {
    const before = await dumpTables(league.store.db);
    const result = await act();
    expect(await dumpTables(league.store.db)).toEqual(before);
    return result;
  }

  test('a field of the wrong kind is named', async () => {
    await unchanged(async () => {
      for (const { writing, field, value, label } of wrongFields) {
        const answer = await send(writing, JSON.stringify({ ...writing.body, [field]: value }));
        expect(answer.statusCode, label).toBe(400);
        const failure = failureOf(answer);
        expect([failure.code, failure.field?.split('.')[0]], label).toEqual(['invalid_input', field]);
      }
    });
  });

  describe.each(writings)('$route', (writing) => {
    test.each(writing.required)('without %s says that it is missing', async (field) => {
      const answer = await unchanged(() => send(writing, JSON.stringify({ ...writing.body, [field]: undefined })));
      expect(answer.statusCode).toBe(400);
      expect(failureOf(answer)).toEqual({ code: 'invalid_input', field, message: `${field} is missing.` });
    });

    const foreign = ['isAdmin', 'isEnabled', 'id', 'userId', 'constructor', 'toString'];
    test.each(foreign.filter((field) => !Object.hasOwn(writing.body, field)))(
      'with a field that does not belong there: %s',
      async (field) => {
        const answer = await unchanged(() => send(writing, JSON.stringify({ ...writing.body, [field]: true })));
        expect(answer.statusCode).toBe(400);
        expect(failureOf(answer)).toMatchObject({ code: 'invalid_input', field });
      },
    );

    test.each([
      ['no JSON', '{"side": "ho', 400, 'invalid_input'],
      ['nothing', '', 400, 'invalid_input'],
      ['a list', '[]', 400, 'invalid_input'],
      ['a text', '"home"', 400, 'invalid_input'],
      ['a number', '7', 400, 'invalid_input'],
      ['null', 'null', 400, 'invalid_input'],
      ['a prototype', '{"__proto__": {"isAdmin": true}}', 400, 'invalid_input'],
      ['a prototype by way of the constructor', '{"constructor": {"prototype": {"a": 1}}}', 400, 'invalid_input'],
      ['thirty thousand levels', deep(30_000), 400, 'invalid_input'],
      ['thirty thousand levels in a field', `{"side":${deep(30_000)}}`, 400, 'invalid_input'],
    ])('with %s as its body', async (_, payload, status, code) => {
      const answer = await unchanged(() => send(writing, payload));
      expect([answer.statusCode, failureOf(answer).code]).toEqual([status, code]);
    });

    test('with more characters than it takes', async () => {
      const { bodyLimit = 64 * 1024 }: Route = routeTable[writing.route];
      const answer = await unchanged(() => send(writing, JSON.stringify({ side: 'x'.repeat(bodyLimit) })));
      expect([answer.statusCode, failureOf(answer).code]).toEqual([413, 'too_large']);
    });

    test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/json', 'nonsense'])(
      'as %s, which a form of another site could send',
      async (type) => {
        const answer = await unchanged(() => send(writing, JSON.stringify(writing.body), type));
        expect([answer.statusCode, failureOf(answer).code]).toEqual([415, 'unsupported_type']);
      },
    );

    test('with any other JSON, never an error of the server', async () => {
      await unchanged(() =>
        fc.assert(
          fc.asyncProperty(
            fc.oneof(
              fc.jsonValue().filter((value) => JSON.stringify(value) !== '{}'),
              fc
                .dictionary(fc.constantFrom(...Object.keys(writing.body)), fc.jsonValue())
                .map((fields) => ({ ...fields, foreign: 1 })),
            ),
            async (body) => {
              const answer = await send(writing, JSON.stringify(body));
              expect(answer.statusCode).toBeGreaterThanOrEqual(400);
              expect(answer.statusCode).toBeLessThan(500);
              failureOf(answer);
            },
          ),
          { numRuns: 60 },
        ),
      );
    });
  });
});
