import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RouteName } from '#contract/index.ts';
import { routeTable } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { teamSlot } from '#core/formats/survivor/survivor.ts';
import { changedPoolFile } from '#tests/access-table.ts';
import type { Person } from '#tests/builders.ts';
import { addPerson, WEEK_1 } from '#tests/builders.ts';
import { dumpTables } from '#tests/database.ts';
import { entryIdOf } from '#tests/entry-ids.ts';
import { aLeague, withLeague } from '#tests/league.ts';
import { rounds } from '#tests/long.ts';
import { createPersonLimits, personRates } from './limits.ts';

interface Writing {
  readonly route: RouteName;
  readonly body: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** What its fields take beside what `allowed` has. */
  readonly takes?: Readonly<Record<string, readonly unknown[]>>;
}

const account = { email: 'kim@example.org', password: 'Tailgate7' };

const aSideTable = {
  name: 'Mondays',
  from: WEEK_1,
  to: WEEK_1,
  games: 'monday',
  measure: 'points',
  who: { kind: 'all' },
  cents: 0,
};

/** A choice of each kind with every field that it may have. */
const ownChoices = [
  { kind: 'pick', about: 'somewhere', value: { side: 'home', best: true }, basedOn: 0 },
  { kind: 'guess', about: WEEK_1, value: { gid: 'somewhere', total: 41 }, basedOn: 0 },
  { kind: 'order', about: WEEK_1, value: { order: ['somewhere'] }, basedOn: 0 },
  { kind: 'team', about: teamSlot(WEEK_1, true), value: { gid: 'somewhere', team: 'PHI' }, basedOn: 0 },
] as const;

/** Every route that takes a body, with a right one. */
const writings: readonly Writing[] = [
  {
    route: 'POST /api/auth/sign-up',
    body: { ...account, displayName: 'Kim' },
    required: ['email', 'password', 'displayName'],
  },
  { route: 'POST /api/auth/sign-in', body: account, required: ['email', 'password'] },
  { route: 'POST /api/auth/reset-request', body: { email: account.email }, required: ['email'] },
  { route: 'POST /api/auth/reset/check', body: { token: 'abc' }, required: ['token'] },
  { route: 'POST /api/auth/reset', body: { token: 'abc', password: 'Tailgate7' }, required: ['token', 'password'] },
  {
    route: 'POST /api/auth/change-password',
    body: { currentPassword: 'Tailgate7', password: 'Abc124' },
    required: ['password'],
  },
  { route: 'POST /api/auth/verify', body: { token: 'abc' }, required: ['token'] },
  { route: 'POST /api/auth/passkeys/begin', body: { currentPassword: 'Tailgate7' }, required: [] },
  {
    route: 'POST /api/auth/passkeys',
    body: { name: 'Phone', id: 'abc', clientData: 'abc', attestation: 'abc' },
    required: ['name', 'id', 'clientData', 'attestation'],
    takes: { id: ['x'], clientData: ['x'], attestation: ['x'] },
  },
  {
    route: 'POST /api/auth/passkeys/rename',
    body: { id: 'abc', name: 'Phone' },
    required: ['id', 'name'],
    takes: { id: ['x'] },
  },
  {
    route: 'POST /api/auth/passkeys/remove',
    body: { id: 'abc', currentPassword: 'Tailgate7' },
    required: ['id'],
    takes: { id: ['x'] },
  },
  {
    route: 'POST /api/auth/passkeys/sign-in',
    body: { id: 'abc', clientData: 'abc', authenticatorData: 'abc', signature: 'abc' },
    required: ['id', 'clientData', 'authenticatorData', 'signature'],
    takes: { id: ['x'], clientData: ['x'], authenticatorData: ['x'], signature: ['x'] },
  },
  { route: 'POST /api/auth/second-factor', body: { code: '123456' }, required: ['code'] },
  { route: 'POST /api/auth/second-factor/begin', body: { currentPassword: 'Tailgate7' }, required: [] },
  { route: 'POST /api/auth/second-factor/confirm', body: { code: '123456' }, required: ['code'] },
  {
    route: 'POST /api/auth/second-factor/recovery-codes',
    body: { code: '123456', currentPassword: 'Tailgate7' },
    required: ['code'],
  },
  {
    route: 'POST /api/auth/second-factor/pick-links',
    body: { wanted: true, currentPassword: 'Tailgate7' },
    required: ['wanted'],
  },
  { route: 'POST /api/pick-link', body: { token: 'none' }, required: ['token'] },
  {
    route: 'POST /api/pick-link/picks',
    body: { token: 'none', entryId: 'none', picks: [{ kind: 'pick', about: 'none', value: { side: 'home' } }] },
    required: ['token', 'entryId', 'picks'],
    takes: { entryId: ['x'] },
  },
  {
    route: 'POST /api/auth/second-factor/remove',
    body: { code: '123456', currentPassword: 'Tailgate7' },
    required: ['code'],
  },
  {
    route: 'POST /api/auth/providers/:provider/sign-in',
    body: { mode: 'popup', next: '/' },
    required: ['mode'],
  },
  { route: 'POST /api/auth/providers/:provider/connect', body: { mode: 'popup', next: '/' }, required: ['mode'] },
  {
    route: 'POST /api/auth/providers/:provider/disconnect',
    body: { currentPassword: 'Tailgate7' },
    required: [],
  },
  {
    route: 'POST /api/profile/close',
    body: { confirm: 'close', currentPassword: 'Tailgate7' },
    required: ['confirm'],
  },
  {
    route: 'PATCH /api/profile',
    body: { displayName: 'Kim' },
    required: [],
  },
  {
    route: 'PATCH /api/notifications',
    body: {
      choice: { kind: 'mention', channel: 'mail', wanted: true },
      hours: 3,
      zone: 'America/Denver',
      asked: true,
    },
    required: [],
  },
  { route: 'PATCH /api/users/:userId', body: { isEnabled: true, isAdmin: false }, required: [] },
  {
    route: 'POST /api/pools',
    body: { name: 'Office', description: '', moneyUrl: '', rules: { useSpread: true, roundSpread: true } },
    required: ['name'],
  },
  { route: 'PUT /api/pools/:poolId/listed', body: { enabled: true }, required: ['enabled'] },
  {
    route: 'PATCH /api/pools/:poolId',
    body: { change: { name: 'Office' }, seen: { name: 'Home' } },
    required: ['change', 'seen'],
  },
  {
    route: 'PUT /api/pools/:poolId/lines/:gid',
    body: { spread: 3.5, seen: { spread: null }, reason: 'A typo' },
    required: ['spread', 'seen', 'reason'],
  },
  {
    route: 'PUT /api/pools/:poolId/money/plan',
    body: { plan: { fee: 2000, week: 1000, places: [5000] }, seen: { fee: 0, week: 0, places: [] } },
    required: ['plan', 'seen'],
  },
  {
    route: 'PUT /api/pools/:poolId/money/payments/:entryId',
    body: { purpose: 'fee', cents: 2000, seen: { paid: 0, due: 2000 } },
    required: ['purpose', 'cents', 'seen'],
  },
  {
    route: 'PUT /api/pools/:poolId/side-tables',
    body: { tables: [aSideTable], seen: [] },
    required: ['tables', 'seen'],
    takes: { tables: [[]], seen: [[]] },
  },
  { route: 'POST /api/pools/:poolId/again', body: { season: 2027 }, required: ['season'] },
  { route: 'PUT /api/pools/:poolId/members/:userId', body: { enabled: true }, required: ['enabled'] },
  { route: 'PUT /api/pools/:poolId/commissioners/:userId', body: { enabled: true }, required: ['enabled'] },
  { route: 'PUT /api/pools/:poolId/weeks/:weekId', body: { enabled: true }, required: ['enabled'] },
  { route: 'PUT /api/pools/:poolId/weeks', body: { weekIds: ['2026-week1'] }, required: ['weekIds'] },
  { route: 'POST /api/pools/:poolId/players', body: { displayName: 'Kim' }, required: ['displayName'] },
  { route: 'PATCH /api/pools/:poolId/players/:playerId', body: { displayName: 'Kim' }, required: ['displayName'] },
  { route: 'PUT /api/pools/:poolId/talk', body: { isOn: true }, required: ['isOn'] },
  { route: 'POST /api/pools/:poolId/talk', body: { text: 'Go Eagles', key: 'message 1' }, required: ['text', 'key'] },
  {
    route: 'PUT /api/pools/:poolId/talk/:messageId/reactions',
    body: { kind: 'fire', isOn: true },
    required: ['kind', 'isOn'],
  },
  { route: 'PATCH /api/pools/:poolId/talk/:messageId', body: { text: 'Go Eagles' }, required: ['text'] },
  { route: 'PUT /api/pools/:poolId/talk/read', body: { until: 1 }, required: ['until'] },
  { route: 'PUT /api/pools/:poolId/talk/muted/:userId', body: { muted: true }, required: ['muted'] },
  {
    route: 'PUT /api/pools/:poolId/almanac/years',
    body: { year: 2019, places: [{ place: 1, name: 'Ann', points: 12.5, prize: null, personId: null }], seen: [] },
    required: ['year', 'places', 'seen'],
    takes: { places: [[]], seen: [[]] },
  },
  {
    route: 'PUT /api/pools/:poolId/almanac/people/:userId',
    body: { personId: 'kim' },
    required: ['personId'],
    takes: { personId: ['x', null] },
  },
  {
    route: 'PUT /api/pools/:poolId/almanac/follows',
    body: { poolId: 'before' },
    required: ['poolId'],
    takes: { poolId: ['x', null] },
  },
  { route: 'PUT /api/pools/:poolId/faces/:userId/hidden', body: { hidden: true }, required: ['hidden'] },
  { route: 'PUT /api/admin/faces/:userId/stopped', body: { stopped: true }, required: ['stopped'] },
  { route: 'POST /api/pools/:poolId/announcements', body: { text: 'Dues are due' }, required: ['text'] },
  {
    route: 'PUT /api/push',
    body: {
      endpoint: 'https://push.example.org/1',
      keys: {
        p256dh: 'BDZwpWlrYQPODmHmJG3D7fLb0edun8rGjUqgfyx9zX9oLbcSvQqvCC0y3EneFlsc1X-X2jz56AgBmFDAGcpmnkI',
        auth: 'a'.repeat(22),
      },
    },
    required: ['endpoint', 'keys'],
  },
  {
    route: 'POST /api/pools/:poolId/hooks',
    body: { kind: 'standard', address: 'https://hooks.example.org/in', topics: ['week.opened'], hours: 3 },
    required: ['kind', 'address', 'topics', 'hours'],
  },
  { route: 'PUT /api/pools/:poolId/announcements/read', body: { until: 1 }, required: ['until'] },
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
    route: 'PATCH /api/weeks/:weekId/games',
    body: { games: [{ gid: 'somewhere', homeScore: 7, seen: { homeScore: 0 } }] },
    required: ['games'],
  },
  {
    route: 'POST /api/weeks/:weekId/games/effect',
    body: { games: [{ gid: 'somewhere', homeScore: 7 }] },
    required: ['games'],
  },
  { route: 'PATCH /api/admin/players/:playerId', body: { displayName: 'Tom' }, required: ['displayName'] },
  {
    route: 'PUT /api/pools/:poolId/weeks/:weekId/slate',
    body: { leftOut: ['somewhere'] },
    required: ['leftOut'],
    takes: { leftOut: [[]] },
  },
  { route: 'PUT /api/pools/:poolId/weeks/:weekId/tiebreak', body: { gid: 'somewhere' }, required: ['gid'] },
  { route: 'POST /api/pools/:poolId/entries', body: { name: 'Lucky' }, required: [] },
  { route: 'PATCH /api/entries/:entryId', body: { name: 'Lucky' }, required: ['name'], takes: { name: [null] } },
  {
    route: 'PUT /api/entries/:entryId/picks',
    body: { picks: ownChoices },
    required: ['picks'],
  },
  {
    route: 'POST /api/pools/:poolId/imports',
    body: {
      name: 'a.csv',
      entries: [],
      newPlayers: ['Kim'],
      gids: ['somewhere'],
      picks: [[0, 0, 'home']],
      replaces: true,
    },
    required: ['name', 'entries', 'newPlayers', 'gids', 'picks', 'replaces'],
    takes: { entries: [[]], newPlayers: [[]], gids: [[]], replaces: [true] },
  },
  {
    route: 'POST /api/pools/:poolId/imports/preview',
    body: {
      name: 'a.csv',
      entries: [],
      newPlayers: ['Kim'],
      gids: ['somewhere'],
      picks: [[0, 0, 'home']],
      replaces: true,
    },
    required: ['name', 'entries', 'newPlayers', 'gids', 'picks', 'replaces'],
    takes: { entries: [[]], newPlayers: [[]], gids: [[]], replaces: [true] },
  },
  { route: 'POST /api/pools/packed-file', body: { packed: '' }, required: ['packed'] },
  {
    route: 'POST /api/pools/file',
    body: changedPoolFile,
    required: Object.keys(changedPoolFile),
    takes: Object.fromEntries(
      Object.entries(changedPoolFile).map(([field, value]) => [field, Array.isArray(value) ? [[]] : [null]]),
    ),
  },
  { route: 'PUT /api/entries/:entryId/default', body: { value: null }, required: ['value'], takes: { value: [null] } },
  {
    route: 'PUT /api/entries/:entryId/buy-back',
    body: { weekId: WEEK_1 },
    required: ['weekId'],
    takes: { weekId: ['x'] },
  },
  {
    route: 'DELETE /api/entries/:entryId/buy-back',
    body: { weekId: WEEK_1 },
    required: ['weekId'],
    takes: { weekId: ['x'] },
  },
  { route: 'DELETE /api/entries/:entryId/link', body: { reason: 'a mix-up' }, required: ['reason'] },
];

const wrongTypes = ['', 'x', -1, 1.5, 1e300, true, null, [], [1], {}, { a: 1 }] as const;

/** Values that a field takes although they look odd. */
const allowed: Readonly<Record<string, readonly unknown[]>> = {
  entry: [null],
  side: [null],
  gid: ['x'],
  guess: [null],
  spread: [-1, 1.5, null],
  void: [null],
  allowSpreadUpdate: [true],
  allowTimeUpdate: [true],
  basedOn: [1],
  purpose: ['x'],
  email: ['', 'x'],
  password: ['', 'x'],
  currentPassword: ['', 'x'],
  displayName: ['', 'x'],
  token: ['x'],
  code: ['x'],
  next: ['', 'x'],
  returnToFeed: [[]],
  choice: [],
  wanted: [true],
  hours: [3],
  zone: ['x'],
  asked: [true],
  isEnabled: [true],
  isOn: [true],
  muted: [true],
  hidden: [true],
  stopped: [true],
  isAdmin: [true],
  name: ['x'],
  description: ['', 'x'],
  moneyUrl: [''],
  rules: [{}],
  change: [{}],
  enabled: [true],
  confirm: [true],
  text: ['', 'x'],
  seen: [{}],
  reason: ['', 'x'],
};

/** Every field of a body with every value that it does not take. */
function wrongFields({ body, takes = {} }: Writing): [field: string, value: unknown][] {
  return Object.keys(body).flatMap((field) => {
    const taken = [...(allowed[field] ?? []), ...(takes[field] ?? [])].map((value) => JSON.stringify(value));
    const wrong = wrongTypes.filter((value) => !taken.includes(JSON.stringify(value)));
    return wrong.map((value): [string, unknown] => [field, value]);
  });
}

test('every route that takes a body is known here', () => {
  const withBody = Object.entries(routeTable).filter(([, route]) => 'body' in route);
  expect(writings.map(({ route }) => route).sort()).toEqual(withBody.map(([name]) => name).sort());
});

/** Lists in lists: what has as many levels must be neither walked through nor cost more than its length. */
function deep(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

const noBodies = [
  ['no JSON', '{"side": "ho'],
  ['nothing', ''],
  ['a list', '[]'],
  ['a text', '"home"'],
  ['a number', '7'],
  ['null', 'null'],
  ['a prototype', '{"__proto__": {"isAdmin": true}}'],
  ['a prototype by way of the constructor', '{"constructor": {"prototype": {"a": 1}}}'],
  ['thirty thousand levels', deep(30_000)],
  ['thirty thousand levels in a field', `{"side":${deep(30_000)}}`],
] as const;

const formTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/json',
  'nonsense',
] as const;

/** Bodies are refused before the database is asked: one engine tells it of both. */
describe('What is refused before it reaches a database', () => {
  const unlimited = { burst: Number.POSITIVE_INFINITY, everyMs: 1 };
  const personLimits = createPersonLimits({ ...personRates, calls: unlimited, ofSession: unlimited });
  const league = withLeague('sqlite', { personLimits });
  let admin: Person;
  let poolId: string;
  let gid: string;

  beforeAll(async () => {
    ({ admin, poolId, gid } = await aLeague(league, { admins: ['admin'], members: ['admin'], games: { gid: {} } }));
    watcher = new DatabaseSync(league.store.location, { readOnly: true });
    version = versionOf(watcher);
    before = await dumpTables(league.store.db);
  });

  function send({ route }: Writing, payload: string, type = 'application/json') {
    const [method = '', path = ''] = route.split(' ');
    return league.app.inject({
      method: method as 'PUT',
      url: path
        .replace(':poolId', poolId)
        .replace(':weekId', WEEK_1)
        .replace(':messageId', '1')
        .replace(':gid', gid)
        .replace(':entryId', entryIdOf(poolId, admin.userId))
        .replace(':userId', admin.userId)
        .replace(':playerId', 'nobody')
        .replace(':provider', 'google'),
      headers: { 'sec-fetch-site': 'same-origin', cookie: admin.cookie, ...(type ? { 'content-type': type } : {}) },
      payload,
    });
  }

  type Answer = Awaited<ReturnType<typeof send>>;

  /** The one shape of a failed call, and nothing else in it. */
  function failureOf(answer: Answer, label: string): { code: string; message: string; field?: string } {
    const body = answer.json<{ error: { code: string; message: string; field?: string } }>();
    expect(Object.keys(body), label).toEqual(['error']);
    const { code, message, field, ...others } = body.error;
    expect([typeof code, typeof message, others], label).toEqual(['string', 'string', {}]);
    expect(message, label).not.toBe('');
    expect(['string', 'undefined'], label).toContain(typeof field);
    return body.error;
  }

  /** What is sent is refused, with this status and failure, and nothing is written. */
  async function refused(label: string, answer: Answer, status: number, failure: object): Promise<void> {
    expect(answer.statusCode, label).toBe(status);
    expect(failureOf(answer, label), label).toMatchObject(failure);
    await expectUnchanged(label);
  }

  /** All rows, and the version of the file that has them, for a connection of its own. */
  let before: Awaited<ReturnType<typeof dumpTables>>;
  let version: unknown;
  let watcher: DatabaseSync;

  /** SQLite tells another connection whether anything was written since; rows are compared only then. */
  async function expectUnchanged(label: string): Promise<void> {
    const now = versionOf(watcher);
    if (now === version) return;
    expect(await dumpTables(league.store.db), label).toEqual(before);
    version = now;
  }

  const versionOf = (database: DatabaseSync): unknown => database.prepare('pragma data_version').get()?.data_version;

  afterAll(() => watcher.close());

  test('would be seen by its writing to the file of the database', async () => {
    await addPerson(league.deps);
    expect(versionOf(watcher)).not.toBe(version);
    await expect(expectUnchanged('a person more')).rejects.toThrow('a person more');
    before = await dumpTables(league.store.db);
    version = versionOf(watcher);
  });

  test.each(ownChoices)('is a $kind with a field of the wrong kind, beside right ones', async (choice) => {
    const route = 'PUT /api/entries/:entryId/picks';
    const takes = { about: ['x'], value: [null] };
    for (const [field, value] of wrongFields({ route, body: choice, required: [], takes })) {
      const label = `${field} = ${JSON.stringify(value)}`;
      const picks = [...ownChoices, { ...choice, [field]: value }];
      const answer = await send({ route, body: {}, required: [] }, JSON.stringify({ picks }));
      await refused(label, answer, 400, { code: 'invalid_input' });
      expect(failureOf(answer, label).field?.split('.')[0], label).toBe('picks');
    }
  });

  describe.each(writings)('$route', (writing) => {
    const { route, body, required } = writing;

    test('names a field of the wrong kind', async () => {
      for (const [field, value] of wrongFields(writing)) {
        const label = `${field} = ${JSON.stringify(value)}`;
        const answer = await send(writing, JSON.stringify({ ...body, [field]: value }));
        await refused(label, answer, 400, { code: 'invalid_input' });
        expect(failureOf(answer, label).field?.split('.')[0], label).toBe(field);
      }
    });

    test('names a field that nests deeper than any value', async () => {
      const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
      for (const field of Object.keys(body)) {
        const payload = JSON.stringify({ ...body, [field]: 'deep' }).replace('"deep"', deep);
        const answer = await send(writing, payload);
        await refused(field, answer, 400, { code: 'invalid_input' });
        expect(failureOf(answer, field).field?.split('.')[0], field).toBe(field);
      }
    });

    if (required.length > 0) {
      test('says which field is missing', async () => {
        for (const field of required) {
          const answer = await send(writing, JSON.stringify({ ...body, [field]: undefined }));
          await refused(field, answer, 400, { code: 'invalid_input', field, message: `${field} is missing.` });
        }
      });
    }

    test('names a field that does not belong there', async () => {
      const foreign = ['isAdmin', 'isEnabled', 'id', 'userId', 'constructor', 'toString'];
      for (const field of foreign.filter((each) => !Object.hasOwn(body, each))) {
        const answer = await send(writing, JSON.stringify({ ...body, [field]: true }));
        await refused(field, answer, 400, { code: 'invalid_input', field });
      }
    });

    test('takes nothing else for a body', async () => {
      for (const [what, payload] of noBodies) {
        await refused(what, await send(writing, payload), 400, { code: 'invalid_input' });
      }
      const { bodyLimit = 64 * 1024 }: Route = routeTable[route];
      const answer = await send(writing, JSON.stringify({ side: 'x'.repeat(bodyLimit) }));
      await refused('more characters than it takes', answer, 413, { code: 'too_large' });
    });

    test('takes no type that a form of another site could send', async () => {
      for (const type of formTypes) {
        await refused(type, await send(writing, JSON.stringify(body), type), 415, { code: 'unsupported_type' });
      }
    });

    test('answers any other JSON with a failure, never an error of the server', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(
            fc.jsonValue().filter((value) => JSON.stringify(value) !== '{}'),
            fc
              .dictionary(fc.constantFrom(...Object.keys(body)), fc.jsonValue())
              .map((fields) => ({ ...fields, foreign: 1 })),
          ),
          async (json) => {
            const answer = await send(writing, JSON.stringify(json));
            expect(answer.statusCode).toBeGreaterThanOrEqual(400);
            expect(answer.statusCode).toBeLessThan(500);
            failureOf(answer, 'any other JSON');
          },
        ),
        { numRuns: rounds(20, 60) },
      );
      await expectUnchanged('any other JSON');
    });
  });
});
